"""The names that formulas may use, with their meaning, and when what they stand for changes.

A name is that of a column where there is one (scheduler/columns/__init__.py).
"""

from __future__ import annotations

from typing import NamedTuple

JOB, TIME, MACHINE = "job", "time", "machine"


class Name(NamedTuple):
    """What a word of a formula stands for."""

    unit: str
    meaning: str
    changes: str = JOB  # JOB: never; TIME: as time goes on; MACHINE: when jobs come, start and end
    column: str = ""  # of the jobs, where the value stands there


NAMES: dict[str, Name] = {
    "submit": Name("s", "when the job was submitted"),
    "processors": Name("processors", "how many the job needs", column="processors"),
    "requested_time": Name("s", "how long the job asks for", column="requested_time"),
    "area": Name("processor-s", "requested_time x processors"),
    "user": Name("", "number of the user in the file", column="user_id"),
    "group": Name("", "number of the group in the file", column="group"),
    "queue": Name("", "number of the queue in the file", column="queue"),
    "partition": Name("", "number of the partition in the file", column="partition"),
    "campaign": Name("", "number of the campaign, -1 none", column="campaign"),
    "number": Name("", "number of the job in the file", column="job_id"),
    "wait": Name("s", "how long the job has waited so far", TIME),
    "now": Name("s", "the time", TIME),
    "hour": Name("h", "hour of day on the clock of the log, from 0 to below 24", TIME),
    "user_running": Name("processors", "of the running jobs of the job's user", MACHINE),
    "user_waiting": Name("jobs", "of the job's user that wait", MACHINE),
    "user_used": Name(
        "processor-s",
        "what the jobs of the job's user have used so far; older use counts less where half_life is set",
        TIME,
    ),
    "free": Name("processors", "free", MACHINE),
    "load": Name("", "share of the machine that is busy, from 0 to 1", MACHINE),
    "queue_length": Name("jobs", "how many wait", MACHINE),
    "machine": Name("processors", "of the machine"),
}
ALIASES = {"estimate": "requested_time"}


class Function(NamedTuple):
    """A function of formulas."""

    least: int  # arguments
    most: int
    meaning: str


FUNCTIONS: dict[str, Function] = {
    "min": Function(2, 10, "the least of 2 to 10 values"),
    "max": Function(2, 10, "the largest of 2 to 10 values"),
    "abs": Function(1, 1, "the value without its sign"),
    "sqrt": Function(1, 1, "square root"),
    "exp": Function(1, 1, "e to the power of the value"),
    "log": Function(1, 1, "natural logarithm"),
    "log2": Function(1, 1, "logarithm to the base 2"),
    "log10": Function(1, 1, "logarithm to the base 10"),
    "floor": Function(1, 1, "the next whole number below"),
}
