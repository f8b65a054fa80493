"""Why a campaign runs when it does: when it might start, what decided, who was ahead, how many processors were free.

All of it follows from the tables of a run, so it is known for every run of any size; the decision log is not needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from scheduler.errors import UnknownKey
from scheduler.explain.words import sentences
from scheduler.facts import Campaign, Duration, Fact, Instant, Number, Processors, Term
from scheduler.model.occupancy import holding
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.virtual_campaigns import by_campaign
from scheduler.policies import policy_of

MOST_NAMED = 3
SAME = 1e-6  # keys closer than this are equal; the earlier submission goes first then
DIGITS = 2  # of a tag in a sentence


class Standing(NamedTuple):
    """The campaigns at the first start of one of them, and what orders them."""

    rule: str  # tag | deadline | submission | turn
    key: np.ndarray  # [campaigns] f8: smallest first
    last: np.ndarray  # [campaigns] f8, s: last start of a job
    ahead: np.ndarray  # campaigns before it, while it could have started, with jobs left; in order
    behind: np.ndarray  # campaigns after it that could have started then, with jobs left; in order
    free: int  # processors free at its first start, before anything started then


def facts_of_campaign(schedule: Schedule, campaign: int) -> list[Fact]:
    """What there is to say of a campaign.  Raises UnknownKey for a number that is none, or a run without any."""
    count = schedule.workload.campaign_count if schedule.has_virtual else 0
    if not 0 <= campaign < count:
        raise UnknownKey(f"There is no campaign {campaign} in this run; campaigns run from 0 to {count - 1}.")
    table = by_campaign(schedule)
    place = standing(schedule, table, campaign)
    return [
        _asked(schedule, table, campaign),
        _ready(schedule, table, campaign),
        _order(schedule, table, place, campaign),
        *_waited(table, place, campaign),
        _start(table, place, campaign),
        _completed(schedule, table, campaign),
    ]


def explain_campaign(schedule: Schedule, campaign: int) -> list[str]:
    """The same in sentences."""
    return sentences(facts_of_campaign(schedule, campaign), schedule)


def standing(schedule: Schedule, table: Table, campaign: int) -> Standing:
    """Who stood where when the campaign started its first job; table: one row per campaign."""
    rule, key = _keys(schedule, table)
    jobs, begin = schedule.workload.jobs, float(table.real_start[campaign])
    last = np.full(len(table), -np.inf)
    np.maximum.at(last, jobs.campaign, schedule.placed.start)
    order = np.lexsort((np.arange(len(table)), table.submit, np.round(key / SAME)))
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    since = float(table.eligible[campaign])
    ahead = (rank < rank[campaign]) & (table.eligible <= begin) & (last >= since)
    behind = (rank > rank[campaign]) & (table.eligible <= begin) & (last >= begin)
    occupied = holding(schedule.placed, schedule.segments)
    busy = int(occupied.processors[(occupied.begin < begin) & (occupied.end > begin + SAME)].sum())
    return Standing(
        rule, key, last, order[ahead[order]], order[behind[order]], schedule.workload.platform.processors - busy
    )


def _keys(schedule: Schedule, table: Table) -> tuple[str, np.ndarray]:
    if schedule.is_fluid:
        return "tag", table.tag
    if np.isfinite(table.deadline).any():
        return "deadline", table.deadline
    if _turns(schedule):
        return "turn", table.real_start
    return "submission", table.submit


def _turns(schedule: Schedule) -> str:
    """Whose turn it is, in words; empty where a tag, a deadline or the submission orders campaigns."""
    return policy_of(schedule.policy).turns


# ---- the facts ------------------------------------------------------------------------------------------------------


def _asked(schedule: Schedule, table: Table, campaign: int) -> Fact:
    campaigns = schedule.workload.table("campaigns")
    return Fact(
        "campaign_asked",
        campaign=Campaign(campaign),
        submit=Instant(table.submit[campaign]),
        jobs=Number((schedule.workload.jobs.campaign == campaign).sum()),
        work=_rounded(campaigns.work[campaign]),
        longest=Duration(campaigns.longest[campaign]),
    )


def _rounded(value: float) -> Number:
    return Number(round(float(value), DIGITS))


def _ready(schedule: Schedule, table: Table, campaign: int) -> Fact:
    submit, since = float(table.submit[campaign]), float(table.eligible[campaign])
    if since <= submit + SAME:
        return Fact("campaign_ready")
    return Fact("campaign_ready", since=Instant(since), later=Duration(since - submit), virtual=schedule.is_fluid)


def _order(schedule: Schedule, table: Table, place: Standing, campaign: int) -> Fact:
    key = float(place.key[campaign])
    if place.rule == "tag":
        return Fact("campaign_tag", tag=_rounded(key), end=Instant(table.end[campaign]))
    if place.rule == "deadline":
        return Fact("campaign_deadline", deadline=Instant(key))
    if place.rule == "turn":
        return Fact("campaign_turn", turns=_turns(schedule), start=Instant(key))
    return Fact("campaign_submission", submit=Instant(key))


def _waited(table: Table, place: Standing, campaign: int) -> Iterator[Fact]:
    since, begin = float(table.eligible[campaign]), float(table.real_start[campaign])
    if begin <= since + SAME:
        return
    count = len(place.ahead)
    ahead = tuple(_with_key(place, int(other)) for other in place.ahead[:MOST_NAMED])
    yield Fact(
        "campaign_waited", waited=Duration(begin - since), ahead=ahead, count=Number(count), many=count > MOST_NAMED
    )


def _with_key(place: Standing, campaign: int) -> Fact:
    """A campaign with what orders it."""
    key = float(place.key[campaign])
    typed = _rounded(key) if place.rule == "tag" else Instant(key)
    return Fact("campaign_with_key", campaign=Campaign(campaign), key=typed, **{place.rule: True})


def _start(table: Table, place: Standing, campaign: int) -> Fact:
    begin, free = float(table.real_start[campaign]), Processors(place.free)
    if place.rule == "turn":
        return Fact("campaign_turn_came", start=Instant(begin), free=free)
    last = place.last[place.ahead]
    if (last > begin + SAME).any():  # only where a job that does not fit may be passed
        return Fact("campaign_started", start=Instant(begin), free=free, blocked=True)
    all_started = bool((last >= begin - SAME).any())
    passed = _with_key(place, int(place.behind[0])) if len(place.behind) else None
    return Fact(
        "campaign_started",
        start=Instant(begin),
        free=free,
        all_started=all_started,
        first=None if all_started else Term(f"first_by_{place.rule}"),
        passed=passed,
        more=Number(max(len(place.behind) - 1, 0)),
    )


def _completed(schedule: Schedule, table: Table, campaign: int) -> Fact:
    end, flow = float(table.real_end[campaign]), float(table.real_end[campaign] - table.submit[campaign])
    due = float(table.end[campaign] if schedule.is_fluid else table.deadline[campaign])
    kind, values = "virtual" if schedule.is_fluid else "deadline", {"end": Instant(end), "flow": Duration(flow)}
    if not np.isfinite(due):
        return Fact("campaign_completed", **values)
    off = Duration(abs(end - due)) if abs(end - due) > SAME else None
    return Fact("campaign_completed", **values, due=Term(f"due_{kind}"), off=off, late=end > due)
