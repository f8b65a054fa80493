"""Figure 1: degradation from the bound against load."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.papers import Band, Chart, Claim, Experiment, Measured, Outcome, Part, Published, Result, Series
from scheduler.papers.dfrs_2011 import instances
from scheduler.papers.dfrs_2011.algorithms import (
    BEST_PM,
    BOUND,
    EASY,
    FCFS,
    GREEDY,
    GREEDY_PM,
    PER,
    STRETCH,
    TEXTBOOK,
)
from scheduler.papers.dfrs_2011.claims import why
from scheduler.papers.dfrs_2011.degradation import JUDGED, TraceResults, line, measured, plain, table
from scheduler.papers.dfrs_2011.settings import COMMON, EASY_DIFFERS, LIGHTER, SYNTHETIC, TRACES_DIFFER, openings

DRAWN = (FCFS, EASY, TEXTBOOK, GREEDY, GREEDY_PM, "Greedy */per/opt=min", "GreedyPM */per/opt=min", BEST_PM,
         "MCB8 */per/opt=min/minvt=600", PER, STRETCH)
LIMITED_TOO = ("GreedyPM */per/opt=min", "Greedy */per/opt=min", PER, STRETCH)     # what GreedyPM * falls behind
TIE = 1.05              # means closer than that are alike
LOW, HIGH, FROM = 0.1, 0.9, 0.3
WHERE = "section 6.1, text on figure 1"
AMONG = Band(sample=instances.PER_LOAD, room=0.05)      # of as many traces as the paper's; rounded
PUBLISHED = (Published(f"{BEST_PM}: mean degradation at load {LOW:g}", 3.0, AMONG, f"{WHERE}: about 3"),
             Published(f"{BEST_PM}: mean degradation at load {HIGH:g}", 7.5, AMONG, f"{WHERE}: 7.5"))
Lines = dict[str, dict[float, float]]


def outcome(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """The two values the text gives, the lines, and what is said of them."""
    traces = TraceResults(parts, results)
    ends = [measured(published.name, traces.degradation(BEST_PM, load), published) if load in traces.loads else
            Measured(published.name, None, judged=False)
            for published, load in zip(PUBLISHED, (LOW, HIGH), strict=True)]
    lines = {name: {load: float(traces.degradation(name, load).mean()) for load in traces.loads} for name in DRAWN}
    columns = {f"load {load:g}": {name: lines[name][load] for name in DRAWN} for load in traces.loads}
    whole = bool(traces.loads) and len(traces.of("stretch", FCFS, traces.loads[0])) >= JUDGED
    return Outcome((*ends, *table("mean degradation", columns)), claims(lines, traces.loads, whole),
                   (chart(traces),), instances.differences(parts))


def claims(lines: Lines, loads: Sequence[float], judged: bool) -> tuple[Claim, ...]:
    """What the text says of the figure."""
    best = {load: min(lines[name][load] for name in DRAWN) for load in loads}
    own = lines[BEST_PM]
    high = [load for load in loads if load > FROM]
    behind = {load: sum(lines[GREEDY_PM][load] > lines[name][load] for name in LIMITED_TOO) for load in high}
    statements = [(f"{BEST_PM} is the best at every load (read as: within {TIE - 1:.0%} of the best).",
                   all(own[load] <= TIE * best[load] for load in loads),
                   ", ".join(f"{plain(own[load])} (least {plain(best[load])}) at {load:g}" for load in loads))]
    if high:
        statements.append((f"{GREEDY_PM} falls behind as the load grows: at the highest load it is behind algorithms "
                           "that place all jobs anew every period.", behind[high[-1]] > 0,
                           f"At load {high[-1]:g} it comes to {plain(lines[GREEDY_PM][high[-1]])}, "
                           + ", ".join(f"{name} to {plain(lines[name][high[-1]])}" for name in LIMITED_TOO)))
    return tuple(Claim(text, holds, f"{evidence}.{why(judged)}", judged) for text, holds, evidence in statements)


def chart(traces: TraceResults) -> Chart:
    """Lines over load, with intervals."""
    series = [line(name, traces.loads, [traces.degradation(name, load) for load in traces.loads]) for name in DRAWN]
    series.append(Series(f"{BEST_PM}, published", (LOW, HIGH), (3.0, 7.5), published=True, kind="points"))
    count = len(traces.of("stretch", FCFS, traces.loads[0])) if traces.loads else 0
    return Chart("Figure 1: degradation from the bound against load", "load", "mean degradation", tuple(series),
                 y_log=True, caption=f"{count} traces at each load; bars: 95 % interval of the mean.")


def parts(scale: str, seed: int) -> list[Part]:
    """Those of table 2 at the same loads."""
    return instances.scaled((BOUND, *DRAWN), scale, seed)


EXPERIMENT = Experiment(
    "fig1", "Degradation from the bound against load", "section 6.1, figure 1",
    "Which algorithms hold out when the load grows?",
    (*COMMON, *SYNTHETIC, ("loads", "0.1, 0.2 to 0.9 (0.1, 0.5 and 0.9 at quick scale)", "stated"),
     ("traces at each load", f"{instances.PER_LOAD} (1 at quick scale)", "stated")),
    PUBLISHED, parts, instances.run, outcome, {"quick": 12.0, "full": 3_000.0},
    (*EASY_DIFFERS, *TRACES_DIFFER[:1], "The figure prints no numbers and its text two."), openings({"load": 0.9}),
    explained=LIGHTER)
