"""What the command line has for clusters with Slurm: `replay`, and files that say the parameters of the policy.

May import `cli` and below, and all of this topic.  Others use `replay.COMMAND` and `configuration.PARAMETER_FILES`.
"""
