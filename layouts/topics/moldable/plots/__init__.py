"""Plots of runs of moldable tasks.

May import `layouts.drawing`, `layouts.figures`, `layouts.plots`, `layouts.state`, `layouts.theme`, `layouts.words` and
what these may.  Others use PLOT.
"""
