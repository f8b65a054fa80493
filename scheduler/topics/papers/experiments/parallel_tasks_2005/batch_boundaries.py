"""Section 7.1: batches that end where reservations begin and end, against a list of tasks around the reservations.

The same tasks and the same reservations are planned in both ways of the policy `around_reservations`.  Reservations are
drawn over the time that the list takes without any; those of a draw are added one after the other.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 7.1, which calls such batches likely to be inefficient; it has
no numbers and no other way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.generators import make
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream, whole
from scheduler.topics.papers.experiments import CHOSEN, Claim, Experiment, Opening, Outcome, Part, Result
from scheduler.topics.papers.experiments.parallel_tasks_2005.draws import JUDGED, mean, parts_of, seeds
from scheduler.topics.papers.experiments.parallel_tasks_2005.instances import (
    CIRNE,
    FAMILIES,
    HIGHLY,
    MIXED,
    WEAKLY,
    both,
)

TASKS, PROCESSORS = 60, 64
KINDS = (CIRNE, WEAKLY, HIGHLY, MIXED)
RESERVED = (0, 1, 2, 4)  # how many reservations
WIDEST = PROCESSORS // 4  # processors of a reservation
SHORTEST, LONGEST = 0.05, 0.25  # of a reservation, over what the list takes without any
WAYS = ("around", "aligned")
COUNTS = {"quick": 5, "full": 40}
LIKELY = 0.5  # share of the draws
MAKESPAN = 0  # of the two criteria


def parts(scale: str, seed: int) -> list[Part]:
    """Some draws a part."""
    return parts_of("batch_boundaries", COUNTS[scale], seed)


def run(part: Part) -> list[list[list[list[list[float]]]]]:
    """[draw][kind of tasks][reservations][way]: (makespan, weighted sum of completion times), s."""
    return [[of_draw(seed, kind) for kind in KINDS] for seed in seeds(part)]


def settings(kind: str) -> dict[str, Any]:
    """Parameters of the generator for this kind of tasks."""
    return {"jobs": TASKS, "processors": PROCESSORS, **FAMILIES[kind]}


def of_draw(seed: int, kind: str) -> list[list[list[float]]]:
    """[reservations][way]: both criteria of the tasks of a draw, s."""
    tasks = workload(make("parallel_tasks", settings(kind), seed))
    empty = [planned(tasks, way, "") for way in WAYS]
    every = list(reservations(seed, empty[0][MAKESPAN]))
    return [empty, *([planned(tasks, way, ",".join(every[:count])) for way in WAYS] for count in RESERVED[1:])]


def planned(tasks: Workload, way: str, reserved: str) -> list[float]:
    """(makespan, weighted sum of completion times), s."""
    return both(simulate(tasks, "around_reservations", {"reservations": reserved, "way": way}, decisions=None))


def reservations(seed: int, span: float) -> Iterator[str]:
    """As the policy takes them, drawn over so many s."""
    random = stream(seed)
    for _ in range(RESERVED[-1]):
        size = int(whole(random, 1, WIDEST, 1)[0])
        begin, long = random.random() * span, (SHORTEST + (LONGEST - SHORTEST) * random.random()) * span
        yield f"{size}:{int(begin)}-{int(begin + long) + 1}"


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Means over draws, with their intervals."""
    values = np.concatenate([np.array(result) for result in results])  # [draws, kinds, reservations, ways, criteria]
    over = values[:, :, :, 1] / values[:, :, :, 0]
    criteria = ("makespan", "weighted sum of completion times")
    measured = tuple(
        mean(f"{kind}, {count} reservations: {name}, aligned batches over list", over[:, at, row, what])
        for at, kind in enumerate(KINDS)
        for row, count in enumerate(RESERVED)
        for what, name in enumerate(criteria)
    )
    return Outcome(measured, claims(values), (chart(over[..., MAKESPAN]),))


def claims(values: np.ndarray) -> tuple[Claim, ...]:
    """The sentence of the paper, where it is wrong, and the plans beside each other.

    values: [draws, kinds, reservations, ways, criteria].
    """
    judged, length = len(values) >= JUDGED, values[..., MAKESPAN]
    grown = (length / length[:, :, :1])[:, :, 1:]  # [draws, kinds, reservations, ways]
    loses, longer = ((pairs[..., 1] > pairs[..., 0]).mean(axis=(0, 2)) for pairs in (grown, length[:, :, 1:]))
    losses = "; ".join(
        f"{kind} {aligned:.2f} and {around:.2f} times"
        for kind, (around, aligned) in zip(KINDS, grown[:, :, -1].mean(axis=0), strict=True)
    )
    return (
        Claim(
            "Batches whose boundaries match those of reservations are likely to be inefficient.",
            bool(loses.mean() > LIKELY),
            f"They lose more by {', '.join(map(str, RESERVED[1:]))} reservations than a list around them does in "
            f"{loses.mean():.0%} of {grown[..., 0].size:,} pairs of plans: {by_kind(loses)}.",
            judged,
        ),
        Claim(
            "They are not for every kind of tasks.",
            bool(np.any(loses < LIKELY)),
            f"Makespan with {RESERVED[-1]} reservations over that without, batches and list: {losses}. A batch "
            "takes its whole length, also where its tasks are complete before; cut at a boundary it takes less.",
            judged,
            finding=True,
        ),
        Claim(
            "Such batches take longer than the list.",
            bool(longer.mean() > LIKELY),
            f"In {longer.mean():.0%} of the pairs: {by_kind(longer)}. Batches are not closed up, and mostly longer "
            "where nothing is reserved, too.",
            judged,
            finding=True,
        ),
    )


def by_kind(shares: np.ndarray) -> str:
    """Shares [kinds] in words."""
    return ", ".join(f"{kind} {share:.0%}" for kind, share in zip(KINDS, shares, strict=True))


def chart(over: np.ndarray) -> Chart:
    """Makespan of aligned batches over that of the list; over: [draws, kinds, reservations]."""
    lines = []
    for at, kind in enumerate(KINDS):
        points = [mean("", column) for column in over[:, at].T]
        lines.append(
            Series(
                kind,
                RESERVED,
                tuple(point.ours for point in points),
                tuple(point.low for point in points),
                tuple(point.high for point in points),
            )
        )
    return Chart(
        "Batches that end where reservations do, over a list around them",
        "reservations",
        "makespan, batches over list",
        tuple(lines),
        caption=(
            "Above 1 the list is the shorter plan.",
            "Batches are not closed up, so they are longer also where nothing is reserved.",
        ),
    )


EXPERIMENT = Experiment(
    "batch-boundaries",
    "Batches that end where reservations begin and end",
    "section 7.1",
    "How much longer is a plan if the boundaries of batches match those of reservations?",
    (
        ("tasks", f"{TASKS}, of the four workloads of section 6: {', '.join(KINDS)}", CHOSEN),
        ("processors", str(PROCESSORS), CHOSEN),
        (
            "reservations",
            f"{', '.join(map(str, RESERVED[1:]))}; each of 1 to {WIDEST} processors, for {SHORTEST:.0%} to "
            f"{LONGEST:.0%} of the time the list takes without any, begun at any instant of it",
            CHOSEN,
        ),
        ("batches", "those of DEMT, not closed up; one that would reach over a boundary ends there", CHOSEN),
        ("compared with", "a list in the order of weight over runtime, around the reservations", CHOSEN),
        (
            "likely to be inefficient",
            "in more than half of the draws, workloads counted alike, the makespan grows by a "
            "larger factor with the reservations than that of the list",
            CHOSEN,
        ),
        ("draws", f"{COUNTS['full']} of each workload; {COUNTS['quick']} at quick scale", CHOSEN),
    ),
    (),
    parts,
    run,
    outcome,
    {"quick": 1, "full": 7},
    ("The paper says this without numbers and without another way; the list it is compared with is ours.",),
    (
        Opening(
            "a small plan in both ways",
            {"kind": "sample", "name": "reserved-processors.swf"},
            tuple(("around_reservations", {"reservations": "2:4-8", "way": way}) for way in WAYS),
        ),
    ),
)
