"""Columns and the table that moldable tasks add to a workload.

May import `scheduler.columns`.  Others use COLUMNS and `moldable.MOLDABLE`.
"""
