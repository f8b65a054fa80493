"""The rules of moldable tasks, in plain numpy.

May import `audit` and `model` only, and of this topic `kinds`: it shares nothing with what it checks.  Others use
`moldable.CHECKS`.
"""
