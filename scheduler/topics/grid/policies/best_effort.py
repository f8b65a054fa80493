"""Best effort: grid runs fill the processors that the local jobs of several clusters leave idle.

Every cluster runs the jobs of its own users by its own policy, as if there were no grid.  A central server keeps the
runs of grid jobs in the order of their submission (line order among equals), one processor each, and hands them out:
the first run that waits goes to the first cluster, in the order of their numbers, that has an idle processor.  Nobody
promises that a run will finish.  A local job that starts takes its processors; where fewer are idle, runs of that
cluster are killed at once, the one that started last first (among equals the one later in order), until there are
enough.  A killed run has lost all it did, goes back to its place in the central queue, which is before all that never
ran, and may start again at the same instant elsewhere.

So local users have the starts they would have without any grid: the local schedules are made first, and nothing of the
grid enters them.  The certificate says that this was checked, by running the local jobs once more, alone.

`filling` says when a run may start.  now: whenever a processor is idle.  window: only where it will be over, by its
requested time, before a local job can be expected to start there.  The paper takes windows between local events, in
which idle processors are fixed, and packs runs into them; it has batches in mind, whose windows are known.  The
schedules here are on-line, so only this much is known: while local jobs wait in a cluster, the next of them is expected
no sooner than the next running local job is over by its requested time; while none waits, nothing is expected.  A job
that ends early, or is submitted and starts at once, still kills.  The first run that may not start holds up the others.

`speeds` makes clusters differ: a run takes its runtime / speed there; local jobs are at home and take theirs.
`transfer` sends the data of a run before it starts: one run at a time, by the central server, and the processor waits
for it.  With filling=fork the server packs: of all the clusters with idle processors it picks the one to send the next
run to so that of the runs that wait most will be over, by the requested time of the first of them, before a local job
can be expected to start where they are; where there is no such limit, so that all of them will be over earliest.  The
plan is made anew whenever the server can send; it uses the processors that are idle now, each for one run after
another, and looks 64 runs ahead.

`away` takes processors from the grid and gives them back: nodes that disappear and appear.  Nobody knows of it before;
runs on them are killed and start anew, which is counted as wasted work.  Local jobs are not touched, and use processors
that are away where others do not suffice.

Source: Dutot, Eyraud, Mounié and Trystram 2005 (parallel tasks, section 7.2, "centralized"): best-effort jobs, kills
and resubmission.  The paper leaves open which run is killed (`kill`), where runs go first, and when they start.  That
nodes come and go is of sections 2.1 and 5.2, which have no rule.  filling=fork is their reference 3 (Beaumont, Legrand
and Robert 2002: as many equal tasks as possible on a heterogeneous fork); there a worker receives one task while it
computes another, here a processor does one thing at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from scheduler.adapters.rigid import announce_arrays
from scheduler.adapters.snapshot import watched_by
from scheduler.adapters.stopped_runs import Pieces
from scheduler.engine.decision_log import (
    BEHIND_HEAD,
    BEHIND_RESERVATION,
    BEHIND_RUN,
    BEHIND_WIDE,
    COMPRESSED,
    DELAYS_NONE,
    DOES_NOT_FIT,
    DUE,
    EARLIEST_GAP,
    ENDS_BY_SHADOW,
    FILLS_HOLE,
    FITS_NOW,
    HEAD_BLOCKED,
    HEAD_FITS,
    LOCAL_START,
    NO_HOLE,
    PACKED_IN_FORK,
    PASSES_WIDE,
    RESERVED,
    SERVER_BUSY,
    TAKEN_AWAY,
    WINDOW_SHORT,
    WITHIN_EXTRA,
    WOULD_DELAY_HEAD,
    Log,
)
from scheduler.engine.pseudocode import Line
from scheduler.engine.rigid.space import FINISHED, STOP
from scheduler.errors import Unsupported
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param, checked
from scheduler.policies import Policy, PolicyInput, Spares, all_policies
from scheduler.topics.grid import light_grid, outages
from scheduler.topics.grid.audit.light_grid import SPARED, local_jobs_undisturbed
from scheduler.topics.grid.kernels.best_effort import Away, Grid, Links, Local, Runs, new_grid, new_links
from scheduler.topics.grid.kernels.best_effort import run as fill_holes

LOCAL = Param(
    "local",
    "easy",
    choices=("fcfs", "easy", "backfill", "conservative", "easy_sjbf", "sjf"),
    help="policy each cluster runs its local jobs by, as if there were no grid",
)
KILL = Param(
    "kill",
    "youngest",
    choices=("youngest", "oldest"),
    help="which run a local job kills first: the one that started last, which has least to lose, or first",
)
FILLING = Param(
    "filling",
    "now",
    choices=("now", "window", "fork"),
    help="start a run whenever a processor is idle; or only if by its requested time it is over before a "
    "local job can be expected to start there; or that, in the cluster where most runs will be over",
)
MOST_KILLS = 20_000_000
TITLE = "Best-effort grid runs"


class Planned(NamedTuple):
    """What the clusters do on their own."""

    start: np.ndarray  # [n] f8, s; nan for grid runs
    flags: np.ndarray  # [n] i8
    logs: list[tuple[Log | None, np.ndarray]]


def check(workload: Workload, params: Mapping[str, Any]) -> None:
    """Raise Unsupported where jobs and clusters are not those of a light grid."""
    light_grid.check_supported(workload, TITLE)
    outages.check_room(outages.read(params["away"] or ""), light_grid.clusters(workload))


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, segments, marks (processors that are taken away, where some are)."""
    w, own = case.workload, _alone(case)
    if case.control[STOP]:
        return {}
    runs = np.flatnonzero(w.jobs.grid == 1)
    away = outages.read(case.params["away"] or "")
    differ = light_grid.links(case.params, len(light_grid.clusters(w)))
    grid, log = _filled(case, _local(w, own), _runs(w.jobs, runs), _away(away), differ)
    light_grid.merge(case.log, [*own.logs, (log, np.arange(len(w)))])
    start, cluster = own.start, w.jobs.home.copy()
    start[runs], cluster[runs] = grid.start, grid.where
    dead, rows = grid.killed, slice(int(grid.killed.count[0]))
    pieces = Pieces(runs[dead.run[rows]], dead.begin[rows], dead.end[rows], dead.cluster[rows], dead.killer[rows])
    tables = light_grid.tables(w, start, cluster, own.flags, pieces, differ)
    return tables | machine(w, case.params)


def machine(workload: Workload, params: Mapping[str, Any]) -> dict[str, Table]:
    """What the parameters tell of the machine: marks, links, where there is anything to tell."""
    away, differ = outages.read(params["away"] or ""), light_grid.links(params, len(light_grid.clusters(workload)))
    return ({"marks": outages.marks(away)} if away else {}) | ({"links": differ} if differ is not None else {})


def _alone(case: PolicyInput) -> Planned:
    """Every cluster's own schedule, made without a look at the grid."""
    w, n = case.workload, len(case.workload)
    entry = all_policies()[case.params["local"]]
    planned = Planned(np.full(n, np.nan), np.zeros(n, np.int64), [])
    for cluster in range(len(light_grid.clusters(w))):
        part, rows = light_grid.local_part(w, cluster)
        log = light_grid.new_part(case.log, len(rows))
        planned.logs.append((log, rows))
        if len(rows) and not case.control[STOP]:
            with watched_by(lambda arrays: None):  # parts of the jobs, which nobody asked for
                table = entry.run(PolicyInput(part, checked(entry.params, None), None, case.control, log))["placed"]
            planned.start[rows], planned.flags[rows] = table.start, table.flags
    return planned


def _local(w: Workload, own: Planned) -> Local:
    jobs, rows = w.jobs, np.flatnonzero(w.jobs.grid == 0)
    start = own.start[rows]
    end = start + jobs.runtime[rows]
    return Local(
        rows,
        jobs.submit[rows],
        start,
        end,
        start + jobs.requested_time[rows],
        jobs.processors[rows],
        jobs.home[rows],
        np.argsort(start, kind="stable"),
        np.argsort(end, kind="stable"),
    )


def _runs(jobs: Table, rows: np.ndarray) -> Runs:
    return Runs(rows, jobs.submit[rows], jobs.runtime[rows], jobs.requested_time[rows])


def _away(away: Sequence[outages.Away]) -> Away:
    begin, end = np.array([one.begin for one in away], float), np.array([one.end for one in away], float)
    size, cluster = (np.array([getattr(one, name) for one in away], np.int64) for name in ("processors", "cluster"))
    return Away(begin, end, size, cluster, np.argsort(begin, kind="stable"), np.argsort(end, kind="stable"))


def _links(differ: Table | None, clusters: int) -> Links:
    if differ is None:
        return new_links(np.ones(clusters), np.zeros(clusters))
    return new_links(differ.speed, differ.transfer)


def _filled(case: PolicyInput, local: Local, runs: Runs, away: Away, differ: Table | None) -> tuple[Grid, Log | None]:
    """Where the runs went; once more where there were more kills than there was room for."""
    w, room, finished = case.workload, len(runs.job) + 1, int(case.control[FINISHED])
    while True:
        log = light_grid.new_part(case.log, len(w))
        sizes = light_grid.clusters(w)
        grid = new_grid(sizes, len(local.job), len(runs.job), room, _links(differ, len(sizes)))
        announce_arrays(replace(w, jobs=w.jobs.take(runs.job)), grid.start, grid.now)
        fill_holes(
            local,
            runs,
            away,
            grid,
            case.params["kill"] == "oldest",
            FILLING.choices.index(case.params["filling"]),
            case.control,
            log,
        )
        kills = int(grid.killed.count[0])
        if kills <= room or case.control[STOP]:
            return grid, log
        if kills > MOST_KILLS:
            raise Unsupported(
                f"Runs would be killed {kills:,} times and at most {MOST_KILLS:,} are kept; choose "
                f"filling 'window', or shorter runs."
            )
        room, case.control[FINISHED] = kills, finished


OF_LOCAL_JOBS = (
    HEAD_FITS,
    HEAD_BLOCKED,
    BEHIND_HEAD,
    BEHIND_WIDE,
    RESERVED,
    ENDS_BY_SHADOW,
    WITHIN_EXTRA,
    WOULD_DELAY_HEAD,
    BEHIND_RESERVATION,
    DOES_NOT_FIT,
    FITS_NOW,
    PASSES_WIDE,
    DUE,
    COMPRESSED,
    EARLIEST_GAP,
    DELAYS_NONE,
)  # by any of the policies of LOCAL
PSEUDOCODE = (
    Line("every cluster runs its local jobs, as if there were no grid", OF_LOCAL_JOBS),
    Line("a local job starts: kill runs until there is room", (LOCAL_START,)),
    Line("processors are taken away: kill the runs on them", (TAKEN_AWAY,)),
    Line("    a killed run goes back to its place in the queue"),
    Line("while a run waits and a processor is idle:"),
    Line("    while the server sends data, runs wait", (SERVER_BUSY,)),
    Line("    start the first run in the first such cluster", (FILLS_HOLE,)),
    Line("    if filling is fork: where most runs end in time", (PACKED_IN_FORK,)),
    Line("    window and fork: only if it ends before local jobs", (WINDOW_SHORT,)),
    Line("    the other runs wait behind the first", (BEHIND_RUN,)),
    Line("no processor is idle: runs wait", (NO_HOLE,)),
)

POLICY = Policy(
    "best_effort",
    TITLE,
    "grid",
    run,
    "Dutot, Eyraud, Mounié and Trystram 2005, section 7.2 (centralized)",
    params=(LOCAL, FILLING, KILL, outages.AWAY, light_grid.SPEEDS, light_grid.TRANSFER),
    needs=frozenset({"grid"}),
    clusters=True,
    kind="grid",
    wait_cause="rule",
    check=check,
    spares=Spares(SPARED, light_grid.without_grid, local_jobs_undisturbed),
    usual={"grid": 1},
    pseudocode=PSEUDOCODE,
    machine=machine,
)
