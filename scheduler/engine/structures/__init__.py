"""Data structures without meaning of their own: heap, lists, a tree of sums.

May import `compiled` only.  Others use `heap`, `unstarted`, `waiting`.
"""
