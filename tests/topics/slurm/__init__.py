"""Slurm, what if: the page, and what a setting trades in Python."""
