"""Columns that a light grid adds to those of jobs.

May import `scheduler.columns`.  Others use COLUMNS.
"""
