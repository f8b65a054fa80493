"""The language of formulas: what goes first as an expression of a job, its user and the machine.

A text is cut into tokens within limits, read into a tree by a parser of our own, written in one way only (`canonical`),
and translated to a short stack program of float64 numbers.  Nothing of it is ever executed as Python.
May import `engine`, `errors` and `durations` of `scheduler`.  Others use `reading.read`, `program.canonical`,
`program.compiled`, `names`, `examples.EXAMPLES`.
"""
