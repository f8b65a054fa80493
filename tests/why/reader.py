"""A run as plain lists, and sentences taken apart: for checking what is said of a run against the run itself.

Shares nothing with the code that makes the sentences: it reads the table of starts, the columns of the workload and the
rows of the decision log.  An instant or a length in a sentence is rounded, so it is read as the range of what it may mean.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from scheduler.engine.decision_log import KINDS, RULES
from scheduler.model.schedule import Schedule

CLOCK = r"(?:\d+ d )?\d\d:\d\d:\d\d(?:\.\d+)?"
NUMBER = r"-?[\d,]*\.?\d+(?:e[+-]?\d+)?"
KINDS_OF_WORDS = {
    "T": rf"(?:{CLOCK}|{NUMBER} s)",
    "L": r"(?:\d+ y \d+ wk|\d+ wk \d+ d|\d+ d \d+ h|\d+ h \d+ min|\d+ min \d+ s|under 0\.001 s|[\d.e+-]+ s)",
    "J": r"job \d+",
    "Js": r"(?:job \d+(?:, job \d+)*(?: and (?:job \d+|\d+ more))?)",
    "N": r"-?[\d,]+",
    "F": NUMBER,
    "P": r"\d+ processors?",
    "U": r"user -?\d+",
    "G": r"campaign \d+ of user -?\d+",
    "W": r"[^;:]*?",
    "A": r".*?",
    "K": r"nodes? \d+[^:]*?",
}
SIZES = {"y": 31_536_000, "wk": 604_800, "d": 86_400, "h": 3_600, "min": 60, "s": 1}
INSTANT = 6e-4  # s: instants are told to the thousandth


class Range(NamedTuple):
    """What a rounded number in a sentence may mean."""

    low: float
    high: float

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | float) and self.low <= value <= self.high

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


class Row(NamedTuple):
    """A decision."""

    seq: int
    time: float
    kind: str
    job: int
    rule: str
    blocker: int
    shadow: float
    extra: int
    free: int
    needed: int
    value: float


class Held(NamedTuple):
    """Processors a job holds for a time."""

    job: int
    begin: float
    end: float
    size: int
    cluster: int


class Wrong(Exception):
    """A sentence that the run contradicts, or that nobody knows how to check."""


def claim(true: object, *said: object) -> None:
    if not true:
        raise Wrong(" ".join(map(str, said)))


class Told:
    """A run as lists of plain numbers, rows of jobs as in its tables."""

    def __init__(self, made: Schedule):
        work, placed = made.workload, made.placed
        self.made, self.policy, self.params = made, made.policy, made.params
        self.machine, self.clusters = work.platform.processors, tuple(work.platform.clusters)
        self.id, self.line, self.user_id, self.requested, self.campaign = (
            work.jobs.columns[name].tolist() for name in ("job_id", "line", "user_id", "requested_time", "campaign")
        )
        self.submit, self.start, self.end, self.size, self.cluster = (
            placed.columns[name].tolist() for name in ("submit", "start", "end", "processors", "cluster")
        )
        self.needed = work.jobs.processors.tolist() if not work.tables else self.size
        self.row_of = {number: row for row, number in enumerate(self.id)}
        d = made.decisions
        names = ("seq", "time", "kind", "job", "rule", "blocker", "shadow", "extra", "free", "needed", "value")
        rows = [] if d is None else zip(*(d.columns[name].tolist() for name in names), strict=True)
        self.log = [Row(*r[:2], KINDS[r[2]], r[3], RULES[r[4]], *r[5:]) for r in rows]
        s = made.segments
        if s is None:
            self.held = [
                Held(*one)
                for one in zip(range(len(self.id)), self.start, self.end, self.size, self.cluster, strict=True)
            ]
        else:
            where = s.cluster.tolist() if "cluster" in s else [self.cluster[job] for job in s.job.tolist()]
            self.held = [
                Held(*one)
                for one in zip(
                    s.job.tolist(), s.begin.tolist(), s.end.tolist(), s.processors.tolist(), where, strict=True
                )
            ]
        self.of_job: dict[int, list[Row]] = defaultdict(list)
        self.begun: dict[float, list[Row]] = defaultdict(list)
        for row in self.log:
            self.of_job[row.job].append(row)
            if row.kind in ("start", "backfill"):
                self.begun[row.time].append(row)
        self.known: dict[tuple[float, int | None, bool], int] = {}
        columns = work.jobs.columns
        self.grid = columns["grid"].tolist() if "grid" in columns else [0] * len(self.id)
        self.home = columns["home"].tolist() if "home" in columns else [0] * len(self.id)
        self.instants = sorted(
            {
                *self.submit,
                *self.start,
                *self.end,
                *(row.time for row in self.log),
                *(time for one in self.held for time in one[1:3]),
            }
        )

    # -- who holds what

    def between(self, begin: float, end: float) -> list[float]:
        """All instants of [begin, end) at which anything happens; the begin in any case."""
        inside = self.instants[bisect_left(self.instants, begin) : bisect_left(self.instants, end)]
        return inside if inside and inside[0] == begin else [begin, *inside]

    def free(self, now: float, cluster: int | None = None, local: bool = False) -> int:
        """Processors free right after an instant; local: for jobs for which grid runs make way."""
        if (now, cluster, local) not in self.known:
            there = [
                one.size
                for one in self.held
                if one.begin <= now < one.end and cluster in (None, one.cluster) and not (local and self.grid[one.job])
            ]
            self.known[now, cluster, local] = (self.machine if cluster is None else self.clusters[cluster]) - sum(there)
        return self.known[now, cluster, local]

    def room(self, now: float, there: str = "") -> int:
        """The most processors a job can have right after an instant; there: in the words of a sentence."""
        cluster, local = place(there)
        if self.clusters and cluster is None:
            return max(self.free(now, one, local) for one in range(len(self.clusters)))
        return self.free(now, cluster, local)

    def before(self, row: Row, cluster: int | None = None, local: bool = False) -> int:
        """Processors free when a decision was taken: ends of its instant are over, unless they are told after it; starts
        told before it have begun."""
        begun, late = {r.job for r in self.begun[row.time] if r.seq < row.seq}, self.late(row)
        there = [
            one.size
            for one in self.held
            if cluster in (None, one.cluster)
            and (one.end > row.time or (one.end == row.time and one.job in late))
            and not (local and self.grid[one.job])
            and (one.begin < row.time or (one.begin == row.time and one.job in begun))
        ]
        return (self.machine if cluster is None else self.clusters[cluster]) - sum(there)

    def running(self, row: Row) -> list[int]:
        """Rows of the jobs that run when a decision is taken."""
        begun, late = {r.job for r in self.begun[row.time] if r.seq < row.seq}, self.late(row)
        return [
            one.job
            for one in self.held
            if (one.end > row.time or (one.end == row.time and one.job in late))
            and (one.begin < row.time or (one.begin == row.time and one.job in begun))
        ]

    def late(self, row: Row) -> set[int]:
        """The jobs that leave at the instant of a decision, but after it: with submissions first, or preempted under slurm."""
        gone = {
            r.job
            for r in self.log[row.seq + 1 :]
            if r.time == row.time and r.rule in ("slurm_requeued", "slurm_cancelled")
        }
        if self.params.get("ties") != "submissions":
            return gone
        return gone | {r.job for r in self.log[row.seq + 1 :] if r.kind == "end" and r.time == row.time}

    def waits(self, job: int, now: float) -> bool:
        """Whether a job is submitted and not started, right after an instant."""
        return self.submit[job] <= now < self.start[job]

    def waits_at(self, job: int, row: Row) -> bool:
        """Whether a job is submitted and not started when a decision is taken; it may start later at that instant."""
        later = any(r.seq > row.seq and r.time == row.time for r in self.rows(job, "start", "backfill"))
        return self.waits(job, row.time) or (later and self.params.get("ties") == "submissions")

    def rows(self, job: int, *kinds: str) -> list[Row]:
        return [row for row in self.of_job[job] if row.kind in kinds]

    def decided(self, job: int, rule: str, time: Range, *kinds: str) -> Row:
        """The decision on a job of a rule at an instant."""
        found = [row for row in self.rows(job, *kinds) if row.rule == rule and row.time in time]
        claim(found, "no decision", rule, "on it at", time)
        return found[0]


def place(there: str) -> tuple[int | None, bool]:
    """(cluster, whether only local jobs count) of " for local jobs in cluster 2"."""
    return int(there.split()[-1]) - 1 if " in cluster " in there else None, there.startswith(" for local jobs")


# ---- sentences ------------------------------------------------------------------------------------------------------

Check = Callable[..., None]
PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")


class Pattern(NamedTuple):
    """A sentence with gaps, and what its gaps have to be."""

    words: str
    begins: str
    form: re.Pattern[str]
    kinds: dict[str, str]
    check: Check


PATTERNS: list[Pattern] = []


def sentence(*forms: str) -> Callable[[Check], Check]:
    """Declares how a sentence reads: {T:begin} an instant, {L:wait} a length, {J:other} a job, <...> may be missing."""

    def declare(check: Check) -> Check:
        for words in forms:
            kinds: dict[str, str] = {}

            def gap(found: re.Match[str], kinds: dict[str, str] = kinds) -> str:
                kind, name = found[1], found[2] or found[1].lower()
                kinds[name] = kind
                return f"(?P<{name}>{KINDS_OF_WORDS[kind]})"

            parts = re.split(r"(\{\w+(?::\w+)?\}|<|>)", words)
            text = "".join(
                "(?:"
                if part == "<"
                else ")?"
                if part == ">"
                else PLACEHOLDER.sub(gap, part)
                if part.startswith("{")
                else re.escape(part)
                for part in parts
            )
            PATTERNS.append(Pattern(words, re.split("[{<]", words)[0], re.compile(text), kinds, check))
        return check

    return declare


def value(told: Told, kind: str, text: str) -> Any:
    """What a gap holds: a range, a number, or rows of jobs."""
    if kind == "T":
        return instant(text)
    if kind == "L":
        return length(text)
    if kind in ("N", "P"):
        return int(re.sub(r"[^\d-]", "", text))
    if kind == "J":
        return job(told, text)
    if kind == "Js":
        return jobs(told, text)
    return float(text.replace(",", "")) if kind == "F" else text


def job(told: Told, text: str) -> int:
    number = int(text.removeprefix("job "))
    claim(number in told.row_of, "there is no", text)
    return told.row_of[number]


def jobs(told: Told, text: str) -> tuple[list[int], int]:
    """(rows of those named, how many more there are)."""
    named = [job(told, one) for one in re.findall(r"job \d+", text)]
    more = re.search(r"(\d+) more", text)
    return named, int(more[1]) if more else 0


def instant(text: str) -> Range:
    if text.endswith(" s"):
        at = float(text.removesuffix(" s").replace(",", ""))
        return Range(at - INSTANT, at + INSTANT)
    days, clock = text.split(" d ") if " d " in text else ("0", text)
    hours, minutes, seconds = map(float, clock.split(":"))
    at = 86_400 * int(days) + 3_600 * hours + 60 * minutes + seconds
    return Range(at - INSTANT, at + INSTANT)


def length(text: str) -> Range:
    """Rounded to its smaller unit; seconds alone to three digits."""
    if text.startswith("under"):
        return Range(0.0, 0.001)
    parts = re.findall(r"([\d.e+-]+) (\w+)", text)
    whole = sum(float(number) * SIZES[unit] for number, unit in parts)
    half = (
        SIZES[parts[-1][1]] / 2 if len(parts) > 1 else 0.5 * 10 ** (math.floor(math.log10(whole)) - 2) if whole else 0
    )
    return Range(whole - half - 1e-9, whole + half + 1e-9)


def check(told: Told, about: int, text: str) -> str:
    """The words of the pattern of a sentence; raises Wrong where it has none, or where the run contradicts it."""
    reasons = []
    for pattern in PATTERNS:
        found = pattern.form.fullmatch(text) if text.startswith(pattern.begins) else None
        if found is None:
            continue
        given = {
            name: None if found[name] is None else value(told, kind, found[name])
            for name, kind in pattern.kinds.items()
        }
        starters = given.pop("starters", None)
        try:
            claim(
                starters is None or after(told, about, given["at"], starters, given["there"]),
                "others started before it at that instant",
            )
            pattern.check(told, about, **given)
        except (Wrong, IndexError, KeyError) as wrong:  # a cluster, a node, a number of processors there is none of
            reasons.append(str(wrong) if isinstance(wrong, Wrong) else "there is none of that number")
            continue
        return pattern.words
    raise Wrong("; or ".join(reasons) or "no known sentence")


def all_of(told: Told, about: int, texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """(patterns of the sentences, what is wrong with them)."""
    fine, wrong = [], []
    for text in texts:
        try:
            fine.append(check(told, about, text))
        except Wrong as why:
            wrong.append(f"{told.policy}: {text!r}: {why}")
    return fine, wrong


def after(told: Told, about: int, at: Range, starters: tuple[list[int], int], there: str) -> bool:
    """Whether these jobs, in this order, started there at the instant of a decision on a job, and before it was taken."""
    return any(
        listed(
            [one.job for one in told.begun[row.time] if one.seq < row.seq and starts_there(told, one, there)], starters
        )
        for row in told.rows(about, "skip", "reserve")
        if row.time in at
    )


def starts_there(told: Told, row: Row, there: str) -> bool:
    """Whether a start is in the cluster of some words, or anywhere, and of a job for which others do not make way."""
    cluster, local = place(there)
    return (cluster is None or told.cluster[row.job] == cluster) and not (local and told.grid[row.job])


def listed(rows: Sequence[int], given: tuple[list[int], int]) -> bool:
    """Whether a list of jobs in words is of these rows."""
    named, more = given
    return list(rows[: len(named)]) == named and len(rows) == len(named) + more
