"""Work exchange: every job is submitted to a cluster, and clusters with room take jobs out of each other's queues.

Local jobs are put into the queue of the cluster they were submitted to.  Grid runs are dealt in the order of their
submission, as many to a cluster in a row as it has processors: run r goes to the cluster that has processor r mod m of
all m.  A queue is in the order of submission and does not tell local jobs from grid runs.  Nothing is killed.

The protocol, at each instant, after all ends and all submissions, in rounds:
1. Every cluster starts jobs of its own queue by its own rule (`local`): fcfs, the first while it fits; easy, also those
   behind that by requested time do not delay the first one.
2. The first cluster, in the order of their numbers, that can take a job takes one and starts it, and there is another
   round.  It goes through the other queues, the one whose first job was submitted earliest first, each from its first
   job on, to the first job that could start here and now if it stood last in its own queue.  With fcfs its own queue
   has to be empty for that; with easy the job may not delay the first of its own.
3. When no cluster can take a job, time goes on.
`take` says what may be taken: all jobs, or grid runs only.  `depth` is how far behind the first job a queue is looked
at, in 1 and in 2: queues of grid runs can be very long.  `credit` keeps accounts: a cluster whose local job another
runs owes it the job's processors times its requested time, and a job is only taken where its cluster will not owe
more than the credit; whoever runs jobs of others pays off what it owes.  Grid runs are of no cluster and cost
nothing.

`protocol` is the one above (market), or consensus: clusters agree on who has to do what before it starts.  The load of
a cluster is what its running jobs still ask for and what its queue asks for, in processor-s, over its processors.  At
each instant, when every cluster has started what it can, the most loaded cluster offers its jobs to the least loaded
one, which takes the last of them that makes the larger of their two loads smaller and puts it last in its queue; where
there is none, the next less loaded cluster is asked, then the next most loaded one offers.  This goes on until no pair
of clusters is better off; then queues are started from again, until nothing moves.  `take`, `depth` and `credit` hold
for moves, too.

`speeds` makes clusters differ: a run takes its runtime / speed there, a local job its runtime x speed of its own
cluster / speed of the one it is in.

So no local job waits where nobody else could, but unlike with best-effort runs local users feel the grid: runs stand in
their queue, and jobs from elsewhere have the processors theirs could have had a little later.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 7.2 ("decentralized"), which leaves the protocol to be defined;
both are ours, plain baselines.  Of the directions the paper names the market is the economical one: a cluster helps
others only where that does not delay the first job of its own queue, and with `credit` what it gives without
getting it back has an end.  Consensus is the consensus-driven one, in the form of load balancing by pairs of neighbors
(Cybenko 1989) with whole jobs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.adapters.rigid import BACKFILLED, announce_arrays
from scheduler.engine.decision_log import (
    AGREED,
    BEHIND_HEAD,
    BEYOND_DEPTH,
    DOES_NOT_FIT,
    ENDS_BY_SHADOW,
    HEAD_BLOCKED,
    HEAD_FITS,
    TAKEN_OVER,
    WITHIN_EXTRA,
    WOULD_DELAY_HEAD,
)
from scheduler.engine.pseudocode import Line
from scheduler.engine.rigid.space import STOP
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.grid import light_grid
from scheduler.topics.grid.kernels.work_exchange import Rules, Tasks, new_clusters
from scheduler.topics.grid.kernels.work_exchange import run as exchange

LOCAL = Param("local", "easy", choices=("fcfs", "easy"), help="rule each cluster runs its queue by")
TAKE = Param("take", "all", choices=("all", "grid"), help="jobs that another cluster may take: all, or grid runs only")
DEPTH = Param("depth", 100, 0, 1_000_000, "jobs", "how far behind its first job a queue is looked at")
PROTOCOL = Param(
    "protocol",
    "market",
    choices=("market", "consensus"),
    help="a cluster with room takes a job and starts it, or jobs move between queues until the loads of "
    "the clusters differ as little as they can",
)
CREDIT = Param(
    "credit",
    None,
    0,
    1e15,
    "processor-s",
    "how much a cluster may owe the others for local jobs that they ran; not set: no limit",
    kind=float,
)
TITLE = "Work exchange"


def check(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise Unsupported where jobs and clusters are not those of a light grid."""
    light_grid.check_supported(workload, TITLE)


def run(case: PolicyInput) -> dict[str, Any]:
    """placed."""
    w, jobs, sizes = case.workload, case.workload.jobs, light_grid.clusters(case.workload)
    differ = light_grid.links(case.params, len(sizes))
    speed = np.ones(len(sizes)) if differ is None else differ.speed
    tasks = Tasks(
        jobs.submit,
        jobs.runtime,
        jobs.requested_time,
        jobs.processors,
        initial_clusters(w),
        jobs.grid,
        np.where(jobs.grid == 1, 1.0, speed[np.maximum(jobs.home, 0)]),
    )
    state = new_clusters(sizes, len(w), speed)
    credit = case.params["credit"]
    rules = Rules(
        case.params["local"] == "easy",
        case.params["take"] == "grid",
        case.params["depth"],
        np.inf if credit is None else float(credit),
        case.params["protocol"] == "consensus",
    )
    announce_arrays(w, state.start, state.now)
    exchange(tasks, state, rules, case.control, case.log)
    if case.control[STOP]:
        return {}
    none = np.zeros(len(w), np.int64)
    end = state.start + (jobs.runtime if differ is None else light_grid.holding_times(w, differ, state.where))
    placed = Table.of(
        "placed",
        job=np.arange(len(w)),
        submit=jobs.submit,
        start=state.start,
        end=end,
        processors=jobs.processors,
        cluster=state.where,
        preemptions=none,
        migrations=none,
        flags=state.passed * BACKFILLED,
    )
    if differ is None:
        return {"placed": placed}
    pieces = light_grid.with_yields(w, differ, light_grid.in_one_piece(w, state.start, end), state.where)
    return {"placed": placed, "segments": pieces, "links": differ}


def machine(workload: Workload, params: Mapping[str, Any]) -> dict[str, Table]:
    """What the parameters tell of the machine: links, where clusters differ."""
    differ = light_grid.links(params, len(light_grid.clusters(workload)))
    return {} if differ is None else {"links": differ}


def initial_clusters(workload: Workload) -> np.ndarray:
    """[n] i8: the cluster in whose queue each job is put."""
    jobs, until = workload.jobs, np.cumsum(light_grid.clusters(workload))
    number = np.cumsum(jobs.grid) - 1
    return np.where(jobs.grid == 1, np.searchsorted(until, number % until[-1], "right"), jobs.home)


PSEUDOCODE = (
    Line("every local job joins the queue of its cluster; runs are dealt out"),
    Line("at every submission and every end, in rounds:"),
    Line("    every cluster starts the first job of its queue that fits", (HEAD_FITS,)),
    Line("    a first job that does not fit waits", (HEAD_BLOCKED,)),
    Line("    fcfs: all others wait behind it", (BEHIND_HEAD,)),
    Line("    easy: others start that end by its shadow time", (ENDS_BY_SHADOW,)),
    Line("        or take extra processors only", (WITHIN_EXTRA,)),
    Line("        the rest would delay it and waits", (WOULD_DELAY_HEAD,)),
    Line("        or does not fit", (DOES_NOT_FIT,)),
    Line("        or stands behind more jobs than `depth`", (BEYOND_DEPTH,)),
    Line("    market: a cluster with room takes a job from another queue", (TAKEN_OVER,)),
    Line("    consensus: jobs move to queues of less loaded clusters", (AGREED,)),
    Line("until no cluster can take a job"),
)

POLICY = Policy(
    "work_exchange",
    TITLE,
    "grid",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 7.2 (decentralized); the protocol is ours",
    params=(LOCAL, PROTOCOL, TAKE, DEPTH, CREDIT, light_grid.SPEEDS),
    needs=frozenset({"grid"}),
    clusters=True,
    kind="grid",
    wait_cause="order",
    check=check,
    usual={"grid": 2},
    pseudocode=PSEUDOCODE,
    machine=machine,
)
