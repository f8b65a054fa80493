"""Schedules of independent programs, a real Slurm among them; ours has to agree start for start."""
