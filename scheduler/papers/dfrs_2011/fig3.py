"""Figure 3: normalized underutilization of the best algorithm against its period, beside EASY."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scheduler.papers import Band, Chart, Claim, Experiment, Measured, Outcome, Part, Published, Result, Series
from scheduler.papers.dfrs_2011 import hpc2n, instances
from scheduler.papers.dfrs_2011.algorithms import BEST_PM, BOTH_EASY, EASY, TEXTBOOK
from scheduler.papers.dfrs_2011.claims import why
from scheduler.papers.dfrs_2011.degradation import JUDGED, TraceResults, line, measured, plain
from scheduler.papers.dfrs_2011.measures import UNUSED
from scheduler.papers.dfrs_2011.periods import (
    DIFFERS,
    PENALTIES,
    Curve,
    crossing,
    curve,
    parts,
    parts_real,
    sets,
)
from scheduler.papers.dfrs_2011.settings import (
    COMMON,
    EASY_CORRECTED,
    EASY_DIFFERS,
    LIGHTER,
    REAL,
    REAL_DIFFERS,
    SYNTHETIC,
    TRACES_DIFFER,
    WEEKS_EXPLAINED,
    openings,
    weekly,
)

WHERE = "section 6.4.2, text and figure 3"
CROSSES = 900.0                     # s: "as the period becomes larger than 900s"
NEAR = Band(1 / 3)                  # of a period: those that were run are no nearer to each other
LEVEL = Band(0.25)
PLATEAU, EASY_REAL = 0.118, 0.064   # on the real log
AGAIN = {EASY: 900.0, TEXTBOOK: 3_600.0}       # s: where the reference has them cross
Of = dict[str, np.ndarray]


def crossing_name(which: str, easy: str, penalty: float) -> str:
    """Of a value."""
    return f"Period from which less is unused than under {easy}, {which} traces, penalty {penalty:g} s"


PUBLISHED = tuple(Published(crossing_name(which, easy, penalty), CROSSES,
                            NEAR if easy == EASY and penalty == PENALTIES[0] else None, WHERE, "s",
                            corrected=EASY_CORRECTED if easy == EASY else "", reference=AGAIN[easy] if (
                                which, penalty) == ("unscaled", PENALTIES[0]) else None)
                  for which in ("unscaled", "scaled") for easy in BOTH_EASY for penalty in PENALTIES)
PUBLISHED_REAL = (Published(f"{EASY}: normalized underutilization", EASY_REAL, LEVEL, WHERE, corrected=EASY_CORRECTED),
                  Published(f"{TEXTBOOK}: normalized underutilization", EASY_REAL, None, WHERE),
                  *(Published(f"{BEST_PM}: least over periods, penalty {penalty:g} s", PLATEAU,
                              LEVEL if penalty == PENALTIES[0] else None, WHERE) for penalty in PENALTIES))


def outcome(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Where the line crosses EASY's, for both sets, both EASYs and both penalties."""
    traces = TraceResults(parts, results)
    values, claims, charts = [], [], []
    for which in ("unscaled", "scaled"):
        loads = sets(traces).get(which, ())
        easy = {name: traces.over_loads(UNUSED, name, loads) for name in BOTH_EASY}
        lines = {penalty: curve(traces, UNUSED, loads, penalty) for penalty in PENALTIES}
        judged = len(easy[EASY]) >= JUDGED * max(len(loads), 1)
        values += [Measured(crossing_name(which, name, penalty), crossing(each, float(easy[name].mean())) if len(
            easy[name]) else None, unit="s", judged=judged) for name in BOTH_EASY for penalty, each in lines.items()]
        if len(easy[EASY]):
            claims += claims_of(which, easy, lines, judged)
            charts += [chart(f"Figure 3: {which} traces, penalty {penalty:g} s", easy, each)
                       for penalty, each in lines.items() if each]
    return Outcome(tuple(values), tuple(claims), tuple(charts), instances.differences(parts))


def claims_of(which: str, easy: Of, lines: dict[float, Curve], judged: bool) -> list[Claim]:
    """What section 6.4.2 says of the two sets of synthetic traces."""
    first = lines[PENALTIES[0]]
    own, textbook = (crossing(first, float(easy[name].mean())) for name in (EASY, TEXTBOOK))
    means = {period: float(values.mean()) for period, values in first.items()}
    by_period = ", ".join(f"{plain(value)} at {period:g} s" for period, value in means.items())
    levels = ", ".join(f"{name} {plain(float(values.mean()))}" for name, values in easy.items())
    large = [value for period, value in means.items() if period >= CROSSES]
    crossed = "; ".join(f"penalty {penalty:g} s: from {_period(crossing(each, float(easy[EASY].mean())))} on"
                        for penalty, each in lines.items())
    return [Claim(text, holds, f"{evidence}.{why(judged)}", judged, **more) for text, holds, evidence, more in (
        (f"On {which} traces the best algorithm leaves less unused than EASY from a period of 900 s on.",
         own is not None and max(large) < float(easy[EASY].mean()), f"{by_period}; {levels}; {crossed}",
         {"corrected": EASY_CORRECTED}),
        (f"On {which} traces textbook EASY is not overtaken at 900 s, but at a period at least twice as long, if ever.",
         textbook is None or textbook >= 2 * CROSSES, f"{TEXTBOOK} is overtaken from {_period(textbook)} on",
         {"finding": True}),
        (f"On {which} traces a longer period leaves less unused (read as: an hour against ten minutes).",
         means[3_600.0] < means[600.0], by_period, {}))]


def _period(value: float | None) -> str:
    return "no period" if value is None else f"{value:,.0f} s"


def outcome_real(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """On weeks of a log EASY stays ahead."""
    traces = TraceResults(parts, results)
    easy = {name: traces.of(UNUSED, name) for name in BOTH_EASY}
    lines = {penalty: curve(traces, UNUSED, (None,), penalty) for penalty in PENALTIES}
    least = {penalty: min((float(values.mean()) for values in each.values()), default=None)
             for penalty, each in lines.items()}
    judged = len(easy[EASY]) >= JUDGED
    values = [*(measured(f"{name}: normalized underutilization", easy[name]) for name in BOTH_EASY),
              *(Measured(f"{BEST_PM}: least over periods, penalty {penalty:g} s", value, judged=judged)
                for penalty, value in least.items())]
    if not len(easy[EASY]):
        return Outcome(tuple(values))
    worse = max(float(one.mean()) for one in easy.values())
    defined = [value for value in least.values() if value is not None]
    claim = Claim("On the real log EASY leaves less unused than the best algorithm, whatever the period.",
                  min(defined) > worse, f"Least over periods {plain(min(defined))}; " + ", ".join(
                      f"{name} {plain(float(one.mean()))}" for name, one in easy.items()) + f".{why(judged)}", judged)
    charts = tuple(chart(f"Figure 3: weeks of the log, penalty {penalty:g} s", easy, each)
                   for penalty, each in lines.items() if each)
    return Outcome(tuple(values), (claim,), charts)


def chart(title: str, easy: Of, best: Curve) -> Chart:
    """The line with its intervals, and both EASYs."""
    periods = tuple(sorted(best))
    own = line(BEST_PM, periods, [best[period] for period in periods])
    flat = [Series(name, periods, (float(values.mean()),) * len(periods)) for name, values in easy.items()]
    return Chart(title, "period, s", "normalized underutilization, mean", (own, *flat), x_log=True,
                 caption=f"{len(best[periods[0]])} traces; bars: 95 % interval of the mean.")


EXPERIMENT = Experiment(
    "fig3", "CPU left unused against the period", "section 6.4.2, figures 3b and 3c",
    "From which period on does the best algorithm leave less CPU unused than EASY?",
    (*COMMON[:1], ("rescheduling penalty, too", "600 s", "changed from 300 s"),
     ("periods", "600 to 12,000 s", "stated"), *COMMON[2:], *SYNTHETIC,
     ("unscaled traces", f"{instances.TRACES} ({instances.SOME} at quick scale)", "stated"),
     ("traces at each load", f"{instances.PER_LOAD} (1 at quick scale)", "stated")),
    PUBLISHED, parts, instances.run, outcome, {"quick": 12.0, "full": 2_000.0},
    (*DIFFERS, *EASY_DIFFERS, *TRACES_DIFFER[:1]), openings(), explained=LIGHTER)
REAL_WEEKS = Experiment(
    "fig3-hpc2n", "CPU left unused against the period, on the weeks of a real log", "section 6.4.2, figure 3a",
    "Does a longer period bring the best algorithm near EASY on a real log?",
    (*COMMON[:1], ("rescheduling penalty, too", "600 s", "changed from 300 s"),
     ("periods", "600 to 12,000 s", "stated"), *COMMON[2:], *REAL), PUBLISHED_REAL, parts_real, hpc2n.run,
    hpc2n.on_log(outcome_real),
    {"quick": 3.5, "full": 900.0}, (*DIFFERS, *EASY_DIFFERS, *REAL_DIFFERS), weekly(), random=False, logs=hpc2n.LOGS,
    explained=WEEKS_EXPLAINED)
