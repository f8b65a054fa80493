"""Workload generators: the numbers of their papers, and the same seed gives the same jobs."""
