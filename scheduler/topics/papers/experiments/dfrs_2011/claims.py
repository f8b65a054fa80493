"""What section 6.1 says of the degradations of table 2, as far as it is more than the numbers themselves.

Not every sentence is said of every set of traces, and where the paper's own table contradicts a sentence, that is said
with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from scheduler.topics.papers.experiments import Claim, Measured, Published
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import (
    BEST,
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
from scheduler.topics.papers.experiments.dfrs_2011.degradation import Summary, TraceResults, plain, summary

HUNDRED = 100.0  # "two orders of magnitude"
TEN = 10.0  # "orders of magnitude", "more than one order of magnitude"
TWICE = 2.0  # on the real weeks, where the paper's own table has less than 10 times
SIX = 6.0  # "more than 6-fold"
SEVEN = 7.0  # "at most a factor 7 away", on all three sets of traces
SAME = 0.15  # "on par", "similar", "limited": within that share
FROM_THEM = (0.8, 1.0)  # restricted EASY over FCFS; the paper's is 0.91
THIRD = 0.6  # textbook EASY over FCFS is below this
ON_UNSCALED, ON_SCALED, ON_REAL = SETS = ("unscaled", "scaled", "real")  # traces
ON_SYNTHETIC = SETS[:2]
LEVELS = (  # of the table, worst first; GreedyP * and GreedyPM * are left out, for few traces decide their means
    (FCFS,),
    (EASY,),
    (GREEDY,),
    (PER, STRETCH),
    ("Greedy/per/opt=min", "Greedy */per/opt=min"),
    tuple(name for name in PERIODIC_GREEDY if not name.startswith(("Greedy/", "Greedy *"))),
    MCB8,
    LIMITED_GREEDY[:2],
    BEST,
)
STARS = tuple((name, name.replace("/per", " */per")) for name in PERIODIC_GREEDY[:3])  # without *, with it
Means = Mapping[str, Summary]

WILDER_CORRECTED = (
    "section 6.1 says orders of magnitude of all traces; in the real column of its table 2 the least "
    "of these deviations is 2.7 times as large and the least of these maxima 3.8 times, so that it is "
    "read as at least twice there"
)
FAR_CORRECTED = (
    "section 6.1 says more than one order of magnitude; in its table 2 it is 9.0 times on unscaled and "
    "6.6 times on scaled traces, so that it is read as more than 6 times there"
)
STAR_CORRECTED = (
    "section 6.1 says of all traces that * has a generally positive impact; on unscaled traces its "
    "table 2 has larger means with * in all three pairs, and that is compared"
)
FEW_TRACES = (
    "The means of GreedyP * and GreedyPM * depend on a few traces in which a job starves: on the unscaled "
    "traces their 95 % intervals are wider than the means themselves. So the order of these two and the "
    "other algorithms changes from one set of traces to the next."
)


class Seen(NamedTuple):
    """A sentence looked at."""

    holds: bool
    evidence: str


class Sentence(NamedTuple):
    """One that is checked; needs: the algorithms it speaks of; on: the sets of traces that it is said of."""

    text: str
    needs: tuple[str, ...]
    look: Callable[[Means], Seen]
    on: tuple[str, ...] = SETS
    corrected: str = ""  # as of a claim
    explained: str = ""
    finding: bool = False


def degradations(traces: TraceResults, names: tuple[str, ...]) -> dict[str, Summary]:
    """{algorithm: its degradation from the bound}, over all traces of all loads; without those that were not run."""
    loads: Sequence[float | None] = traces.loads or (None,)
    summaries = {name: summary(traces.over_loads("degradation", name, loads)) for name in names}
    return {name: one for name, one in summaries.items() if one is not None}


def all_claims(means: Means, judged: bool, which: str) -> tuple[Claim, ...]:
    """The sentences that are said of this set of traces and whose algorithms were run."""
    wanted = [one for one in (*BATCH, *GREEDY_GROUPS, *OTHERS) if which in one.on and set(one.needs) <= set(means)]
    return tuple(
        Claim(one.text, seen.holds, seen.evidence + why(judged), judged, one.finding, one.corrected, one.explained)
        for one in wanted
        for seen in (one.look(means),)
    )


def outside_interval(values: Sequence[Measured], printed: Sequence[Published]) -> tuple[str, ...]:
    """How many printed means our 95 % intervals leave out, where there are any judged ones: bands are wider."""
    numbers = {one.name: one.value for one in printed if one.band and one.value is not None}
    pairs = [(one, numbers[one.name]) for one in values if one.judged and one.name in numbers]
    above = sum(one.high is not None and number > one.high for one, number in pairs)
    below = sum(one.low is not None and number < one.low for one, number in pairs)
    return (
        (
            f"Of the {len(pairs)} printed means that are judged, {above + below} lie outside the 95 % interval of "
            f"ours, {above} above it and {below} below; the bands around them are wider.",
        )
        if above + below
        else ()
    )


def why(judged: bool) -> str:
    """Why this is no judgment; empty where it is one."""
    return "" if judged else " Not judged: too few traces were run."


def in_order(means: Means) -> Seen:
    """Every group against the next."""
    wrong = [
        f"{better} ({plain(means[better].mean)}) is not better than {worse} ({plain(means[worse].mean)})"
        for before, after in pairwise(LEVELS)
        for worse in before
        for better in after
        if means[better].mean >= means[worse].mean
    ]
    least = ", ".join(plain(min(means[name].mean for name in level)) for level in LEVELS)
    return Seen(not wrong, f"{'; '.join(wrong)}." if wrong else f"The least of each group: {least}.")


def better_than_fcfs(means: Means) -> Seen:
    """Both EASYs."""
    return Seen(max(means[EASY].mean, means[TEXTBOOK].mean) < means[FCFS].mean, listed(means, FCFS, EASY, TEXTBOOK))


def hundred_times(means: Means) -> Seen:
    """Each EASY over the worse of the best two."""
    best = max(means[name].mean for name in BEST)
    factors = {name: means[name].mean / best for name in (EASY, TEXTBOOK)}
    return Seen(
        min(factors.values()) >= HUNDRED,
        ", ".join(
            f"{name} {plain(means[name].mean)}, {plain(times)} times {plain(best)}" for name, times in factors.items()
        )
        + ".",
    )


def best_overall(means: Means) -> Seen:
    """Mean and deviation against those of all others; deviations of other greedy algorithms with minvt may tie."""
    others = [name for name in FRACTIONAL if name not in BEST]
    least, steadiest = (
        min(others, key=lambda name, what=what: getattr(means[name], what))  # type: ignore[misc]
        for what in ("mean", "deviation")
    )
    holds = (
        max(means[name].mean for name in BEST) <= means[least].mean
        and min(means[name].deviation for name in BEST) <= means[steadiest].deviation
    )
    return Seen(
        holds,
        f"{listed(means, *BEST, least)[:-1]}; deviations "
        + ", ".join(f"{plain(means[name].deviation)} ({name})" for name in (*BEST, steadiest))
        + ".",
    )


def at_most(means: Means) -> Seen:
    """The best two."""
    return Seen(max(means[name].mean for name in BEST) <= SEVEN, listed(means, *BEST))


def poorer(means: Means) -> Seen:
    """Each of the purely greedy against each of the periodic ones."""
    best, worst = _least(means, PURELY_GREEDY), max(PERIODIC_GREEDY, key=lambda name: means[name].mean)
    return Seen(
        means[best].mean > means[worst].mean,
        f"The least mean of the one group, the largest of the other: {listed(means, best, worst)}",
    )


def best_without_limit(means: Means) -> Seen:
    """GreedyP * and GreedyPM * against the other algorithms of the first three groups."""
    others = _least(means, (GREEDY, *PERIODIC_GREEDY))
    return Seen(
        max(means[name].mean for name in PURELY_GREEDY[1:]) < means[others].mean,
        listed(means, *PURELY_GREEDY[1:], others),
    )


def star_changes_little(means: Means) -> Seen:
    """The pairs without and with a star."""
    return Seen(all(abs(means[star].mean / means[none].mean - 1) <= SAME for none, star in STARS), _pairs(means))


def star_helps(means: Means) -> Seen:
    """In how many pairs the mean is smaller with a star."""
    return Seen(sum(means[star].mean < means[none].mean for none, star in STARS) >= 2, _pairs(means))


def star_harms(means: Means) -> Seen:
    """In how many pairs the mean is larger with a star."""
    return Seen(sum(means[star].mean > means[none].mean for none, star in STARS) >= 2, _pairs(means))


def _pairs(means: Means) -> str:
    ratios = (f"{star} {means[star].mean / means[none].mean:.2f} times {none}" for none, star in STARS)
    return f"{', '.join(ratios)}."


def _least(means: Means, names: Sequence[str]) -> str:
    """The one with the least mean."""
    return min(names, key=lambda name: means[name].mean)


def greedy_varies_more(means: Means, times: float = TEN) -> Seen:
    """Deviation and maximum of the purely greedy against the largest of the periodic ones."""
    deviation, most = (max(getattr(means[name], what) for name in PERIODIC_GREEDY) for what in ("deviation", "most"))
    holds = all(
        means[name].deviation >= times * deviation and means[name].most >= times * most for name in PURELY_GREEDY
    )
    spread = ", ".join(f"{name} {plain(means[name].deviation)} and {plain(means[name].most)}" for name in PURELY_GREEDY)
    return Seen(holds, f"Deviation and maximum: {spread}; with /per at most {plain(deviation)} and {plain(most)}.")


def preempting(means: Means) -> Seen:
    """Greedy, GreedyP and GreedyPM with /per, with and without a star."""
    of = {name: means[name].mean for name in PERIODIC_GREEDY}
    waits, pauses, moves = (
        (of[f"{name}/per/opt=min"], of[f"{name} */per/opt=min"]) for name in ("Greedy", "GreedyP", "GreedyPM")
    )
    holds = all(p < w and abs(m - p) <= SAME * p for w, p, m in zip(waits, pauses, moves, strict=True))
    return Seen(holds, listed(means, *PERIODIC_GREEDY))


def at_once(means: Means) -> Seen:
    """With a star against without."""
    before, after = LIMITED_GREEDY[:2], LIMITED_GREEDY[2:]
    return Seen(
        all(means[star].mean < means[none].mean for none, star in zip(before, after, strict=True)),
        listed(means, *LIMITED_GREEDY),
    )


def limited(means: Means) -> Seen:
    """The four against the other greedy ones."""
    others = _least(means, (*PURELY_GREEDY, *PERIODIC_GREEDY))
    return Seen(
        max(means[name].mean for name in LIMITED_GREEDY) < means[others].mean, listed(means, *LIMITED_GREEDY, others)
    )


def only_periodic(means: Means) -> Seen:
    """/per over the better of the best two."""
    return far(means, PER, SIX)


def far(means: Means, name: str, least: float) -> Seen:
    """An algorithm over the better of the best two."""
    times = means[name].mean / min(means[best].mean for best in BEST)
    return Seen(times > least, f"{listed(means, name, *BEST)[:-1]}: {plain(times)} times.")


def on_par(means: Means) -> Seen:
    """/stretch-per against /per."""
    ratio = means[STRETCH].mean / means[PER].mean
    return Seen(abs(ratio - 1) <= SAME, f"{listed(means, STRETCH, PER)[:-1]}: {ratio:.2f} times.")


def thrashing(means: Means) -> Seen:
    """Each of the three without and with minvt."""
    times = [means[free].mean / means[name].mean for free, name in zip(MCB8_FREE, MCB8, strict=True)]
    return Seen(
        min(times) > 10,
        ", ".join(
            f"{free} {plain(means[free].mean)}, {plain(ratio)} times"
            for free, ratio in zip(MCB8_FREE, times, strict=True)
        )
        + ".",
    )


def which_easy(means: Means) -> Seen:
    """Both EASYs over FCFS."""
    own, textbook = (means[name].mean / means[FCFS].mean for name in (EASY, TEXTBOOK))
    return Seen(
        FROM_THEM[0] <= own <= FROM_THEM[1] and textbook < THIRD,
        f"Restricted {own:.2f} of FCFS, textbook {textbook:.2f}.",
    )


def listed(means: Means, *names: str) -> str:
    """Means in a sentence."""
    return f"{', '.join(f'{name} {plain(means[name].mean)}' for name in names)}."


BATCH = (
    Sentence(
        "The order of the table is kept: each group of algorithms does better than the one before it, from FCFS "
        "to the best two (without GreedyP * and GreedyPM *).",
        sum(LEVELS, ()),
        in_order,
    ),
    Sentence("EASY outperforms FCFS.", (FCFS, EASY, TEXTBOOK), better_than_fcfs),
    Sentence(
        "The best algorithms do better than EASY by two orders of magnitude (read as: 100 times), both than "
        "restricted and than textbook EASY.",
        (*BEST, EASY, TEXTBOOK),
        hundred_times,
    ),
    Sentence("The two best algorithms are the best overall, also in deviation.", FRACTIONAL, best_overall),
    Sentence(f"The best algorithms are on average at most {SEVEN:g} times the bound.", BEST, at_most),
)
GREEDY_GROUPS = (
    Sentence(
        "Purely greedy algorithms (without MCB8) have larger means than the six greedy ones with /per (read as: "
        "each of them than each of the six).",
        (*PURELY_GREEDY, *PERIODIC_GREEDY),
        poorer,
        ON_SYNTHETIC,
        explained=FEW_TRACES,
    ),
    Sentence(
        "GreedyP * and GreedyPM * have the least means of the purely greedy algorithms and the six with /per.",
        (*PURELY_GREEDY, *PERIODIC_GREEDY),
        best_without_limit,
        (ON_REAL,),
        explained=FEW_TRACES,
    ),
    Sentence(
        "Purely greedy algorithms have deviations and maxima that are larger by orders of magnitude than those of "
        "the greedy ones with /per (read as: at least 10 times).",
        (*PURELY_GREEDY, *PERIODIC_GREEDY),
        greedy_varies_more,
        ON_SYNTHETIC,
        explained=FEW_TRACES,
    ),
    Sentence(
        "Purely greedy algorithms have far larger deviations and maxima than the greedy ones with /per (read as: "
        "at least twice).",
        (*PURELY_GREEDY, *PERIODIC_GREEDY),
        lambda means: greedy_varies_more(means, TWICE),
        (ON_REAL,),
        WILDER_CORRECTED,
        FEW_TRACES,
    ),
    Sentence(
        "Pausing others for an arriving job is better than making it wait; moving jobs, too, changes little (read "
        f"as: by at most {SAME:.0%}).",
        PERIODIC_GREEDY,
        preempting,
    ),
    Sentence(
        "With /per, handing out freed resources at once (*) has a limited impact (read as: it changes means by at "
        f"most {SAME:.0%}).",
        PERIODIC_GREEDY,
        star_changes_little,
    ),
    Sentence(
        "This impact is generally positive (read as: means are smaller in at least two of three pairs).",
        PERIODIC_GREEDY,
        star_helps,
        (ON_REAL,),
    ),
    Sentence(
        "This impact is slightly negative, as in the table (read as: means are larger in at least two of three pairs).",
        PERIODIC_GREEDY,
        star_harms,
        (ON_UNSCALED,),
        STAR_CORRECTED,
    ),
    Sentence("With minvt=600 it is always better to hand out freed resources at once (*).", LIMITED_GREEDY, at_once),
    Sentence("With minvt=600 the greedy algorithms do better than all greedy ones without.", FRACTIONAL, limited),
)
OTHERS = (
    Sentence("/per is more than 6 times worse than the best.", (PER, *BEST), only_periodic),
    Sentence(f"/stretch-per performs on par with /per (read as: within {SAME:.0%}).", (PER, STRETCH), on_par),
    Sentence(
        "/stretch-per is more than one order of magnitude worse than the best (read as: more than 10 times).",
        (STRETCH, *BEST),
        lambda means: far(means, STRETCH, TEN),
        (ON_REAL,),
    ),
    Sentence(
        "/stretch-per is much worse than the best (read as: more than 6 times, as /per is).",
        (STRETCH, *BEST),
        lambda means: far(means, STRETCH, SIX),
        ON_SYNTHETIC,
        FAR_CORRECTED,
    ),
    Sentence(
        "Without minvt=600 the algorithms that use MCB8 at every submission are more than one order of magnitude "
        "worse than with it.",
        (*MCB8, *MCB8_FREE),
        thrashing,
    ),
    Sentence(
        "Restricted EASY, which backfills only on nodes that are not reserved, gains about as little on FCFS as "
        "the paper's EASY, which comes to 0.91 of it; textbook EASY gains far more.",
        (FCFS, EASY, TEXTBOOK),
        which_easy,
        ON_SYNTHETIC,
        finding=True,
    ),
)
