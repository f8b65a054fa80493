"""From a trace to a workload: repairs, estimates, campaigns, needs, platforms; every change is counted.

May import `model`, `statistics` and `formats`.  Others use `build.workload`, `samples.sample`.
"""
