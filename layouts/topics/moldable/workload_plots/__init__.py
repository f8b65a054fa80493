"""Plots of workloads of moldable tasks.

May import `layouts.drawing`, `layouts.figures`, `layouts.state`, `layouts.theme`, `layouts.workload_plots` and what
these may.  Others use WORKLOAD_PLOT.
"""
