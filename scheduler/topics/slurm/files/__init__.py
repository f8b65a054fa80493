"""What a cluster with Slurm is configured as: its own files, and the texts that the policy `slurm` takes of them.

May import `formats.reading` and the modules that lie loose in `scheduler`.  Others use `configuration` and `records`.
"""
