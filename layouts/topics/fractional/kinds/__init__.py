"""How jobs that share nodes are shown.

May import `layouts.kinds`, `layouts.theme`, `layouts.gantt` and `scheduler`.  Others use LOOK.
"""
