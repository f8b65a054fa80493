"""The numbers of jobs that may share nodes.

May import `metrics` and below, and all of this topic.  Others use METRICS of each.
"""
