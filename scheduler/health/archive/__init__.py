"""What findings share: facts of a log, its header in words, and what the Parallel Workloads Archive published of it.

May import `model`, `statistics` and `formats`.  Others use `log_facts.Log`, `known_logs.recognized`.
"""
