"""The scheduler of Slurm written plainly: no arrays, no compilation, no logs."""
