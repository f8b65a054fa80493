"""The kind of workload whose jobs share nodes.

May import `kinds` and `model`, and of this topic the needs of tasks.  Others use KIND.
"""
