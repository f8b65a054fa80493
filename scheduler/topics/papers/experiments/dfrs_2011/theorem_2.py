"""Theorem 2, as a game: jobs of three lengths on which a scheduler does badly, even one that knows runtimes.

At second 0 a long job comes (D units).  From D - m on, jobs of m units come one after the other, m units apart, until
the scheduler has completed the long one.  If it never does while that is worth it, the long job is stretched, where
running it first would have stretched nobody by more than 2.  If it does, it owes m units of work to the others; now
jobs of 1 unit come, one a unit, and it can let them wait for that or the others for them, where a schedule that knew
would have left the long job for the end.

The paper refers to another one for its proof and prints the bound, D^(sqrt(2) - 1) / 2.  The game is ours, after the
same idea; which m and how many jobs are worst for a scheduler is tried.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.simulate import simulate
from scheduler.topics.papers.experiments import CHOSEN, STATED, Claim, Experiment, Measured, Outcome, Part, Result
from scheduler.topics.papers.experiments.dfrs_2011 import one_node
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import BEST_PM, PER
from scheduler.topics.papers.experiments.dfrs_2011.degradation import plain
from scheduler.topics.papers.experiments.dfrs_2011.settings import on_one_node

WHERE = "section 3.2, theorem 2"
UNIT = 600  # s
DELTAS = (8, 27, 64, 125)
EXPONENTS = (1 / 3, 1 / 2, 2 / 3)  # m is D to the power of one of these
MOST_MIDDLE, MOST_SHORT = 40, 300  # jobs
PLAYERS: Mapping[str, tuple[str, dict[str, Any]]] = {
    "EquiPartition": ("equipartition", {}),
    BEST_PM: ("dfrs", {"scheme": BEST_PM}),
    PER: ("dfrs", {"scheme": PER}),
    "FCFS": ("fcfs", {}),
    "shortest job first": ("sjf", {}),
}
Jobs = list[tuple[int, int]]  # (submitted at, length) in units, in order of submission


def guaranteed(delta: float) -> float:
    """D^(sqrt(2) - 1) / 2."""
    return delta ** (2**0.5 - 1) / 2


def first_jobs(delta: int, middle: int, count: int) -> Jobs:
    """The long one, and so many of the middle ones."""
    return [(0, delta), *((delta - middle + at * middle, middle) for at in range(count))]


def possible(jobs: Jobs, long_first: bool) -> float:
    """Maximum stretch of a schedule that knows what comes: first come, first served, the long job first or last."""
    now, worst = 0, 1.0
    for submit, length in jobs if long_first else jobs[1:]:
        now = max(now, submit) + length
        worst = max(worst, (now - submit) / length)
    if long_first:
        return worst
    return max(worst, _end_of_rest(jobs) / jobs[0][1])


def _end_of_rest(jobs: Jobs) -> int:
    """When the long job is complete that runs whenever nobody else does."""
    left, now = jobs[0][1], 0
    for submit, length in jobs[1:]:
        idle = max(0, submit - now)
        if idle >= left:
            return now + left
        left, now = left - idle, max(now, submit) + length
    return now + left


def played(player: str, jobs: Jobs) -> np.ndarray:
    """[jobs] units: when each is complete."""
    policy, params = PLAYERS[player]
    schedule = simulate(
        one_node.jobs([submit * UNIT for submit, _ in jobs], [length * UNIT for _, length in jobs]),
        policy,
        params,
        decisions=None,
    )
    return schedule.placed.end / UNIT


def games(player: str, delta: int) -> Iterator[float]:
    """The ratios a scheduler can be brought to: its maximum stretch over that of the better schedule that knows."""
    for exponent in EXPONENTS:
        middle = max(2, round(delta**exponent))
        jobs = first_jobs(delta, middle, MOST_MIDDLE)
        over = played(player, jobs)[0]
        submitted = [job for job in jobs if job[0] <= over]
        yield ratio(player, submitted)
        for short in sorted({min(MOST_SHORT, count) for count in (middle, middle**2, 2 * middle**2, delta)}):
            begin = max(submitted[-1][0] + middle if len(submitted) > 1 else delta, int(np.ceil(over)))
            yield ratio(player, [*submitted, *((begin + at, 1) for at in range(short))])


def ratio(player: str, jobs: Jobs) -> float:
    """Maximum stretch over that of the better of the two schedules that know."""
    length = np.array([length for _, length in jobs], float)
    stretch = (played(player, jobs) - np.array([submit for submit, _ in jobs])) / length
    return float(stretch.max()) / min(possible(jobs, True), possible(jobs, False))


def run(part: Part) -> list[float]:
    """For each D: the largest ratio of a scheduler."""
    return [max(games(part["policy"], delta)) for delta in part["deltas"]]


def parts(_scale: str, _seed: int) -> list[Part]:
    """One for each scheduler."""
    return [
        {"do": "theorem2", "policy": name, "deltas": list(DELTAS), "label": f"{name}, D up to {DELTAS[-1]}"}
        for name in PLAYERS
    ]


def outcome(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Ratios by scheduler and D."""
    ratios_of = {part["policy"]: result for part, result in zip(parts, results, strict=True)}
    values = tuple(
        Measured(f"{name}: maximum stretch over that of a schedule that knows, D = {delta}", ratio)
        for name, ratios in ratios_of.items()
        for delta, ratio in zip(DELTAS, ratios, strict=True)
    )
    least = {delta: min(ratios[at] for ratios in ratios_of.values()) for at, delta in enumerate(DELTAS)}
    claim = Claim(
        "On jobs of three lengths every scheduler played here comes to at least D^(sqrt(2) - 1)/2 times a "
        "schedule that knows what comes.",
        all(ratio >= guaranteed(delta) for delta, ratio in least.items()),
        "Least ratio and bound: "
        + ", ".join(f"{plain(ratio)} and {plain(guaranteed(delta))} (D = {delta})" for delta, ratio in least.items())
        + ".",
    )
    return Outcome(values, (claim,), (chart(ratios_of),))


def chart(ratios_of: Mapping[str, Sequence[float]]) -> Chart:
    """Ratios over D, and the theorem."""
    lines = tuple(Series(name, DELTAS, tuple(ratios)) for name, ratios in ratios_of.items())
    theirs = Series(
        "D^(sqrt(2) - 1)/2, the theorem's", DELTAS, tuple(map(guaranteed, DELTAS)), published=True, kind="points"
    )
    return Chart(
        "Theorem 2: jobs of three lengths made against each scheduler",
        "D, the longest over the shortest job",
        "maximum stretch over that of a schedule that knows",
        (*lines, theirs),
        x_log=True,
        y_log=True,
        caption=("Each scheduler is played against jobs made for it; the theorem's line is what none escapes.",),
    )


EXPERIMENT = Experiment(
    "theorem-2",
    "Nobody escapes jobs of three lengths",
    WHERE,
    "Are there, for every scheduler, jobs of three lengths on which it is far from the best?",
    (
        ("nodes", "1", STATED),
        ("lengths", f"D, m and 1; D = {', '.join(map(str, DELTAS))}", CHOSEN),
        ("m", "D to the power of 1/3, 1/2 and 2/3, whichever is worst", CHOSEN),
        ("unit of time", f"{UNIT} s", CHOSEN),
    ),
    (),
    parts,
    run,
    outcome,
    {"quick": 4.0, "full": 4.0},
    (
        "The paper refers to another one for the proof; the game is ours, and it is played against five schedulers.",
        "Ratios are against a schedule that can be had, so the least possible maximum stretch may be lower yet.",
    ),
    on_one_node(),
    random=False,
)
