"""How a light grid is shown.

May import `layouts.kinds`, `layouts.theme` and `scheduler`.  Others use LOOK.
"""
