"""Figure 1: degradation from the bound against load."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scheduler.charts import Chart, Series
from scheduler.topics.papers.experiments import Band, Claim, Experiment, Measured, Outcome, Part, Published, Result
from scheduler.topics.papers.experiments.dfrs_2011 import instances
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import (
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
from scheduler.topics.papers.experiments.dfrs_2011.claims import why
from scheduler.topics.papers.experiments.dfrs_2011.degradation import JUDGED, TraceResults, line, measured, plain, table
from scheduler.topics.papers.experiments.dfrs_2011.settings import (
    COMMON,
    EASY_DIFFERS,
    LIGHTER,
    SYNTHETIC,
    TRACES_DIFFER,
    openings,
)

DRAWN = (
    FCFS,
    EASY,
    TEXTBOOK,
    GREEDY,
    GREEDY_PM,
    "Greedy */per/opt=min",
    "GreedyPM */per/opt=min",
    BEST_PM,
    "MCB8 */per/opt=min/minvt=600",
    PER,
    STRETCH,
)
OTHERS = tuple(name for name in DRAWN if name not in (GREEDY_PM, TEXTBOOK))  # beside GreedyPM *; the paper's one EASY
TIE = 1.05  # means closer than that are alike
WELL = 2.0  # times the best: performs well
LOW, HIGH, FROM = 0.1, 0.9, 0.3
WHERE = "section 6.1, text on figure 1"
AMONG = Band(sample=instances.PER_LOAD, room=0.05)  # of as many traces as the paper's; rounded
PUBLISHED = (
    Published(f"{BEST_PM}: mean degradation at load {LOW:g}", 3.0, AMONG, f"{WHERE}: about 3"),
    Published(f"{BEST_PM}: mean degradation at load {HIGH:g}", 7.5, AMONG, f"{WHERE}: 7.5"),
)
FEW_DECIDE = (
    "The mean of GreedyPM * is decided by few traces, in which a job is paused again and again: it is small "
    "wherever none of them is among those run."
)
Lines = dict[str, dict[float, float]]


def outcome(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """The two values the text gives, the lines, and what is said of them."""
    traces = TraceResults(parts, results)
    ends = [
        measured(published.name, traces.degradation(BEST_PM, load), published)
        if load in traces.loads
        else Measured(published.name, None, judged=False)
        for published, load in zip(PUBLISHED, (LOW, HIGH), strict=True)
    ]
    lines = {name: {load: float(traces.degradation(name, load).mean()) for load in traces.loads} for name in DRAWN}
    columns = {f"load {load:g}": {name: lines[name][load] for name in DRAWN} for load in traces.loads}
    whole = bool(traces.loads) and len(traces.of("stretch", FCFS, traces.loads[0])) >= JUDGED
    return Outcome(
        (*ends, *table("mean degradation", columns)),
        claims(lines, traces.loads, whole),
        (chart(traces),),
        instances.differences(parts),
    )


def claims(lines: Lines, loads: Sequence[float], judged: bool) -> tuple[Claim, ...]:
    """What the text says of the figure."""
    best = {load: min(lines[name][load] for name in DRAWN) for load in loads}
    own = lines[BEST_PM]
    statements = [
        (
            f"{BEST_PM} is the best at every load (read as: within {TIE - 1:.0%} of the best).",
            all(own[load] <= TIE * best[load] for load in loads),
            ", ".join(f"{plain(own[load])} (least {plain(best[load])}) at {load:g}" for load in loads),
            "",
        ),
        *of_greedy(lines, best),
    ]
    return tuple(
        Claim(text, holds, f"{evidence}.{why(judged)}", judged, explained=explained)
        for text, holds, evidence, explained in statements
    )


def of_greedy(lines: Lines, best: Mapping[float, float]) -> Iterator[tuple[str, bool, str, str]]:
    """What is said of GreedyPM * at low loads and at higher ones, where such loads were run; best: by load."""
    own = lines[GREEDY_PM]
    low, high = ([load for load in best if (load > FROM) is above] for above in (False, True))
    if low:
        yield (
            f"{GREEDY_PM} performs well under low load (read as: up to a load of {FROM:g} it comes to at most "
            f"{WELL:g} times the best).",
            all(own[load] <= WELL * best[load] for load in low),
            ", ".join(f"{plain(own[load])} (least {plain(best[load])}) at {load:g}" for load in low),
            FEW_DECIDE,
        )
    if high:
        behind = {load: sum(own[load] > lines[name][load] for name in OTHERS) for load in high}
        yield (
            f"{GREEDY_PM} performs more poorly than most other algorithms as the load becomes larger than {FROM:g} "
            f"(read as: at each such load more than half of the {len(OTHERS)} others that are drawn do better; "
            "textbook EASY is not counted).",
            all(2 * count > len(OTHERS) for count in behind.values()),
            ", ".join(
                f"{count} of {len(OTHERS)} do better at {load:g} ({plain(own[load])})" for load, count in behind.items()
            ),
            FEW_DECIDE,
        )


def chart(traces: TraceResults) -> Chart:
    """Lines over load, with intervals."""
    series = [line(name, traces.loads, [traces.degradation(name, load) for load in traces.loads]) for name in DRAWN]
    series.append(Series(BEST_PM, (LOW, HIGH), (3.0, 7.5), published=True, kind="points"))
    count = len(traces.of("stretch", FCFS, traces.loads[0])) if traces.loads else 0
    return Chart(
        "Figure 1: degradation from the bound against load",
        "load",
        "mean degradation",
        tuple(series),
        y_log=True,
        caption=(f"{count} traces at each load; bars: 95 % interval of the mean.",),
    )


def parts(scale: str, seed: int) -> list[Part]:
    """Those of table 2 at the same loads."""
    return instances.scaled((BOUND, *DRAWN), scale, seed)


EXPERIMENT = Experiment(
    "fig1",
    "Degradation from the bound against load",
    "section 6.1, figure 1",
    "Which algorithms hold out when the load grows?",
    (
        *COMMON,
        *SYNTHETIC,
        ("loads", "0.1, 0.2 to 0.9 (0.1, 0.5 and 0.9 at quick scale)", "stated"),
        ("traces at each load", f"{instances.PER_LOAD} (1 at quick scale)", "stated"),
    ),
    PUBLISHED,
    parts,
    instances.run,
    outcome,
    {"quick": 12.0, "full": 3_000.0},
    (*EASY_DIFFERS, *TRACES_DIFFER[:1], "The figure prints no numbers and its text two."),
    openings({"load": 0.9}),
    explained=LIGHTER,
)
