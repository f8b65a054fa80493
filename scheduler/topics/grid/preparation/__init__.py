"""How the jobs of a light grid are told apart.

May import `model`, `preparation` and `columns`.  The core uses STEP.
"""
