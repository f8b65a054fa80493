"""Campaigns of users: their jobs in order, their deadlines, and the virtual schedule.

May import `engine.structures`.  Kernels use `campaigns`, `virtual`, `deadlines`.
"""
