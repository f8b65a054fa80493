"""Whether the simulator is ready for a lesson.

The runs of a lesson take milliseconds, but the first one of a policy on a machine waits until its kernel is compiled,
which can take a minute.  That is done in a thread of its own, which does not keep the program from ending; the page
says so and looks again.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import NamedTuple
from urllib.parse import parse_qs

from scheduler.errors import QueuescopeError
from scheduler.topics.lessons.shelf import all_lessons
from scheduler.topics.lessons.variants import case_of

LOG = logging.getLogger("queuescope")
PATIENCE = 0.5  # s an answer waits; a lesson whose kernels are compiled is ready sooner


class _Asked(NamedTuple):
    since: float  # s, monotonic
    done: threading.Event


@cache
def _asked(key: str) -> _Asked:
    """The first call begins to make a lesson ready."""
    asked = _Asked(time.monotonic(), threading.Event())
    threading.Thread(target=_ready, args=(key, asked.done), daemon=True, name=f"lesson-{key}").start()
    return asked


def _ready(key: str, done: threading.Event) -> None:
    lesson = all_lessons()[key]
    try:
        case = case_of(lesson, 0)
        for rule in lesson.rules:
            case.run(rule)
    except QueuescopeError:  # the page says what is wrong
        LOG.debug("the lesson %s has no runs", key)
    finally:
        done.set()


def awaited(search: str, now: Callable[[], float] = time.monotonic) -> float | None:
    """For how many seconds the lesson of an address has been made ready; None: it is.

    A lesson that comes in a link is not waited for: it may name any policy, and is checked where it is read.
    """
    key = parse_qs(search.lstrip("?")).get("lesson", [""])[0]
    if key not in all_lessons():
        return None
    asked = _asked(key)
    return None if asked.done.wait(PATIENCE) else now() - asked.since
