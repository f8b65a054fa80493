"""The policy of Slurm.

May import `policies` and below, and all of this topic.  Others use `slurm.POLICY`.
"""
