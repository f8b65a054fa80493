"""How moldable tasks are shown.

May import `layouts.gantt`, `layouts.kinds`, `layouts.theme` and `scheduler`.  Others use LOOK.
"""
