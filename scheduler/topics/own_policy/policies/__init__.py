"""The policy by which schedules of programs in browsers are kept; `scheduler.policies` finds it.

May import `scheduler.policies` and what that may.  Others use `own.OUTSIDE`.
"""
