"""Fractional runs for tests: jobs written down in a line each, and what came out of it in rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from random import Random

import numpy as np

from scheduler.engine.decision_log import KINDS, new_log
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import checked
from scheduler.simulate import new_control, simulate
from scheduler.topics.fractional.adapters.fractional import play, tables
from scheduler.topics.fractional.policies import dfrs
from tests.cases.small import workload
from tests.topics.fractional.naive.dfrs import Piece, Result, exact_job, fits_an_empty_cluster
from tests.topics.fractional.naive.packing import Job as ExactJob
from tests.topics.fractional.naive.packing import normal

# submit, runtime, tasks, need, memory; and where it has tasks of two kinds: first tasks, their need, their memory
Job = tuple[float, float, int, float, float] | tuple[float, float, int, float, float, int, float, float]
ONE_KIND = (0, 1.0, 1.0)
RUN, PENALTY = 0, 1


def shared(jobs: Sequence[Job], nodes: int, users: Sequence[int] | None = None) -> Workload:
    """The workload of these jobs, in order of submission."""
    made = workload([job[:3] for job in jobs], nodes, users=users)
    made.jobs.columns["cpu_need"] = np.array([job[3] for job in jobs])
    made.jobs.columns["memory"] = np.array([job[4] for job in jobs])
    if any(len(job) > 5 for job in jobs):
        first, need, memory = zip(*(job[5:] or ONE_KIND for job in jobs), strict=True)
        made.jobs.columns |= {
            "first_tasks": np.array(first, np.int64),
            "first_cpu_need": np.array(need, float),
            "first_memory": np.array(memory, float),
        }
    return made


@dataclass(frozen=True)
class Row:
    """A segment with its nodes: (node, tasks), in the order of the table."""

    job: int
    begin: float
    end: float
    yield_: float
    kind: int
    nodes: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Run:
    """A run of the policy."""

    workload: Workload
    tables: dict[str, Table]
    story: tuple[tuple[float, str, int], ...]  # (time, kind, job) of the decision log

    @property
    def start(self) -> list[float]:
        return self.tables["placed"].start.tolist()

    @property
    def end(self) -> list[float]:
        return self.tables["placed"].end.tolist()

    @cached_property
    def rows(self) -> list[Row]:
        """Segments by job and time."""
        s, p = self.tables["segments"], self.tables["places"]
        nodes: list[list[tuple[int, int]]] = [[] for _ in range(len(s))]
        for segment, first, count, tasks in zip(p.segment, p.first, p.count, p.tasks, strict=True):
            nodes[segment] += [(int(node), int(tasks)) for node in range(first, first + count)]
        return [
            Row(int(s.job[i]), float(s.begin[i]), float(s.end[i]), float(s.yield_[i]), int(s.kind[i]), tuple(nodes[i]))
            for i in range(len(s))
        ]

    def of(self, job: int) -> list[tuple[float, float, float, int]]:
        """(begin, end, yield to 6 digits, kind) of a job's segments."""
        return [(row.begin, row.end, round(row.yield_, 6), row.kind) for row in self.rows if row.job == job]

    def nodes(self, job: int) -> list[tuple[tuple[int, int], ...]]:
        """Where a job stood, one entry for each change."""
        where = [row.nodes for row in self.rows if row.job == job]
        return [nodes for i, nodes in enumerate(where) if i == 0 or nodes != where[i - 1]]


def ran(jobs: Sequence[Job], nodes: int, scheme: str, users: Sequence[int] | None = None, **params) -> Run:
    """Run the policy on these jobs."""
    work = shared(jobs, nodes, users)
    values = checked(dfrs.PARAMS, {"scheme": scheme, **params})
    dfrs.check(work, values)
    log = new_log(len(jobs), (-np.inf, np.inf), 100_000)
    machine, segments = play(
        dfrs.fractional_jobs(work, values["quantized"], values["favored"]),
        nodes,
        dfrs.rules(values),
        new_control(),
        log,
    )
    told = tuple((float(row[0]), KINDS[int(row[1])], int(row[2])) for row in log.rows[: log.count[0]])
    return Run(work, tables(work, machine, segments), told)


def simulated(jobs: Sequence[Job], nodes: int, scheme: str, **params) -> Schedule:
    """The same through the one way in, audited."""
    return simulate(shared(jobs, nodes), "dfrs", {"scheme": scheme, **params})


def drawn(seed: int) -> tuple[list[Job], int]:
    """Random jobs full of ties, and nodes for them."""
    random = Random(seed)
    nodes, time, jobs = random.randint(1, 6), 0.0, []
    for _ in range(random.randint(1, 14)):
        time += random.choice((0, 0, 0, 50, 100, 300, 450, 600))
        memory = random.choice((0.1, 0.2, 0.25, 0.3, 0.5, 0.7, 1.0))
        tasks = random.randint(1, min(8, nodes * int(1 / memory + 1e-9)))
        jobs.append(
            (
                time,
                float(random.choice((5, 60, 250, 600, 900, 3000))),
                tasks,
                random.choice((0.1, 0.25, 0.3, 0.5, 1.0)),
                memory,
            )
        )
    return jobs, nodes


def with_first_tasks(jobs: Sequence[Job], nodes: int, random: Random) -> list[Job]:
    """The jobs, about half of them with one to three first tasks that need something else; all fit empty nodes."""
    return [next(one for one in (two_kinds(same, random) for same in repeat(job)) if fits(one, nodes)) for job in jobs]


def two_kinds(job: Job, random: Random) -> Job:
    """The job with first tasks beside its own, or as it was; seldom with numbers for first tasks that make no second
    kind.  It may fit no empty nodes."""
    submit, runtime, tasks, need, memory = job[:5]
    other = (random.choice((0.1, 0.25, 0.3, 0.5, 1.0)), random.choice((0.1, 0.2, 0.25, 0.3, 1 / 3, 0.5, 2 / 3, 0.7)))
    first = random.randint(1, 3)
    return random.choice(
        (
            job,
            job,
            job,
            (*job[:5], 0, *other),
            (*job[:5], tasks, *other),
            (submit, runtime, tasks + first, need, memory, first, need, memory),
            *9 * [(submit, runtime, tasks + first, need, memory, first, *other)],
        )
    )


def fits(job: Job, nodes: int) -> bool:
    """Whether the twin would place it alone."""
    exact = exact_job(
        *(Fraction(number).limit_denominator(1000) if isinstance(number, float) else number for number in job)
    )
    return fits_an_empty_cluster(normal(exact), nodes)


# ---- for the exact sums of naive_measures ---------------------------------------------------------------------------


def naive_jobs(schedule: Schedule) -> list[ExactJob]:
    """The jobs of a schedule, exact."""
    jobs, one = schedule.workload.jobs, np.ones(len(schedule.placed))
    columns = [
        jobs.columns.get(name, one).tolist() for name in ("cpu_need", "memory", "first_cpu_need", "first_memory")
    ]
    first = jobs.columns.get("first_tasks", np.zeros(len(one), np.int64)).tolist()
    return [
        normal(exact_job(submit, runtime, int(tasks), need, memory, *first_ones))
        for submit, runtime, tasks, need, memory, *first_ones in zip(
            jobs.submit.tolist(),
            jobs.runtime.tolist(),
            jobs.processors.tolist(),
            *columns[:2],
            first,
            *columns[2:],
            strict=True,
        )
    ]


def naive_result(schedule: Schedule) -> Result:
    """What became of them, exact: each number is the fraction that it is; nodes are left out."""
    placed, rows = schedule.placed, range(len(schedule.placed))
    result = Result(
        start={row: Fraction(placed.start[row]) for row in rows},
        end={row: Fraction(placed.end[row]) for row in rows},
        pieces={row: [] for row in rows},
    )
    table = schedule.segments
    for job, begin, end, yield_, kind in (
        [(row, placed.start[row], placed.end[row], 1, RUN) for row in rows]
        if table is None
        else zip(table.job, table.begin, table.end, table.yield_, table.kind, strict=True)
    ):
        result.pieces[int(job)].append(
            Piece(Fraction(begin), Fraction(end), Fraction(yield_), "penalty" if kind == PENALTY else "run", ())
        )
    return result
