"""Section 4: a large task is delayed for many small ones; what it loses, and what they gain.

All tasks are there at the beginning and are started in the order of a list, each as soon as it fits.  The large task
stands first in the list, or last; the small ones have the same order in both.  How large it is, is told by the work of
all small tasks together, in multiples of its own.

Source: Dutot, Eyraud, Mounié and Trystram 2005, section 4, on weights and the sum of completion times; the paper has
the sentence and no numbers.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.model.workload import Workload
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream, whole
from scheduler.topics.papers.experiments import CHOSEN, Claim, Experiment, Opening, Outcome, Part, Result
from scheduler.topics.papers.experiments.parallel_tasks_2005.draws import JUDGED, mean, parts_of, seeds
from scheduler.topics.papers.experiments.parallel_tasks_2005.jobs import rigid

SMALL, PROCESSORS = 100, 32
SHORTEST, LONGEST, WIDEST = 60, 600, 3  # s, s, and two to the power of it in processors: of a small task
WORKS = (0.1, 0.3, 1.0, 3.0)  # work of all small tasks over that of the large one
LARGE = 1.0  # up to here the large task is as much work as all small ones, or more
GENERALLY = 0.95  # share of the draws
COUNTS = {"quick": 20, "full": 200}
DELAY, GAIN, SUM = range(3)


def parts(scale: str, seed: int) -> list[Part]:
    """Some draws a part."""
    return parts_of("large_task", COUNTS[scale], seed)


def run(part: Part) -> list[list[list[float]]]:
    """[draw][size of the large task]: (delay of the large task, gain of the small ones, gain in the sum)."""
    return [[compared(*tasks(seed, work)) for work in WORKS] for seed in seeds(part)]


def tasks(seed: int, work: float) -> tuple[np.ndarray, np.ndarray]:
    """(runtimes s, sizes), the large task first; work: of the small tasks, in multiples of that of the large one."""
    random = stream(seed)
    runtime, size = whole(random, SHORTEST, LONGEST, SMALL), 2 ** whole(random, 0, WIDEST, SMALL)
    width = whole(random, PROCESSORS // 2, PROCESSORS, 1)
    length = np.ceil(np.dot(runtime, size) / work / width)
    return np.concatenate((length, runtime)), np.concatenate((width, size))


def compared(runtime: np.ndarray, size: np.ndarray) -> list[float]:
    """Of tasks whose first is the large one: its completion with it last over that with it first; and the other way
    round, with it first over with it last, the mean completion of the small ones and the sum of all."""
    first = completions(runtime, size)
    last = np.roll(completions(np.roll(runtime, -1), np.roll(size, -1)), 1)
    return [float(last[0] / first[0]), float(first[1:].mean() / last[1:].mean()), float(first.sum() / last.sum())]


def completions(runtime: np.ndarray, size: np.ndarray) -> np.ndarray:
    """[n] s: completions of tasks that start in the order of a list, each as soon as it fits."""
    return simulate(listed(runtime, size), "backfill", decisions=None).placed.end


def listed(runtime: np.ndarray, size: np.ndarray) -> Workload:
    """The tasks as rigid jobs that are all there at the beginning."""
    return rigid(np.zeros(len(runtime)), runtime.astype(float), size, PROCESSORS)


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Means over draws, with their intervals."""
    values = np.concatenate([np.array(result) for result in results])  # [draws, sizes, 3]
    names = {DELAY: "delay of the large task", GAIN: "gain of the small tasks"}
    measured = tuple(
        mean(f"small tasks {work:g} times its work: {name}", values[:, at, what])
        for at, work in enumerate(WORKS)
        for what, name in names.items()
    )
    return Outcome(measured, claims(values), (chart(values.mean(axis=0)),))


def claims(values: np.ndarray) -> tuple[Claim, ...]:
    """The sentence of the paper in its two halves, and where the second one ends; values: [draws, sizes, 3]."""
    judged, means, better = len(values) >= JUDGED, values.mean(axis=0), (values[:, :, SUM] > 1).mean(axis=0)
    of_size = [
        f"{work:g} times its work: delayed {delay:.2f} times, gain {gain:.2f} times"
        for work, (delay, gain, _) in zip(WORKS, means, strict=True)
    ]
    large = np.array(WORKS) <= LARGE
    return (
        Claim(
            "It is generally a good solution to run many small tasks first and to delay a large one.",
            bool(np.all(better >= GENERALLY)),
            f"{len(values)} draws, of each of {len(WORKS)} sizes of the large task: the sum of completion times is "
            f"smaller in {'all' if better.min() == 1 else f'at least {better.min():.1%}'} of them.",
            judged,
        ),
        Claim(
            "The large task is not delayed too much, and the small ones are complete much earlier.",
            bool(np.all(means[large, DELAY] < means[large, GAIN])),
            "Small tasks " + "; ".join(text for text, one in zip(of_size, large, strict=True) if one) + ".",
            judged,
        ),
        Claim(
            "Where the small tasks are more work than the large one, it loses a larger factor than they gain.",
            bool(np.all(means[~large, DELAY] > means[~large, GAIN])),
            "Small tasks " + "; ".join(text for text, one in zip(of_size, large, strict=True) if not one) + ".",
            judged,
            finding=True,
        ),
    )


def chart(means: np.ndarray) -> Chart:
    """Both factors against the size of the large task; means: [sizes, 3]."""
    lines = tuple(
        Series(name, WORKS, tuple(means[:, what].tolist()), kind="points")
        for name, what in (
            ("large task: completion, last over first", DELAY),
            ("small tasks: mean completion, large task first over last", GAIN),
        )
    )
    return Chart(
        "What a large task loses and what the small ones gain",
        "work of all small tasks over that of the large one",
        "times",
        lines,
        x_log=True,
        y_log=True,
        caption=(
            f"Where the large task is {1 / WORKS[0]:g} times the work of all others, it is delayed "
            f"{means[0, DELAY]:.2f} times.",
            f"The small ones are complete {means[0, GAIN]:.1f} times earlier.",
        ),
    )


EXPERIMENT = Experiment(
    "large-task",
    "A large task delayed for many small ones",
    "section 4",
    "What does a large task lose, and what do the small ones gain, if it runs last?",
    (
        ("tasks", f"one large task and {SMALL} small ones, rigid, all there at the beginning", CHOSEN),
        ("processors", str(PROCESSORS), CHOSEN),
        ("small tasks", f"{SHORTEST} to {LONGEST} s, uniform; 1, 2, 4 or {2**WIDEST} processors", CHOSEN),
        (
            "large task",
            "half of the processors to all of them; as long as the work of the small tasks is "
            f"{', '.join(format(work, 'g') for work in WORKS)} times its own",
            CHOSEN,
        ),
        ("order", "list scheduling, the large task first or last", CHOSEN),
        ("generally", f"in at least {GENERALLY:.0%} of the draws", CHOSEN),
        (
            "not too much",
            "by a smaller factor than the small tasks gain, where the large task is as much work as all "
            "small ones together, or more",
            CHOSEN,
        ),
        ("draws", f"{COUNTS['full']}; {COUNTS['quick']} at quick scale", CHOSEN),
    ),
    (),
    parts,
    run,
    outcome,
    {"quick": 0.3, "full": 3},
    ("The paper says this without numbers; tasks, machine and what counts as too much are ours.",),
    (
        Opening(
            "short tasks first, or all for the end of the last",
            {"kind": "sample", "name": "shelves-by-weight.swf"},
            (("smart", {}), ("mrt", {})),
        ),
    ),
)
