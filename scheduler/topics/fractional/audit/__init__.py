"""The rules of nodes that jobs share, in plain numpy.

May import `audit` and `kinds`, and of this topic the needs of tasks only: it shares nothing with what it checks.
Others use CHECKS of `nodes`.
"""
