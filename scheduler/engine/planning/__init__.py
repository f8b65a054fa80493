"""Plans in which waiting jobs hold reservations, and the search for better ones.

May import `engine.rigid` and below.  Kernels use `plan`, `profile` and `search`.
"""
