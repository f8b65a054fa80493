"""Parts of the kernels for campaigns, callable from Python, as tests/cases/parts.py has those of the core."""

from __future__ import annotations

from scheduler.compiled import kernel
from scheduler.topics.campaigns.engine import campaigns as in_campaigns
from scheduler.topics.campaigns.engine import deadlines as in_deadlines
from scheduler.topics.campaigns.engine import virtual as in_virtual


@kernel
def join(c, key, rank):
    in_campaigns.join(c, key, rank)


@kernel
def set_deadline(deadlines, campaign, user, now):
    return in_deadlines.set_deadline(deadlines, campaign, user, now)


@kernel
def begin(v, campaign, user, work, now):
    in_virtual.begin(v, campaign, user, work, now)


@kernel
def complete_one(v, user_of, now):
    return in_virtual.complete_one(v, user_of, now)


@kernel
def next_completion(v, processors):
    return in_virtual.next_completion(v, processors)


@kernel
def promise(v, campaign, user, work):
    in_virtual.promise(v, campaign, user, work)


@kernel
def read_clock(v, now, processors):
    in_virtual.read_clock(v, now, processors)


@kernel
def whole(x):
    return in_virtual.whole(x)
