"""Compiled parts that kernels share: numbers and arrays only.

May import `compiled` and each other.  Kernels use `rigid.space.advance` and `decision_log`.
"""
