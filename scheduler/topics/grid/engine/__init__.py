"""What the loops of a light grid are made of: the plan of what a server sends, and what is written of decisions.

May import `engine`.  The kernels of this topic use `fork` and two logs.
"""
