"""The queue of runs and the processes that work it off; schedules that come finished from outside become runs, too.

May import `results` and what that may.  Others use `runs.Runs`, `registry.RunRegistry`, `dispatch.Dispatcher`.
"""
