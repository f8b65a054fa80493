"""Every field of a question once: its name, what it is, and of what it can be asked.

The names are those of the columns (scheduler.columns); the others that people write are beside them.  A field of
a log is asked of the file as read, before any repair; a field of a run of what a policy made of the jobs.
"""

from __future__ import annotations

from typing import NamedTuple

LOG, RUN = "log", "run"


class Field(NamedTuple):
    """What can be asked for.

    kind: number (names something: a user, a queue), count, ratio, time (a length), instant, memory.
    """

    kind: str
    meaning: str
    of: tuple[str, ...] = (LOG, RUN)
    by_policy: bool = False  # whether in a run it depends on the policy
    named: bool = False  # whether logs may tell names for its numbers
    also: tuple[str, ...] = ()  # other names


FIELDS = {
    "job": Field("number", "number of the job in the log", also=("job_id",)),
    "user": Field("number", "user who submitted it", named=True, also=("user_id",)),
    "group": Field("number", "group or account of the user", named=True, also=("group_id", "account")),
    "queue": Field("number", "queue or quality of service", named=True, also=("qos",)),
    "partition": Field("number", "partition of the machine", named=True),
    "executable": Field("number", "program or name of the job", (LOG,), named=True, also=("job_name", "application")),
    "campaign": Field("number", "which campaign of its user, from 1", (RUN,)),
    "processors": Field("count", "processors of the job, its size", also=("size",)),
    "requested_processors": Field("count", "processors it asked for", (LOG,)),
    "allocated_processors": Field("count", "processors it was given", (LOG,)),
    "nodes": Field("count", "nodes it was given", (LOG,)),
    "gpus": Field("count", "GPUs it was given", (LOG,)),
    "runtime": Field("time", "time it runs"),
    "requested_time": Field("time", "time it asked for", also=("requested", "walltime", "timelimit")),
    "used_time": Field("ratio", "runtime / time it asked for", also=("accuracy",)),
    "submit": Field("instant", "submission", by_policy=True, also=("submitted",)),
    "hour": Field("count", "hour of the day it was submitted in, 0 to 23, on the clock of the log", by_policy=True),
    "weekday": Field("count", "day of the week it was submitted on, 1 Monday to 7 Sunday", by_policy=True),
    "gap": Field("time", "from the submission before, of whatever user, to its own", (LOG,)),
    "burst": Field("count", "jobs its user submitted at once with it, each within 2 min of the one before", (LOG,)),
    "campaign_jobs": Field("count", "jobs of its campaign, as declared or by the usual rule", (LOG,)),
    "since_end": Field(
        "time", "from the end of its user's job before to its submission; below 0: not waited for", (LOG,)
    ),
    "eligible": Field("instant", "from when it could start", (LOG,)),
    "start": Field("instant", "start; of a log the recorded one", by_policy=True, also=("started",)),
    "end": Field("instant", "end; of a log the recorded one", by_policy=True, also=("ended",)),
    "wait": Field("time", "start - submit; of a log the recorded wait", by_policy=True),
    "recorded_wait": Field("time", "the wait the log tells"),
    "response": Field("time", "end - submit", by_policy=True),
    "stretch": Field("ratio", "response / runtime", by_policy=True),
    "cpu_time": Field("time", "mean CPU time over its processors", (LOG,), also=("average_cpu_time",)),
    "cpu_need": Field("ratio", "part of a node's CPU that a task needs, where the file declares it", (LOG,)),
    "memory_need": Field("ratio", "part of a node's memory that a task needs, where the file declares it", (LOG,)),
    "used_memory": Field("memory", "memory used per processor", (LOG,)),
    "requested_memory": Field("memory", "memory asked for per processor", (LOG,), also=("memory",)),
    "status": Field("number", "how it ended in the log: 1 completed, 0 failed, 5 canceled"),
    "state": Field("number", "state in which it ended", (LOG,), named=True),
    "reason": Field("number", "why it waited, as the scheduler of the log said", (LOG,), named=True),
    "preceding_job": Field("number", "job that had to end before it was submitted", (LOG,)),
    "think_time": Field("time", "from the end of that job to this submission", (LOG,)),
    "pieces": Field("count", "records of the file that are this job", (LOG,)),
}
ALSO = {other: name for name, field in FIELDS.items() for other in field.also}  # other names of fields


def canonical(word: str) -> str:
    """The name of the field that a word means; the word itself where it means none."""
    return ALSO.get(word, word)


def names_of(name: str) -> tuple[str, ...]:
    """All names of a field, its own first."""
    return name, *FIELDS[name].also


def fields_of(what: str) -> dict[str, Field]:
    """The fields that can be asked of a log or of a run."""
    return {name: field for name, field in FIELDS.items() if what in field.of}
