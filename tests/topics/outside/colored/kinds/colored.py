"""Workloads whose jobs have a color."""

from scheduler.kinds import Kind

KIND = Kind(
    "colored",
    lambda workload: "color" in workload.jobs,
    "needs jobs with a color; ask for one by the option color.",
    50,
)
