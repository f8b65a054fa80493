"""Formulas: a policy that a user writes in one line, which says what goes first as an expression of a job, its user and
the machine.

A text is cut into tokens within limits, read into a tree by a parser of our own, written in one way only (`canonical`),
and translated to a short stack program of float64 numbers.  Nothing of it is ever executed as Python.  The policy is in
`policies`, its loop in `kernels`, what that goes by in `engine`.

May import all of `scheduler` but the other topics.
Others use `reading.read`, `program.canonical`, `program.compiled`, `names`, `examples.EXAMPLES`, `errors.FormulaError`.
"""

from __future__ import annotations

from scheduler.topics import Topic

TOPIC = Topic("formula")
