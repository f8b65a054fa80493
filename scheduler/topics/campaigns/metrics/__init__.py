"""The numbers of campaigns and of their pieces.

May import `metrics` and below.  Others use METRICS, and what each row of them is.
"""
