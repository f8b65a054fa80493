"""The loop of Slurm.

May import `engine`.  The adapters of this topic call the run of `slurm`.
"""
