"""Figure 4: degradation from the bound of the best algorithm against its period."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scheduler.papers import Band, Chart, Claim, Experiment, Measured, Outcome, Part, Published, Result
from scheduler.papers.dfrs_2011 import hpc2n, instances
from scheduler.papers.dfrs_2011.algorithms import BEST_PM, BOTH_EASY
from scheduler.papers.dfrs_2011.claims import HUNDRED, why
from scheduler.papers.dfrs_2011.degradation import JUDGED, TraceResults, line, plain, table
from scheduler.papers.dfrs_2011.periods import DIFFERS, PENALTIES, PERIODS, Curve, curve, parts, parts_real, sets
from scheduler.papers.dfrs_2011.settings import (
    COMMON,
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

WHERE = "section 6.4.2, text on figure 4"
FACTORS = {"unscaled": 1.5, "scaled": 3.0, "real": 2.0}     # the paper: below that from 600 to 12,000 s
SHORTEST, LONGEST = PERIODS[0], PERIODS[-1]
ROOM = Band(0.25, end="most")           # for other traces
Lines = Mapping[float, Curve]


def factor_name(which: str) -> str:
    """Of a value."""
    return f"{which.capitalize()} traces: degradation at {LONGEST:,.0f} s over that at {SHORTEST:g} s, penalty 300 s"


def published(*which: str) -> tuple[Published, ...]:
    """The text gives upper ends."""
    return tuple(Published(factor_name(one), FACTORS[one], ROOM, f"{WHERE}: less than")
                 for one in which)


def outcome(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Both sets of synthetic traces."""
    together = put_together(TraceResults(parts, results), ("unscaled", "scaled"))
    return replace(together, differences=instances.differences(parts))


def outcome_real(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """The weeks of a log."""
    return put_together(TraceResults(parts, results), ("real",))


def put_together(traces: TraceResults, wanted: Sequence[str]) -> Outcome:
    """Factors, degradations by period, claims and a chart for each penalty."""
    loads: dict[str, Sequence[float | None]] = {
        which: (None,) if which == "real" else sets(traces).get(which, ()) for which in wanted}
    lines = {which: {penalty: curve(traces, "degradation", loads[which], penalty) for penalty in PENALTIES}
             for which in wanted}
    ran = [which for which in wanted if lines[which][PENALTIES[0]]]
    values = [factor(which, lines[which], JUDGED * max(len(loads[which]), 1)) for which in wanted]
    for penalty in PENALTIES:
        columns = {f"{which}, {period:,.0f} s": {BEST_PM: float(one.mean())} for which in ran
                   for period, one in lines[which][penalty].items()}
        values += table(f"mean degradation, penalty {penalty:g} s", columns)
    return Outcome(tuple(values), tuple(claim for which in ran for claim in claims(traces, which, loads[which], lines)),
                   tuple(chart(penalty, {which: lines[which][penalty] for which in ran}) for penalty in PENALTIES
                         if all(lines[which][penalty] for which in ran)) if ran else ())


def factor(which: str, lines: Lines, least: int) -> Measured:
    """How much the longest period costs."""
    own = lines[PENALTIES[0]]
    if SHORTEST not in own or LONGEST not in own:
        return Measured(factor_name(which), None, judged=False)
    return Measured(factor_name(which), float(own[LONGEST].mean() / own[SHORTEST].mean()),
                    judged=len(own[LONGEST]) >= least)


def claims(traces: TraceResults, which: str, loads: Sequence[float | None], lines: Mapping[str, Lines]) -> list[Claim]:
    """The longest period still beats EASY by far; on a real log the paper's own table has EASY 440 times worse."""
    easy = {name: traces.over_loads("degradation", name, loads) for name in BOTH_EASY}
    own = lines[which][PENALTIES[0]]
    longest = float(own[max(own)].mean())
    times = {name: float(values.mean()) / longest for name, values in easy.items()}
    judged = len(own[max(own)]) >= JUDGED * len(loads)
    return [Claim(f"With a period of {max(own):,.0f} s the best algorithm still does better than EASY by two orders "
                  f"of magnitude (read as: 100 times), whichever EASY it is, on {which} traces.",
                  min(times.values()) >= HUNDRED, f"{plain(longest)} against " + ", ".join(
                      f"{plain(float(easy[name].mean()))} ({name}, {plain(value)} times)"
                      for name, value in times.items()) + f".{why(judged)}", judged)]


def chart(penalty: float, lines: Mapping[str, Curve]) -> Chart:
    """A line for each set."""
    series = [line(f"{which} traces", sorted(own), [own[period] for period in sorted(own)])
              for which, own in lines.items()]
    return Chart(f"Figure 4: degradation from the bound, penalty {penalty:g} s", "period, s", "mean degradation",
                 tuple(series), x_log=True, caption=f"{BEST_PM}; bars: 95 % interval of the mean.")


SETTINGS = (*COMMON[:1], ("rescheduling penalty, too", "600 s", "changed from 300 s"),
            ("periods", "600 to 12,000 s", "stated"), *COMMON[2:])
EXPERIMENT = Experiment(
    "fig4", "Degradation from the bound against the period", "section 6.4.2, figure 4, synthetic traces",
    "What does a longer period cost the jobs?",
    (*SETTINGS, *SYNTHETIC, ("unscaled traces", f"{instances.TRACES} ({instances.SOME} at quick scale)", "stated"),
     ("traces at each load", f"{instances.PER_LOAD} (1 at quick scale)", "stated")),
    published("unscaled", "scaled"), parts, instances.run, outcome, {"quick": 12.0, "full": 2_000.0},
    (*DIFFERS, *EASY_DIFFERS, *TRACES_DIFFER[:1]), openings(), explained=LIGHTER)
REAL_WEEKS = Experiment(
    "fig4-hpc2n", "Degradation from the bound against the period, on the weeks of a real log",
    "section 6.4.2, figure 4, real-world trace", "What does a longer period cost the jobs of a real log?",
    (*SETTINGS, *REAL), published("real"), parts_real, hpc2n.run,
    hpc2n.on_log(outcome_real), {"quick": 3.5, "full": 900.0},
    (*DIFFERS, *EASY_DIFFERS, *REAL_DIFFERS), weekly(), random=False, logs=hpc2n.LOGS,
    explained=WEEKS_EXPLAINED)
