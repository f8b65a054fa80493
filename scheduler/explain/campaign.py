"""Why a campaign runs when it does: when it might start, what decided, who was ahead, how many processors were free.

All of it follows from the tables of a run, so it is known for every run of any size; the decision log is not needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from scheduler.durations import human, instant
from scheduler.errors import UnknownKey
from scheduler.model.occupancy import holding
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.user_names import user_name
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


def explain_campaign(schedule: Schedule, campaign: int) -> list[str]:
    """Sentences on one campaign.  Raises UnknownKey for a number that is none, or a run without campaigns."""
    count = schedule.workload.campaign_count if schedule.has_virtual else 0
    if not 0 <= campaign < count:
        raise UnknownKey(f"There is no campaign {campaign} in this run; campaigns run from 0 to {count - 1}.")
    table = by_campaign(schedule)
    place = standing(schedule, table, campaign)
    return [
        _asked(schedule, table, campaign),
        _eligible(schedule, table, campaign),
        _priority(schedule, table, place, campaign),
        *_ahead(schedule, table, place, campaign),
        _start(schedule, table, place, campaign),
        _end(schedule, table, campaign),
    ]


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


# ---- the sentences --------------------------------------------------------------------------------------------------


def campaign_name(schedule: Schedule, campaign: int) -> str:
    """Campaign 2 of user 7."""
    jobs, campaigns = schedule.workload.jobs, schedule.workload.table("campaigns")
    user = int(jobs.user_id[int(np.argmax(jobs.campaign == campaign))])
    return f"campaign {int(campaigns.index[campaign]) + 1} of {user_name(schedule.workload, user)}"


def grouped(value: float) -> str:
    """A number with commas between thousands: 1,205,565.25."""
    return f"{int(value):,}" if np.isfinite(value) and value == int(value) else f"{value:,}"


def _asked(schedule: Schedule, table: Table, campaign: int) -> str:
    inside = schedule.workload.jobs.campaign == campaign
    campaigns, jobs = schedule.workload.table("campaigns"), int(inside.sum())
    name, work = campaign_name(schedule, campaign), round(float(campaigns.work[campaign]), DIGITS)
    return (
        f"{name[:1].upper()}{name[1:]} was submitted at {instant(float(table.submit[campaign]))}: {jobs} "
        f"job{'' if jobs == 1 else 's'}, {grouped(work)} processor-seconds of work, the longest job "
        f"{human(float(campaigns.longest[campaign]))}."
    )


def _eligible(schedule: Schedule, table: Table, campaign: int) -> str:
    submit, since = float(table.submit[campaign]), float(table.eligible[campaign])
    if since <= submit + SAME:
        return "It could start at once."
    if not schedule.is_fluid:
        return (
            f"It was not allowed to start before {instant(since)}, {human(since - submit)} later, when the "
            "last of its jobs was submitted."
        )
    return (
        f"It was not allowed to start before {instant(since)}, {human(since - submit)} later: until then its "
        "user's previous campaign was not complete in the virtual schedule, where nobody gets more than a share."
    )


def _priority(schedule: Schedule, table: Table, place: Standing, campaign: int) -> str:
    key = grouped(round(float(place.key[campaign]), DIGITS))
    if place.rule == "tag":
        return (
            f"Its tag is {key}: in the virtual schedule, which its users share evenly, it is complete at "
            f"{instant(float(table.end[campaign]))}; smaller tags go first."
        )
    if place.rule == "deadline":
        return f"Its deadline is {instant(float(place.key[campaign]))}; earlier deadlines go first."
    return _turns(schedule) or "Campaigns submitted earlier go first."


def _ahead(schedule: Schedule, table: Table, place: Standing, campaign: int) -> Iterator[str]:
    since, begin = float(table.eligible[campaign]), float(table.real_start[campaign])
    if begin <= since + SAME:
        return
    if not len(place.ahead):
        yield f"It waited {human(begin - since)} with nobody ahead of it: jobs under way held what it needed."
        return
    yield f"It waited {human(begin - since)}. Ahead of it {_were(schedule, table, place, place.ahead)}."


def _were(schedule: Schedule, table: Table, place: Standing, campaigns: np.ndarray) -> str:
    """was campaign 1 of user 2 (tag 18) / were 5 campaigns, among them ..."""
    names = [f"{campaign_name(schedule, int(c))} ({_key(place, table, int(c))})" for c in campaigns[:MOST_NAMED]]
    if len(campaigns) > MOST_NAMED:
        return f"were {len(campaigns)} campaigns, first of all {', '.join(names)}"
    return f"{'was' if len(names) == 1 else 'were'} {' and '.join(filter(None, (', '.join(names[:-1]), names[-1])))}"


def _key(place: Standing, table: Table, campaign: int) -> str:
    if place.rule == "tag":
        return f"tag {grouped(round(float(place.key[campaign]), DIGITS))}"
    word = {"deadline": "deadline", "submission": "submitted at", "turn": "from"}[place.rule]
    return f"{word} {instant(float(place.key[campaign]))}"


def _start(schedule: Schedule, table: Table, place: Standing, campaign: int) -> str:
    begin = float(table.real_start[campaign])
    free = f"{place.free} processor{'' if place.free == 1 else 's'} {'was' if place.free == 1 else 'were'} free"
    last = place.last[place.ahead]
    if place.rule == "turn":
        return f"Its turn came at {instant(begin)}, when {free}."
    if (last > begin + SAME).any():  # only where a job that does not fit may be passed
        return (
            f"Its first job started at {instant(begin)}, when {free}: campaigns ahead of it had jobs left, but "
            "none that could start."
        )
    passed = f"; it went before {_passed(schedule, table, place)}" if len(place.behind) else ""
    if (last >= begin - SAME).any():
        return f"Its first job started at {instant(begin)}, when {free} and all jobs ahead of it had started{passed}."
    first = {"tag": "the smallest tag", "deadline": "the earliest deadline", "submission": "the earliest submission"}
    return (
        f"Its first job started at {instant(begin)}, when {free} and it had {first[place.rule]} of the campaigns "
        f"with jobs left{passed}."
    )


def _passed(schedule: Schedule, table: Table, place: Standing) -> str:
    named = int(place.behind[0])
    more = f" and {len(place.behind) - 1} more" if len(place.behind) > 1 else ""
    return f"{campaign_name(schedule, named)} ({_key(place, table, named)}){more}"


def _end(schedule: Schedule, table: Table, campaign: int) -> str:
    end, flow = float(table.real_end[campaign]), float(table.real_end[campaign] - table.submit[campaign])
    opening = f"It was complete at {instant(end)}, {human(flow)} after its submission"
    due = table.end[campaign] if schedule.is_fluid else table.deadline[campaign]
    if not np.isfinite(due):
        return opening + "."
    what = "its virtual completion" if schedule.is_fluid else "its deadline"
    late = end - float(due)
    if abs(late) <= SAME:
        return f"{opening} and exactly at {what}."
    return f"{opening} and {human(abs(late))} {'after' if late > 0 else 'before'} {what}."
