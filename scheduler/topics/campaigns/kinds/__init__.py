"""The kind of workload whose jobs belong to campaigns.

May import `kinds` and `model`.  Others use KIND.
"""
