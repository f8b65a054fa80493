"""The independent check of a schedule against its workload and machine, in plain numpy.

May import `model`, `durations` and `wording` only: it shares nothing with what it checks.  Others use `schedule.audit`.
"""
