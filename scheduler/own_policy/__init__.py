"""A policy written in plain Python, `schedule(now, queue, running, free)`, and the loop that plays it.

A program is executed as it is; whoever loads one answers for where it comes from.  A browser loads the very same file.
May import the standard library alone, but for `offered`, which makes files of the owner policies among the others.
Others use `loop.load`, `loop.play`, `loop.ProgramError`.
"""
