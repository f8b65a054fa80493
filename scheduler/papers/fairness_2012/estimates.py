"""Section 5.2, last paragraph: what inexact estimates do to TS, and three popular ones.

"The inaccuracy can be handled efficiently if proper recovery methods are applied"; "when there are only few popular
estimates (e.g., 3 popular estimates), the performance of the proposed technique is similar to that of the backfilling
solutions".  The paper shows no numbers of this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scheduler.durations import human
from scheduler.model.trace import Trace
from scheduler.papers import (
    CHOSEN,
    STATED,
    Begin,
    Chart,
    Claim,
    Experiment,
    LogFile,
    Measured,
    Opening,
    Outcome,
    Part,
    Series,
)
from scheduler.papers.fairness_2012.logs import LOGS, paper_log
from scheduler.papers.fairness_2012.runs import NAMES, OPTIONS, PARAMS, SEARCHING, plain, title
from scheduler.preparation.build import workload
from scheduler.simulate import simulate

WHERE = "section 5.2, text"
ESTIMATES: Mapping[str, dict[str, Any]] = {
    "exact": {}, "as requested": {"estimates": "requested"}, "up to 5 times": {"estimates": "uniform", "factor": 5.0},
    "three popular": {"estimates": "popular", "popular": 3}}
EXACT, REQUESTED, FIVE, POPULAR = ESTIMATES
POLICIES = ("easy", "conservative", SEARCHING)
ALIKE = 0.1             # relative: mean waits that are as near as that are similar
LENGTH = {"quick": 2_000, "full": 20_000}       # jobs of a log
Waits = Mapping[str, Mapping[str, float]]       # {estimates: {policy: mean wait, s}}


def parts(scale: str, seed: int, logs: Sequence[LogFile] = ()) -> list[Part]:
    """The beginning of each log with each kind of estimates under each policy."""
    return [{"do": "estimates", "log": log.sha256, "first": LENGTH[scale], "estimates": kind, "policy": policy,
             "seed": seed, "machine": paper.machine if (paper := paper_log(log.name)) else {}, "name": log.name,
             "label": f"{title(log.name)}, {NAMES[policy]}, estimates {kind}",
             "weight": LENGTH[scale] * (20 if policy == SEARCHING else 1)}
            for log in logs for kind in ESTIMATES for policy in POLICIES]


def run(part: Part, trace: Trace, begin: Begin) -> float:
    """Mean wait, s."""
    options = OPTIONS | ESTIMATES[part["estimates"]] | ({"estimate_seed": part["seed"]}
                                                        if part["estimates"] == FIVE else {})
    jobs = workload(trace, first=part["first"], **part["machine"], **options)
    policy = part["policy"]
    schedule = simulate(jobs, policy, PARAMS.get(policy), seed=part["seed"] if policy == SEARCHING else None,
                        control=begin(len(jobs)), decisions=None)
    return float(schedule.wait.mean())


def outcome(parts: Sequence[Part], results: Sequence[float]) -> Outcome:
    """Waits of each log, two claims on all of them, and a chart of each."""
    waits_of: dict[str, dict[str, dict[str, float]]] = {}
    for part, wait in zip(parts, results, strict=True):
        waits_of.setdefault(title(part["name"]), {}).setdefault(part["estimates"], {})[part["policy"]] = wait
    values = tuple(Measured(f"{log}, {NAMES[policy]}: mean wait, estimates {kind}", wait, unit="s",
                            cell=(log, NAMES[policy], kind))
                   for log, waits in waits_of.items() for kind, of in waits.items() for policy, wait in of.items())
    return Outcome(values, claims(waits_of) if waits_of else (),
                   tuple(chart(log, waits) for log, waits in waits_of.items()))


def gain(waits: Mapping[str, float]) -> float:
    """By how much TS waits less than the better of the others, relative; negative: longer."""
    best = min(wait for policy, wait in waits.items() if policy != SEARCHING)
    return 1 - waits[SEARCHING] / best if best > 0 else 0.0


def claims(waits_of: Mapping[str, Waits]) -> tuple[Claim, ...]:
    """What the paragraph says, looked at on the beginning of these logs."""
    gains = {log: {kind: gain(of) for kind, of in waits.items()} for log, waits in waits_of.items()}
    why = " Not judged: the paper tells neither logs nor numbers of this."
    gain_texts = "; ".join(f"{log}: " + ", ".join(f"{kind} {100 * value:.1f} %" for kind, value in each.items())
                           for log, each in gains.items())
    better = {log: waits[REQUESTED][SEARCHING] < waits[REQUESTED]["conservative"] for log, waits in waits_of.items()}
    similar = {log: abs(each[POPULAR]) <= ALIKE or each[POPULAR] < each[EXACT] - ALIKE for log, each in gains.items()}
    waits = "; ".join(f"{log}: TS {human(of[REQUESTED][SEARCHING])}, BF-CONS {human(of[REQUESTED]['conservative'])}"
                      for log, of in waits_of.items())
    return (
        Claim("With the estimates of the users TS still waits less than BF-CONS (read as: in the mean, on each log).",
              all(better.values()), f"{waits}.{why}", False),
        Claim("With three popular estimates TS is similar to backfilling (read as: its mean wait is within "
              f"{100 * ALIKE:g} % of the better of BF-EASY and BF-CONS, or its gain on it is smaller by more than that "
              "than with exact ones).", all(similar.values()),
              f"How much less TS waits than the better one: {gain_texts}.{why}", False))


def chart(log: str, waits: Waits) -> Chart:
    """Mean waits by kind of estimates."""
    kinds = tuple(waits)
    return Chart(f"{log}: mean wait with inexact estimates", "estimates", "mean wait (s)", tuple(
        Series(NAMES[policy], kinds, tuple(waits[kind][policy] for kind in kinds), kind="bars") for policy in POLICIES),
        caption="TS against the better of the others: " + ", ".join(
            f"{plain(round(100 * gain(waits[kind]), 1))} % less ({kind})" for kind in kinds) + ".")


EXPERIMENT = Experiment(
    "estimates", "Inexact estimates, and three popular ones", WHERE,
    "What do inexact estimates of runtimes leave of the gain of searching for a better plan?",
    (("estimates", "exact; as users requested; 1 to 5 times the runtime, drawn; three popular ones, each runtime "
      "rounded up to the next", CHOSEN),
     ("policies", ", ".join(NAMES[policy] for policy in POLICIES), CHOSEN),
     ("when jobs end early", "reservations move up, in the order of the plan", STATED),
     ("runtimes above the requested time", "the requested time is raised", CHOSEN),
     ("jobs of a log", f"the first {LENGTH['full']:,} ({LENGTH['quick']:,} at quick scale)", CHOSEN)),
    (), parts, run, outcome, {"quick": 6.0, "full": 60.0},
    ("The paper refers to other work of its authors for this and shows no numbers; nothing is judged.",),
    tuple(Opening(f"the beginning of this log, estimates {kind}", {},
                  tuple((policy, PARAMS.get(policy, {})) for policy in POLICIES),
                  {**OPTIONS, **ESTIMATES[kind], "first": LENGTH["quick"]}) for kind in (REQUESTED, POPULAR)),
    logs=LOGS)
