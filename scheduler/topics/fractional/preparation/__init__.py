"""How jobs of a log become tasks with needs, on nodes that they share.

May import `preparation` and below, and `columns` of this topic.  The core uses STEP of `resource_needs`.
"""
