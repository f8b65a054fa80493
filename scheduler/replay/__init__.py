"""What simulates again to know more: decisions of a run that kept none, plans, fair start times,
simultaneous events in the other order.

May import `simulate` and below.  Others use `decisions.run_with_decisions`, `plan.plan`,
`fair_start_times.fair_start`, `other_order.other_order`.
"""
