"""What leaves the program: traces for other viewers, tables, logs, commands, citations, and a bundle of all of it.

Everything is made in pieces of bytes, so that a run of a million jobs passes through a few megabytes of memory, and
of equal input come equal bytes.  Users are numbered anew unless their own numbers are asked for (anonymous.py).

May import everything in `scheduler` but `explain` and `cli`.  Others use one module for each kind of file.
"""
