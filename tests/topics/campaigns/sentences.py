"""What is said of jobs in campaigns and of the campaigns themselves, from the tables of a run."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tests.naive.rigid import Job
from tests.topics.campaigns.naive import blocks as naive_blocks
from tests.topics.campaigns.naive import campaigns as naive_campaigns
from tests.why.reader import Range, Row, Told, claim, sentence
from tests.why.rigid import ENOUGH, each, reason
from tests.why.starts import fits, started

NEAR = 1e-6
TURNS = {
    "multicamp": "Users go one after another with all of their campaigns, those planned to take the least time "
    "altogether first; that order is fixed beforehand, by a policy that knows the future.",
    "multicmax": "Campaigns that are planned together go one after another, the shortest first.",
    "round_robin": "Users take turns on the whole machine; a campaign that is not complete at the end of a turn is paused.",
}


class Campaign(NamedTuple):
    """A campaign, or a portion of one: its row of the table `virtual`."""

    campaign: int
    submit: float
    start: float
    end: float
    tag: float
    deadline: float
    eligible: float
    real_start: float
    real_end: float


def table(told: Told) -> list[Campaign]:
    if not hasattr(told, "portions"):
        virtual = told.made.virtual
        told.portions = [
            Campaign(*row) for row in zip(*(virtual.columns[name].tolist() for name in Campaign._fields), strict=True)
        ]
    return told.portions


def portion(told: Told, job: int) -> Campaign:
    """That of a job: of its campaign, the one submitted with it, or nearest."""
    mine = [row for row in table(told) if row.campaign == told.campaign[job]]
    return min(mine, key=lambda row: abs(row.submit - told.submit[job]))


def whole(told: Told, campaign: int) -> Campaign:
    """All portions as one."""
    mine = [row for row in table(told) if row.campaign == campaign]
    least, most = (
        (lambda name: min(getattr(row, name) for row in mine)),
        (lambda name: max(getattr(row, name) for row in mine)),
    )
    return Campaign(
        campaign,
        least("submit"),
        least("start"),
        most("end"),
        most("tag"),
        most("deadline"),
        least("eligible"),
        least("real_start"),
        most("real_end"),
    )


def members(told: Told, campaign: int) -> list[int]:
    return [row for row, number in enumerate(told.campaign) if number == campaign]


# ---- of a job -------------------------------------------------------------------------------------------------------


@sentence("In the virtual schedule its campaign started at {T:start} and was complete at {T:end}.")
def virtually(told: Told, job: int, start, end) -> None:
    row = portion(told, job)
    claim(row.start in start and row.end in end, "it was from", row.start, "to", row.end)


@sentence("The deadline of its campaign was {T:at}, which was {W:kept}.")
def deadline(told: Told, job: int, at, kept) -> None:
    row = portion(told, job)
    claim(row.deadline in at, "it was", row.deadline)
    last = max(told.end[one] for one in members(told, told.campaign[job]))
    claim(kept == ("met" if last <= row.deadline else "missed"), "it was complete at", last)


@sentence("Its campaign was allowed to start from {T:at} on.")
def allowed(told: Told, job: int, at) -> None:
    row = portion(told, job)
    claim(row.eligible in at and row.eligible > row.submit, "it was allowed from", row.eligible)
    claim(
        min(told.start[one] for one in members(told, row.campaign) if portion(told, one).submit == row.submit)
        >= row.eligible - NEAR,
        "it started before",
    )


def unstarted(told: Told, job: int, now: float) -> bool:
    """Whether the campaign of a job has jobs that wait or run, right after an instant."""
    return any(told.submit[one] <= now < told.end[one] for one in members(told, told.campaign[job]))


@sentence(
    "From {T:begin} to {T:end} its campaign was not allowed to start: in the virtual schedule the user's "
    "previous campaign< (the one of {J:other})> was not complete."
)
def before_virtual_start(told: Told, job: int, begin, end, other) -> None:
    row = reason(told, job, begin, end, "before_virtual_start")
    claim(row.blocker == (-1 if other is None else other), "that was", row.blocker)
    mine = portion(told, job)
    claim(mine.start >= end.low, "it started in the virtual schedule at", mine.start)
    if other is not None:
        claim(told.user_id[other] == told.user_id[job] and told.campaign[other] >= 0, "another user's")
        claim(
            any(one.campaign == told.campaign[other] and one.start <= row.time < one.end + NEAR for one in table(told)),
            "that is not under way in the virtual schedule",
        )


ORDERS = {
    "larger_tag": ("campaigns with a smaller tag went first", "tag"),
    "earlier_campaign": ("campaigns that were ready earlier went first", "eligible"),
    "later_deadline": ("campaigns with an earlier deadline went first", "deadline"),
    "longer_campaign": ("shorter campaigns of its batch went first", "length"),
}


@sentence("From {T:begin} to {T:end} {W:order}, such as that of {J:other}.")
def others_first(told: Told, job: int, begin, end, order, other) -> None:
    rule, what = next(((rule, what) for rule, (words, what) in ORDERS.items() if words == order), (None, None))
    if order == "other campaigns of its user went first":
        rule, what = "earlier_campaign", "user"
        claim(told.user_id[other] == told.user_id[job], "that is another user's")
    claim(rule is not None, "unknown words", order)
    row = reason(told, job, begin, end, rule)
    claim(row.blocker == other, "that was", row.blocker)
    claim(
        told.campaign[other] != told.campaign[job] or portion(told, other).submit != portion(told, job).submit,
        "that is its own campaign",
    )
    mine, its = portion(told, job), portion(told, other)
    if what in ("tag", "eligible", "deadline"):
        claim(
            getattr(its, what) <= getattr(mine, what) + NEAR,
            "its own",
            what,
            "is",
            getattr(mine, what),
            "that",
            getattr(its, what),
        )
    elif what == "length":
        claim(length_of(told, other) <= length_of(told, job) + NEAR, "that is longer")
    still_there(told, row, end, other)


def length_of(told: Told, job: int) -> float:
    """How long a campaign is planned to take with the machine for itself: a list schedule of requested times."""
    rows = members(told, told.campaign[job])
    jobs = [Job(0, 0, told.requested[row], told.needed[row]) for row in range(len(told.id))]
    return naive_blocks.last_end(
        naive_blocks.list_schedule(
            jobs, rows, told.machine, told.params["order"].upper(), told.params["wide"], naive_campaigns.requested_time
        )
    )


def still_there(told: Told, row: Row, end: Range, other: int) -> None:
    """The campaign of a job has jobs that wait or run all the time."""
    for now in told.between(row.time, end.middle - 1e-3):
        claim(unstarted(told, other, now), "that campaign was over at", now)


@sentence("From {T:begin} to {T:end} all processors were busy<; {J:other} held one of them>.")
def no_free_processor(told: Told, job: int, begin, end, other) -> None:
    row = reason(told, job, begin, end, "no_free_processor")
    for now in told.between(row.time, end.middle - 1e-3):
        claim(told.room(now) == 0, told.room(now), "were free at", now)
    claim(other is None or told.start[other] <= row.time < told.end[other], "that job does not run")


@sentence(
    "From {T:begin} to {T:end} {J:other} went first and did not fit, and nothing may pass it ({P} free at {T:at})."
)
def behind_wide(told: Told, job: int, begin, end, other, p, at) -> None:
    row = reason(told, job, begin, end, "behind_wide")
    claim(row.blocker == other and row.time in at, "that was", row.blocker)
    claim(told.free(row.time) == p, told.free(row.time), "were free")
    for now in told.between(row.time, end.middle - 1e-3):
        claim(told.waits(other, now) and told.free(now) < told.needed[other], "that does not wait, or fits at", now)


@sentence("From {T:begin} to {T:end} the whole machine was given to another campaign< (the one of {J:other})>.")
def machine_taken(told: Told, job: int, begin, end, other) -> None:
    row = reason(told, job, begin, end, "machine_taken")
    claim(row.blocker == (-1 if other is None else other), "that was", row.blocker)
    if other is not None:
        claim(told.campaign[other] != told.campaign[job], "that is its own campaign")
        still_there(told, row, end, other)
        for now in told.between(row.time, end.middle - 1e-3):
            there = {told.campaign[one.job] for one in told.held if one.begin <= now < one.end}
            claim(there <= {told.campaign[other]}, "others run, too, at", now)


@sentence(
    "From {T:begin} to {T:end} it waited until the last job of its campaign was submitted; a campaign is ready "
    "when all of it is there."
)
def incomplete(told: Told, job: int, begin, end) -> None:
    row = reason(told, job, begin, end, "campaign_incomplete")
    last = max(told.submit[one] for one in members(told, told.campaign[job]))
    claim(row.time < last and last in end, "the last of them was submitted at", last)


@sentence("From {T:begin} to {T:end} the batch its campaign belongs to was still open, for campaigns yet to come.")
def batch_open(told: Told, job: int, begin, end) -> None:
    reason(told, job, begin, end, "batch_open")
    running = [one for one in told.held if one.begin <= begin.middle and one.end > end.middle]
    claim(not running, "jobs run all the time, so that no batch was open")


@sentence("From {T:begin} to {T:end} its campaign came after the batch of {J:other} was closed, and that went first.")
def later_batch(told: Told, job: int, begin, end, other) -> None:
    row = reason(told, job, begin, end, "later_batch")
    claim(row.blocker == other, "that was", row.blocker)
    last = max(told.submit[one] for one in members(told, told.campaign[job]))
    claim(last >= max(told.submit[one] for one in members(told, told.campaign[other])), "that came later")
    still_there(told, row, end, other)


@sentence(
    "From {T:begin} to {T:end} users whose campaigns are shorter altogether went first<, now the one of {J:other}>."
)
def later_user(told: Told, job: int, begin, end, other) -> None:
    row = reason(told, job, begin, end, "later_user")
    claim(row.blocker == (-1 if other is None else other), "that was", row.blocker)
    if other is not None:
        claim(told.user_id[other] != told.user_id[job], "that is its own user")
        still_there(told, row, end, other)


@sentence("From {T:begin} to {T:end} it was put on a processor where {J:other} went before it.")
def queued(told: Told, job: int, begin, end, other) -> None:
    row = reason(told, job, begin, end, "queued")
    claim(row.blocker == other, "that was", row.blocker)
    for now in told.between(row.time, end.middle - 1e-3):
        claim(told.submit[other] <= now < told.end[other], "that is over at", now)


NEXT = "< Next in order was the campaign of {J:following}.>"


def by_campaign(told: Told, job: int, at, p, free, there, following, rule: str) -> Row:
    row = started(told, job, at, False, rule)
    fits(told, job, row, p, free, there)
    claim(row.blocker == (-1 if following is None else following), "next was", row.blocker)
    if following is not None:
        claim(
            told.campaign[following] != told.campaign[job]
            or portion(told, following).submit != portion(told, job).submit,
            "that is its own",
        )
        claim(
            any(told.start[one] >= row.time for one in members(told, told.campaign[following])),
            "all of that had started",
        )
    return row


def foremost(told: Told, job: int, row: Row, what: str) -> None:
    """Of the campaigns that may start and have jobs left, its own has the smallest key."""
    mine = portion(told, job)
    for one in range(len(told.id)):
        its = portion(told, one)
        if (
            told.submit[one] <= row.time < told.start[one]
            and its.eligible <= row.time + NEAR
            and not fits_not(told, one, row)
        ):
            claim(
                getattr(its, what) >= getattr(mine, what) - NEAR,
                "that of",
                told.id[one],
                "goes before, with",
                getattr(its, what),
            )


def fits_not(told: Told, job: int, row: Row) -> bool:
    return told.needed[job] > told.before(row)


@sentence(
    *each(
        "It started at {T:at} because it needs FREE, and its campaign had the smallest tag< ({F:tag})> of those that may start."
        + NEXT,
        ENOUGH,
    )
)
def smallest_tag(told: Told, job: int, at, p, free, there, tag, following) -> None:
    row = by_campaign(told, job, at, p, free, there, following, "smallest_tag")
    mine = portion(told, job)
    claim(tag is None or abs(mine.tag - tag) <= 1e-4 * max(abs(tag), 1), "its tag is", mine.tag)
    foremost(told, job, row, "tag")
    if following is not None:
        claim(portion(told, following).tag >= mine.tag - NEAR, "that has a smaller tag")


@sentence(
    *each(
        "It started at {T:at} because it needs FREE, and its campaign was submitted first of those with jobs left to start."
        + NEXT,
        ENOUGH,
    )
)
def first_campaign(told: Told, job: int, at, p, free, there, following) -> None:
    row = by_campaign(told, job, at, p, free, there, following, "first_campaign")
    foremost(told, job, row, "submit")
    if following is not None:
        claim(portion(told, following).submit >= portion(told, job).submit, "that was submitted before")


@sentence(
    *each(
        "It started at {T:at} because it needs FREE, and its campaign had the earliest deadline< ({T:due})> of "
        "those that may start." + NEXT,
        ENOUGH,
    )
)
def earliest_deadline(told: Told, job: int, at, p, free, there, due, following) -> None:
    row = by_campaign(told, job, at, p, free, there, following, "earliest_deadline")
    claim(due is None or portion(told, job).deadline in due, "its deadline is", portion(told, job).deadline)
    claim(told.params["placement"] == "list", "its campaign goes as a whole")
    foremost(told, job, row, "deadline")


@sentence(
    *each(
        "It started at {T:at} because it needs FREE, and {W:how} its campaign{A:more}, which had the earliest "
        "deadline< ({T:due})> of those ready then." + NEXT,
        ENOUGH,
    )
)
def earliest_when_chosen(told: Told, job: int, at, p, free, there, how, more, due, following) -> None:
    by_campaign(told, job, at, p, free, there, following, "earliest_deadline")
    mine = portion(told, job)
    claim(due is None or mine.deadline in due, "its deadline is", mine.deadline)
    claim(
        told.params["placement"] == {"the whole machine was given to": "block", "all jobs of": "commit"}[how],
        "unknown words",
    )
    claim(more == ("" if how.startswith("the") else " were put on processors together"), "unknown words", more)
    given = whole(told, mine.campaign).real_start
    for its in table(told):
        if its.campaign != mine.campaign and its.eligible <= given < its.real_start:
            claim(its.deadline >= mine.deadline - NEAR, "the deadline of campaign", its.campaign, "was", its.deadline)


@sentence(
    *each(
        "It started at {T:at} because it needs FREE, and the whole machine was given to its campaign, ready first of those waiting."
        + NEXT,
        ENOUGH,
    )
)
def first_block(told: Told, job: int, at, p, free, there, following) -> None:
    row = by_campaign(told, job, at, p, free, there, following, "first_block")
    alone(told, job, row)
    mine = portion(told, job)
    given = whole(told, mine.campaign).real_start
    for its in table(told):
        if its.campaign != mine.campaign and its.eligible <= given < its.real_start:
            claim(its.eligible >= mine.eligible - NEAR, "that of campaign", its.campaign, "was ready at", its.eligible)


@sentence(
    *each(
        "It started at {T:at} because it needs FREE, and the whole machine was given to its campaign, the "
        "shortest< ({L:length} planned)> left in its batch." + NEXT,
        ENOUGH,
    )
)
def shortest_of_batch(told: Told, job: int, at, p, free, there, length, following) -> None:
    row = by_campaign(told, job, at, p, free, there, following, "shortest_of_batch")
    alone(told, job, row)
    claim(length is None or length_of(told, job) in length, "it takes", length_of(told, job))


@sentence(
    *each(
        "It started at {T:at} because it needs FREE, and the whole machine was given to its campaign: of the users "
        "left its own has the shortest campaigns altogether< ({L:length} planned, with think times)>.",
        ENOUGH,
    )
)
def users_turn(told: Told, job: int, at, p, free, there, length) -> None:
    row = next(iter(told.rows(job, "start")))
    claim(row.rule == "users_turn" and row.time in at, "it started by", row.rule)
    fits(told, job, row, p, free, there)
    alone(told, job, row)
    think = told.made.workload.campaigns.think_time
    mine = sum(
        length_of(told, members(told, number)[0]) + think[number]
        for number in {told.campaign[one] for one in range(len(told.id)) if told.user_id[one] == told.user_id[job]}
    )
    claim(length is None or mine in length, "its user's campaigns take", mine)


def alone(told: Told, job: int, row: Row) -> None:
    """Only jobs of its campaign run right after a start."""
    others = {told.campaign[one.job] for one in told.held if one.begin <= row.time < one.end}
    claim(others <= {told.campaign[job]}, "others run, too:", others)


# ---- of a campaign --------------------------------------------------------------------------------------------------


def named(told: Told, campaign: int) -> str:
    number, of = told.made.workload.campaigns.index[campaign], told.user_id[members(told, campaign)[0]]
    return f"campaign {number + 1} of user {of}"


@sentence(
    "Campaign {N:number} of user {N:user} was submitted at {T:at}: {N:jobs} job, {F:work} processor-seconds of work, the longest job {L:longest}.",
    "Campaign {N:number} of user {N:user} was submitted at {T:at}: {N:jobs} jobs, {F:work} "
    "processor-seconds of work, the longest job {L:longest}.",
)
def campaign_asked(told: Told, campaign: int, number, user, at, jobs, work, longest) -> None:
    mine = members(told, campaign)
    claim(
        f"campaign {number} of user {user}" == named(told, campaign) and jobs == len(mine),
        "it is",
        named(told, campaign),
    )
    claim(min(told.submit[one] for one in mine) in at, "it was submitted at", min(told.submit[one] for one in mine))
    run = told.made.workload.jobs.runtime.tolist()
    claim(abs(sum(run[one] * told.needed[one] for one in mine) - work) <= 0.006, "it is so much work:", work)
    claim(max(run[one] for one in mine) in longest, "the longest takes", max(run[one] for one in mine))


@sentence("It could start at once.")
def could_start(told: Told, campaign: int) -> None:
    row = whole(told, campaign)
    claim(row.eligible <= row.submit + NEAR, "it was allowed from", row.eligible)


@sentence(
    "It was not allowed to start before {T:since}, {L:later} later, when the last of its jobs was submitted.",
    "It was not allowed to start before {T:since}, {L:later} later: until then its user's previous campaign was "
    "not complete in the virtual schedule, where nobody gets more than a share.",
)
def not_before(told: Told, campaign: int, since, later) -> None:
    row = whole(told, campaign)
    claim(row.eligible in since and row.eligible - row.submit in later, "it was allowed from", row.eligible)
    if not told.made.is_fluid:
        claim(
            max(told.submit[one] for one in members(told, campaign)) == row.eligible,
            "the last job came at another time",
        )
    else:
        user = told.user_id[members(told, campaign)[0]]
        ends = [one.end for one in table(told) if told.user_id[members(told, one.campaign)[0]] == user]
        claim(any(abs(end - row.eligible) <= 1e-5 for end in ends), "no campaign of the user was complete then")


@sentence(
    "Its tag is {F:tag}: in the virtual schedule, which its users share evenly, it is complete at {T:end}; smaller tags go first."
)
def its_tag(told: Told, campaign: int, tag, end) -> None:
    row = whole(told, campaign)
    claim(abs(row.tag - tag) <= 0.0051 and row.end in end, "it is", row.tag, row.end)


@sentence("Its deadline is {T:at}; earlier deadlines go first.")
def its_deadline(told: Told, campaign: int, at) -> None:
    claim(whole(told, campaign).deadline in at, "it is", whole(told, campaign).deadline)


@sentence("Campaigns submitted earlier go first.", *TURNS.values())
def order_of_policy(told: Told, campaign: int) -> None:
    row = whole(told, campaign)
    claim(row.tag != row.tag and row.deadline != row.deadline, "it has a key")


def key(told: Told, campaign: int) -> tuple[str, float]:
    row = whole(told, campaign)
    if told.made.is_fluid:
        return "tag", row.tag
    if any(one.deadline == one.deadline for one in table(told)):
        return "deadline", row.deadline
    return ("from", row.real_start) if told.policy in TURNS else ("submitted at", row.submit)


def before(told: Told, one: int, other: int) -> bool:
    mine, its = ((round(key(told, c)[1] / NEAR), whole(told, c).submit, c) for c in (one, other))
    return mine < its


def ahead(told: Told, campaign: int) -> list[int]:
    """Those before it that could have started by its first start, and had jobs to start when it could."""
    row = whole(told, campaign)
    found = [
        other
        for other in {one.campaign for one in table(told)}
        if other != campaign
        and before(told, other, campaign)
        and whole(told, other).eligible <= row.real_start
        and max(told.start[one] for one in members(told, other)) >= row.eligible
    ]
    return sorted(found, key=lambda c: (round(key(told, c)[1] / NEAR), whole(told, c).submit, c))


def called(told: Told, campaign: int) -> str:
    """campaign 1 of user 2, without its key."""
    return named(told, campaign)


@sentence("It waited {L:wait} with nobody ahead of it: jobs under way held what it needed.")
def nobody_ahead(told: Told, campaign: int, wait) -> None:
    row = whole(told, campaign)
    claim(
        row.real_start - row.eligible in wait and not ahead(told, campaign), "ahead of it were", ahead(told, campaign)
    )
    for now in told.between(row.eligible, row.real_start):
        claim(told.free(now) < told.machine, "all were free at", now)


@sentence(
    "It waited {L:wait}. Ahead of it was {A:who}.",
    "It waited {L:wait}. Ahead of it were {N:count} campaigns, first of all {A:who}.",
    "It waited {L:wait}. Ahead of it were {A:who}.",
)
def ahead_were(told: Told, campaign: int, wait, who, count=None) -> None:
    row = whole(told, campaign)
    claim(row.real_start - row.eligible in wait, "it waited", row.real_start - row.eligible)
    found = ahead(told, campaign)
    claim(count is None or count == len(found), len(found), "were ahead")
    parts = who.replace(") and campaign", "), campaign").split("), ")
    claim(
        len(parts) == min(len(found), 3) and (count is not None or len(parts) == len(found)), len(found), "were ahead"
    )
    for other, words in zip(found, parts, strict=False):
        keyed(told, other, words.rstrip(")"))


def keyed(told: Told, campaign: int, words: str) -> None:
    """campaign 2 of user 7 (tag 18"""
    from tests.why.reader import instant

    name, _, rest = words.partition(" (")
    claim(name == named(told, campaign), "that is", named(told, campaign))
    word, truth = key(told, campaign)
    claim(rest.startswith(word + " "), "unknown words", rest)
    text = rest.removeprefix(word + " ")
    claim(
        abs(float(text.replace(",", "")) - truth) <= 0.0051 if word == "tag" else truth in instant(text),
        "its",
        word,
        "is",
        truth,
    )


@sentence(
    "Its turn came at {T:at}, when {N:free} processor was free.",
    "Its turn came at {T:at}, when {N:free} processors were free.",
)
def turn(told: Told, campaign: int, at, free) -> None:
    first_start(told, campaign, at, free)


def first_start(told: Told, campaign: int, at: Range, free: int) -> float:
    row = whole(told, campaign)
    claim(
        row.real_start in at and min(told.start[one] for one in members(told, campaign)) in at,
        "it started at",
        row.real_start,
    )
    busy = sum(one.size for one in told.held if one.begin < row.real_start < one.end - NEAR)
    claim(told.machine - busy == free, told.machine - busy, "were free")
    return row.real_start


@sentence(
    *(
        f"Its first job started at {{T:at}}, when {{N:free}} {was} free{rest}"
        for was in ("processor was", "processors were")
        for rest in (
            ": campaigns ahead of it had jobs left, but none that could start.",
            " and all jobs ahead of it had started<; it went before {G:other} ({A:key})< and {N:more} more>>.",
            " and it had the {W:what} of the campaigns with jobs left<; it went before {G:other} ({A:key})< and {N:more} more>>.",
        )
    )
)
def first_job(told: Told, campaign: int, at, free, what=None, other=None, key=None, more=None) -> None:
    begin = first_start(told, campaign, at, free)
    last = [max(told.start[one] for one in members(told, c)) for c in ahead(told, campaign)]
    if what is not None:
        claim(not [time for time in last if time >= begin - NEAR], "jobs ahead of it had not started")
        words = {"tag": "smallest tag", "deadline": "earliest deadline", "submitted at": "earliest submission"}
        claim(what == words[globals()["key"](told, campaign)[0]], "unknown words", what)
    if other is not None:
        behind = [
            c
            for c in sorted({one.campaign for one in table(told)})
            if c != campaign
            and before(told, campaign, c)
            and whole(told, c).eligible <= begin
            and max(told.start[one] for one in members(told, c)) >= begin
        ]
        claim(len(behind) == 1 + (more or 0), len(behind), "were behind it")
        keyed(told, next(c for c in behind if all(c == d or before(told, c, d) for d in behind)), f"{other} ({key}")


@sentence(
    "It was complete at {T:end}, {L:flow} after its submission.",
    "It was complete at {T:end}, {L:flow} after its submission and exactly at {W:what}.",
    "It was complete at {T:end}, {L:flow} after its submission and {L:off} {W:way} its {W:what}.",
)
def complete(told: Told, campaign: int, end, flow, what=None, off=None, way=None) -> None:
    row, last = whole(told, campaign), max(told.end[one] for one in members(told, campaign))
    claim(last in end and last - row.submit in flow, "it was complete at", last)
    due = row.end if told.made.is_fluid else row.deadline
    if what is None:
        claim(not np.isfinite(due), "it was due at", due)
        return
    claim(
        what.removeprefix("its ") == ("virtual completion" if told.made.is_fluid else "deadline"), "unknown words", what
    )
    late = last - due
    claim(
        abs(late) <= 2 * NEAR if off is None else abs(late) in off and way == ("after" if late > 0 else "before"),
        "that was",
        late,
    )
