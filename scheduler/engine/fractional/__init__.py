"""Nodes that jobs share in fractions: placement, packing, yields, and what every job did when.

May import `engine.rigid` and `engine.structures`.  Kernels use `sharing`, `fractions`, `yields`.
"""
