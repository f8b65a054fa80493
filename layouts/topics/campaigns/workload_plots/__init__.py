"""The plots of the campaigns of a workload.

May import `scheduler`, `layouts.workload_plots`, and what that may.  Others use WORKLOAD_PLOT of each.
"""
