"""The parts of Gantt figures: bars, rows, marks, plans, outlines, differences, and the strip of the whole log.

May import `layouts.gantt`, `layouts.server`, and what these may.  Others use `charts`, `stack` and `description`.
"""
