"""Tabu search: conservative backfilling whose plan is evaluated and improved every five minutes.

At a tick the plan of the waiting jobs is searched: a job is taken out, all planned after it move up, and it is put back
at the earliest gap.  The new plan replaces the old one if the weighted sum of its relative improvements is positive:
mean bounded slowdown, wait and response of the waiting jobs, and F, how unequal the users' normalized wait times are.
Every job still holds a reservation, but a move may make it later than promised.

On several clusters a reservation is in one of them, and a move may carry it into another: whoever moves up goes where
it can start earliest, and so does the job that is put back.

Source: fairness-2012 section 4 (TS, algorithms 1 and 2).  Where we depart: the two seconds of wall-clock time are a
number of moves (`most`), so that a run is the same on every machine; a gain below 1e-9 is none; a criterion that is 0
may not become positive for free (the paper leaves this open: it counts as -1).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.adapters.clustered import clusters_of
from scheduler.adapters.rigid import placed, promises, rigid
from scheduler.engine.decision_log import (
    BEHIND_RESERVATION,
    COMPRESSED,
    DELAYS_NONE,
    DOES_NOT_FIT,
    DUE,
    EARLIEST_GAP,
    SEARCHED,
)
from scheduler.engine.planning.journal import ACCEPTED, COLUMNS, ITERATIONS, ROWS, STRIDE, TICKS, Journal, new_journal
from scheduler.engine.planning.objective import new_objective
from scheduler.engine.planning.plan import new_plan
from scheduler.engine.planning.search import new_search, new_stream
from scheduler.engine.pseudocode import Line
from scheduler.engine.rigid.space import STOP
from scheduler.errors import Unsupported
from scheduler.kernels import tabu
from scheduler.model.notes import Note
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput

KEPT = 100_000  # rows of the journal
MOST_SEARCHES = 1_000_000
MOST_MOVES = 200_000_000

PARAMS = (
    Param("period", 300.0, low=1, high=1e7, unit="s", help="between two searches"),
    Param("iterations", 2.0, low=0, high=1_000, help="moves tried per waiting job at each search; 0 is conservative"),
    Param(
        "most",
        200,
        low=0,
        high=1_000_000,
        unit="moves",
        help="at each search, however many wait; it takes the place of the paper's two seconds",
    ),
    Param("tabu_length", 10, low=0, high=100_000, unit="jobs", help="for how many moves a job is left alone"),
    Param("w_bsd", 1.0, low=0, high=1e6, help="weight of the mean bounded slowdown"),
    Param("w_wt", 1.0, low=0, high=1e6, help="weight of the mean wait"),
    Param("w_rt", 1.0, low=0, high=1e6, help="weight of the mean response"),
    Param("w_f", 1.0, low=0, high=1e6, help="weight of F, the unfairness between users"),
)


def check(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise Unsupported where it is plain from the work that there are too many searches.

    All work takes its area on the whole machine at least.  Of that time jobs wait all but that from the first to the
    last submission and, after it, that in which nobody waits any more, which the longest job bounds.
    """
    jobs = workload.jobs
    waits = workload.area / workload.platform.processors - (jobs.submit.max() - jobs.submit.min()) - jobs.runtime.max()
    if not workload.is_closed and waits / params["period"] > MOST_SEARCHES:
        raise Unsupported(
            f"Jobs wait for {waits:.3g} s at least, in which the plan would be searched every {params['period']:g} s, "
            f"{waits / params['period']:,.0f} times, and at most {MOST_SEARCHES:,} searches are simulated; choose a "
            f"period of {waits / MOST_SEARCHES:.3g} s or more."
        )


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, promises, search, and a note on what was searched."""
    workload, params = case.workload, case.params
    jobs, s, sessions = rigid(workload, case.control)
    plan = new_plan(jobs, s, clusters_of(workload.platform, len(workload)))
    weights = params["w_bsd"], params["w_wt"], params["w_rt"], params["w_f"]
    objective = new_objective(workload.jobs.user, workload.users, weights)
    journal = new_journal(KEPT, MOST_SEARCHES, MOST_MOVES)
    search = new_search(plan, params["tabu_length"], new_stream(case.seed or 0), objective, journal)
    with np.errstate(over="ignore"):  # where it is not compiled, the generator's products wrap around with a warning
        tabu.run(
            jobs,
            s,
            sessions,
            plan,
            search,
            float(workload.jobs.submit[0]),
            params["period"],
            params["iterations"],
            params["most"],
            case.log,
        )
    if np.isnan(s.start).any() and not case.control[STOP]:
        raise Unsupported(
            f"By {s.now[0]:,.0f} s the plan was searched {journal.count[TICKS]:,} times, with "
            f"{journal.count[ITERATIONS]:,} moves; at most {MOST_SEARCHES:,} searches and {MOST_MOVES:,} "
            "moves are simulated; choose a longer period, fewer moves or fewer jobs."
        )
    return {
        "placed": placed(workload, s.submit, s.start, s.backfilled, plan.clusters.of),
        "promises": promises(s.submit, plan.promise, case.log, plan.promised),
        "search": _table(journal),
        "notes": (_note(journal),),
    }


def _table(journal: Journal) -> Table:
    rows = journal.rows[: journal.count[ROWS]]
    return Table.of("search", **{name: rows[:, i] for i, name in enumerate(COLUMNS)})


def _note(journal: Journal) -> Note:
    count = [int(cell) for cell in journal.count]
    values = {"moves": count[ITERATIONS], "searches": count[TICKS], "taken": count[ACCEPTED], "stride": count[STRIDE]}
    return Note("search", values={"way": "all" if count[STRIDE] == 1 else "some", **values})


PSEUDOCODE = (
    Line("at every submission and every end:"),
    Line("    start every job whose reservation is due", (DUE,)),
    Line("    if a job ended before its requested time:"),
    Line("        move reservations to earlier gaps", (COMPRESSED,)),
    Line("    for every new job:"),
    Line("        if it delays no reservation now: start it", (DELAYS_NONE,)),
    Line("        else reserve the earliest gap that fits it", (EARLIEST_GAP,)),
    Line("every five minutes, again and again:"),
    Line("    take a job out of the plan, move up those planned after it"),
    Line("    put it back at the earliest gap"),
    Line("    if that is better in sum: keep the new plan", (SEARCHED,)),
    Line("jobs that would delay a reservation wait", (BEHIND_RESERVATION,)),
    Line("jobs that do not fit wait", (DOES_NOT_FIT,)),
)

POLICY = Policy(
    "tabu",
    "Tabu search on the conservative plan",
    "backfilling",
    run,
    "Klusáček and Rudová 2012, section 4 (TS)",
    params=PARAMS,
    random=True,
    information=frozenset({"submit", "requested_time", "processors", "user"}),
    wait_cause="reservation",
    clusters=True,
    check=check,
    pseudocode=PSEUDOCODE,
)
