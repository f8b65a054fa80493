"""The priorities of a run of Slurm and single steps of its scheduler, worked out again by the code of the policy.

May import `policies` and below, and all of this topic.  Others use
`priority_over_time.priority_over_time`, `priorities.priorities` and `steps.starts_now`.
"""
