"""What no schedule of moldable tasks is below, and the theorems of how near policies come to it.

May import `bounds`, `adapters` and below, and of this topic all but policies.  Others use GUARANTEE of each.
"""
