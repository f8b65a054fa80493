"""The real log of section 5.3.1, cut into weeks, each simulated on its own; another log can be named in its place.

A part runs one algorithm on seven weeks that lie 26 weeks apart, so that a few parts are spread over the whole log.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from scheduler.errors import Cancelled
from scheduler.model.trace import Trace
from scheduler.model.workload import Workload
from scheduler.preparation import weeks
from scheduler.preparation.build import workload
from scheduler.simulate import FINISHED, STOP
from scheduler.topics.papers.experiments import Begin, LogFile, Outcome, PaperLog, Part
from scheduler.topics.papers.experiments.dfrs_2011.algorithms import PENALTY, PERIOD, settings
from scheduler.topics.papers.experiments.dfrs_2011.measures import under

HPC2N = PaperLog("HPC2N", ("HPC2N-2002-2.1-cln", "HPC2N-2002-2.2-cln"), 240, 202_876)
LOGS = (HPC2N,)
OPTIONS: dict[str, Any] = {
    "needs": "recorded",
    "cores": 2,
    "node_memory": 2.0,
    "estimates": "exact",
    "overrun": "extend",
    "wide": "drop",
    "arrivals": "recorded",
}
WEEKS, TURNS = 182, 26
FEW = (1, 2, 60)  # weeks at quick scale
HEAVIEST = 166  # the week that takes longer than all others together: run last
JUDGED = 150  # weeks from which a mean degradation is compared with the paper's: few bad weeks decide it
MOST_KEPT = 16  # workloads of weeks that are held, for the algorithms follow each other on the same weeks


def turn(which: int) -> tuple[int, ...]:
    """Weeks of a part: from 0 on, each of TURNS has its own."""
    return tuple(range(which + 1, WEEKS + 1, TURNS))


ALL = tuple(turn(which) for which in range(TURNS))


def parts(
    names: Sequence[str],
    logs: Sequence[LogFile],
    turns: Sequence[Sequence[int]],
    penalty: float = PENALTY,
    period: float = PERIOD,
) -> list[Part]:
    """Every log under each algorithm, so many weeks in a part."""
    return [
        _part(log, name, list(chosen), penalty, period) | {"sweep": sweep}
        for log in logs
        for sweep, chosen in enumerate(sorted(turns, key=lambda chosen: HEAVIEST in chosen))
        for name in names
    ]


def _part(log: LogFile, name: str, chosen: list[int], penalty: float, period: float) -> Part:
    apart = dict(settings(name, penalty, period))
    suffix = "".join(f", {key} {value:g} s" for key, value in apart.items())
    return {
        "do": "weeks",
        "log": log.sha256,
        "first": None,
        "row": name,
        "settings": apart,
        "weeks": chosen,
        "processors": processors(log),
        "name": log.name,
        "weight": len(chosen),
        "label": f"{title(log.name)}, {name}{suffix}, week{'s' * (len(chosen) > 1)} {', '.join(map(str, chosen))}",
    }


def is_known(name: str) -> bool:
    """Whether a file of that name is the paper's log."""
    return name in HPC2N.names


def title(name: str) -> str:
    """What the paper calls the log of this file; the file's name where it is another."""
    return HPC2N.title if is_known(name) else name


def processors(log: LogFile) -> int | None:
    """The paper's machine for its log; None: what the header says."""
    return HPC2N.processors if is_known(log.name) else None


@dataclass(frozen=True)
class _Log:
    """A trace, known by the hash of its text."""

    sha256: str
    trace: Trace = field(compare=False)


def run(part: Part, trace: Trace, begin: Begin) -> list[dict[str, float]]:
    """What is kept of each week with jobs; where only the first jobs are asked for, of one week.  Raises Cancelled."""
    chosen = part["weeks"] if part["first"] is None else part["weeks"][:1]
    cut = {week: week_of(trace, week, part["first"], part["processors"]) for week in chosen}
    jobs_of = {week: jobs for week, jobs in cut.items() if jobs is not None}
    control = begin(sum(map(len, jobs_of.values())))
    rows = []
    for week, jobs in jobs_of.items():
        if control[STOP]:
            raise Cancelled("stopped")
        rows.append({"week": week, **under(jobs, part["row"], part["settings"])})
        control[FINISHED] += len(jobs)
    return rows


def week_of(trace: Trace, week: int, first: int | None = None, machine: int | None = None) -> Workload | None:
    """The jobs of a week; None where the log has none then.  machine: processors, else as the header says."""
    return _cut(_Log(trace.sha256, trace), week, first, machine)


@lru_cache(MOST_KEPT)
def _cut(log: _Log, week: int, first: int | None, machine: int | None) -> Workload | None:
    trace = log.trace
    if week > weeks.count(trace):
        return None
    begin, end = weeks.window(trace, week)
    submit = trace.columns["submit"]
    if not np.any((submit >= begin) & (submit < end)):
        return None
    jobs = whole(trace, first, machine, week)
    return jobs if len(jobs) else None


def whole(trace: Trace, first: int | None = None, machine: int | None = None, week: int | None = None) -> Workload:
    """The jobs of a log, or of a week, on shared nodes of two processors; raises WorkloadError."""
    header = trace.number("MaxProcs") or trace.number("MaxNodes") or 0
    even = machine or header + header % OPTIONS["cores"] or None  # one processor more where nodes would be halved
    return workload(trace, processors=even, first=first, week=week, **OPTIONS)


Make = Callable[[Sequence[Part], Sequence[Any]], Outcome]


def on_log(make: Make) -> Make:
    """The outcome of the parts of one log, the paper's where it is among them; with how it differs from the paper's.

    On another log nothing is judged.
    """

    def outcome(parts: Sequence[Part], results: Sequence[Any]) -> Outcome:
        names = dict.fromkeys(part["name"] for part in parts)
        log = next((name for name in names if is_known(name)), next(iter(names), ""))
        pairs = [(part, result) for part, result in zip(parts, results, strict=True) if part["name"] == log]
        own = [part for part, _ in pairs]
        own_outcome = make(own, [result for _, result in pairs])
        sentences = (*own_outcome.differences, *differences(log, own))
        return (
            replace(own_outcome, differences=sentences)
            if is_known(log)
            else replace(
                _unjudged(own_outcome),
                differences=(
                    *sentences,
                    *(f"{name} is left out: one log is put together at a time." for name in names if name != log),
                ),
            )
        )

    return outcome


def _unjudged(outcome: Outcome) -> Outcome:
    reason = " Not judged: the paper says nothing of this log."
    claims = tuple(
        replace(one, judged=False, evidence=one.evidence + reason) if one.judged else one for one in outcome.claims
    )
    return replace(outcome, claims=claims, measured=tuple(replace(one, judged=False) for one in outcome.measured))


def differences(log: str, parts: Sequence[Part]) -> tuple[str, ...]:
    """How what was run differs from what the paper ran, one sentence each."""
    sentences = (
        []
        if is_known(log)
        else [
            f"{title(log)} is not the paper's log: its machine is taken as nodes of two processors and 2 GB, and jobs "
            "with more tasks than there are nodes are left out."
        ]
    )
    chosen = {week for part in parts for week in part.get("weeks", ())}
    if chosen and len(chosen) < WEEKS:
        without = "" if HEAVIEST in chosen else f"; week {HEAVIEST}, the heaviest, is not among them"
        sentences.append(f"Only {len(chosen)} of the {WEEKS} weeks are run{without}.")
    return tuple(sentences)
