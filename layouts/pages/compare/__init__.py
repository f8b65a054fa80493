"""Compare: one to six runs of the same workload, side by side.

`page` is the frame; its parts are packages: runs, table, views, gantts, job_panel, window, search, sweeps.
"""
