"""Data structures without meaning of their own: heap, lists, trees, random numbers.

May import `compiled` only.  Others use `heap`, `waiting`, `ranked`.
"""
