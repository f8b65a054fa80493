"""How campaigns are shown.

May import `layouts.kinds` and `scheduler`.  Others use LOOK.
"""
