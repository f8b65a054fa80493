"""Figure 4: degradation from the bound of the best algorithm against its period."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from scheduler.charts import Chart
from scheduler.topics.papers.experiments import AT_MOST, Claim, Experiment, Measured, Outcome, Part, Published, Result
from scheduler.topics.papers.experiments.dfrs_2011 import hpc2n, instances
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import BEST_PM, BOTH_EASY
from scheduler.topics.papers.experiments.dfrs_2011.claims import HUNDRED, why
from scheduler.topics.papers.experiments.dfrs_2011.degradation import JUDGED, TraceResults, line, plain, table
from scheduler.topics.papers.experiments.dfrs_2011.periods import (
    DIFFERS,
    IN_WORDS,
    PENALTIES,
    PERIODS,
    Curve,
    curve,
    means,
    parts,
    parts_real,
    reversals,
    sets,
)
from scheduler.topics.papers.experiments.dfrs_2011.settings import (
    COMMON,
    EASY_DIFFERS,
    OTHER_TRACES,
    REAL,
    REAL_DIFFERS,
    SYNTHETIC,
    TRACES_DIFFER,
    WEEKS_EXPLAINED,
    openings,
    weekly,
)

WHERE = "section 6.4.2, text on figure 4"
FACTORS = {"unscaled": 1.5, "scaled": 3.0, "real": 2.0}  # the paper: below that from 600 to 12,000 s
SHORTEST, LONGEST = PERIODS[0], PERIODS[-1]
Lines = Mapping[float, Curve]
OF_FALL = (
    "With a period of ten minutes every move costs a job half a period. That may be why somewhat longer periods "
    "are better here for the job that is stretched most, too; why they are not in the paper is not known."
)


def factor_name(which: str) -> str:
    """Of a value; the paper gives upper ends."""
    return (
        f"{which.capitalize()} traces: degradation at {LONGEST:,.0f} s over that at {SHORTEST:g} s, penalty 300 s, "
        "less than"
    )


def published(*which: str) -> tuple[Published, ...]:
    """The text gives upper ends."""
    return tuple(Published(factor_name(one), FACTORS[one], AT_MOST, f"{WHERE}: less than") for one in which)


def outcome(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Both sets of synthetic traces."""
    together = put_together(TraceResults(parts, results), ("unscaled", "scaled"))
    return replace(together, differences=instances.differences(parts))


def outcome_real(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """The weeks of a log."""
    return put_together(TraceResults(parts, results), ("real",), hpc2n.JUDGED)


def put_together(traces: TraceResults, wanted: Sequence[str], least: int = JUDGED) -> Outcome:
    """Factors, degradations by period, claims and a chart for each penalty; least: traces of a load, or weeks, from
    which they are judged."""
    loads: dict[str, Sequence[float | None]] = {
        which: (None,) if which == "real" else sets(traces).get(which, ()) for which in wanted
    }
    lines = {
        which: {penalty: curve(traces, "degradation", loads[which], penalty) for penalty in PENALTIES}
        for which in wanted
    }
    ran = [which for which in wanted if lines[which][PENALTIES[0]]]
    enough = {which: least * max(len(loads[which]), 1) for which in wanted}
    values = [factor(which, lines[which], enough[which]) for which in wanted]
    for penalty in PENALTIES:
        columns = {
            f"{which}, {period:,.0f} s": {BEST_PM: float(one.mean())}
            for which in ran
            for period, one in lines[which][penalty].items()
        }
        values += table(f"mean degradation, penalty {penalty:g} s", columns)
    easy = {which: {name: traces.over_loads("degradation", name, loads[which]) for name in BOTH_EASY} for which in ran}
    charts = [
        chart(penalty, {which: lines[which][penalty] for which in ran})
        for penalty in PENALTIES
        if ran and all(lines[which][penalty] for which in ran)
    ]
    return Outcome(
        tuple(values), all_claims({which: lines[which][PENALTIES[0]] for which in ran}, easy, enough), tuple(charts)
    )


def factor(which: str, lines: Lines, least: int) -> Measured:
    """How much the longest period costs."""
    own = lines[PENALTIES[0]]
    if SHORTEST not in own or LONGEST not in own:
        return Measured(factor_name(which), None, judged=False)
    return Measured(
        factor_name(which), float(own[LONGEST].mean() / own[SHORTEST].mean()), judged=len(own[LONGEST]) >= least
    )


def all_claims(
    own: Mapping[str, Curve], easy: Mapping[str, Mapping[str, np.ndarray]], enough: Mapping[str, int]
) -> tuple[Claim, ...]:
    """Those on each set of traces, and that on two of them; enough: how many traces of a set have to be run."""
    judged = {which: min(map(len, each.values())) >= enough[which] for which, each in own.items()}
    of_sets = [claim for which, each in own.items() for claim in claims(which, each, easy[which], judged[which])]
    return *of_sets, *largest(own, all(judged.values()))


def claims(which: str, own: Curve, easy: Mapping[str, np.ndarray], judged: bool) -> list[Claim]:
    """It grows with the period; the longest still beats EASY by far (440 times in table 2 on a real log)."""
    longest, shortest = (float(own[period].mean()) for period in (max(own), min(own)))
    times = {name: float(values.mean()) / longest for name, values in easy.items()}
    falls = reversals(own, upwards=True)
    against = ", ".join(
        f"{plain(float(easy[name].mean()))} ({IN_WORDS[name]}, {plain(value)} times)" for name, value in times.items()
    )
    return [
        Claim(text, holds, f"{evidence}.{why(judged)}", judged, explained=explained)
        for text, holds, evidence, explained in (
            (
                f"With a period of {max(own):,.0f} s the best algorithm still does better than EASY by two orders of "
                f"magnitude (read as: 100 times), whichever EASY it is, on {which} traces.",
                min(times.values()) >= HUNDRED,
                f"{plain(longest)} against {against}",
                "",
            ),
            (
                f"On {which} traces the degradation increases slowly as the period increases (read as: it is larger "
                f"at {max(own):,.0f} s than at {min(own):,.0f} s, and at no longer period smaller than at a shorter "
                "one, beyond noise).",
                longest > shortest and not falls.pairs,
                f"{means(own)}; {falls.words}",
                OF_FALL,
            ),
        )
    ]


def largest(own: Mapping[str, Curve], judged: bool) -> tuple[Claim, ...]:
    """The increase of the scaled traces against that of the unscaled ones."""
    factors = {
        which: float(each[LONGEST].mean() / each[SHORTEST].mean())
        for which, each in own.items()
        if SHORTEST in each and LONGEST in each
    }
    if not {"scaled", "unscaled"} <= factors.keys():
        return ()
    evidence = ", ".join(f"{which} {plain(factor)} times" for which, factor in factors.items())
    return (
        Claim(
            "The largest increase is seen for the scaled traces (looked at beside the unscaled ones).",
            factors["scaled"] > factors["unscaled"],
            f"{evidence}.{why(judged)}",
            judged,
            explained=OTHER_TRACES,
        ),
    )


def chart(penalty: float, lines: Mapping[str, Curve]) -> Chart:
    """A line for each set."""
    series = [
        line(f"{which} traces", sorted(own), [own[period] for period in sorted(own)]) for which, own in lines.items()
    ]
    return Chart(
        f"Figure 4: degradation from the bound, penalty {penalty:g} s",
        "period, s",
        "mean degradation",
        tuple(series),
        x_log=True,
        caption=(f"{BEST_PM}; bars: 95 % interval of the mean.",),
    )


SETTINGS = (
    *COMMON[:1],
    ("rescheduling penalty, too", "600 s", "changed from 300 s"),
    ("periods", "600 to 12,000 s", "stated"),
    *COMMON[2:],
)
EXPERIMENT = Experiment(
    "fig4",
    "Degradation from the bound against the period",
    "section 6.4.2, figure 4, synthetic traces",
    "What does a longer period cost the jobs?",
    (
        *SETTINGS,
        *SYNTHETIC,
        ("unscaled traces", f"{instances.TRACES} ({instances.SOME} at quick scale)", "stated"),
        ("traces at each load", f"{instances.PER_LOAD} (1 at quick scale)", "stated"),
    ),
    published("unscaled", "scaled"),
    parts,
    instances.run,
    outcome,
    {"quick": 12.0, "full": 2_000.0},
    (*DIFFERS, *EASY_DIFFERS, *TRACES_DIFFER[:1]),
    openings(),
    explained=OTHER_TRACES,
)
REAL_WEEKS = Experiment(
    "fig4-hpc2n",
    "Degradation from the bound against the period, on the weeks of a real log",
    "section 6.4.2, figure 4, real-world trace",
    "What does a longer period cost the jobs of a real log?",
    (*SETTINGS, *REAL),
    published("real"),
    parts_real,
    hpc2n.run,
    hpc2n.on_log(outcome_real),
    {"quick": 3.5, "full": 900.0},
    (*DIFFERS, *EASY_DIFFERS, *REAL_DIFFERS),
    weekly(),
    random=False,
    logs=hpc2n.LOGS,
    explained=WEEKS_EXPLAINED,
)
