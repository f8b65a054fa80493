"""The story of a job in words: why it waited, why it started then, who was in its way.

May import `analysis`, `replay` and below.  Others use `job.explain`, `wait_parts.wait_parts`.
"""
