"""How generators write what they draw: a trace with a header that says how to make it again.

May import `model` and `statistics`.  Generators use `generated`.
"""
