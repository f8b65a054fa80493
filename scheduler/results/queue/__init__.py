"""The queue of runs and the processes that work it off.

May import `results` and what that may.  Others use `runs.Runs`, `registry.RunRegistry`, `dispatch.Dispatcher`.
"""
