"""Users in sentences: by their number, or not at all where the log does not tell who they are."""

from __future__ import annotations

from scheduler.model.workload import Workload

UNKNOWN = -1        # number of a user in a file that does not tell


def user_name(number: int) -> str:
    """user 7; user unknown."""
    return "user unknown" if number == UNKNOWN else f"user {number}"


def of_user(number: int) -> str:
    """What follows the name of a job: " of user 7"; nothing where the user is not known."""
    return "" if number == UNKNOWN else f" of user {number}"


def users_known(workload: Workload) -> bool:
    """Whether any job has a user who is known; also true without jobs."""
    return not len(workload.jobs) or bool((workload.jobs.user_id != UNKNOWN).any())
