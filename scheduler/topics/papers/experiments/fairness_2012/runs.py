"""What is run for both figures: a log under each policy, and what is kept of the schedule.

Figure 1 and figure 2 show the same schedules, so their parts are the same, and run once.  Estimates are the runtimes,
and no runtime is cut, whatever time was requested.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from scheduler.errors import InputError
from scheduler.metrics.fairness import AT_LEAST, fairness_f, nuwt, uwt
from scheduler.metrics.stretch import bounded_stretch
from scheduler.model.schedule import Schedule
from scheduler.model.trace import Trace
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.replay.other_order import other_order
from scheduler.simulate import simulate
from scheduler.statistics.intervals import half_width
from scheduler.topics.papers.experiments import Begin, LogFile, PaperLog, Part
from scheduler.topics.papers.experiments.fairness_2012.logs import LOGS, paper_log

NAMES = {
    "backfill": "BF",
    "easy": "BF-EASY",
    "conservative": "BF-CONS",
    "backfill_fair": "BF-FAIR",
    "tabu": "TS",
    "fcfs": "FCFS",
}  # FCFS last: it is left out of most charts
COSTS = {"fcfs": 1, "backfill": 2, "easy": 2, "conservative": 3, "backfill_fair": 3, "tabu": 200}  # about, per job
SEARCHING = "tabu"  # the one that uses random numbers
PARAMS: Mapping[str, dict[str, Any]] = {SEARCHING: {"most": 1_000_000}}  # moves of a search: all there may be
OPTIONS: dict[str, Any] = {
    "estimates": "exact",
    "overrun": "extend",
    "arrivals": "recorded",
    "unallocated": "keep",
}  # the paper tells of no job that it leaves out for that
THRESHOLD = 1.0  # s, of the bounded slowdown
QUICK = 5_000  # jobs of a log at quick scale
COMPLETE = 0.99  # of the jobs that the paper counts: a file with as many is the whole log
BEYOND = 10.0  # NUWT up to which the paper draws its distribution
SOME = 50_000  # jobs a log of unknown length may have
SEEDS = {"quick": 1, "full": 10}  # of the policy that uses random numbers


def parts(scale: str, seed: int, logs: Sequence[LogFile] = ()) -> list[Part]:
    """Every log under every policy, that which uses random numbers with several seeds."""
    first, count = None if scale == "full" else QUICK, SEEDS[scale]
    return [
        _part(log, policy, first) | lots
        for log in logs
        for policy in NAMES
        for lots in ([_lots(log, count * seed + k, k) for k in range(count)] if policy == SEARCHING else [{}])
    ]


def _part(log: LogFile, policy: str, first: int | None) -> Part:
    paper = paper_log(log.name)
    jobs = min(paper.jobs if paper else SOME, first or SOME * SOME)
    return {
        "do": "log",
        "log": log.sha256,
        "first": first,
        "policy": policy,
        "machine": paper.machine if paper else {},
        "name": log.name,
        "label": f"{title(log.name)}, {NAMES[policy]}",
        "weight": jobs * COSTS[policy],
    }


def _lots(log: LogFile, seed: int, sweep: int) -> Part:
    return {"seed": seed, "sweep": sweep, "label": f"{title(log.name)}, {NAMES[SEARCHING]}, seed {seed}"}


def plain(value: float) -> str:
    """A number for sentences: four digits, and no fraction from 1,000 on.

    >>> plain(39.852), plain(12968.7)
    ('39.85', '12,969')
    """
    return f"{value:,.0f}" if abs(value) >= 1_000 else f"{value:.4g}"


def title(name: str) -> str:
    """What the paper calls the log of this file; the file's name where it is none of the paper's."""
    paper = paper_log(name)
    return paper.title if paper else name


def run(part: Part, trace: Trace, begin: Begin) -> dict[str, Any]:
    """What is kept of a log under a policy."""
    jobs = drawn(part, trace)
    schedule = simulate(
        jobs,
        part["policy"],
        PARAMS.get(part["policy"]),
        seed=part.get("seed"),
        control=begin(len(jobs)),
        decisions=None,
    )
    other = other_order(schedule)
    return {"records": len(trace), **kept(schedule), "other_wait": None if other is None else float(other.wait.mean())}


def drawn(part: Part, trace: Trace) -> Workload:
    """The jobs of a part, on the machine of the paper or, for a log that is none of its own, of the header.

    Raises InputError for a header without a size, WorkloadError.
    """
    if not part["machine"] and not (trace.number("MaxProcs") or trace.number("MaxNodes")):
        raise InputError(
            f"{trace.name} does not tell the size of its machine (its header has no MaxProcs or "
            "MaxNodes), so the experiment cannot be run on it; choose a log that does."
        )
    return workload(trace, first=part["first"], **part["machine"], **OPTIONS)


def kept(schedule: Schedule) -> dict[str, Any]:
    """Means over jobs, s; sorted NUWT of the users with several jobs; mean and unfairness over all users."""
    users = nuwt(schedule)
    return {
        "jobs": len(schedule.placed),
        "users": len(users.user),
        "wait": float(schedule.wait.mean()),
        "response": float(schedule.response.mean()),
        "slowdown": float(bounded_stretch(schedule, THRESHOLD).mean()),
        "uwt": uwt(schedule),
        "f": fairness_f(schedule),
        "nuwt": np.sort(users.value[users.jobs >= AT_LEAST]).tolist(),
    }


@dataclass(frozen=True)
class Result:
    """A log under one policy."""

    policy: str
    wait: float  # s, mean over jobs
    response: float  # s, mean over jobs
    slowdown: float  # mean over jobs
    uwt: float  # mean NUWT over all users
    f: float  # sum over all users of (uwt - NUWT)^2
    nuwt: np.ndarray  # [users with several jobs], sorted; of several draws: of all of them
    other_wait: float | None = None  # s, mean with simultaneous events in the other order; None: not measured
    draws: tuple[Result, ...] = ()  # where it uses random numbers: each seed; other numbers are their means

    @property
    def name(self) -> str:
        """As the paper calls it."""
        return NAMES[self.policy]

    @property
    def mean(self) -> float | None:
        """Of NUWT; None where no user has several jobs."""
        return float(self.nuwt.mean()) if len(self.nuwt) else None

    @property
    def deviation(self) -> float | None:
        """Of NUWT, over the users themselves (ddof 0); of several draws the mean of theirs."""
        each = [one.deviation for one in self.draws if one.deviation is not None]
        if each:
            return float(np.mean(each))
        return float(self.nuwt.std()) if len(self.nuwt) else None

    def interval(self, name: str) -> tuple[float | None, float | None]:
        """Ends of the 95 % interval of the mean of a number over seeds (Student's); None where nothing is drawn."""
        values = np.array([value for one in self.draws if (value := getattr(one, name)) is not None], float)
        half = half_width(values)
        return (None, None) if half is None else (float(values.mean() - half), float(values.mean() + half))

    def between(self, name: str) -> str:
        """How far a number varies with the seed, for a sentence; empty where nothing is drawn."""
        values = [value for one in self.draws if (value := getattr(one, name)) is not None]
        return f" ({len(values)} seeds: {plain(min(values))} to {plain(max(values))})" if len(values) > 1 else ""

    def percentile(self, percent: float) -> float | None:
        """Of NUWT, linear between users."""
        return float(np.percentile(self.nuwt, percent)) if len(self.nuwt) else None

    @property
    def moved(self) -> float:
        """By how much another order of simultaneous events moves the mean wait, relative; 0 where nobody measured."""
        if self.other_wait is None or max(self.wait, self.other_wait) <= 0:
            return 0.0
        return abs(self.wait - self.other_wait) / max(self.wait, self.other_wait)

    @property
    def beyond(self) -> int:
        """Users whose NUWT the paper's figure cuts off; of several draws the mean."""
        count = int((self.nuwt > BEYOND).sum())
        return round(count / len(self.draws)) if self.draws else count


@dataclass(frozen=True)
class OnLog:
    """A log under all policies."""

    file: str  # its name, without .swf and .gz
    paper: PaperLog | None
    whole: bool  # whether all of its jobs were run
    records: int  # lines of the file
    jobs: int  # simulated
    under: Mapping[str, Result]

    @property
    def title(self) -> str:
        """What the paper calls it, else the name of its file."""
        return self.paper.title if self.paper else self.file

    @property
    def share(self) -> float:
        """Jobs of the file, of those the paper counts; 1 of a log that is none of its own."""
        return self.records / self.paper.jobs if self.paper else 1.0

    @property
    def lacks_jobs(self) -> bool:
        """Whether the file is a rebuilt copy without many of the jobs that the paper counts."""
        return "rebuilt" in self.file and self.share < COMPLETE

    def has(self, *policies: str) -> bool:
        """Whether all of these were run."""
        return all(policy in self.under for policy in policies)


def by_log(parts: Sequence[Part], results: Sequence[Mapping[str, Any]]) -> list[OnLog]:
    """The results of all parts, log by log."""
    pairs_of: dict[str, list[tuple[Part, Mapping[str, Any]]]] = {}
    for part, result in zip(parts, results, strict=True):
        pairs_of.setdefault(part["log"], []).append((part, result))
    return [_on_log(pairs) for pairs in pairs_of.values()]


def _on_log(pairs: Sequence[tuple[Part, Mapping[str, Any]]]) -> OnLog:
    part, result = pairs[0]
    drawn: dict[str, list[Result]] = {}
    for one, numbers in pairs:
        drawn.setdefault(one["policy"], []).append(_result(one["policy"], numbers))
    under = {policy: several[0] if len(several) == 1 else _together(several) for policy, several in drawn.items()}
    return OnLog(part["name"], paper_log(part["name"]), part["first"] is None, result["records"], result["jobs"], under)


def _result(policy: str, numbers: Mapping[str, Any]) -> Result:
    plain = {name: numbers[name] for name in ("wait", "response", "slowdown", "uwt", "f")}
    return Result(policy, nuwt=np.array(numbers["nuwt"], float), other_wait=numbers.get("other_wait"), **plain)


def _together(several: Sequence[Result]) -> Result:
    """Draws with several seeds as one: means of the numbers, and the users of all."""
    means = {
        name: float(np.mean([getattr(one, name) for one in several]))
        for name in ("wait", "response", "slowdown", "uwt", "f")
    }
    nuwt = np.sort(np.concatenate([one.nuwt for one in several]))
    return Result(several[0].policy, nuwt=nuwt, draws=tuple(several), **means)


def differences(logs: Sequence[OnLog]) -> tuple[str, ...]:
    """How what was run differs from what the paper ran, one sentence each."""
    sentences = (
        []
        if all(log.whole for log in logs)
        else [
            f"At quick scale only the first {QUICK:,} jobs of a log are run, on a machine that is empty at first; "
            "what the paper says is of whole logs, so nothing is judged."
        ]
    )
    for log in logs:
        if log.paper is None:
            sentences.append(f"{log.title} is none of the paper's logs, so nothing said of it is judged.")
        elif log.whole:
            sentences.append(
                f"{log.title}: the paper counts {log.paper.jobs:,} jobs; the file has {log.records:,}, "
                f"and the {log.jobs:,} of them with a runtime, a size and a submit time"
                f"{' that fit into a cluster' if log.paper.clusters else ''} are run."
            )
        if log.paper and log.file in log.paper.differences:
            sentences.append(log.paper.differences[log.file])
    missing = [log.title for log in LOGS if log.title not in {one.title for one in logs}]
    if missing and any(log.paper for log in logs):
        sentences.append(f"Not run: {', '.join(missing)}; what the paper says of most logs is judged with all six.")
    return tuple(sentences)
