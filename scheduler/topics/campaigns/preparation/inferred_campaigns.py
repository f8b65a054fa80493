"""Campaigns no file declares: inferred from who submitted what when, so that campaign policies can run any log.

A campaign is what a user submits within `gap` seconds of its first submission (see user_sessions.py); the way of the
fair-share plug-ins that followed ostrich-2013, which leaves open what a campaign of a log is.  Users often submit the
next one before the last has ended, which no closed loop can show.  Three ways out (`overlap`):
- merge: a campaign goes on until the work in it has ended, so none overlaps;
- independent: an overlapping campaign has no predecessor and is submitted as recorded;
- zero: it follows its predecessor with a think time of 0.
Everything is inferred from recorded times, in the slice at hand, and counted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from scheduler.errors import SUBMIT_AS_RECORDED, Remedy, WorkloadError
from scheduler.model.trace import Trace
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation import Groups
from scheduler.preparation.repairs import Draft
from scheduler.statistics.random_draws import exponential, stream
from scheduler.topics.campaigns.preparation.declared_campaigns import groups
from scheduler.topics.campaigns.preparation.user_sessions import Campaigns, Submissions, campaigns, submissions

NONE = -1


def inferred(trace: Trace, draft: Draft, user: np.ndarray, options: WorkloadOptions, factor: float = 1.0) -> Groups:
    """The campaigns of a draft, numbered by their first job; what was inferred is noted.

    A campaign ended as the log recorded it, whatever was done to runtimes since.  user: [n] dense; factor: what the
    times between submissions were multiplied by.  Raises WorkloadError when think times are needed (arrivals are
    closed) and the log has none to tell.
    """
    runtime = trace.columns["runtime"][draft["row"]]
    done = submissions(user, draft["submit"], draft["recorded_wait"], runtime, factor)
    user_campaigns = campaigns(done, options.gap, options.overlap == "merge")
    of_log = options.arrivals == "closed" and options.think == "log"
    if of_log and user_campaigns.follows.any() and not done.has_wait.any():
        raise WorkloadError(
            f"{trace.name} records no waits, so when a campaign ended is unknown and no think times can be taken from "
            "the log",
            (
                Remedy("think", "constant"),
                Remedy("think", "exponential", " with a think time"),
                Remedy("think_time"),
                SUBMIT_AS_RECORDED,
            ),
        )
    has_wait, totals = np.empty(len(draft), bool), counts(done, user_campaigns, options)
    has_wait[done.row] = done.has_wait
    _tell(draft, options, has_wait, totals)
    _tell_thinks(draft, options, totals)
    of_job, previous, think = _numbered(done, user_campaigns, _waits(user_campaigns, options))
    return groups(draft, user, of_job, previous, think if options.think == "log" else _drawn(options, len(think)), True)


def _numbered(
    done: Submissions, user_campaigns: Campaigns, waits: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Campaign of each job [n], previous campaign and think time (s) [campaigns], numbered by their first job.

    waits: [campaigns] whether one has a predecessor, in the order of user_campaigns.
    """
    place = np.empty(len(user_campaigns.first), np.int64)
    place[np.argsort(done.row[user_campaigns.first])] = np.arange(len(user_campaigns.first))
    of_job, previous, think = np.empty(len(done.row), np.int64), np.empty_like(place), np.empty(len(place))
    of_job[done.row] = np.repeat(place, user_campaigns.jobs)
    previous[place] = np.where(waits, np.roll(place, 1), NONE)
    think[place] = np.nan_to_num(user_campaigns.think)
    return of_job, previous, think


def _drawn(options: WorkloadOptions, count: int) -> np.ndarray:
    """[campaigns] s, whole; one value for every campaign, so that no other option shifts those of the others."""
    if options.think == "constant":
        return np.full(count, np.rint(options.think_time))
    return np.rint(exponential(stream(options.think_seed), options.think_time, count))


class Counts(NamedTuple):
    """What was inferred, in numbers of campaigns."""

    campaigns: int
    median: float  # jobs of a campaign
    largest: int  # jobs
    single: int  # of one job
    alone: int  # there would be by the gap alone
    following: int  # of these: their user had one before
    overlapping: int  # of these: began before that one had ended
    drawn: int  # with a think time that is not the log's
    unknown: int  # with one counted from an earliest possible end
    zero: int  # with one that would be negative

    @property
    def share(self) -> float:
        """Of the campaigns by the gap alone that follow another one, those that began before it had ended; 0..1."""
        return self.overlapping / self.following if self.following else 0.0


def counts(done: Submissions, user_campaigns: Campaigns, options: WorkloadOptions) -> Counts:
    """What the notes, the command line and the page tell; user_campaigns: those of the options."""
    alone = campaigns(done, options.gap, merge=False) if options.overlap == "merge" else user_campaigns
    waits, log = _waits(user_campaigns, options), options.think == "log"
    jobs = user_campaigns.jobs
    return Counts(
        len(jobs),
        float(np.median(jobs)),
        int(jobs.max()),
        int((jobs == 1).sum()),
        len(alone.first),
        int(alone.follows.sum()),
        int((alone.think < 0).sum()),
        0 if log else int(waits.sum()),
        int((waits & ~np.roll(user_campaigns.has_waits, 1)).sum()) if log else 0,
        int((waits & (user_campaigns.think < 0)).sum()) if log else 0,
    )


def _waits(user_campaigns: Campaigns, options: WorkloadOptions) -> np.ndarray:
    """[campaigns] bool: has a predecessor."""
    follows = user_campaigns.follows
    return follows & ~(user_campaigns.think < 0) if options.overlap == "independent" else follows


def _tell(draft: Draft, options: WorkloadOptions, has_wait: np.ndarray, totals: Counts) -> None:
    """Notes on how many campaigns there are, how large, and how many began too early."""
    draft.say(
        "campaigns_inferred",
        totals.campaigns,
        way="merge" if options.overlap == "merge" else "gap",
        gap=options.gap,
        median=totals.median,
        largest=totals.largest,
        single=totals.single,
    )
    if totals.overlapping:
        draft.say(
            "campaigns_overlap",
            way=options.overlap,
            alone=totals.alone,
            overlapping=totals.overlapping,
            following=totals.following,
            share=totals.share,
        )
    draft.note("campaigns_nobody", draft["user_id"] < 0, "warning")
    draft.note("campaigns_end_unknown", ~has_wait)


def _tell_thinks(draft: Draft, options: WorkloadOptions, totals: Counts) -> None:
    """Notes on think times that are drawn, set to zero or not known."""
    if totals.drawn:
        draft.say("think_drawn", totals.drawn, way=options.think, time=options.think_time, seed=options.think_seed)
    if totals.unknown:
        draft.say("think_unknown", totals.unknown)
    if totals.zero:
        draft.say("think_zero", totals.zero)
