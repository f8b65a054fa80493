"""The kind of workload that a light grid is.

May import `kinds` and `model`.  Others use KIND.
"""
