"""Section 5.2, last paragraph: what inexact estimates do to TS, and three popular ones.

"The inaccuracy can be handled efficiently if proper recovery methods are applied"; "when there are only few popular
estimates (e.g., 3 popular estimates), the performance of the proposed technique is similar to that of the backfilling
solutions".  The paper shows no numbers of this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scheduler.charts import Chart, Series
from scheduler.durations import human
from scheduler.model.trace import Trace
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.topics.papers.experiments import (
    CHOSEN,
    STATED,
    Begin,
    Claim,
    Experiment,
    LogFile,
    Measured,
    Opening,
    Outcome,
    Part,
)
from scheduler.topics.papers.experiments.fairness_2012.logs import LOGS, paper_log
from scheduler.topics.papers.experiments.fairness_2012.runs import NAMES, OPTIONS, PARAMS, SEARCHING, plain, title

WHERE = "section 5.2, text"
ESTIMATES: Mapping[str, dict[str, Any]] = {
    "exact": {},
    "as requested": {"estimates": "requested"},
    "up to 5 times": {"estimates": "uniform", "factor": 5.0},
    "three popular": {"estimates": "popular", "popular": 3},
}
EXACT, REQUESTED, FIVE, POPULAR = ESTIMATES
POLICIES = ("easy", "conservative", SEARCHING)
ALIKE = 0.1  # relative: mean waits that are as near as that are similar
THREE = (
    "The paper refers to another work for this and tells neither which logs were run nor which three estimates users "
    "chose. Here they are the runtimes that a third, two thirds and all of the jobs do not exceed, and each runtime is "
    "rounded up to the next one. The searched plan is then less exact, and TS gains less than with exact estimates, "
    "but far more than nothing."
)
DIFFERENT = "which estimates the paper compares; here the two kinds differ in how far they are off, too"
LENGTH = {"quick": 2_000, "full": 20_000}  # jobs of a log
Waits = Mapping[str, Mapping[str, float]]  # {estimates: {policy: mean wait, s}}


def parts(scale: str, seed: int, logs: Sequence[LogFile] = ()) -> list[Part]:
    """The beginning of each log with each kind of estimates under each policy."""
    return [
        {
            "do": "estimates",
            "log": log.sha256,
            "first": LENGTH[scale],
            "estimates": kind,
            "policy": policy,
            "seed": seed,
            "machine": paper.machine if (paper := paper_log(log.name)) else {},
            "name": log.name,
            "label": f"{title(log.name)}, {NAMES[policy]}, estimates {kind}",
            "weight": LENGTH[scale] * (20 if policy == SEARCHING else 1),
        }
        for log in logs
        for kind in ESTIMATES
        for policy in POLICIES
    ]


def run(part: Part, trace: Trace, begin: Begin) -> float:
    """Mean wait, s."""
    options = (
        OPTIONS | ESTIMATES[part["estimates"]] | ({"estimate_seed": part["seed"]} if part["estimates"] == FIVE else {})
    )
    jobs = workload(trace, first=part["first"], **part["machine"], **options)
    policy = part["policy"]
    schedule = simulate(
        jobs,
        policy,
        PARAMS.get(policy),
        seed=part["seed"] if policy == SEARCHING else None,
        control=begin(len(jobs)),
        decisions=None,
    )
    return float(schedule.wait.mean())


def outcome(parts: Sequence[Part], results: Sequence[float]) -> Outcome:
    """Waits of each log, claims on all of them, and a chart of each."""
    waits_of: dict[str, dict[str, dict[str, float]]] = {}
    enough = all(part["first"] == LENGTH["full"] for part in parts)
    for part, wait in zip(parts, results, strict=True):
        waits_of.setdefault(title(part["name"]), {}).setdefault(part["estimates"], {})[part["policy"]] = wait
    values = tuple(
        Measured(
            f"{log}, {NAMES[policy]}: mean wait, estimates {kind}", wait, unit="s", cell=(log, NAMES[policy], kind)
        )
        for log, waits in waits_of.items()
        for kind, of in waits.items()
        for policy, wait in of.items()
    )
    return Outcome(
        values,
        claims(waits_of, enough) if waits_of else (),
        tuple(chart(log, waits) for log, waits in waits_of.items()),
    )


def gain(waits: Mapping[str, float]) -> float:
    """By how much TS waits less than the better of the others, relative; negative: longer."""
    best = min(wait for policy, wait in waits.items() if policy != SEARCHING)
    return 1 - waits[SEARCHING] / best if best > 0 else 0.0


def claims(waits_of: Mapping[str, Waits], enough: bool) -> tuple[Claim, ...]:
    """What the paragraph says, on the beginning of these logs; enough: whether as much of each was run as is meant."""
    gains = {log: {kind: gain(of) for kind, of in waits.items()} for log, waits in waits_of.items()}
    judged = enough and {log.title for log in LOGS} <= set(waits_of)
    why = "" if judged else f" Not judged: not the first {LENGTH['full']:,} jobs of all six logs were run."
    return (
        _recovers(waits_of, judged, why),
        _claim(
            f"With three popular estimates TS is similar to backfilling (read as: its mean wait is within "
            f"{100 * ALIKE:g} % of the better of BF-EASY and BF-CONS, on each log)",
            {log: abs(each[POPULAR]) <= ALIKE for log, each in gains.items()},
            gains,
            (judged, why),
            explained=THREE,
        ),
        _claim(
            "Estimates that differ are favorable (read as: TS gains more on the better of BF-EASY and BF-CONS "
            f"with estimates {FIVE} the runtime than with three popular ones, on each log)",
            {log: each[FIVE] > each[POPULAR] for log, each in gains.items()},
            gains,
            (judged, why),
            decided_by=DIFFERENT,
        ),
    )


def _recovers(waits_of: Mapping[str, Waits], judged: bool, why: str) -> Claim:
    """TS against the plan it improves, with the estimates of the users; on logs that have any."""
    asked = {log: waits[REQUESTED] for log, waits in waits_of.items() if waits[REQUESTED] != waits[EXACT]}
    waits = "; ".join(
        f"{log}: TS {human(of[SEARCHING])}, BF-CONS {human(of['conservative'])}" for log, of in asked.items()
    )
    without = "".join(
        f" {log} is left out: its waits are those with exact estimates, for its file has no requested times."
        for log in waits_of
        if log not in asked
    )
    return Claim(
        "With the estimates of the users TS still waits less than BF-CONS (read as: in the mean, on each log "
        "with such estimates).",
        all(of[SEARCHING] < of["conservative"] for of in asked.values()),
        f"{waits}.{without}{why}",
        judged and bool(asked),
    )


def _claim(
    text: str,
    holds: Mapping[str, bool],
    gains: Mapping[str, Mapping[str, float]],
    judging: tuple[bool, str],
    explained: str = "",
    decided_by: str = "",
) -> Claim:
    """A sentence on how much less TS waits than the better of the others, log by log."""
    judged, why = judging
    against = [log for log, one in holds.items() if not one]
    numbers = "; ".join(
        f"{log}: " + ", ".join(f"{kind} {100 * value:.1f} %" for kind, value in each.items())
        for log, each in gains.items()
    )
    return Claim(
        f"{text}.",
        not against,
        f"On {len(holds) - len(against)} of {len(holds)} logs"
        f"{'; not on ' if against else ''}{', '.join(against)}. How much less TS waits than the better one: "
        f"{numbers}.{why}",
        judged,
        explained=explained,
        decided_by=decided_by,
    )


def chart(log: str, waits: Waits) -> Chart:
    """Mean waits by kind of estimates."""
    kinds = tuple(waits)
    return Chart(
        f"{log}: mean wait with inexact estimates",
        "estimates",
        "mean wait (s)",
        tuple(
            Series(NAMES[policy], kinds, tuple(waits[kind][policy] for kind in kinds), kind="bars")
            for policy in POLICIES
        ),
        caption=(
            "TS below the better of the others: "
            + ", ".join(f"{plain(round(100 * gain(waits[kind]), 1))} % ({kind})" for kind in kinds)
            + ".",
        ),
    )


EXPERIMENT = Experiment(
    "estimates",
    "Inexact estimates, and three popular ones",
    WHERE,
    "What do inexact estimates of runtimes leave of the gain of searching for a better plan?",
    (
        (
            "estimates",
            "exact; as users requested; 1 to 5 times the runtime, drawn; three popular ones, each runtime "
            "rounded up to the next",
            CHOSEN,
        ),
        ("policies", ", ".join(NAMES[policy] for policy in POLICIES), CHOSEN),
        ("when jobs end early", "reservations move up, in the order of the plan", STATED),
        ("runtimes above the requested time", "the requested time is raised", CHOSEN),
        ("jobs of a log", f"the first {LENGTH['full']:,} ({LENGTH['quick']:,} at quick scale)", CHOSEN),
    ),
    (),
    parts,
    run,
    outcome,
    {"quick": 6.0, "full": 60.0},
    (
        "The paper refers to other work of its authors for this. It names no logs and shows no numbers; what it says "
        f"in general is judged on the first {LENGTH['full']:,} jobs of all six logs.",
    ),
    tuple(
        Opening(
            f"the beginning of this log, estimates {kind}",
            {},
            tuple((policy, PARAMS.get(policy, {})) for policy in POLICIES),
            {**OPTIONS, **ESTIMATES[kind], "first": LENGTH["quick"]},
        )
        for kind in (REQUESTED, POPULAR)
    ),
    logs=LOGS,
)
