"""The options of workloads that say what tasks need of the nodes they share.

May import `options` and `params`.  The core uses OPTIONS.
"""
