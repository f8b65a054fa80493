"""Workloads of campaigns as the arrays that kernels take, and tables of what they return.

May import `adapters` and below.  Policies use `campaigns` and `exclusive_campaigns`.
"""
