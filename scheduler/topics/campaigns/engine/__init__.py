"""Campaigns of users: their jobs in order, their deadlines, the virtual schedule, and modified LPT.

May import `engine.structures`.  Kernels use `campaigns`, `virtual`, `deadlines`, `modified_lpt`.
"""
