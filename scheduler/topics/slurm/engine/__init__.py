"""Parts of Slurm: nodes, the backfill map of reservations, the queue, priorities, shares of accounts, limits.

May import `compiled`, and `engine` for rigid jobs.  Others use `passes`.
"""
