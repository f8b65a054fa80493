"""Jobs that people type or paste, checked cell by cell.

May import `formats`, `preparation` and below.  Others use `typed_jobs`, `cells`, `pasted_jobs`.
"""
