"""Moldable tasks as a kind of workload.

May import `kinds` and `model`, `topics.moldable.allotments`.  Others use `moldable.KIND` and the functions beside it.
"""
