"""What section 6.3 observes when alpha varies, as sentences that can be checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from scheduler.papers import Claim
from scheduler.papers.parallel_tasks_2005.instances import ALPHAS
from scheduler.papers.parallel_tasks_2005.ratios import MAKESPAN, WEIGHTED, Ratios, why

DOUBLING = 2.05         # the value of ALPHAS next to 2
FLAT = 0.05             # ratios this near the least are as good
INSIDE = (1.1, 3.0)     # where the minimum has to lie
SMALL = tuple(alpha for alpha in ALPHAS if alpha <= DOUBLING)
LARGE = tuple(alpha for alpha in ALPHAS if alpha >= DOUBLING)
OFTEN = 0.25
FEW_TASKS = ("With few tasks one of them often decides the length; the longer the batches, the sooner one takes it, so "
             "that large values of alpha cannot make it end later.")
SEEN = 0.01             # ups and downs of a ratio below that are none


def uniform(ratios: Ratios, family: str) -> list[Claim]:
    """Of figure 4."""
    return [lower_than_two(ratios, family), ours(ratios, family), *degrades(ratios, family),
            single_task(ratios, family)]


def mixed(ratios: Ratios, family: str) -> list[Claim]:
    """Of figure 5."""
    return [lower_than_two(ratios, family), ours(ratios, family), single_task(ratios, family)]


def erratic(ratios: Ratios, family: str) -> list[Claim]:
    """Of figure 6."""
    return [ups_and_downs(ratios, family), again(ratios, family)]


def least(means: Mapping[float, float]) -> float:
    """The alpha of the least mean."""
    return min(means, key=lambda alpha: means[alpha])


def judgment(ratios: Ratios, text: str, holds: bool, evidence: str, **more: Any) -> Claim:
    """A claim, judged where there are enough draws."""
    return Claim(text, holds, evidence + why(ratios.judged), ratios.judged, **more)


def sentence(parts: Iterable[str]) -> str:
    """Parts set apart by semicolons, as a sentence."""
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def lower_than_two(ratios: Ratios, family: str) -> Claim:
    """The published optimum."""
    best = {n: least(ratios.by_alpha(family, n, WEIGHTED)) for n in ratios.tasks(family)}
    return judgment(ratios, "The weighted sum of completion times is least for an alpha lower than 2.",
                    max(best.values()) < 2, sentence(f"at {a:g} with {n} tasks" for n, a in best.items()))


def ours(ratios: Ratios, family: str) -> Claim:
    """What we find of the optimum."""
    parts, holds = [], True
    for n in ratios.tasks(family):
        means = ratios.by_alpha(family, n, WEIGHTED)
        good = [alpha for alpha, mean in means.items() if mean <= (1 + FLAT) * min(means.values())]
        holds &= INSIDE[0] < least(means) < INSIDE[1]
        parts.append(f"with {n} tasks alphas from {good[0]:g} to {good[-1]:g} are within {FLAT:.0%} of the least, "
                     f"{min(means.values()):.2f}")
    return judgment(ratios, f"The minimum is flat and lies between {INSIDE[0]:g} and {INSIDE[1]:g}, and both ends are "
                    "worse.", holds, sentence(parts), finding=True)


def degrades(ratios: Ratios, family: str) -> list[Claim]:
    """Large alphas and the makespan, for each number of tasks."""
    claims = []
    for n in ratios.tasks(family):
        means = ratios.by_alpha(family, n, MAKESPAN)
        best, last = least(means), means[ALPHAS[-1]]
        holds = last >= (1 + FLAT) * means[best]
        claims.append(judgment(
            ratios, "Unlike in theory, large values of alpha make the makespan worse, too (read as: at the largest it "
            f"is at least {FLAT:.0%} above its least), with {n} tasks.", holds,
            f"{means[best]:.2f} at {best:g} and {last:.2f} at {ALPHAS[-1]:g}.", explained="" if holds else FEW_TASKS))
    return claims


def single_task(ratios: Ratios, family: str) -> Claim:
    """Why two numbers of tasks."""
    few, many = ratios.tasks(family)
    shares = [ratios.alone(family, n) for n in (few, many)]
    return judgment(ratios, "With few tasks there is often one that is not parallel enough and alone decides the "
                    f"length of the schedule (read as: in {OFTEN:.0%} of the runs or more it decides the bound); with "
                    "many it is the work (read as: in more than half of the runs).",
                    shares[0] >= OFTEN and shares[1] < 0.5,
                    f"A single task decides in {shares[0]:.0%} of the runs with {few} tasks, in {shares[1]:.0%} with "
                    f"{many}.")


# ---- figure 6 -------------------------------------------------------------------------------------------------------

def swing(means: Mapping[float, float], among: tuple[float, ...]) -> float:
    """How much a curve goes up and down again: all its changes less the change from end to end."""
    values = np.array([means[alpha] for alpha in among])
    return float(np.abs(np.diff(values)).sum() - abs(values[-1] - values[0]))


def ups_and_downs(ratios: Ratios, family: str) -> Claim:
    """Small alphas."""
    swings = {n: [swing(ratios.by_alpha(family, n, MAKESPAN), among) / (among[-1] - among[0])
                  for among in (SMALL, LARGE)] for n in ratios.tasks(family)}
    return judgment(ratios, "The ratio of the makespan is erratic where alpha is between 1 and 2 (read as: for each "
                    "unit of alpha it goes up and down at least twice as much as above 2).",
                    all(small >= max(2 * large, SEEN) for small, large in swings.values()),
                    sentence(f"up and down by {small:.3f} below {DOUBLING:g} and by {large:.3f} above, with {n} tasks"
                             for n, (small, large) in swings.items()))


def again(ratios: Ratios, family: str) -> Claim:
    """Reproducible: two halves of the draws have the same ups and downs."""
    alike = {n: agreement(ratios, family, n) for n in ratios.tasks(family)}
    return judgment(ratios, "It is reproducibly so (read as: from one alpha to the next, two halves of the runs go up "
                    "and down together, with a correlation above 0.5).", min(alike.values()) > 0.5,
                    sentence(f"the correlation is {value:.2f} with {n} tasks" for n, value in alike.items()))


def agreement(ratios: Ratios, family: str, tasks: int) -> float:
    """Correlation of the changes between neighboring small alphas in the draws of even and of odd number."""
    each = np.array([ratios.each(family, tasks, alpha, MAKESPAN) for alpha in SMALL])
    halves = [np.diff(each[:, first::2].mean(axis=1)) for first in (0, 1)]
    if min(half.std() for half in halves) == 0:
        return 0.0
    return float(np.corrcoef(*halves)[0, 1])
