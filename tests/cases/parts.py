"""Parts of kernels, callable from Python: what is melted into kernels is compiled without an entry of its own."""

from __future__ import annotations

from scheduler.compiled import kernel
from scheduler.engine import decision_log as in_log
from scheduler.engine.campaigns import campaigns as in_campaigns
from scheduler.engine.campaigns import deadlines as in_deadlines
from scheduler.engine.campaigns import virtual as in_virtual
from scheduler.engine.rigid import easy_rule as in_easy_rule
from scheduler.engine.rigid import sessions as in_sessions
from scheduler.engine.structures import heap as in_heap
from scheduler.engine.structures import waiting as in_waiting


@kernel
def join(c, key, rank):
    in_campaigns.join(c, key, rank)


@kernel
def set_deadline(deadlines, campaign, user, now):
    return in_deadlines.set_deadline(deadlines, campaign, user, now)


@kernel
def may_pass(size, requested, now, free, shadow, extra):
    return in_easy_rule.may_pass(size, requested, now, free, shadow, extra)


@kernel
def left_of_extra(size, requested, now, shadow, extra):
    return in_easy_rule.left_of_extra(size, requested, now, shadow, extra)


@kernel
def why_it_passes(requested, now, shadow):
    return in_easy_rule.why_it_passes(requested, now, shadow)


@kernel
def push(heap, time, item):
    in_heap.push(heap, time, item)


@kernel
def pop(heap):
    return in_heap.pop(heap)


@kernel
def note(log, time, kind, job, rule, free, needed):
    in_log.note(log, time, kind, job, rule, free, needed)


@kernel
def next_submission(sessions):
    return in_sessions.next_submission(sessions)


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


@kernel
def append(waiting, job):
    in_waiting.append(waiting, job)


@kernel
def remove(waiting, job):
    in_waiting.remove(waiting, job)
