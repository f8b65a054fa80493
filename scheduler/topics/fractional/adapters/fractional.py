"""From jobs to the arrays of fractional scheduling, through its kernel, and back to tables.

The kernel hands back control when its journal or its linear program has to grow; `play` sees to that and lets it go on.
"""

from __future__ import annotations

import numpy as np

from scheduler.engine.decision_log import Log
from scheduler.errors import Unsupported
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.topics.fractional.adapters.user_weights import weights
from scheduler.topics.fractional.engine.average import WANTED_COLUMNS, WANTED_ROWS, new_program
from scheduler.topics.fractional.engine.fractions import Machine, Rules, new_machine
from scheduler.topics.fractional.engine.nodes import PERCENT, UNIT, FirstTasks, Fractional, fractional
from scheduler.topics.fractional.engine.placement import first_that_does_not_fit
from scheduler.topics.fractional.engine.segments import RUNS as RUN_COUNT
from scheduler.topics.fractional.engine.segments import SEGMENTS, Segments, larger, new_segments
from scheduler.topics.fractional.engine.sharing import ROWS, RUNS
from scheduler.topics.fractional.kernels.dfrs import DONE, JOURNAL, PROGRAM, run
from scheduler.topics.fractional.kinds.needs import has_first_tasks
from scheduler.wording import counted

ROWS_PER_JOB = 8  # first guess of the length of the journal
MOST_ROWS = 50_000_000  # segments
MOST_PERIODS = 1_000_000


def fractional_jobs(workload: Workload, quantized: bool = False, favored: str | None = None) -> Fractional:
    """The jobs: processors are tasks; CPU need and memory of a task are 1 where the workload does not tell.

    quantized: both in whole percents of a node, at least one; favored: users whose jobs' priority counts more or less,
    as in user_weights.py.  Raises Unsupported for a job that fits no empty platform, and for quantized where the first
    tasks of a job differ from its others.
    """
    table = workload.jobs
    parts = [table.columns.get(name, np.ones(len(table))) for name in ("cpu_need", "memory")]
    if quantized:
        parts = [np.maximum(np.rint(part * 100), 1) / 100 for part in parts]
    cpu_need, memory = parts
    jobs = fractional(
        table.submit,
        table.runtime,
        table.processors,
        cpu_need,
        memory,
        weights(favored, table.user_id),
        _first_tasks(workload),
    )
    if quantized and len(jobs.need) > len(jobs.submit):
        raise Unsupported(
            "quantized, the whole percents of the authors' own simulator, goes with jobs whose tasks are "
            "alike; here the first tasks of some differ from the others. Leave quantized out, or leave "
            "first_cpu and first_memory out of the options of the workload."
        )
    _check_alike(workload, jobs)
    _check_two_kinds(workload, jobs)
    return jobs


def _first_tasks(workload: Workload) -> FirstTasks | None:
    """Those of the workload's jobs; None where it tells of none."""
    jobs = workload.jobs
    if not has_first_tasks(workload):
        return None
    return FirstTasks(jobs.first_tasks, jobs.first_cpu_need, jobs.first_memory)


def _check_alike(workload: Workload, jobs: Fractional) -> None:
    """A node holds as many tasks as its memory does, and 100 at most: each gets one percent of the CPU or more."""
    nodes, n = workload.platform.processors, len(jobs.submit)
    most = np.minimum(np.floor((UNIT + 0.5) / jobs.memory[:n]), UNIT // PERCENT) * nodes
    wide = np.flatnonzero((jobs.tasks > most) & (jobs.split == jobs.ptr[:-1]))
    if len(wide):
        job = wide[0]
        raise Unsupported(
            f"Job {workload.jobs.job_id[job]} (line {workload.jobs.line[job]}) has "
            f"{counted(jobs.tasks[job], 'task')} and the "
            f"{counted(nodes, 'node')} {'has' if nodes == 1 else 'have'} room for {int(most[job]):,} of them, "
            "each of which takes "
            f"{jobs.memory[job] / UNIT:.3g} of a node's memory; choose a larger machine, or drop wide jobs."
        )


def _check_two_kinds(workload: Workload, jobs: Fractional) -> None:
    """Greedy and MCB8 both find nodes for each job with two kinds of tasks, where it is alone on the platform."""
    two = np.flatnonzero(jobs.split > jobs.ptr[:-1])
    job = first_that_does_not_fit(jobs, two, workload.platform.processors)
    if job >= 0:
        of_first, of_others = (
            f"{jobs.count[kind]:,} with {jobs.memory[kind] / UNIT:.3g} of a node's memory each"
            for kind in (job + len(jobs.submit), job)
        )
        raise Unsupported(
            f"Job {workload.jobs.job_id[job]} (line {workload.jobs.line[job]}) has {jobs.tasks[job]:,} "
            f"tasks ({of_first}, and {of_others}), for which {counted(workload.platform.processors, 'empty node')} "
            f"{'has' if workload.platform.processors == 1 else 'have'} no room; choose a larger machine, or drop "
            "wide jobs."
        )


def play(jobs: Fractional, nodes: int, rules: Rules, control: np.ndarray, log: Log | None) -> tuple[Machine, Segments]:
    """Run the kernel to the end (or until control says stop)."""
    machine = new_machine(jobs, nodes, MOST_PERIODS)
    segments = new_segments(ROWS_PER_JOB * len(jobs.submit), 2 * ROWS_PER_JOB * len(jobs.submit))
    while True:
        why = run(jobs, machine, rules, segments, control, log)
        if why == DONE:
            return machine, segments
        if why == JOURNAL:
            segments = _grown(machine, segments)
        elif why == PROGRAM:
            machine = _wider(jobs, machine)
        else:
            raise Unsupported(
                f"By {machine.sharing.now[0]:,.0f} s all jobs were placed anew {MOST_PERIODS:,} times, "
                "which is all that is simulated; choose fewer jobs or a longer period."
            )


def check_periods(jobs: Fractional, nodes: int, period: float) -> None:
    """Raise Unsupported where it is plain from the work that there are too many periods; period: s."""
    of_kind = jobs.need / UNIT * jobs.count
    work = float(np.dot(jobs.runtime, of_kind.reshape(-1, len(jobs.submit)).sum(axis=0))) / nodes
    least = max(float(jobs.runtime.max()), work)
    if least / period > MOST_PERIODS:
        raise Unsupported(
            f"The jobs take {least:.3g} s at least, which is {least / period:,.0f} periods of {period:g} "
            f"s, and at most {MOST_PERIODS:,} are simulated; choose a period of "
            f"{least / MOST_PERIODS:.3g} s or more."
        )


def _grown(machine: Machine, segments: Segments) -> Segments:
    """A longer journal; raises Unsupported where it would be too long to be looked at."""
    count = machine.sharing.count
    rows, runs = segments.count[SEGMENTS] + count[ROWS], segments.count[RUN_COUNT] + count[RUNS]
    if max(rows, runs) > MOST_ROWS:
        raise Unsupported(
            f"By {machine.sharing.now[0]:,.0f} s the jobs were paused, moved and slowed "
            f"{int(segments.count[SEGMENTS]):,} times, which is more than is kept; choose fewer jobs or a longer "
            "period."
        )
    return larger(segments, int(rows), int(runs))


def _wider(jobs: Fractional, machine: Machine) -> Machine:
    """The same machine with room for a larger linear program."""
    count = machine.program.count
    return machine._replace(
        program=new_program(
            len(jobs.submit), len(machine.nodes.load), 2 * int(count[WANTED_ROWS]), 2 * int(count[WANTED_COLUMNS])
        )
    )


def tables(workload: Workload, machine: Machine, segments: Segments) -> dict[str, Table]:
    """placed, segments (by job and time) and places (by segment)."""
    s, jobs = machine.sharing, workload.jobs
    n, none = len(jobs), np.zeros(len(jobs), np.int64)
    placed = Table.of(
        "placed",
        job=np.arange(n),
        submit=jobs.submit,
        start=s.start,
        end=s.end,
        processors=jobs.processors,
        cluster=none,
        preemptions=s.preemptions,
        migrations=s.migrations,
        flags=none,
    )
    count = int(segments.count[SEGMENTS])
    order = np.lexsort((segments.begin[:count], segments.job[:count]))
    job = segments.job[order]
    rows = Table.of(
        "segments",
        job=job,
        begin=segments.begin[order],
        end=segments.end[order],
        yield_=segments.yield_[order],
        processors=jobs.processors[job],
        kind=segments.kind[order],
    )
    return {"placed": placed, "segments": rows, "places": _places(segments, segments.place[order])}


def _places(segments: Segments, place: np.ndarray) -> Table:
    """Table `places`; place: [segments, 2] runs of each segment, from and to."""
    many = place[:, 1] - place[:, 0]
    behind = np.cumsum(many)
    run_of = np.arange(behind[-1] if len(many) else 0) + np.repeat(place[:, 0] - behind + many, many)
    return Table.of(
        "places",
        segment=np.repeat(np.arange(len(many)), many),
        first=segments.first[run_of],
        count=segments.nodes[run_of],
        tasks=segments.tasks[run_of],
    )
