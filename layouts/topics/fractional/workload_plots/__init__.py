"""What tasks need of nodes, in a workload.

May import `layouts.workload_plots` and what that may.  Others use WORKLOAD_PLOT.
"""
