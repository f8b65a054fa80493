"""Background tasks of papers, found by looking in this folder: an experiment is reproduced.

May import `results` and `results.tasks`.  Others use `reproduce`.
"""
