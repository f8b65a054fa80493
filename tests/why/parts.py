"""What a wait is said to consist of, and who had the processors meanwhile: looked up gap by gap between two instants."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise

import numpy as np

from tests.naive.reasons import ORDER, OWN, RESERVATION
from tests.why.reader import Told, claim, jobs, length, listed, sentence

BUSY, HELD = "busy", "held"
# Rules that name a job for what its campaign, or its processor, is taken for: it is in the way while it runs, too.
FOR_MORE = {
    "before_virtual_start",
    "larger_tag",
    "earlier_campaign",
    "later_deadline",
    "machine_taken",
    "later_batch",
    "longer_campaign",
    "later_user",
    "queued",
}
WHO = r"(?:job \d+(?:, job \d+)*(?: and (?:job \d+|\d+ more))?)"
HELD_BY = r"(?: \(held (?P<mostly%d>mostly )?by (?P<who%d>{WHO})\))?".replace("{WHO}", WHO)
PARTS = {
    BUSY: rf"too few (?:processors|nodes) were free{HELD_BY % (0, 0)}",
    "memory": rf"too little memory was free for all of its tasks{HELD_BY % (1, 1)}",
    "reservation": r"(?:processors|nodes) were kept free for (?:the reservation of "
    rf"(?:another job|(?P<who2>{WHO}))|reservations, (?P<mostly2>mostly )?of (?P<who3>{WHO}))",
    "order": rf"(?:processors|nodes) were kept free for the head of the queue(?: \((?P<mostly4>mostly )?(?P<who4>{WHO})\))?",
    "rule": rf"a rule of the policy held it back(?: \((?P<mostly5>mostly )?for (?P<who5>{WHO})\))?",
    "anew": r"it was left out when all jobs were placed anew, for jobs of higher priority",
    "period": r"it waited for the next period, for jobs are placed at periods only",
    "untold": r"(?:it was held back though enough (?:processors|nodes) were free|it had no nodes) "
    r"\((?:a log does not tell why|why was not kept)\)",
    "batch": r"it was held back until its batch began at [^;]+?(?:, in which others go before it)?(?=; for |$)",
}
KINDS = {**dict.fromkeys(RESERVATION, "reservation"), **dict.fromkeys(ORDER, "order"), **dict.fromkeys(OWN, "rule")}


def parts_in_words(text: str) -> list[tuple[str, str | None, bool, str]]:
    """(kind, length, whether mostly, who) of the parts of a sentence; [] where it is read to the end by none."""
    found, at = [], 0
    while at < len(text):
        for kind, form in PARTS.items():
            match = re.compile(
                rf"(?:for (?P<length>under 0\.001 s|[\d.,]+ [a-z]+(?: \d+ [a-z]+)?) )?{form}(?:; |$)"
            ).match(text, at)
            if match is not None:
                groups = match.groupdict()
                who = next((value for name, value in groups.items() if name.startswith("who") and value), "")
                mostly = any(value for name, value in groups.items() if name.startswith("mostly"))
                found.append((kind, groups["length"], mostly, who))
                at = match.end()
                break
        else:
            return []
    return found


@sentence("All this time {A:rest}.", "For {A:rest}.")
def wait_parts(told: Told, job: int, rest: str) -> None:
    said = parts_in_words(rest) or parts_in_words(f"for {rest}")
    claim(said, "unknown parts")
    check_parts(told, job, said)


@sentence(
    "Too few processors were free until {Js:others} ended<{A:rest}>.",
    "Too few nodes were free until {Js:others} ended<{A:rest}>.",
    "Too few processors were free all this time<{A:rest}>.",
    "Too few nodes were free all this time<{A:rest}>.",
    "Too little memory was free for all of its tasks until {Js:others} ended<{A:rest}>.",
    "Too little memory was free for all of its tasks all this time<{A:rest}>.",
)
def no_room(told: Told, job: int, rest: str | None = None, others=None) -> None:
    """All of the wait; whose end let it start is no matter of who held most."""
    lacking = "little memory was free for all of its tasks" if told.made.shares_nodes else "few processors were free"
    rows = sorted(row for row in leavers(told, job) if told.end[row] == told.start[job])
    claim(others is None or listed(rows, others), "those that ended then are", rows)
    said = parts_in_words(f"too {lacking}{rest or ''}")
    claim(said, "unknown parts")
    check_parts(told, job, said)
    if others is not None and not said[0][3]:  # whoever held most is named already
        shares = split(told, job)[1][BUSY]
        claim(not shares or max(shares, key=lambda other: (round(shares[other], 6), -other)) in rows, "held by", shares)


def check_parts(told: Told, job: int, said: list[tuple[str, str | None, bool, str]]) -> None:
    """Kinds, lengths and the jobs in the way are those that looking at every gap between two instants finds."""
    truth, culprits = split(told, job)
    kinds = [kind for kind, *_ in said]
    if not set(kinds) & {"untold", "batch"}:
        told_kinds = {"memory": BUSY, "anew": "order", "period": "rule"}
        claim(set(truth) == {told_kinds.get(kind, kind) for kind in kinds}, "it is", truth)
    for kind, seconds, mostly, who in said:
        kind = {"memory": BUSY, "anew": "order", "period": "rule"}.get(kind, kind)
        if kind in ("untold", "batch"):
            kind = HELD
            truth[kind] = sum(time for one, time in truth.items() if one != BUSY)
        claim(kind in truth, "of no such kind:", truth)
        claim(seconds is None or truth[kind] in length(seconds), kind, "took", truth.get(kind))
        claim(seconds is not None or len(truth) == 1 or kind == HELD, "not all of it:", truth)
        if who:
            blamed(told, culprits[kind], truth[kind], mostly, who)


def blamed(told: Told, shares: dict[int, float], whole: float, mostly: bool, who: str) -> None:
    """Whoever is named was in the way for longest; mostly: for more than half of the time, and not alone."""
    named, more = jobs(told, who)
    most = sorted(shares, key=lambda other: (-round(shares[other], 6), other))
    claim(all(shares.get(other, 0) > 0 for other in named), "they were not in the way", shares)
    near = [round(shares[other], 6) for other in named]
    claim(len(set(named)) == len(named), "one is named twice")
    claim(near == [round(shares[other], 6) for other in most[: len(near)]], "others were for longer:", shares)
    if mostly:
        claim(len(named) == 1 and near[0] > whole / 2, "that is not most of it:", shares)
    else:
        claim(len(named) + more == len(shares), "there are so many in the way:", shares)


def split(told: Told, job: int) -> tuple[dict[str, float], dict[str, dict[int, float]]]:
    """({kind: s}, {kind: {job in the way: s}}) of a wait."""
    truth: dict[str, float] = defaultdict(float)
    culprits: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    submit, start = told.submit[job], told.start[job]
    for begin, end in pairwise([*told.between(submit, start), start]):
        row = last(told, job, begin)
        if told.made.shares_nodes:
            kind = BUSY if row.rule in ("memory_short", "none") else KINDS.get(row.rule, BUSY)
        else:
            kind = BUSY if lacking(told, job, begin) else KINDS.get(row.rule, default(told)) if row else default(told)
        truth[kind] += end - begin
        if kind == BUSY:
            held = rivals(told, job, begin)
            for other, size in held.items():
                culprits[kind][other] += (end - begin) * size / sum(held.values())
        elif row is not None and row.blocker >= 0 and row.rule in KINDS:
            gone = (told.end if row.rule in FOR_MORE else told.start)[row.blocker]
            culprits[kind][row.blocker] += max(min(gone, end) - begin, 0)
    return {kind: time for kind, time in truth.items() if time > 0}, {
        kind: {other: time for other, time in found.items() if time > 0} for kind, found in culprits.items()
    }


def default(told: Told) -> str:
    from scheduler.policies import all_policies

    holds = all_policies()[told.policy].wait_cause
    return "untold" if holds == "unknown" else holds


def last(told: Told, job: int, now: float):
    """The decision that tells why a job waits at an instant: its last skip, and before any its last reservation."""
    rows = [row for row in told.rows(job, "skip", "reserve") if row.time <= now]
    skips = [row for row in rows if row.kind == "skip"]
    return skips[-1] if skips else rows[-1] if rows else None


def home(told: Told, job: int) -> int:
    """The cluster a local job keeps to where grid runs make way for it; -1 all other jobs."""
    columns = told.made.workload.jobs.columns
    return int(columns["home"][job]) if told.policy == "best_effort" and not columns["grid"][job] else -1


def rivals(told: Told, job: int, now: float) -> dict[int, float]:
    """{other job: what it holds} where a job could run, right after an instant."""
    columns, own = told.made.workload.jobs.columns, home(told, job)
    found: dict[int, float] = defaultdict(float)
    for one in told.held:
        if one.begin <= now < one.end and one.job != job:
            if own >= 0 and (one.cluster != own or columns["grid"][one.job]):
                continue
            if own < 0 and told.clusters and told.clusters[one.cluster] < told.needed[job]:
                continue
            found[one.job] += one.size * (columns["memory"][one.job] if told.made.shares_nodes else 1)
    return found


def lacking(told: Told, job: int, now: float) -> bool:
    own = home(told, job)
    if own >= 0:
        return (
            told.clusters[own] - sum(rivals(told, job, now).values()) < told.needed[job]
            if told.clusters
            else told.machine - sum(rivals(told, job, now).values()) < told.needed[job]
        )
    return told.room(now) < told.needed[job]


# ---- who went first -------------------------------------------------------------------------------------------------


@sentence(
    "No job that came later went first.",
    "{N:count} job that came later went first: {Js:others}.",
    "{N:count} jobs that came later went first: {Js:others}.",
)
def came_later(told: Told, job: int, count: int = 0, others=None) -> None:
    later = [
        row for row in range(len(told.id)) if told.submit[row] > told.submit[job] and told.start[row] < told.start[job]
    ]
    claim(count == len(later), len(later), "came later and went first")
    area = held_meanwhile(told, job)
    order = sorted(later, key=lambda row: (-area[row], row))
    named, more = others if others else ([], 0)
    claim(
        [round(area[row], 6) for row in named] == [round(area[row], 6) for row in order[: len(named)]]
        and set(named) <= set(later)
        and len(named) + more == count,
        "those are",
        [told.id[row] for row in order],
    )


def held_meanwhile(told: Told, job: int) -> dict[int, float]:
    memory = (
        told.made.workload.jobs.columns.get("memory", np.ones(len(told.id)))
        if told.made.shares_nodes
        else np.ones(len(told.id))
    )
    area: dict[int, float] = defaultdict(float)
    for one in told.held:
        overlap = min(one.end, told.start[job]) - max(one.begin, told.submit[job])
        if overlap > 0 and one.job != job:
            area[one.job] += overlap * one.size * memory[one.job]
    return area


AREA = r"([\d,.e+-]+) (?:processor|node)-(hour|second)s?"
WORDS = {
    "jobs that came later took": "later",
    "jobs that ran when it was submitted took": "ran",
    "jobs that came before it or with it and had not started took": "before",
}


@sentence("While it waited, {A:rest}.", "Of the memory of all nodes, while it waited, {A:rest}.")
def meanwhile(told: Told, job: int, rest: str) -> None:
    area, truth = held_meanwhile(told, job), dict.fromkeys(("later", "ran", "before"), 0.0)
    for row, size in area.items():
        kind = (
            "later"
            if told.submit[row] > told.submit[job]
            else "ran"
            if told.start[row] < told.submit[job]
            else "before"
        )
        truth[kind] += size
    truth["idle"] = told.machine * (told.start[job] - told.submit[job]) - sum(area.values())
    said = set()
    for part in re.split(r", (?=jobs|[\d])| and (?=jobs that|[\d])", rest):
        words = re.fullmatch(rf"(jobs that .*? took) {AREA}", part)
        stayed = re.fullmatch(rf"{AREA} stayed (?:free|idle)", part)
        claim(words or stayed, "unknown part", part)
        kind, number, unit = (WORDS.get(words[1]), *words.groups()[1:]) if words else ("idle", *stayed.groups())
        claim(kind is not None and kind not in said, "unknown part", part)
        said.add(kind)
        near = float(number.replace(",", "")) * (3_600 if unit == "hour" else 1)
        claim(abs(near - truth[kind]) <= 0.006 * max(abs(near), 1e-9), kind, "took", truth[kind])
    claim(said == {kind for kind, size in truth.items() if size > 1e-9}, "of it all:", truth)


def leavers(told: Told, job: int) -> dict[int, int]:
    """{other job: processors} of those that gave up theirs, where a job started, in that instant."""
    start = told.start[job]
    left = {
        one.job: one.size
        for one in told.held
        if one.end == start
        and one.begin < start
        and one.job != job
        and (not told.clusters or one.cluster == told.cluster[job])
    }
    left = {
        row: many
        for row, many in left.items()
        if not any(one.job == row and one.begin <= start < one.end for one in told.held)
    }
    if home(told, job) < 0:
        return left
    return {row: many for row, many in left.items() if not told.made.workload.jobs.columns["grid"][row]}


@sentence(
    "It could start when {Js:others} {A:act}< in cluster {N:cluster}>, which freed {P:size} and made room for it."
)
def made_room(told: Told, job: int, others, act, cluster, size) -> None:
    start, left = told.start[job], leavers(told, job)
    claim(act in ("ended", "made way"), "unknown words", act)
    rows = sorted(left)
    claim(listed(rows, others), "those that left then are", [told.id[row] for row in rows])
    claim((act == "ended") == all(told.end[row] == start for row in rows), "they", act)
    claim(sum(left.values()) == size, "they had", sum(left.values()))
    claim(cluster == (told.cluster[job] + 1 if told.clusters else None), "in cluster", told.cluster[job] + 1)
    before = [time for time in told.instants if told.submit[job] <= time < start]
    claim(before and lacking(told, job, before[-1]), "there was room before")
