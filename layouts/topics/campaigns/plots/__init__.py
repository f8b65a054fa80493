"""The plots of runs of campaigns.

May import `scheduler`, `layouts.plots`, and what that may.  Others use PLOT of each.
"""
