"""From jobs to the arrays of fractional scheduling and back, the names of its schemes, and weights of users.

May import `adapters` and below, and of this topic `kernels`, `engine` and its needs of tasks.  Policies use
`fractional` and `dfrs_scheme`.
"""
