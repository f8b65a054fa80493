"""Why jobs wait and processors idle, looked up instant by instant: slow, plain, and made of nothing but loops.

Between two neighboring instants of a run nothing changes, so that looking once into each gap sees everything.
"""

from __future__ import annotations

from itertools import pairwise

from scheduler.engine.decision_log import RESERVE, RULES, SKIP
from scheduler.model.schedule import Schedule
from scheduler.policies import all_policies

ORDER = {
    "behind_head",
    "larger_tag",
    "earlier_campaign",
    "later_deadline",
    "behind_wide",
    "later_batch",
    "longer_campaign",
    "later_user",
    "left_out",
    "behind_run",
    "slurm_priority",
}
RESERVATION = {
    "would_delay_head",
    "behind_reservation",
    "earliest_gap",
    "compressed",
    "rebuilt",
    "waited_long",
    "slurm_reserved",
    "reserved_in_turn",
}
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
}  # in the way while it runs, too
OWN = {
    "before_virtual_start",
    "machine_taken",
    "campaign_incomplete",
    "batch_open",
    "queued",
    "searched",
    "left_in_plan",
    "awaits_period",
    "window_short",
    "awaits_turn",
    "no_slot",
    "noted_by_program",
    "awaits_condition",
    "slurm_resources",
    "server_busy",
    "beyond_depth",
    *(
        f"slurm_{whose}_{what}"
        for whose in ("qos", "qos_user", "qos_account", "account")
        for what in ("cpu", "jobs", "nodes", "submit")
    ),
    "slurm_association_jobs",
    "slurm_association_submit",
    "slurm_array",
    "slurm_begin",
    "slurm_maintenance",
    "slurm_dependency",
    "slurm_reservation",
    "slurm_own_reservation",
    "slurm_reservation_resources",
    "slurm_memory",
}
KIND = {"reservation": 1, "order": 2, "rule": 3, "unknown": 4}


class Looked:
    """A run as lists of plain numbers."""

    def __init__(self, made: Schedule):
        self.processors = made.workload.platform.processors
        self.size = made.workload.jobs.processors.tolist()
        self.submit, self.start, self.end = (made.placed.columns[name].tolist() for name in ("submit", "start", "end"))
        held = made.placed if made.segments is None else made.segments
        names = ("job", "start" if made.segments is None else "begin", "end")
        self.runs = list(zip(*(held.columns[name].tolist() for name in names), strict=True))
        self.default = KIND[all_policies()[made.policy].wait_cause]
        d = made.decisions
        self.log = (
            []
            if d is None
            else list(
                zip(*(d.columns[name].tolist() for name in ("time", "kind", "job", "rule", "blocker")), strict=True)
            )
        )
        self.told = {}  # job: the rows on why it waits
        for time, kind, job, rule, blocker in self.log:
            if kind in (SKIP, RESERVE):
                self.told.setdefault(job, []).append((time, kind, rule, blocker))
        instants = {*self.submit, *self.start, *self.end, *(row[0] for row in self.log)}
        instants |= {time for run in self.runs for time in run[1:]}
        self.gaps = [gap for gap in pairwise(sorted(instants)) if gap[0] < max(self.end)]
        self.running = {now: [job for job, begin, end in self.runs if begin <= now < end] for now in instants}
        self.free = {now: self.processors - sum(self.size[job] for job in jobs) for now, jobs in self.running.items()}

    def story(self, job, now):
        """(kind, culprit) of a job that fits and waits."""
        told, skipped = None, False
        if self.log and now < self.log[-1][0]:
            for time, kind, rule, blocker in self.told.get(job, []):
                if time <= now and (kind == SKIP or not skipped):
                    told, skipped = (RULES[rule], blocker), skipped or kind == SKIP
        for kind, rules in enumerate((RESERVATION, ORDER, OWN), 1):
            if told is not None and told[0] in rules:
                until = (self.end if told[0] in FOR_MORE else self.start)[told[1]]
                return kind, told[1] if now < until else -1
        return self.default, -1


def waits(look: Looked, job: int) -> list[tuple]:
    """[(job, kind, begin, end, culprit)] of one job, neighbors of one kind and culprit joined."""
    rows = []
    for begin, end in look.gaps:
        if look.submit[job] <= begin < look.start[job]:
            kind, culprit = (0, -1) if look.free[begin] < look.size[job] else look.story(job, begin)
            if rows and rows[-1][1] == kind and rows[-1][4] == culprit:
                rows[-1] = (*rows[-1][:3], end, culprit)
            else:
                rows.append((job, kind, begin, end, culprit))
    return rows


def idle(made: Schedule) -> list[tuple]:
    """[(begin, end, idle processors for each of the six reasons of one machine)], one row per gap, from the first submission on."""
    look, rows = Looked(made), []
    for begin, end in look.gaps:
        running, free = look.running[begin], max(look.free[begin], 0)
        waiting = [
            job for job in range(len(look.size)) if look.submit[job] <= begin < look.end[job] and job not in running
        ]
        waiting.sort(key=lambda job: (look.submit[job], job))
        fits = [job for job in waiting if look.size[job] <= free]
        wanted = min(free, sum(look.size[job] for job in waiting))
        split = [free - wanted, wanted, 0, 0, 0, 0]
        if fits:
            kind = look.default if look.start[fits[0]] <= begin else look.story(fits[0], begin)[0]
            split[1 + kind] = min(wanted, sum(look.size[job] for job in fits))
            split[1] -= split[1 + kind]
        rows.append((begin, end, split))
    return rows
