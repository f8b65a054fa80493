"""Priority queues: jobs of a queue that goes first start before all others; inside a queue in order of submission.

Users submit to one of several queues, and the site says which of them goes first.  A queue that never empties makes the
ones behind it wait for ever.  A job that does not fit is passed by nobody unless `passing` says so; then also jobs of
queues behind it may pass.

Source: the platform of Dutot, Eyraud, Mounié and Trystram 2005, section 2.2, whose jobs come by several priority
queues; the paper does not say how these are served.  Here by strict priority, which is the usual meaning.
"""

from __future__ import annotations

import numpy as np

from scheduler.adapters.priority_queue import PASSING, run_in_order
from scheduler.adapters.rigid import TIES
from scheduler.engine import pseudocode
from scheduler.errors import ParamError
from scheduler.model.table import Table
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput

MOST = 1_000  # queues that may be named


def read(text: str) -> tuple[int, ...]:
    """Numbers of queues, as they go first; raises ParamError for what is none.

    >>> read("3, 1")
    (3, 1)
    """
    try:
        queues = tuple(int(word) for word in text.split(",") if word.strip())
    except ValueError:
        raise ParamError(
            f"queues = {text[:40]!r}; wanted: numbers of queues, the one that goes first first, such as 3,1."
        ) from None
    if len(set(queues)) < len(queues) or len(queues) > MOST:
        raise ParamError(f"queues = {text[:40]!r} names a queue twice, or more than {MOST:,}; name each once.")
    return queues


def ranks(queue: np.ndarray, first: tuple[int, ...]) -> np.ndarray:
    """[n] i8: the place of each job's queue: those named first, then the others by their number."""
    place = {number: at for at, number in enumerate(first)}
    others = sorted(set(queue.tolist()) - set(first))
    place |= {number: len(first) + at for at, number in enumerate(others)}
    return np.array([place[number] for number in queue.tolist()], np.int64)


def run(case: PolicyInput) -> dict[str, Table]:
    """placed."""
    key = ranks(case.workload.jobs.queue, read(case.params["queues"] or ""))
    return run_in_order(case.workload, key, case.params["passing"], case.control, case.log, ties=case.params["ties"])


QUEUES = Param(
    "queues",
    None,
    kind=str,
    test=read,
    examples=("3,1", "2"),
    help="numbers of queues (field 15 of a log), the one that goes first first; the others follow by their "
    "number; empty: all by their number",
)
POLICY = Policy(
    "priority_queues",
    "Priority queues",
    "in order",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 2.2",
    params=(QUEUES, PASSING, TIES),
    information=frozenset({"submit", "requested_time", "processors", "queue"}),
    clusters=True,
    ordered_by="queue",
    pseudocode=pseudocode.passing_queue("the queues named first, then submission"),
)
