"""Why a campaign runs when it does: when it might start, what decided, who was ahead, how many processors were free.

All of it follows from the tables of a run, so it is known for every run of any size; the decision log is not needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from scheduler.errors import UnknownKey
from scheduler.explain import Groups, Story
from scheduler.explain.decision import Decision, Values, rounded, value_as
from scheduler.explain.words import sentences
from scheduler.facts import Campaign, Duration, Fact, Instant, Number, Processors, Term
from scheduler.model.occupancy import holding
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.virtual_campaigns import by_campaign, row_of_jobs
from scheduler.policies import policy_of
from scheduler.topics.campaigns.explain.order import ordered_campaigns

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
    """Whose turn it is, as its policy says; empty where a tag, a deadline or the submission orders campaigns."""
    policy = policy_of(schedule.policy)
    return policy.of_kind or "" if policy.kind == "campaign" else ""


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


# ---- what is told of a job ------------------------------------------------------------------------------------------


def facts(schedule: Schedule, job: int) -> Iterator[Fact]:
    """What its campaign was promised: its time in the virtual schedule, its deadline, when it was allowed to start."""
    if not schedule.has_virtual:
        return
    virtual = schedule.table("virtual")
    at = row_of_jobs(virtual, schedule.workload.jobs.campaign[[job]], schedule.placed.submit[[job]])
    row = {name: Instant(column[at[0]]) for name, column in virtual.columns.items()}
    if row["start"] == row["start"]:
        yield Fact("in_virtual_schedule", start=row["start"], end=row["end"])
    if row["deadline"] == row["deadline"]:
        yield Fact("deadline_of_campaign", deadline=row["deadline"], met=row["real_end"] <= row["deadline"])
    if row["eligible"] > row["submit"]:
        yield Fact("campaign_allowed", since=row["eligible"])


def campaign_of(schedule: Schedule, job: int) -> int | None:
    """The number of its campaign, where the policy knows campaigns."""
    campaign = int(schedule.workload.jobs.campaign[job])
    return campaign if schedule.has_virtual and campaign >= 0 else None


def has_campaign(schedule: Schedule, campaign: int) -> bool:
    """Whether its policy knows that campaign."""
    return schedule.has_virtual and campaign in schedule.table("virtual").campaign


GROUPS = Groups("Why its campaign runs when it does", campaign_of, has_campaign, Campaign, facts_of_campaign)


# ---- what reasons tell besides ---------------------------------------------------------------------------------------


def _deadline(schedule: Schedule, d: Decision) -> Values:
    """Where a campaign is placed as a whole, what has come since may have an earlier deadline."""
    placement = schedule.params.get("placement")
    together = Term(f"together_{placement}") if placement in ("block", "commit") else None
    return {"together": together, "due": Instant(d.value) if d.value == d.value else None}


def _same_user(schedule: Schedule, d: Decision) -> Values:
    """Whether the campaign in the way was ready later: then it is the user's order that is fixed."""
    if d.blocker < 0:
        return {}
    virtual, jobs, rows = schedule.table("virtual"), schedule.workload.jobs, [d.blocker, d.job]
    at = row_of_jobs(virtual, jobs.campaign[rows], schedule.placed.submit[rows])
    return {"same_user": bool(virtual.eligible[at[0]] > virtual.eligible[at[1]])}


VALUES = {
    "smallest_tag": value_as("number", rounded),
    **dict.fromkeys(("shortest_of_batch", "users_turn"), value_as("length", Duration)),
    "earliest_deadline": _deadline,
    "earlier_campaign": _same_user,
}


# ---- in words -------------------------------------------------------------------------------------------------------

PHRASES: dict[str, str] = {  # of a job, then of its campaign
    "in_virtual_schedule": "In the virtual schedule its campaign started at {start} and was complete at {end}. "
    "|| virtual: {start} to {end}",
    "deadline_of_campaign": "The deadline of its campaign was {deadline}, which was [met:met][!met:missed]. "
    "|| deadline {deadline} [met:met][!met:missed]",
    "campaign_allowed": "Its campaign was allowed to start from {since} on. || allowed from {since}",
    "campaign_asked": "{campaign} was submitted at {submit}: {jobs} {jobs:job|jobs}, {work} processor-seconds of work, "
    "the longest job {longest}. || {jobs} {jobs:job|jobs} at {submit}",
    "campaign_ready": "[!since:It could start at once.][since:It was not allowed to start before {since}, {later} "
    "later[virtual:: until then its user's previous campaign was not complete in the virtual schedule, where nobody "
    "gets more than a share][!virtual:, when the last of its jobs was submitted].] "
    "|| [!since:ready at once][since:ready from {since}]",
    "campaign_tag": "Its tag is {tag}: in the virtual schedule, which its users share evenly, it is complete at {end}; "
    "smaller tags go first. || tag {tag}",
    "campaign_deadline": "Its deadline is {deadline}; earlier deadlines go first. || deadline {deadline}",
    "campaign_submission": "Campaigns submitted earlier go first. || submitted at {submit}",
    "campaign_turn": "{turns} || {start}",
    "campaign_waited": "It waited {waited}[!ahead: with nobody ahead of it: jobs under way held what it "
    "needed].[ahead: Ahead of it {count:was|were} [many:{count} campaigns, first of all ]{ahead}.] "
    "|| waited {waited}[ahead:, behind {ahead}]",
    "campaign_turn_came": "Its turn came at {start}, when [free:{free} {free:was|were} free][!free:0 processors were "
    "free]. || its turn at {start}",
    "campaign_started": "Its first job started at {start}, when [free:{free} {free:was|were} free][!free:0 processors "
    "were free][blocked:: campaigns ahead of it had jobs left, but none that could start][all_started: and all jobs "
    "ahead of it had started][first: and it had {first} of the campaigns with jobs left][passed:; it went before "
    "{passed}[more: and {more} more]]. || started at {start}",
    "campaign_completed": "It was complete at {end}, {flow} after its submission[due: and [!off:exactly at][off:{off} "
    "[late:after][!late:before]] {due}]. || complete at {end}",
    # a campaign in a list, with what orders it
    "campaign_with_key": "{campaign} ([tag:tag][deadline:deadline][submission:submitted at][turn:from] {key}) "
    "|| {campaign}",
}

TERMS: dict[str, str] = {
    "first_by_tag": "the smallest tag",
    "first_by_deadline": "the earliest deadline",
    "first_by_submission": "the earliest submission",
    "due_virtual": "its virtual completion",
    "due_deadline": "its deadline",
}

STORY = Story("campaigns", facts, PHRASES, view=ordered_campaigns, groups=GROUPS, terms=TERMS, values=VALUES)
