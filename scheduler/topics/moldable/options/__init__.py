"""Options of workloads of moldable tasks.

May import `scheduler.options` and `params`.  Others use OPTIONS.
"""
