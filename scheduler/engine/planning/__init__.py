"""Plans in which waiting jobs hold reservations, the search for better ones, and what runs of a light grid are sent.

May import `engine.rigid` and below.  Kernels use `plan`, `profile`, `search`, and of a light grid `fork` and two logs.
"""
