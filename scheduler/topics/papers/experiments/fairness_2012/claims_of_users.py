"""The sentences of section 5.2 on figure 2: how evenly users wait, by their normalized wait times (NUWT)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from scheduler.topics.papers.experiments.fairness_2012.claims import ALL, MOST, UNAWARE, Seen, Statement, others
from scheduler.topics.papers.experiments.fairness_2012.runs import BEYOND, OnLog, Result, plain

SEVERAL = 3  # users at least
CLOSE = 25.0  # percentage points: curves that are as near as that at every NUWT up to 10 are not far apart
BACKFILLING = ("backfill", "easy", "conservative")


def fairer(policy: str) -> Callable[[OnLog], Seen]:
    """A policy that knows of users against the best of those that do not, by mean and deviation of NUWT."""

    def look(log: OnLog) -> Seen:
        own, unaware = log.under[policy], [log.under[other] for other in UNAWARE]
        means, deviations = ([getattr(one, name) or 0.0 for one in (own, *unaware)] for name in ("mean", "deviation"))
        least = [
            min(unaware, key=lambda one, name=name: getattr(one, name) or 0.0).name  # type: ignore[misc]
            for name in ("mean", "deviation")
        ]
        return Seen(
            all(values[0] < min(values[1:]) for values in (means, deviations)),
            f"mean {plain(means[0])}{own.between('mean')} against {plain(min(means[1:]))} ({least[0]}), "
            f"deviation {plain(deviations[0])}{own.between('deviation')} against "
            f"{plain(min(deviations[1:]))} ({least[1]})",
        )

    return look


def unfair(log: OnLog) -> Seen:
    """FCFS against the others, by mean NUWT."""
    own, worse = log.under["fcfs"].mean or 0.0, max(others(log, "fcfs"), key=lambda one: one.mean or 0.0)
    return Seen(own > (worse.mean or 0.0), f"mean {plain(own)} against {plain(worse.mean or 0.0)} ({worse.name})")


def as_fair(log: OnLog) -> Seen:
    """TS against BF-FAIR, by mean and deviation of NUWT; where it fails also without the user that waits most."""
    search, fair = log.under["tabu"], log.under["backfill_fair"]
    own, other = ((one.mean or 0.0, one.deviation or 0.0) for one in (search, fair))
    holds = own[0] <= other[0] and own[1] <= other[1]
    return Seen(
        holds,
        f"mean {plain(own[0])}{search.between('mean')} against {plain(other[0])}, deviation "
        f"{plain(own[1])}{search.between('deviation')} against {plain(other[1])}"
        f"{'' if holds else _without_the_highest(search, fair)}",
    )


def _without_the_highest(*results: Result) -> str:
    """Means and deviations without the user with the highest NUWT; of several seeds means over them."""
    tops, means, deviations = (
        [[of(one.nuwt) for one in result.draws or (result,)] for result in results]
        for of in (lambda nuwt: nuwt[-1], lambda nuwt: nuwt[:-1].mean(), lambda nuwt: nuwt[:-1].std())
    )
    words = [" against ".join(plain(float(np.mean(values))) for values in of) for of in (tops, means, deviations)]
    return f" (without the user with the highest NUWT, {words[0]}: mean {words[1]}, deviation {words[2]})"


def more_even(log: OnLog) -> Seen:
    """TS against the policy whose plan it improves, by mean and deviation of NUWT."""
    search, base = log.under["tabu"], log.under["conservative"]
    own, other = ((one.mean or 0.0, one.deviation or 0.0) for one in (search, base))
    return Seen(
        own[0] < other[0] and own[1] < other[1],
        f"mean {plain(own[0])}{search.between('mean')} against {plain(other[0])}, deviation "
        f"{plain(own[1])}{search.between('deviation')} against {plain(other[1])}",
    )


# -- the curves: the share of users up to each NUWT


def steeper(log: OnLog) -> Seen:
    """BF-FAIR against the policies that do not know of users, by the median and the 90th percentile of NUWT."""
    own, least = _points(log.under["backfill_fair"]), _points(*(log.under[policy] for policy in UNAWARE), best=min)
    return Seen(all(one <= other for one, other in zip(own, least, strict=True)) and own != least, _beside(own, least))


def flattest(log: OnLog) -> Seen:
    """FCFS against all others, by the median and the 90th percentile of NUWT."""
    own, most = _points(log.under["fcfs"]), _points(*others(log, "fcfs"), best=max)
    return Seen(all(one >= other for one, other in zip(own, most, strict=True)) and own != most, _beside(own, most))


def _points(*results: Result, best: Callable[..., float] = min) -> tuple[float, float]:
    """The median and the 90th percentile of NUWT, each the best of these results."""
    median, high = (best(one.percentile(percent) or 0.0 for one in results) for percent in (50, 90))
    return median, high


def _beside(own: tuple[float, float], other: tuple[float, float]) -> str:
    return (
        f"median {plain(own[0])} against {plain(other[0])}, 90th percentile {plain(own[1])} against {plain(other[1])}"
    )


def near(log: OnLog) -> Seen:
    """The largest distance between two curves, FCFS left out, up to where the paper draws them."""
    results = others(log, "fcfs")
    at = np.unique(np.concatenate([one.nuwt[one.nuwt <= BEYOND] for one in results]))
    share = np.array([100 * np.searchsorted(one.nuwt, at, side="right") / max(len(one.nuwt), 1) for one in results])
    apart = share.max(0) - share.min(0)
    if not len(at):
        return Seen(True, "nobody waits up to there")
    k = int(apart.argmax())
    high, low = results[int(share[:, k].argmax())], results[int(share[:, k].argmin())]
    return Seen(
        bool(apart[k] <= CLOSE),
        f"{plain(float(apart[k]))} points between {high.name} and {low.name} at NUWT {plain(float(at[k]))}",
    )


def long_tails(log: OnLog) -> Seen:
    """Users beyond the end of the axis under each policy that backfills without regard to users."""
    beyond = {log.under[policy].name: log.under[policy].beyond for policy in BACKFILLING}
    return Seen(min(beyond.values()) >= SEVERAL, ", ".join(f"{name} {count:,}" for name, count in beyond.items()))


WEIGHED = (
    "TS weighs the fairness F against three criteria of performance, so a plan that leaves one user far behind can be "
    "accepted. Mean and deviation can depend on that one user; where the sentence fails, the evidence has both without "
    "the user with the highest NUWT. They vary with the seed of TS, too, and the paper does not say how many runs it "
    "shows."
)
FIGURE_2 = (
    Statement("FCFS is the least fair (read as: it has the highest mean NUWT of all)", ("fcfs", "easy"), ALL, unfair),
    Statement(
        "the curves show that FCFS is the least fair (read as: neither the median nor the 90th percentile of "
        "NUWT is lower than under any other policy, and one of them is higher)",
        ("fcfs", "easy"),
        ALL,
        flattest,
    ),
    Statement(
        "the curves of the other policies do not differ much (read as: by at most "
        f"{CLOSE:g} percentage points of the users at any NUWT up to {BEYOND:g})",
        (*BACKFILLING, "backfill_fair", "tabu"),
        ALL,
        near,
        decided_by="a number for what the paper calls a huge difference; the largest ones are printed",
    ),
    Statement(
        "there are several users with a very high NUWT under BF, BF-EASY and BF-CONS (typically; read as: at "
        f"least {SEVERAL} above {BEYOND:g} under each)",
        BACKFILLING,
        MOST,
        long_tails,
    ),
    Statement(
        "BF-FAIR has a steeper curve of NUWT than FCFS, BF, BF-EASY and BF-CONS (read as: neither its median nor "
        "its 90th percentile is higher than the lowest of theirs, and one is lower)",
        ("backfill_fair", *UNAWARE),
        MOST,
        steeper,
    ),
    Statement(
        "BF-FAIR has a lower mean and a lower deviation of NUWT than FCFS, BF, BF-EASY and BF-CONS",
        ("backfill_fair", *UNAWARE),
        MOST,
        fairer("backfill_fair"),
    ),
    Statement(
        "TS has a lower mean and a lower deviation of NUWT than FCFS, BF, BF-EASY and BF-CONS",
        ("tabu", *UNAWARE),
        MOST,
        fairer("tabu"),
    ),
    Statement(
        "TS is fairer than BF-CONS (read as: it has a lower mean and a lower deviation of NUWT)",
        ("tabu", "conservative"),
        ALL,
        more_even,
    ),
    Statement(
        "TS is as fair as BF-FAIR or fairer (read as: neither mean nor deviation of NUWT is higher)",
        ("tabu", "backfill_fair"),
        ALL,
        as_fair,
        explained=WEIGHED,
    ),
)
