"""What accounts of a cluster with Slurm have used, as a view of Compare.

May import `layouts.plots`, and what it may.  Others use PLOT.
"""
