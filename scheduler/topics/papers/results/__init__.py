"""The logs that experiments are run on, and what came of each experiment when it was run last.

Outcomes are small files that come with the program.  May import `results`.  Others use `logs` and `outcomes`.
"""
