"""Nodes that jobs share in fractions: placement, packing, yields, and what every job did when.

May import `engine`.  The kernels of this topic use `sharing`, `fractions`, `yields`, `filling`.
"""
