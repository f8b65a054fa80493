"""What simulates again to know more: decisions of a run that kept none, plans, fair start times.

May import `simulate` and below.  Others use `decisions.decisions_on`, `plan.plan_at`, `fair_start_times`.
"""
