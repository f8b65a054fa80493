"""The columns of jobs that share nodes.

May import `columns`.  The core uses COLUMNS.
"""
