"""Parts of kernels, callable from Python: what is melted into kernels is compiled without an entry of its own."""

from __future__ import annotations

from scheduler.compiled import kernel
from scheduler.engine import decision_log as in_log
from scheduler.engine.rigid import easy_rule as in_easy_rule
from scheduler.engine.rigid import sessions as in_sessions
from scheduler.engine.structures import heap as in_heap
from scheduler.engine.structures import waiting as in_waiting


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
def append(waiting, job):
    in_waiting.append(waiting, job)


@kernel
def remove(waiting, job):
    in_waiting.remove(waiting, job)
