"""The queue of runs and the processes that work it off.

May import `results`.  Others use `runs.submit`, `runs.status`, `dispatch`.
"""
