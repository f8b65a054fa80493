"""What everything speaks of: traces, workloads, platforms, schedules, and their tables.

May import the loose modules of `scheduler` only.  Others use `workload.Workload`, `schedule.Schedule`, `table.Table`.
"""
