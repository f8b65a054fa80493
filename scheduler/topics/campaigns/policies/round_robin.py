"""Round robin: the users take turns on the whole machine, and a campaign is paused at the end of each turn.

The fairness that deadlines are to give without preemption (campaign-scheduling-2012, section VI-C): with k users a
campaign takes at most k times as long as alone, but for the turns that have begun.  In its turns a campaign goes along
the list schedule it would have alone; a user whose campaign is complete leaves the circle, and joins it at the back
with the next one.  It is a reference, no policy for a cluster: nothing is charged for pausing.

Source: Pinheiro, Rzadca and Trystram 2012, section VI-C, which names round robin with preemption and leaves the
details open; the whole machine changes hands here, as it does between campaigns in their schedules.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from scheduler.engine.pseudocode import TURN, Line
from scheduler.engine.rigid.space import FINISHED, STOP
from scheduler.errors import Cancelled, Unsupported
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.campaigns.adapters.campaigns import ORDER, WIDE, complete_since, virtual_table
from scheduler.topics.campaigns.adapters.exclusive_campaigns import last_offset, ready_alone, starts_alone, submissions
from scheduler.topics.campaigns.kernels.round_robin import Circle, Cut, count_pieces, cut_pieces, new_circle
from scheduler.topics.campaigns.kernels.round_robin import run as take_turns
from scheduler.wording import counted

MOST_TURNS = 2_000_000
MOST_PIECES = 20_000_000
QUANTUM = Param("quantum", 600.0, 1e-3, 1e9, "s", "length of a turn")


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, segments, virtual (without a fluid schedule)."""
    w = case.workload
    own, length = starts_alone(w, case.params["order"], case.params["wide"])
    circle = _turns(w, length, case.params["quantum"], case.control)
    cut = _cut(w, own, circle)
    return _tables(w, cut, circle, length)


def _turns(w: Workload, length: np.ndarray, quantum: float, control: np.ndarray) -> Circle:
    """The slices of all campaigns; raises Unsupported where they are too many to be looked at, Cancelled."""
    c, most = w.table("campaigns"), int(np.ceil(length / quantum).sum())
    if most > MOST_TURNS:
        raise Unsupported(
            f"Turns of {quantum:g} s would be up to {most:,} in number and at most {MOST_TURNS:,} are "
            f"simulated; choose a quantum of {length.sum() / MOST_TURNS:.3g} s or more."
        )
    circle = new_circle(
        c.user,
        np.diff(w.job_ptr),
        length,
        c.previous,
        c.think_time + last_offset(w),
        ready_alone(w),
        most + len(length),
    )
    take_turns(circle, quantum, control)
    if control[STOP]:
        raise Cancelled(f"stopped after {control[FINISHED]} of {counted(len(w), 'job')}")
    return circle


def _cut(w: Workload, own: np.ndarray, circle: Circle) -> Cut:
    """The jobs cut at the edges of the slices, counted; raises Unsupported for too many pieces."""
    count = int(circle.stand[2])
    order = np.argsort(circle.campaign[:count], kind="stable")
    campaign, begin = circle.campaign[:count][order], circle.begin[:count][order]
    ran = circle.end[:count][order] - begin
    until = np.cumsum(ran)
    ptr = np.searchsorted(campaign, np.arange(len(circle.user) + 1))
    base = np.append(0.0, until)[ptr[:-1]][campaign]  # own time begins at 0 in each campaign
    cut = Cut(
        w.job_ptr,
        w.members,
        own,
        w.jobs.runtime,
        ptr,
        begin,
        until - ran - base,
        until - base,
        np.zeros(len(w) + 1, np.int64),
    )
    count_pieces(cut)
    pieces = int(cut.count.sum())
    if pieces > MOST_PIECES:
        raise Unsupported(
            f"The jobs would be cut into {pieces:,} pieces and at most {MOST_PIECES:,} are kept; choose a longer "
            "quantum."
        )
    np.cumsum(cut.count, out=cut.count)
    return cut


def _tables(w: Workload, cut: Cut, circle: Circle, length: np.ndarray) -> dict[str, Any]:
    pieces = int(cut.count[-1])
    begin, end = np.zeros(pieces), np.zeros(pieces)
    cut_pieces(cut, begin, end)
    times, first, n = np.diff(cut.count), cut.count[:-1], len(w)
    job, none = np.repeat(np.arange(n), times), np.zeros(n, np.int64)
    complete = np.maximum.reduceat(end[cut.count[1:] - 1][w.members], w.job_ptr[:-1])
    placed = Table.of(
        "placed",
        job=np.arange(n),
        submit=submissions(w, complete),
        start=begin[first],
        end=end[cut.count[1:] - 1],
        processors=w.jobs.processors,
        cluster=none,
        preemptions=times - 1,
        migrations=none,
        flags=none,
    )
    segments = Table.of(
        "segments",
        job=job,
        begin=begin,
        end=end,
        yield_=np.ones(pieces),
        processors=w.jobs.processors[job],
        kind=np.zeros(pieces),
    )
    virtual = virtual_table(w, placed, eligible=complete_since(w, placed))
    return {"placed": placed, "segments": segments, "virtual": virtual}


PSEUDOCODE = (
    Line("users with a campaign stand in a circle"),
    Line("the first of it has the whole machine for a turn:", event=TURN),
    Line("    its campaign goes on as it would alone"),
    Line("at the end of the turn it is paused, and the next one's begins"),
    Line("a user whose campaign is complete leaves the circle"),
)

POLICY = Policy(
    "round_robin",
    "Round robin, with preemption",
    "campaign",
    run,
    "Pinheiro, Rzadca and Trystram 2012 (HiPC), section VI-C",
    params=(ORDER, QUANTUM, WIDE),
    information=frozenset({"submit", "requested_time", "processors", "user", "campaign"}),
    needs=frozenset({"campaigns", "closed"}),
    kind="campaign",
    logs=False,
    wait_cause="rule",
    of_kind="Users take turns on the whole machine; a campaign that is not complete at the end of a turn is paused.",
    pseudocode=PSEUDOCODE,
)
