"""EASY whose backfilling goes by length: the jobs behind the blocked head are tried shortest requested time first.

Heads go in order of submission and get the reservation of EASY, so nobody is passed over for ever.  Behind the head
short jobs get the holes first, which lowers the mean stretch; equal requested times go in order of submission.

Source: Tsafrir, Etsion and Feitelson 2007 (SJBF), here without their predictions of runtimes.
"""

from __future__ import annotations

from scheduler.adapters.clustered import in_groups, run_in_clusters
from scheduler.adapters.rigid import placed, rigid
from scheduler.engine.rigid.blocked_head import new_reserved
from scheduler.engine.structures.ranked import new_ranked
from scheduler.kernels import easy_sjbf
from scheduler.model.table import Table
from scheduler.policies import Case, Policy


def run(case: Case) -> dict[str, Table]:
    """placed."""
    if case.workload.has_clusters:
        return run_in_clusters(case.workload, case.workload.jobs.requested_time, "easy", case.control, case.log,
                               by_submission=True)
    jobs, s, sessions = rigid(case.workload, case.control, plans=True)
    queue = new_ranked(in_groups(jobs.requested))
    easy_sjbf.run(jobs, s, sessions, queue, new_reserved(), case.log)
    return {"placed": placed(case.workload, s.submit, s.start, s.backfilled)}


POLICY = Policy("easy_sjbf", "EASY, shortest job backfilled first", "backfilling", run,
                "Tsafrir, Etsion and Feitelson 2007 (SJBF)", holds="reservation", clusters=True)
