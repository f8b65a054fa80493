"""The options of workloads that say which jobs are campaigns.

May import `errors`, `options` and `params`.  The core uses OPTIONS.
"""
