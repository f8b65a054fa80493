"""Sweeps on Compare: the list, and the chart of one."""
