"""What is kept on disk: uploads, workloads, runs, replicas and results of experiments, named by what decides them.

May import all of `scheduler` but `exports`, `explain` and `cli`.  Others use `store.Store`, `sources`, `specs`.
"""
