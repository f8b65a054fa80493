"""Slurm, what if: a log replayed under its own slurm.conf, then with changed settings."""
