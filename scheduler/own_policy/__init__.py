"""A policy written in plain Python, `schedule(now, queue, running, free)`, and the loop that plays it.

A program is executed as it is; whoever loads one answers for where it comes from.  A browser loads the very same file.
The loop needs the standard library alone; only `offered`, which puts files of the owner among the policies, knows them.
May import `adapters`, `policies` and below.
Others use `loop.load`, `loop.play`, `loop.ProgramError`, `policy_files.offer`.
"""
