"""What section 6.2 observes when DEMT is compared with list algorithms, as sentences that can be checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scheduler.papers import Claim
from scheduler.papers.parallel_tasks_2005.instances import CIRNE, DEMT, HIGHLY, LISTS, MIXED, SAF, WEAKLY
from scheduler.papers.parallel_tasks_2005.ratios import COARSE, MAKESPAN, WEIGHTED, Ratios, why

ALL = (CIRNE, WEAKLY, HIGHLY, MIXED)


class Seen(NamedTuple):
    """A sentence looked at."""

    text: str
    holds: bool
    evidence: str


def all_claims(ratios: Ratios) -> tuple[Claim, ...]:
    """The five, and what makes the first one up."""
    seen = (cirne(ratios), few_tasks(ratios), less_important(ratios), makespan(ratios), weakly(ratios), highly(ratios),
            mixed(ratios))
    return tuple(Claim(one.text, one.holds, one.evidence + why(ratios.judged), ratios.judged) for one in seen)


def best_list(ratios: Ratios, family: str, tasks: int, what: str) -> float:
    """The least mean ratio of the list algorithms."""
    return min(ratios.mean(family, tasks, name, what) for name in LISTS)


def behind(ratios: Ratios, family: str, tasks: int) -> tuple[str, ...]:
    """The list algorithms that do better than DEMT in weighted completion times."""
    own = ratios.mean(family, tasks, DEMT, WEIGHTED)
    return tuple(name for name in LISTS if ratios.mean(family, tasks, name, WEIGHTED) < own)


def describe(ratios: Ratios, family: str, what: str) -> str:
    """DEMT against the best list algorithm, for each number of tasks."""
    return ", ".join(f"{ratios.mean(family, tasks, DEMT, what):.2f} against "
                     f"{best_list(ratios, family, tasks, what):.2f} with {tasks} tasks"
                     for tasks in ratios.tasks(family))


def cirne(ratios: Ratios) -> Seen:
    """Observation 1."""
    return Seen("Observation 1 of 5: with Cirne and Berman's moldability DEMT does better in weighted completion times "
                "than all three list algorithms.", not any(behind(ratios, CIRNE, n) for n in ratios.tasks(CIRNE)),
                f"DEMT against the best of them: {describe(ratios, CIRNE, WEIGHTED)}.")


def gain(ratios: Ratios, tasks: int) -> float:
    """Best list algorithm over DEMT, weighted completion times, Cirne."""
    return best_list(ratios, CIRNE, tasks, WEIGHTED) / ratios.mean(CIRNE, tasks, DEMT, WEIGHTED)


def few_tasks(ratios: Ratios) -> Seen:
    """More of observation 1."""
    gains = {tasks: gain(ratios, tasks) for tasks in ratios.tasks(CIRNE)}
    few, many = min(gains), max(gains)
    return Seen("It does so especially with few tasks.", gains[few] >= max(gains.values()) * (1 - 1e-9) > gains[many],
                f"The best list algorithm is at {', '.join(f'{v:.2f} ({n})' for n, v in gains.items())} times DEMT.")


def less_important(ratios: Ratios) -> Seen:
    """More of observation 1."""
    tasks = ratios.tasks(CIRNE)
    lost = {n: ratios.mean(CIRNE, n, DEMT, MAKESPAN) / best_list(ratios, CIRNE, n, MAKESPAN) for n in tasks}
    return Seen("In makespan it does worse there, but the difference is much less important.",
                all(1 < lost[n] < gain(ratios, n) for n in tasks),
                "In makespan DEMT is at " + ", ".join(
                    f"{lost[n]:.2f} times the best list algorithm ({n} tasks; that one at {gain(ratios, n):.2f} times "
                    "DEMT in the weighted sum)" for n in tasks) + ".")


def makespan(ratios: Ratios) -> Seen:
    """Observation 2."""
    points = [(family, tasks) for family in ALL for tasks in ratios.tasks(family)]
    ahead = [f"{name} with {tasks} tasks, {family}" for family, tasks in points for name in LISTS
             if ratios.mean(family, tasks, name, MAKESPAN) >= ratios.mean(family, tasks, DEMT, MAKESPAN)]
    most = max(ratios.mean(*point, DEMT, MAKESPAN) for point in points)
    return Seen("Observation 2 of 5: in makespan the list algorithms always do better than DEMT, whose ratio is always "
                "below 2.", not ahead and most < 2,
                f"DEMT comes to at most {most:.2f}; " + (f"not better: {', '.join(ahead)}." if ahead else
                                                        "each list algorithm is better everywhere."))


def weakly(ratios: Ratios) -> Seen:
    """Observation 3."""
    tasks = ratios.tasks(WEAKLY)
    lost = {family: max(ratios.mean(family, n, DEMT, WEIGHTED) / best_list(ratios, family, n, WEIGHTED)
                        for n in ratios.tasks(family)) for family in ALL}
    makespans, sums = ([ratios.mean(WEAKLY, n, DEMT, what) for n in tasks] for what in (MAKESPAN, WEIGHTED))
    coarse = max(ratios.mean(WEAKLY, n, DEMT, COARSE) for n in tasks)
    holds = max(lost.values()) == lost[WEAKLY] and max(makespans) < 2 and max(sums) < 2.5
    return Seen("Observation 3 of 5: weakly parallel tasks are the worst case of DEMT (read as: where it is furthest "
                "behind the best list algorithm in weighted completion times); even there its ratios are below 2 "
                "in makespan and below 2.5 in weighted completion times.", holds,
                "DEMT over the best list algorithm, at most: " + ", ".join(f"{v:.2f} ({k})" for k, v in lost.items())
                + f". Weakly parallel: makespan up to {max(makespans):.2f}, weighted sum up to {max(sums):.2f} (by the "
                f"coarse program {coarse:.2f}).")


def highly(ratios: Ratios) -> Seen:
    """Observation 4."""
    means = averages(ratios, HIGHLY)
    return Seen("Observation 4 of 5: with highly parallel tasks DEMT is the best in weighted completion times (read "
                "as: on average over the numbers of tasks).", min(means, key=lambda name: means[name]) == DEMT,
                f"On average {listed(means)}; DEMT against the best list algorithm: "
                f"{describe(ratios, HIGHLY, WEIGHTED)}.")


def mixed(ratios: Ratios) -> Seen:
    """Observation 5."""
    means = averages(ratios, MIXED)
    return Seen("Observation 5 of 5: on the mixed workload DEMT is behind SAF only, in weighted completion times (read "
                "as: on average over the numbers of tasks).",
                [name for name in means if means[name] < means[DEMT]] == [SAF],
                f"On average {listed(means)}; DEMT against the best list algorithm: "
                f"{describe(ratios, MIXED, WEIGHTED)}.")


def averages(ratios: Ratios, family: str) -> dict[str, float]:
    """{algorithm: mean ratio of the weighted sum over the numbers of tasks}."""
    tasks = ratios.tasks(family)
    return {name: sum(ratios.mean(family, n, name, WEIGHTED) for n in tasks) / len(tasks) for name in (DEMT, *LISTS)}


def listed(means: Mapping[str, float]) -> str:
    """Means in a sentence."""
    return ", ".join(f"{name} {value:.2f}" for name, value in means.items())
