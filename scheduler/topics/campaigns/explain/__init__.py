"""What is told of campaigns: of those of a job, why each runs when it does, and what orders them.

May import `explain` and below.  Others use STORY, and the functions of `campaigns`.
"""
