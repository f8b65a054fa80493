"""Fractional scheduling against its plain, exact twin: start for start, segment for segment, node for node.

The workloads are small and full of ties: equal jobs, several arrivals at an instant, arrivals at instants of the
period, thirds of a node's memory.  Times may differ by NEAR: the kernel compares virtual times in microseconds and
takes instants nearer than 4e-7 s for one, and a job sees some tens of instants.  Yields may differ by 1e-7: the error
of a sum of some hundred floats, by far.

With opt=avg several solutions may be equally good, and then the schedules part: up to there they are compared segment
for segment, and the value of the solution at every instant of the kernel's own schedule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random

import pytest

from scheduler.topics.fractional.adapters.dfrs_scheme import COMBINATIONS, LIMITS
from scheduler.topics.fractional.adapters.dfrs_scheme import Scheme as Name
from tests.cases.strategies import EXPLORE
from tests.cases.width import ALL, width
from tests.topics.fractional.fractions import PENALTY, Job, Run, drawn, ran
from tests.topics.fractional.naive import dfrs as naive
from tests.topics.fractional.naive.decay import weight
from tests.topics.fractional.naive.packing import Job as ExactJob
from tests.topics.fractional.naive.yields import average

NEAR = 1e-4  # s
YIELD = 1e-7
SEEDS = 12
TWIN_OF = {"dfrs": naive.run}


# ---- workloads -------------------------------------------------------------------------------------------------------


def crowd(seed: int) -> tuple[list[Job], int]:
    """Two or three kinds of jobs, many of each, at few instants; thirds of memory; periods, ends and arrivals meet."""
    random = Random(seed)
    nodes = random.randint(1, 4)
    kinds = []
    for _ in range(random.randint(1, 3)):
        memory = random.choice((1 / 3, 1 / 3, 2 / 3, 0.25, 0.5, 0.2, 0.1))
        tasks = random.randint(1, max(1, min(6, nodes * int(1 / memory + 1e-9))))
        kinds.append((float(random.choice((60, 150, 300, 600, 1200))), tasks, random.choice((0.25, 0.5, 1.0)), memory))
    times = sorted(float(random.choice((0, 0, 150, 300, 600, 600, 900, 1200))) for _ in range(random.randint(2, 12)))
    return [(time, *random.choice(kinds)) for time in times], nodes


def cases() -> list[tuple[list[Job], int]]:
    return [make(seed) for seed in range(SEEDS // 2) for make in (drawn, crowd)]


def some(name: Name) -> list[tuple[int, list[Job], int]]:
    """Numbered cases for a scheme: a sixth of them, another sixth for the next; twice as many with --all, and all of them where tests explore."""
    return [
        (number, *case)
        for number, case in enumerate(cases())
        if EXPLORE or (number + len(str(name))) % width(9, 3) == 0
    ]


def exact(jobs: list[Job], percents: bool) -> list[tuple]:
    """The numbers that were meant; in whole percents where need and memory are."""

    def share(value: float) -> Fraction:
        return (
            max(Fraction(round(100 * value), 100), Fraction(1, 100))
            if percents
            else Fraction(value).limit_denominator(1000)
        )

    return [
        (
            Fraction(submit),
            Fraction(runtime),
            tasks,
            share(need),
            share(memory),
            *((first[0], *map(share, first[1:])) if first else ()),
        )
        for submit, runtime, tasks, need, memory, *first in jobs
    ]


# ---- both sides ------------------------------------------------------------------------------------------------------

Piece = tuple[float, float, float, str, tuple[int, ...]]  # begin, end, yield, kind, node of each task


def of_kernel(run: Run) -> dict[int, list[Piece]]:
    """The segments of every job."""
    found: dict[int, list[Piece]] = {job: [] for job in range(len(run.workload))}
    for row in run.rows:
        found[row.job].append(
            (
                row.begin,
                row.end,
                row.yield_,
                "penalty" if row.kind == PENALTY else "run",
                tuple(node for node, count in row.nodes for _ in range(count)),
            )
        )
    return found


def of_twin(twin: naive.Result) -> dict[int, list[Piece]]:
    return {
        job: [(float(p.begin), float(p.end), float(p.yield_), p.kind, p.nodes) for p in pieces]
        for job, pieces in twin.pieces.items()
    }


def twin_of(name: Name) -> naive.Scheme:
    """The same scheme in the twin's words."""
    words = {"none": ""}
    return naive.Scheme(
        words.get(name.submission, name.submission),
        name.star,
        words.get(name.periodic, name.periodic),
        name.opt,
        words.get(name.limit, name.limit),
        int(name.bound),
    )


def both(jobs: list[Job], nodes: int, name: Name, **params) -> tuple[Run, naive.Result]:
    """(run of the kernel, result of the twin)."""
    percents, users = params.get("quantized", False), params.get("users", [])
    twin = naive.run(
        exact(jobs, percents),
        nodes,
        twin_of(name),
        params.get("period", 600),
        params.get("penalty", 300),
        percents,
        {"event": "every", "completion": "completion"}[params.get("star_on", "event")],
        params.get("average") == "inverse",
        priority=params.get("priority", "ft/vt2"),
        by_sum=params.get("packing") == "sum",
        decay=params.get("decay"),
        weights=[WEIGHTS.get(user, Fraction(1)) for user in users],
    )
    return ran(jobs, nodes, str(name), **params), twin


def difference(run: Run, twin: naive.Result) -> str:
    """The first thing in which they differ; "" where they are the same."""
    placed, ours, theirs = run.tables["placed"], of_kernel(run), of_twin(twin)
    for job in ours:
        if len(ours[job]) != len(theirs[job]) or any(map(unlike, ours[job], theirs[job])):
            return f"job {job}: {ours[job]} against {theirs[job]}"
        if (placed.preemptions[job], placed.migrations[job]) != (twin.preemptions[job], twin.migrations[job]):
            return f"pauses or moves of job {job}"
        if abs(placed.start[job] - twin.start[job]) > NEAR or abs(placed.end[job] - twin.end[job]) > NEAR:
            return f"start or end of job {job}"
    return ""


def unlike(a: Piece, b: Piece) -> bool:
    return a[3:] != b[3:] or abs(a[0] - b[0]) > NEAR or abs(a[1] - b[1]) > NEAR or abs(a[2] - b[2]) > YIELD


# ---- the same, to the end --------------------------------------------------------------------------------------------


def names(opts: tuple[str, ...], stretch: tuple[str, ...]) -> Iterator[Name]:
    """All rows of table 1 with each way to limit what MCB8 moves."""
    for submission, star, periodic in COMBINATIONS:
        for opt in stretch if periodic == "stretch-per" else opts:
            for limit in LIMITS if submission == "MCB8" or periodic != "none" else LIMITS[:1]:
                yield Name(submission, star, periodic, opt, limit, 0.0 if limit == "none" else 600.0)


WEIGHTS = {1: Fraction(4), 3: Fraction(1, 2)}  # as favored = 1:4, 3:0.5; powers of two, so that floats are exact
CHOICES = (
    {},
    {"penalty": 0},
    {"penalty": 45, "period": 300},
    {"star_on": "completion"},
    {"period": 150},
    {"quantized": True},
    {"quantized": True, "penalty": 20, "period": 450},
    {"priority": "1/vt", "packing": "sum"},
    {"priority": "ft/vt"},
    {"packing": "sum", "quantized": True},
)


def assert_as_twin(name: Name, some_cases: Sequence[tuple[int, list[Job], int]], choices: Sequence[dict]) -> None:
    """Each numbered case with one of the choices of parameters, another one for the next."""
    for number, jobs, nodes in some_cases:
        params = choices[(number + len(str(name))) % len(choices)]
        parted = difference(*both(jobs, nodes, name, **params))
        assert not parted, f"case {number} of cases(), {params}: {parted}"


@pytest.mark.parametrize("name", list(names(("none", "min"), ("none", "max"))), ids=str)
def test_the_schedule_is_the_twin_s(name: Name) -> None:
    assert_as_twin(name, some(name), CHOICES)


@pytest.mark.parametrize("name", list(names(("min",), ("max",))), ids=str)
@pytest.mark.parametrize("priority", ["ft/vt2", "1/vt", "ft/vt"])
def test_users_with_weights_are_favored_as_by_the_twin(name: Name, priority: str) -> None:
    for number, jobs, nodes in some(name)[: width(1, 2)]:
        users = [1 + (job + number) % 3 for job in range(len(jobs))]
        found = difference(*both(jobs, nodes, name, users=users, favored="1:4, 3:0.5", priority=priority))
        assert not found, f"case {number} of cases(): {found}"


DECAYS = ({"decay": 60}, {"decay": 25, "penalty": 45, "period": 300})


@pytest.mark.parametrize("name", list(names(("none", "min"), ())), ids=str)
def test_yields_decay_as_the_twin_s(name: Name) -> None:
    for number, jobs, nodes in some(name)[:2]:
        for params in DECAYS if ALL else DECAYS[number % 2 :][:1]:
            found = difference(*both(jobs, nodes, name, **params))
            assert not found, f"case {number} of cases(), {params}: {found}"


@pytest.mark.parametrize("wrong", [{"decay": 61}, {"decay": None}, {"opt": "none"}])
def test_another_decay_would_be_noticed(wrong: dict) -> None:
    name = Name("GreedyP", True, "per", "min")
    for jobs, nodes in cases():
        twin = naive.run(
            exact(jobs, False), nodes, twin_of(name)._replace(opt=wrong.get("opt", "min")), decay=wrong.get("decay", 60)
        )
        if difference(ran(jobs, nodes, str(name), decay=60), twin):
            return
    raise AssertionError("no case tells them apart")


# ---- opt=avg ---------------------------------------------------------------------------------------------------------


def on_nodes(pieces: dict[int, list[Piece]], time: float) -> dict[int, Piece]:
    """What is there at a time, by job."""
    return {job: piece for job, of_job in pieces.items() for piece in of_job if piece[0] <= time < piece[1]}


def times(*schedules: dict[int, list[Piece]]) -> list[float]:
    """Just after every instant at which something changes."""
    return sorted({piece[0] + 2 * NEAR for pieces in schedules for of_job in pieces.values() for piece in of_job})


def part_well(run: Run, twin: naive.Result, value: Callable[[int, float], float]) -> bool:
    """Whether they part at all; where they do, both must have had equally good yields to choose from."""
    ours, theirs = of_kernel(run), of_twin(twin)
    for time in times(ours, theirs):
        a, b = on_nodes(ours, time), on_nodes(theirs, time)
        assert {job: piece[3:] for job, piece in a.items()} == {job: piece[3:] for job, piece in b.items()}, time
        if any(abs(a[job][2] - b[job][2]) > YIELD for job in a):
            total = [sum(value(job, time) * piece[2] for job, piece in one.items()) for one in (a, b)]
            assert total[0] == pytest.approx(total[1], abs=1e-6), time
            return True
    return False


@pytest.mark.parametrize("name", [name for name in names(("avg",), ()) if name.limit != "minft"], ids=str)
def test_with_opt_avg_the_sum_of_yields_is_the_twin_s(name: Name) -> None:
    parted = 0
    for _, jobs, nodes in some(name):
        run, twin = both(jobs, nodes, name)
        parted += part_well(run, twin, lambda job, time: 1.0)
        assert_largest_sums(of_kernel(run), [ExactJob(*job) for job in exact(jobs, False)], nodes)
    assert parted < len(some(name))  # some are compared to their end


@pytest.mark.parametrize("name", [name for name in names(("avg",), ()) if name.limit == "none"], ids=str)
def test_with_opt_avg_and_decay_the_weighted_sum_of_yields_is_the_twin_s(name: Name) -> None:
    parted = 0
    for _, jobs, nodes in some(name):
        run, twin = both(jobs, nodes, name, decay=60)
        instants = sorted(
            {
                *run.start,
                *run.end,
                *(job[0] for job in jobs),
                *(range(0, int(max(run.end)), 600) if name.periodic != "none" else ()),
            }
        )
        pieces = of_kernel(run)

        def value(job: int, time: float, instants: list[float] = instants, pieces: dict = pieces) -> float:
            at = max(instant for instant in instants if instant <= time)
            runs = [piece for piece in pieces[job] if piece[3] == "run"]
            virtual = sum(max(0.0, min(end, at) - begin) * one for begin, end, one, *_ in runs)
            return float(weight(Fraction(round(virtual, 6)), Fraction(60)))

        parted += part_well(run, twin, value)
    assert parted < len(some(name))  # some are compared to their end


def assert_largest_sums(pieces: dict[int, list[Piece]], asked: list[ExactJob], nodes: int) -> None:
    """At every instant the sum of yields is the largest one that the nodes of the jobs allow."""
    for time in times(pieces):
        now = on_nodes(pieces, time)
        best = average({job: piece[4] for job, piece in now.items()}, asked, nodes) if now else {}
        assert sum(piece[2] for piece in now.values()) == pytest.approx(float(sum(best.values())), abs=1e-6), time


def inverse_stretch(jobs: list[Job]) -> Callable[[int, float], float]:
    """What a yield of 1 adds to the inverse of the stretch of a job at the next period."""

    def value(job: int, time: float) -> float:
        ahead = 600 - time % 600
        return ahead / (time - jobs[job][0] + ahead)

    return value


def test_stretch_per_maximizes_the_average_inverse_as_the_twin_does() -> None:
    name = Name("none", False, "stretch-per", "avg")
    parted = [part_well(*both(jobs, nodes, name, average="inverse"), inverse_stretch(jobs)) for jobs, nodes in cases()]
    assert not all(parted)  # some are compared to their end


def agree_until(ours: dict[int, list[Piece]], theirs: dict[int, list[Piece]]) -> float:
    """When they first have other jobs on nodes, or the same ones elsewhere; until then yields are the same."""
    for time in times(ours, theirs):
        a, b = on_nodes(ours, time), on_nodes(theirs, time)
        if {job: piece[3:] for job, piece in a.items()} != {job: piece[3:] for job, piece in b.items()}:
            return time
        assert {job: piece[2] for job, piece in a.items()} == pytest.approx(
            {job: piece[2] for job, piece in b.items()}, abs=1e-4
        ), time
    return float("inf")


def test_stretch_per_minimizes_the_average_as_the_twin_does() -> None:
    """Both solve by steps, to digits of their own: a job that ends just before a period for one, and just after it for
    the other, parts them."""
    parted = []
    for jobs, nodes in cases():
        run, twin = both(jobs, nodes, Name("none", False, "stretch-per", "avg"))
        parted.append(agree_until(of_kernel(run), of_twin(twin)))
    assert min(parted) > 600 and sum(time == float("inf") for time in parted) > len(parted) / 2
