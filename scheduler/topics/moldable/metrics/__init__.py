"""The criteria of moldable tasks.

May import `metrics` and below, and the bounds of this topic.  Others use METRICS.
"""
