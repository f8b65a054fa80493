"""What is told of a moldable task.

May import `explain` and below, and all of this topic.  Others use STORY.
"""
