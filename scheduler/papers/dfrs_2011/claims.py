"""What section 6.1 says of the degradations of table 2, as far as it is more than the numbers themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from scheduler.papers import Claim
from scheduler.papers.dfrs_2011.algorithms import (
    BEST,
    BEST_P,
    BEST_PM,
    EASY,
    FCFS,
    FRACTIONAL,
    GREEDY,
    LIMITED_GREEDY,
    MCB8,
    MCB8_FREE,
    PER,
    PERIODIC_GREEDY,
    PURELY_GREEDY,
    STRETCH,
    TEXTBOOK,
)
from scheduler.papers.dfrs_2011.degradation import Summary, TraceResults, plain, summary

HUNDRED = 100.0             # "two orders of magnitude"
AT_MOST = 5.5               # what the best two may come to, mean degradation, on the unscaled traces
SEVEN = 7.0                 # "at most a factor 7 away", on all three sets
SAME = 0.15                 # "on par", "similar": within that share
FROM_THEM = (0.8, 1.0)      # restricted EASY over FCFS; the paper's is 0.91
THIRD = 0.6                 # textbook EASY over FCFS is below this
LEVELS = (      # of the table, worst first; GreedyP * and GreedyPM * are left out, for few traces decide their means
    (FCFS,), (EASY,), (GREEDY,), (PER, STRETCH), ("Greedy/per/opt=min", "Greedy */per/opt=min"),
    tuple(name for name in PERIODIC_GREEDY if not name.startswith(("Greedy/", "Greedy *"))), MCB8, LIMITED_GREEDY[:2],
    BEST)
Means = Mapping[str, Summary]


class Seen(NamedTuple):
    """A sentence looked at."""

    holds: bool
    evidence: str


def degradations(traces: TraceResults, names: tuple[str, ...]) -> dict[str, Summary]:
    """{algorithm: its degradation from the bound}, over all traces of all loads; without those that were not run."""
    loads: Sequence[float | None] = traces.loads or (None,)
    summaries = {name: summary(traces.over_loads("degradation", name, loads)) for name in names}
    return {name: one for name, one in summaries.items() if one is not None}


def all_claims(means: Means, judged: bool, most: float, finding: bool = True) -> tuple[Claim, ...]:
    """The sentences whose algorithms were run; most: what the best two may come to; finding: with ours on EASY, which
    is one on synthetic traces."""
    statements: tuple[tuple[str, tuple[str, ...], Callable[[Means], Seen]], ...] = (
        ("The order of the table is kept: each group of algorithms does better than the one before it, from FCFS to "
         "the best two.", sum(LEVELS, ()), in_order),
        ("EASY outperforms FCFS.", (FCFS, EASY, TEXTBOOK), better_than_fcfs),
        ("The best algorithms do better than EASY by two orders of magnitude (read as: 100 times), whichever EASY it "
         "is.", (*BEST, EASY, TEXTBOOK), hundred_times),
        ("The two best algorithms are the best overall, also in deviation.", FRACTIONAL, best_overall),
        (f"The best algorithms are on average at most {most:g} times the bound.", BEST,
         lambda means: at_most(means, most)),
        ("Algorithms that never place all jobs anew have deviations and maxima far above those of the ones that do "
         "(read as: at least twice).", (*PURELY_GREEDY, *PERIODIC_GREEDY), wilder),
        ("Letting arriving jobs in by pausing others is better than making them wait; moving jobs, too, adds little "
         f"(read as: within {SAME:.0%}).", PERIODIC_GREEDY, preempting),
        ("With minvt=600 it is always better to hand out freed resources at once (*).", LIMITED_GREEDY, at_once),
        ("With minvt=600 the greedy algorithms do better than all greedy ones without.", FRACTIONAL, limited),
        ("/per is more than 6 times worse than the best.", (PER, *BEST), only_periodic),
        (f"/stretch-per does as /per does (read as: within {SAME:.0%}), and far worse than the best.",
         (PER, STRETCH, *BEST), stretching),
        ("Without minvt=600 the algorithms that use MCB8 at every submission are more than an order of magnitude "
         "worse than with it.", (*MCB8, *MCB8_FREE), thrashing),
        ("The paper's EASY is one that backfills only on nodes that are not reserved: so restricted it "
         "gains about as little on FCFS as the paper's, which comes to 0.91 of it, and the textbook's gains far more.",
         (FCFS, EASY, TEXTBOOK), which_easy),
    )
    return tuple(Claim(text, seen.holds, seen.evidence + why(judged), judged, finding=look is which_easy)
                 for text, needs, look in statements
                 if set(needs) <= set(means) and (finding or look is not which_easy) for seen in (look(means),))


def why(judged: bool) -> str:
    """Why this is no judgment; empty where it is one."""
    return "" if judged else " Not judged: too few traces were run."


def in_order(means: Means) -> Seen:
    """Every group against the next."""
    wrong = [f"{better} ({plain(means[better].mean)}) is not better than {worse} ({plain(means[worse].mean)})"
             for before, after in pairwise(LEVELS) for worse in before for better in after
             if means[better].mean >= means[worse].mean]
    least = ", ".join(plain(min(means[name].mean for name in level)) for level in LEVELS)
    return Seen(not wrong, f"{'; '.join(wrong)}." if wrong else f"The least of each group: {least}.")


def better_than_fcfs(means: Means) -> Seen:
    """Both EASYs."""
    return Seen(max(means[EASY].mean, means[TEXTBOOK].mean) < means[FCFS].mean, listed(means, FCFS, EASY, TEXTBOOK))


def hundred_times(means: Means) -> Seen:
    """Each EASY over the worse of the best two."""
    best = max(means[name].mean for name in BEST)
    factors = {name: means[name].mean / best for name in (EASY, TEXTBOOK)}
    return Seen(min(factors.values()) >= HUNDRED, ", ".join(
        f"{name} {plain(means[name].mean)}, {plain(times)} times {plain(best)}"
        for name, times in factors.items()) + ".")


def best_overall(means: Means) -> Seen:
    """Mean and deviation against those of all others; deviations of other greedy algorithms with minvt may tie."""
    others = [name for name in FRACTIONAL if name not in BEST]
    least, steadiest = (min(others, key=lambda name, what=what: getattr(means[name], what))  # type: ignore[misc]
                        for what in ("mean", "deviation"))
    holds = max(means[name].mean for name in BEST) <= means[least].mean and \
        min(means[name].deviation for name in BEST) <= means[steadiest].deviation
    return Seen(holds, f"{listed(means, *BEST, least)[:-1]}; deviations " + ", ".join(
        f"{plain(means[name].deviation)} ({name})" for name in (*BEST, steadiest)) + ".")


def at_most(means: Means, most: float) -> Seen:
    """The best two."""
    return Seen(max(means[name].mean for name in BEST) <= most, listed(means, *BEST))


def wilder(means: Means) -> Seen:
    """Deviation and maximum of the purely greedy against the worst of the periodic ones."""
    deviation, most = (max(getattr(means[name], what) for name in PERIODIC_GREEDY) for what in ("deviation", "most"))
    holds = all(means[name].deviation >= 2 * deviation and means[name].most >= 2 * most for name in PURELY_GREEDY)
    spread = ", ".join(f"{name} {plain(means[name].deviation)} and {plain(means[name].most)}" for name in PURELY_GREEDY)
    return Seen(holds, f"Deviation and maximum: {spread}; with /per at most {plain(deviation)} and {plain(most)}.")


def preempting(means: Means) -> Seen:
    """Greedy, GreedyP and GreedyPM with /per, with and without a star."""
    of = {name: means[name].mean for name in PERIODIC_GREEDY}
    waits, pauses, moves = ((of[f"{name}/per/opt=min"], of[f"{name} */per/opt=min"])
                            for name in ("Greedy", "GreedyP", "GreedyPM"))
    holds = all(p < w and abs(m - p) <= SAME * p for w, p, m in zip(waits, pauses, moves, strict=True))
    return Seen(holds, listed(means, *PERIODIC_GREEDY))


def at_once(means: Means) -> Seen:
    """With a star against without."""
    before, after = LIMITED_GREEDY[:2], LIMITED_GREEDY[2:]
    return Seen(all(means[star].mean < means[none].mean for none, star in zip(before, after, strict=True)),
                listed(means, *LIMITED_GREEDY))


def limited(means: Means) -> Seen:
    """The four against the other greedy ones."""
    others = min((*PURELY_GREEDY, *PERIODIC_GREEDY), key=lambda name: means[name].mean)
    return Seen(max(means[name].mean for name in LIMITED_GREEDY) < means[others].mean,
                listed(means, *LIMITED_GREEDY, others))


def only_periodic(means: Means) -> Seen:
    """/per over the better of the best two."""
    times = means[PER].mean / min(means[name].mean for name in BEST)
    return Seen(times > 6, f"{listed(means, PER, *BEST)[:-1]}: {plain(times)} times.")


def stretching(means: Means) -> Seen:
    """/stretch-per against /per."""
    ratio = means[STRETCH].mean / means[PER].mean
    times = means[STRETCH].mean / min(means[name].mean for name in BEST)
    return Seen(abs(ratio - 1) <= SAME and times > 5, f"{listed(means, STRETCH, PER, BEST_P, BEST_PM)[:-1]}: "
                f"{ratio:.2f} of /per, {plain(times)} times the best.")


def thrashing(means: Means) -> Seen:
    """Each of the three without and with minvt."""
    times = [means[free].mean / means[name].mean for free, name in zip(MCB8_FREE, MCB8, strict=True)]
    return Seen(min(times) > 10, ", ".join(
        f"{free} {plain(means[free].mean)}, {plain(ratio)} times" for free, ratio in zip(MCB8_FREE, times, strict=True)
    ) + ".")


def which_easy(means: Means) -> Seen:
    """Both EASYs over FCFS."""
    own, textbook = (means[name].mean / means[FCFS].mean for name in (EASY, TEXTBOOK))
    return Seen(FROM_THEM[0] <= own <= FROM_THEM[1] and textbook < THIRD,
                f"Restricted {own:.2f} of FCFS, textbook {textbook:.2f}.")


def listed(means: Means, *names: str) -> str:
    """Means in a sentence."""
    return f"{', '.join(f'{name} {plain(means[name].mean)}' for name in names)}."
