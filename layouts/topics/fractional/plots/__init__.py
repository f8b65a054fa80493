"""The views of jobs that share nodes, over time and by their size.

May import `layouts.plots` and what that may.  Others use PLOT of each.
"""
