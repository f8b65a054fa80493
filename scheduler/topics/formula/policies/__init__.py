"""The policy that goes by formulas; `scheduler.policies` finds it.

May import `scheduler.policies` and what that may.  Others use `formula.POLICY`.
"""
