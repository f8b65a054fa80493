"""The numbers of a light grid.

May import `metrics` and below.  Others use METRICS.
"""
