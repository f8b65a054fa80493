"""Random draws that stay the same, and how sure a number is.

May import `model`.  Others use `random_draws.stream`, `intervals.interval`, `shaking.shaken`.
"""
