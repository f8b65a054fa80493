"""The loop of the policy that goes by formulas.

May import `scheduler.engine` and the `scheduler.topics.formula.engine` beside it.  Others use `by_formula.run`.
"""
