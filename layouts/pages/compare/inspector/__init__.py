"""The inspector: at the right of Compare, always there, with what is selected, else with the largest differences.

`panel` is its frame; the facts of a job in it are made by job_panel, which is the room beside this one.
"""
