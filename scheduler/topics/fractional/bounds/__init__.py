"""What no scheduler can do better, where jobs may share nodes.

May import `bounds` and below, and `kernels` of this topic.  Others use `max_stretch`.
"""
