"""The rules of a cluster with Slurm, in plain numpy.

May import `audit` and `model` only: it shares nothing with what it checks.  Others use `slurm.CHECKS`.
"""
