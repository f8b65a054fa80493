"""The rules of a light grid, in plain numpy.

May import `audit` and `model` only, and of this topic `kinds`: it shares nothing with what it checks.  Others use
`light_grid.CHECKS`, and the policy that makes it `light_grid.SPARED`.
"""
