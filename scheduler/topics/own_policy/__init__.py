"""Policies that a user writes as a program, `schedule(now, queue, running, free)`, and the loop that plays them.

A program is executed as it is; whoever loads one answers for where it comes from.  A browser loads the very file of the
loop, which needs the standard library alone; the schedule that comes back is taken for numbers from a stranger
(foreign_run.py).  Files of the owner of the machine are offered among the policies (policy_files.py).

May import all of `scheduler` but the topics.
Others use `loop.load`, `loop.play`, `loop.ProgramError`, `policy_files.offer`, `foreign_run.keep`.
"""

from __future__ import annotations

from typing import Any

from scheduler.command import PolicyOption
from scheduler.topics import Topic


def _offer() -> str:
    from scheduler.topics.own_policy import policy_files

    return policy_files.offer_folder()


def _policy(path: str) -> Any:
    from scheduler.topics.own_policy import policy_files

    return policy_files.offer(path)


TOPIC = Topic(
    "own_policy",
    offer=_offer,
    policy_options=(
        PolicyOption("--policy-file", "FILE.py", "a policy of your own, in Python (docs/own-policy.md)", _policy),
    ),
)
