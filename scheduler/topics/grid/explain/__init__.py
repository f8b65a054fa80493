"""What is told of a job of a light grid.

May import `explain` and below, and all of this topic.  Others use STORY.
"""
