"""FairCamp: the campaign with the earliest deadline goes first.

The deadline of a campaign is k times its length alone on the machine after the deadline of its user's previous one
(equation 1), with k the number of users who have campaigns; that number is taken as known beforehand.  So each user is
promised what a machine shared in turns by k users would give.

Block, as the proofs have it: the whole machine goes to one campaign after another.  List: job by job, whenever a
processor is free, so that a campaign with an earlier deadline may come between.  Commit: whenever a processor is free,
all jobs of one campaign are put on processors, where they stay.

Deadlines are met (proposition 7) with block placement, if nobody thinks between campaigns, all users start together
and lengths are known exactly.  Jobs of several processors change nothing in that, but lengths are then further from
the least possible.  Theorem 1 (maximum stretch within rho of the best) does not hold for the stretch of whole
workflows, only for that of every user's campaigns so far.

The paper has no think times, and with them a deadline long passed would let a user who was away go ahead of everybody;
`base` says what a deadline is counted from.

Source: Pinheiro, Rzadca and Trystram 2012, section VI-C, which leaves open what "available resources" are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.adapters.rigid import placed
from scheduler.engine.decision_log import (
    BEHIND_WIDE,
    CAMPAIGN_INCOMPLETE,
    DOES_NOT_FIT,
    EARLIEST_DEADLINE,
    LATER_DEADLINE,
    MACHINE_TAKEN,
    NO_FREE_PROCESSOR,
    PASSES_WIDE,
    QUEUED,
)
from scheduler.engine.pseudocode import Line
from scheduler.errors import Unsupported
from scheduler.model.notes import Note
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.campaigns.adapters.campaigns import ORDER, WIDE, complete_since, virtual_table
from scheduler.topics.campaigns.adapters.campaigns import initial_state as staged_jobs
from scheduler.topics.campaigns.adapters.exclusive_campaigns import (
    Rules,
    initial_state,
    last_offset,
    lengths,
    ready_alone,
    tables,
)
from scheduler.topics.campaigns.engine.deadlines import Deadlines, new_deadlines
from scheduler.topics.campaigns.kernels import campaign_blocks, campaign_commit, campaigns


def _deadlines(workload: Workload, length: np.ndarray, base: str) -> Deadlines:
    """The deadlines to be; length: [campaigns] s, planned."""
    c = workload.table("campaigns")
    latest = np.full(len(c), base == "latest")
    if base == "auto":
        late_first = (c.previous < 0) & (ready_alone(workload) > 0)
        latest = (c.think_time > 0) | (last_offset(workload) > 0) | late_first
    return new_deadlines(length, len(np.unique(c.user)), latest, workload.users)


def block(case: PolicyInput) -> dict[str, Table]:
    """The whole machine for one campaign after another."""
    w = case.workload
    b, lists = initial_state(w, case.params["order"], case.params["wide"])
    deadlines = _deadlines(w, b.planned, case.params["base"])
    campaign_blocks.run(b, deadlines, lists, case.control)
    return tables(
        w, b, lists, case.log, Rules(EARLIEST_DEADLINE, LATER_DEADLINE), key=deadlines.due, deadline=deadlines.due
    )


def by_job(case: PolicyInput) -> dict[str, Table]:
    """Whenever a processor is free, the next job starts."""
    w, order, wide = case.workload, case.params["order"], case.params["wide"]
    deadlines = _deadlines(w, lengths(w, order, wide), case.params["base"])
    jobs, s, sessions, c = staged_jobs(w, case.control, order, wide, whole=True)
    campaigns.run(jobs, s, sessions, c, None, deadlines, w.platform.processors, case.log)
    table = placed(w, s.submit, s.start, s.backfilled)
    return {"placed": table, "virtual": _virtual(w, table, deadlines)}


def commit(case: PolicyInput) -> dict[str, Table]:
    """Whenever a processor is free, all jobs of a campaign are put on processors."""
    w, order = case.workload, case.params["order"]
    deadlines = _deadlines(w, lengths(w, order), case.params["base"])
    jobs, s, sessions, c = staged_jobs(w, case.control, order, whole=True)
    queues = campaign_commit.new_queues(len(w), w.platform.processors, order == "mlpt")
    campaign_commit.run(jobs, s, sessions, c, deadlines, queues, case.log)
    table = placed(w, s.submit, s.start)
    return {"placed": table, "virtual": _virtual(w, table, deadlines)}


def _virtual(workload: Workload, table: Table, deadlines: Deadlines) -> Table:
    return virtual_table(workload, table, deadline=deadlines.due, eligible=complete_since(workload, table))


PLACEMENTS = {"block": block, "list": by_job, "commit": commit}
PLACEMENT = Param(
    "placement",
    "block",
    choices=tuple(PLACEMENTS),
    help="block: the whole machine is handed to one campaign after another; list: job by job, the next "
    "campaign uses what the first does not need; commit: campaign by campaign, all jobs of one are "
    "put on processors as soon as one of these is free",
)
BASE = Param(
    "base",
    "auto",
    choices=("auto", "previous", "latest"),
    help="what a deadline is counted from: the deadline of the user's previous campaign (0 for the first); or "
    "the campaign's submission, if that is later; auto: the former where a campaign follows at once, the "
    "latter after a think time, where jobs come one after another, and for a first campaign that does "
    "not come at 0",
)


def check(workload: Workload, params: Mapping[str, Any]) -> None:
    """Jobs committed to processors take one each."""
    wide = np.flatnonzero(workload.jobs.processors > 1)
    if params["placement"] == "commit" and len(wide):
        job = wide[0]
        raise Unsupported(
            f"FairCamp with placement commit puts jobs on single processors; job "
            f"{workload.jobs.job_id[job]} (line {workload.jobs.line[job]}) asks for "
            f"{workload.jobs.processors[job]}. Choose placement block or list."
        )


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, virtual (deadlines, without a fluid schedule), and a note on k."""
    k = len(np.unique(case.workload.jobs.user))
    note = Note("knows_users", k)
    return PLACEMENTS[case.params["placement"]](case) | {"notes": (note,)}


PSEUDOCODE = (
    Line("deadline = the user's last one + k x the campaign's length alone"),
    Line("    (k: how many users have campaigns)"),
    Line("at every event, while processors are free:"),
    Line("    start jobs of the campaign with the earliest deadline", (EARLIEST_DEADLINE, PASSES_WIDE)),
    Line("    campaigns with later deadlines wait", (LATER_DEADLINE, BEHIND_WIDE)),
    Line("    block placement: others wait until the machine is free", (MACHINE_TAKEN, CAMPAIGN_INCOMPLETE)),
    Line("    commit placement: jobs wait on their processors", (QUEUED,)),
    Line("    without free processors all wait", (NO_FREE_PROCESSOR, DOES_NOT_FIT)),
)

POLICY = Policy(
    "faircamp",
    "FairCamp",
    "campaign",
    run,
    "Pinheiro, Rzadca and Trystram 2012 (HiPC), section VI-C",
    params=(ORDER, PLACEMENT, BASE, WIDE),
    information=frozenset({"submit", "requested_time", "processors", "user", "campaign", "users"}),
    needs=frozenset({"campaigns", "closed"}),
    kind="campaign",
    check=check,
    pseudocode=PSEUDOCODE,
)
