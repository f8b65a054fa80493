"""What is read off the jobs of a log before anything is simulated: rhythm, users, usage, and how two workloads differ.

May import `policies` and below.  Others use `workload_profile`, `user_activity`, `usage`, `two_workloads`.
"""
