"""Table 4: normalized underutilization of EASY and of the two best fractional algorithms, on three sets of traces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.topics.papers.experiments import (
    STATED,
    Band,
    Claim,
    Experiment,
    LogFile,
    Measured,
    Outcome,
    Part,
    Published,
    Result,
)
from scheduler.topics.papers.experiments.dfrs_2011 import hpc2n, instances
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import BEST, BEST_P, BEST_PM, BOTH_EASY, EASY, TEXTBOOK
from scheduler.topics.papers.experiments.dfrs_2011.claims import ON_REAL, ON_SCALED, ON_UNSCALED, outside_interval, why
from scheduler.topics.papers.experiments.dfrs_2011.degradation import JUDGED, TraceResults, measured, plain
from scheduler.topics.papers.experiments.dfrs_2011.measures import UNUSED
from scheduler.topics.papers.experiments.dfrs_2011.published import AGAIN_TABLE_4, TABLE_4
from scheduler.topics.papers.experiments.dfrs_2011.settings import (
    COMMON,
    EASY_CORRECTED,
    EASY_DIFFERS,
    REAL,
    REAL_DIFFERS,
    SYNTHETIC,
    TRACES_DIFFER,
    openings,
    weekly,
)

NAMES = (*BOTH_EASY, *BEST)
SETS = (ON_REAL, ON_UNSCALED, ON_SCALED)
SIMILAR = 0.05
LITTLE, MUCH = 0.07, 0.34  # what EASY, and what the best algorithms leave unused on the real weeks
NEAR = Band(0.25)
NO_OTHER: Mapping[str, int] = {}
ACCOUNT = (
    "The paper's EASY comes to 0.349 on unscaled traces, which lies between textbook and restricted EASY here. "
    "Restricted EASY would come to about 0.37 if the job with the reservation were left out of the demand, as "
    "the authors' public simulator of 2010 does."
)
OTHER_TRACES = "The paper's traces are not published; ours are others of the same model."
OTHER_WEEKS = "How the paper got tasks and memory of jobs from the log leaves room for differences."
HARDLY_MORE = (
    "The printed means are 0.344, hardly above this limit, and weeks differ widely: the 95 % interval of "
    f"our mean reaches several hundredths to both sides. {OTHER_WEEKS}"
)


def printed(name: str, which: str) -> float:
    """Of a set of traces."""
    return TABLE_4[EASY if name == TEXTBOOK else name][SETS.index(which)]


def value_name(name: str, which: str) -> str:
    """Of a published mean."""
    return f"{name}: normalized underutilization, {which} traces"


def published(sets: Sequence[str]) -> tuple[Published, ...]:
    """Means by set; textbook EASY beside the printed EASY, without being compared."""
    return tuple(
        Published(
            value_name(name, which),
            printed(name, which),
            None if name == TEXTBOOK else NEAR,
            f"section 6.4.2, table 4, {which} traces",
            corrected=EASY_CORRECTED if name == EASY else "",
            reference=AGAIN_TABLE_4.get(name) if which == "unscaled" else None,
        )
        for which in sets
        for name in NAMES
    )


def outcome(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Of unscaled traces and of those at all loads."""
    traces = TraceResults(parts, results)
    together = put_together(
        {
            "unscaled": {name: traces.of(UNUSED, name) for name in NAMES},
            "scaled": {name: traces.over_loads(UNUSED, name, traces.loads) for name in NAMES},
        },
        {"scaled": JUDGED * len(traces.loads)},
    )
    return replace(together, differences=(*together.differences, *instances.differences(parts)))


def outcome_real(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Of the weeks of a log."""
    traces = TraceResults(parts, results)
    return put_together({"real": {name: traces.of(UNUSED, name) for name in NAMES}})


def put_together(sets: Mapping[str, Mapping[str, np.ndarray]], least: Mapping[str, int] = NO_OTHER) -> Outcome:
    """sets: {set: {algorithm: [traces]}}; least: {set: from how many traces it is judged}, else JUDGED."""
    enough = {which: least.get(which, JUDGED) for which in sets}
    values = {
        (which, name): measured(value_name(name, which), of[name], least=enough[which])
        for which, of in sets.items()
        for name in NAMES
    }
    ran = {which: of for which, of in sets.items() if all(map(len, of.values()))}
    all_claims = tuple(claim for which, of in ran.items() for claim in claims(which, of, enough[which]))
    return Outcome(
        tuple(values.values()),
        all_claims,
        tuple(chart(which, of) for which, of in ran.items()),
        (
            *outside_interval(list(values.values()), published(tuple(sets))),
            *(which_easy(which, of) for which, of in ran.items()),
            *rise(values),
        ),
    )


def which_easy(which: str, of: Mapping[str, np.ndarray]) -> str:
    """Whether the printed number tells the two EASYs apart."""
    number, means = printed(EASY, which), {name: float(of[name].mean()) for name in BOTH_EASY}
    low, high = NEAR.around(number)
    inside = [name for name, mean in means.items() if low is not None and high is not None and low <= mean <= high]
    result = (
        "both lie in the band, so that it does not decide which EASY the paper has"
        if len(inside) == 2
        else f"only {inside[0]}, lies in the band"
        if inside
        else "none lies in the band"
    )
    numbers = ", ".join(f"{name.removeprefix('EASY, ')} EASY {plain(mean)}" for name, mean in means.items())
    return f"On {which} traces the paper prints {number:g} for EASY: {result} ({numbers})."


def rise(values: Mapping[tuple[str, str], Measured]) -> tuple[str, ...]:
    """How the best algorithms change from unscaled to scaled traces, where both were run."""
    numbers = [values[which, BEST_P].ours for which in (ON_UNSCALED, ON_SCALED) if (which, BEST_P) in values]
    if len(numbers) < 2 or None in numbers:
        return ()
    before, after = (printed(BEST_P, which) for which in (ON_UNSCALED, ON_SCALED))
    return (
        f"From unscaled to scaled traces the mean of {BEST_P} rises from {before:g} to {after:g} in the paper; "
        f"here it is {plain(numbers[0] or 0)} and {plain(numbers[1] or 0)}. Why is not known: the scaled traces "
        "are the same jobs, closer together or further apart.",
    )


def claims(which: str, of: Mapping[str, np.ndarray], least: int) -> list[Claim]:
    """What section 6.4.2 says of the table."""
    means = {name: float(values.mean()) for name, values in of.items()}
    judged = len(of[EASY]) >= least
    levels = ", ".join(f"{name} {plain(value)}" for name, value in means.items())
    least_best, most_easy = min(means[name] for name in BEST), max(means[name] for name in BOTH_EASY)
    statements = [
        (
            f"On {which} traces the two best algorithms leave more unused than EASY, restricted or textbook, at a "
            "period of 600 s.",
            least_best > most_easy,
            False,
            "",
        ),
        (
            f"On {which} traces the two best algorithms are alike (read as: within {SIMILAR:.0%}).",
            abs(means[BEST_P] - means[BEST_PM]) <= SIMILAR * means[BEST_P],
            False,
            "",
        ),
        (
            f"On {which} traces textbook EASY leaves less unused than restricted EASY.",
            means[TEXTBOOK] <= means[EASY],
            True,
            "",
        ),
    ]
    if which == ON_REAL:
        statements += [
            (f"On the real weeks EASY leaves less than {LITTLE:.0%} unused.", most_easy < LITTLE, False, ""),
            (
                f"On the real weeks the two best algorithms leave more than {MUCH:.0%} unused.",
                least_best > MUCH,
                False,
                HARDLY_MORE,
            ),
        ]
    return [
        Claim(text, holds, f"{levels}.{why(judged)}", judged, finding, explained=explained)
        for text, holds, finding, explained in statements
    ]


def chart(which: str, of: Mapping[str, np.ndarray]) -> Chart:
    """Means, ours and printed."""
    theirs = tuple(None if name == TEXTBOOK else printed(name, which) for name in NAMES)
    return Chart(
        f"Table 4: normalized underutilization, {which} traces",
        "algorithm",
        "mean",
        (
            Series("mean", NAMES, tuple(float(of[name].mean()) for name in NAMES), kind="bars"),
            Series("mean", NAMES, theirs, published=True, kind="points"),
        ),
        caption=(f"{len(of[EASY])} traces: CPU that was wanted and not put to work, over the work of all jobs.",),
    )


def parts(scale: str, seed: int) -> list[Part]:
    """Those of table 2."""
    return [*instances.unscaled(NAMES, scale, seed), *instances.scaled(NAMES, scale, seed)]


def parts_real(scale: str, _seed: int, logs: Sequence[LogFile] = ()) -> list[Part]:
    """Those of table 2."""
    return hpc2n.parts(NAMES, logs, hpc2n.ALL if scale == "full" else (hpc2n.FEW,))


EXPERIMENT = Experiment(
    "table4",
    "CPU that is wanted and left unused, synthetic traces",
    "section 6.4.2, table 4, synthetic traces",
    "How much of the CPU that jobs want do EASY and the best algorithms leave unused?",
    (
        *COMMON,
        *SYNTHETIC,
        ("unscaled traces", f"{instances.TRACES} ({instances.SOME} at quick scale)", STATED),
        ("traces at each load", f"{instances.PER_LOAD} (1 at quick scale)", STATED),
    ),
    published(SETS[1:]),
    parts,
    instances.run,
    outcome,
    {"quick": 6.0, "full": 1_000.0},
    (*EASY_DIFFERS, ACCOUNT, *TRACES_DIFFER[:1]),
    openings(),
    explained=OTHER_TRACES,
)
REAL_WEEKS = Experiment(
    "table4-hpc2n",
    "CPU that is wanted and left unused, on the weeks of a real log",
    "section 6.4.2, table 4, real-world trace",
    "How much of the CPU that jobs want is left unused on a real log?",
    (*COMMON, *REAL),
    published(SETS[:1]),
    parts_real,
    hpc2n.run,
    hpc2n.on_log(outcome_real),
    {"quick": 1.5, "full": 450.0},
    (*EASY_DIFFERS, *REAL_DIFFERS),
    weekly(),
    random=False,
    logs=hpc2n.LOGS,
    explained=OTHER_WEEKS,
)
