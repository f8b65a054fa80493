"""Workload: open or make a workload, see what is in it, send it to Compare."""
