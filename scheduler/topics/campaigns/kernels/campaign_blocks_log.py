"""The decision log of a machine handed over campaign by campaign, told from the finished schedule.

What happened between two campaigns' turns is known only by job, and the kernel that hands over the machine knows
campaigns; so the story is told afterwards, instant by instant: ends, submissions, starts, and then why those wait who
have a new reason to.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.compiled import kernel, part
from scheduler.engine.decision_log import (
    ARRIVE,
    BACKFILL,
    BEHIND_WIDE,
    CAMPAIGN_INCOMPLETE,
    DOES_NOT_FIT,
    END,
    MACHINE_TAKEN,
    NO_FREE_PROCESSOR,
    NONE,
    PASSES_WIDE,
    START,
    note,
    skip,
)
from scheduler.engine.structures.waiting import Waiting, append, remove


class Story(NamedTuple):
    """The finished schedule, and where the telling of it stands."""

    of: np.ndarray  # [n] i8, campaign of a job
    submit: np.ndarray  # [n] f8
    end: np.ndarray  # [n] f8
    by_submit: np.ndarray  # [n] i8, rows
    by_start: np.ndarray  # [n] i8, rows; those of one instant in the order of their campaign
    by_end: np.ndarray  # [n] i8, rows
    key: np.ndarray  # [campaigns] f8: what orders them, nan nothing but readiness
    group: np.ndarray  # [campaigns] i8: batch, or place of the user; those of a lower one go first
    rules: np.ndarray  # [4] i8, rules: of a start; behind its own group, behind another one; while nobody has it
    missing: np.ndarray  # [campaigns] i8: jobs not yet submitted
    left: np.ndarray  # [campaigns] i8: jobs not yet ended
    waiting: Waiting  # campaigns with a job submitted and none started
    stand: np.ndarray  # [6] i8: submitted, started, ended jobs; free processors; campaign with the machine; news


@kernel
def tell(story, b, lists, log):
    """Write the log."""
    n, stand = len(story.of), story.stand
    while stand[2] < n:
        now = story.end[story.by_end[stand[2]]]
        if stand[1] < n:
            now = min(now, lists.start[story.by_start[stand[1]]])
        if stand[0] < n:
            now = min(now, story.submit[story.by_submit[stand[0]]])
        stand[5] = 0
        _tell_ends(story, lists, now, log)
        _tell_submissions(story, lists, now, log)
        looked_at = _tell_starts(story, b, lists, now, log)
        _tell_why_they_wait(story, b, lists, now, looked_at, log)


@part
def _tell_ends(story, lists, now, log):
    stand = story.stand
    while stand[2] < len(story.of) and story.end[story.by_end[stand[2]]] <= now:
        job = story.by_end[stand[2]]
        stand[2] += 1
        stand[3] += lists.size[job]
        story.left[story.of[job]] -= 1
        if story.left[story.of[job]] == 0:
            stand[4], stand[5] = -1, 1
        note(log, now, END, job, NONE, free=stand[3], needed=lists.size[job])


@part
def _tell_submissions(story, lists, now, log):
    stand = story.stand
    while stand[0] < len(story.of) and story.submit[story.by_submit[stand[0]]] <= now:
        job = story.by_submit[stand[0]]
        campaign = story.of[job]
        if story.missing[campaign] == lists.ptr[campaign + 1] - lists.ptr[campaign]:
            append(story.waiting, campaign)
        story.missing[campaign] -= 1
        stand[0] += 1
        stand[5] = 1
        note(log, now, ARRIVE, job, NONE, free=stand[3], needed=lists.size[job])


@part
def _tell_starts(story, b, lists, now, log):
    """The starts, and before each who was passed; returns the place from which on nobody was looked at so far."""
    stand, second, place = story.stand, -1, 0
    if stand[4] >= 0:
        place = lists.ptr[stand[4]]
    while stand[1] < len(story.of) and lists.start[story.by_start[stand[1]]] <= now:
        job = story.by_start[stand[1]]
        campaign = story.of[job]
        if campaign != stand[4]:
            remove(story.waiting, campaign)
            stand[4], stand[5], place = campaign, 1, lists.ptr[campaign]
        first = place
        while lists.jobs[place] != job:
            place += 1
        _tell_inside(story, lists, now, first, place, log)
        place += 1
        if second < 0:
            second = _next_in_order(story, b, lists, now)
        kind, rule, blocker = START, story.rules[0], second
        if lists.passed[job] != 0:
            kind, rule, blocker = BACKFILL, PASSES_WIDE, _first_unstarted(lists, campaign, now)
        note(
            log, now, kind, job, rule, free=stand[3], needed=lists.size[job], blocker=blocker, value=story.key[campaign]
        )
        stand[1] += 1
        stand[3] -= lists.size[job]
    return place


@part
def _next_in_order(story, b, lists, now):
    """The first job of the campaign that would have been chosen next; -1 none."""
    end = len(story.waiting.next) - 1
    campaign, best = story.waiting.next[end], -1
    while campaign != end:
        if b.ready[campaign] <= now and (best < 0 or _goes_before(story, b, campaign, best)):
            best = campaign
        campaign = story.waiting.next[campaign]
    return -1 if best < 0 else lists.jobs[lists.ptr[best]]


@part
def _goes_before(story, b, one, other):
    if story.group[one] != story.group[other]:
        return story.group[one] < story.group[other]
    if story.key[one] != story.key[other] and not np.isnan(story.key[one]):
        return story.key[one] < story.key[other]
    if b.ready[one] != b.ready[other]:
        return b.ready[one] < b.ready[other]
    return one < other


@part
def _first_unstarted(lists, campaign, now):
    """The first job, in order, that has not started by now; -1 none."""
    for i in range(lists.ptr[campaign], lists.ptr[campaign + 1]):
        if lists.start[lists.jobs[i]] > now:
            return lists.jobs[i]
    return -1


@part
def _tell_why_they_wait(story, b, lists, now, place, log):
    """Those of the campaign that has the machine, and of all others when something has changed for them."""
    stand = story.stand
    if stand[4] >= 0:
        _tell_inside(story, lists, now, place, lists.ptr[stand[4] + 1], log)
    if stand[5] == 0:
        return
    end = len(story.waiting.next) - 1
    campaign = story.waiting.next[end]
    while campaign != end:
        rule, blocker = _reason(story, b, lists, campaign)
        for i in range(lists.ptr[campaign], lists.ptr[campaign + 1]):
            job = lists.jobs[i]
            if story.submit[job] <= now:
                skip(log, now, job, rule, free=stand[3], needed=lists.size[job], blocker=blocker)
        campaign = story.waiting.next[campaign]


@part
def _tell_inside(story, lists, now, begin, end, log):
    """Why those at places [begin, end) of the campaign that has the machine have not started yet."""
    campaign, free = story.stand[4], story.stand[3]
    first = _first_unstarted(lists, campaign, now)
    for i in range(begin, end):
        job = lists.jobs[i]
        if lists.start[job] > now:
            rule, blocker = NO_FREE_PROCESSOR, -1
            if free > 0:
                rule = DOES_NOT_FIT
                if lists.machine[1] == 0 and job != first:
                    rule, blocker = BEHIND_WIDE, first
            skip(log, now, job, rule, free=free, needed=lists.size[job], blocker=blocker)


@part
def _reason(story, b, lists, campaign):
    """(rule, blocker) of the jobs of a campaign that does not have the machine."""
    holder = story.stand[4]
    if story.missing[campaign] > 0:
        return CAMPAIGN_INCOMPLETE, -1
    if holder < 0:
        return story.rules[3], -1
    blocker = _last_to_end(story, lists, holder)
    if b.start[holder] < b.ready[campaign]:
        return MACHINE_TAKEN, blocker
    return story.rules[2 if story.group[holder] != story.group[campaign] else 1], blocker


@part
def _last_to_end(story, lists, campaign):
    """The job of a campaign that ends last, of several the first in order: it waits or runs for as long as the rest."""
    last = lists.jobs[lists.ptr[campaign]]
    for i in range(lists.ptr[campaign], lists.ptr[campaign + 1]):
        if story.end[lists.jobs[i]] > story.end[last]:
            last = lists.jobs[i]
    return last
