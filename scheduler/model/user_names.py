"""Users, groups, queues and partitions in sentences and tables: by their names where the log tells them, else by their
numbers, or not at all where it does not tell who they are.

All texts are plain: what goes into a figure, which reads a little HTML, is escaped there (`theme.user_labels`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.model.trace import Trace
from scheduler.model.workload import Workload

UNKNOWN = -1  # number of a user in a file that does not tell
LONGEST = 60  # signs of a name


def label(workload: Workload | Trace, number: int, column: str = "user_id") -> str | int:
    """What stands in a table for a number of a column of jobs: its name in one line, or the number itself.

    workload: or the log, whose columns have the names of SWF.
    """
    names: Sequence[str] = workload.names.get(column, ())
    if not 0 < number <= len(names):
        return int(number)
    name = " ".join("".join(sign if sign.isprintable() else " " for sign in names[int(number) - 1]).split())
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def named(workload: Workload, number: int, column: str, noun: str) -> str:
    """queue short; queue 3; queue unknown."""
    return f"{noun} unknown" if number == UNKNOWN else f"{noun} {label(workload, number, column)}"


def user_name(workload: Workload, number: int) -> str:
    """user alice; user 7; user unknown."""
    return named(workload, number, "user_id", "user")


def of_user(workload: Workload, number: int) -> str:
    """What follows the name of a job: " of user alice"; nothing where the user is not known."""
    return "" if number == UNKNOWN else f" of {user_name(workload, number)}"


def user_labels(workload: Workload) -> list[str | int]:
    """[users] what stands in a table for each dense number of a user."""
    ids = np.zeros(workload.users, np.int64)
    ids[workload.jobs.user] = workload.jobs.user_id
    return [label(workload, number) for number in ids.tolist()]


def users_known(workload: Workload) -> bool:
    """Whether any job has a user who is known; also true without jobs."""
    return not len(workload.jobs) or bool((workload.jobs.user_id != UNKNOWN).any())
