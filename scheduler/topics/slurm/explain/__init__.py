"""What is told of a job under Slurm.

May import `explain` and below, and all of this topic.  Others use `slurm.STORY`.
"""
