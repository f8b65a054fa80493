"""MULTICMAX: the shortest campaign first, each on the whole machine.

Off line every user has one campaign and all are known beforehand: they run in order of their planned lengths, and the
user of rank r waits at most r x rho times as long as the best schedule would take alone.  Equal ones go by user.

In batches it is a scheduler for campaigns that come over time: when the machine is free and campaigns wait, the batch
closes `timeout` seconds after the first of them was ready, or at once if that is over; all that are there by then run
in order of their planned lengths, ties by readiness, and later ones form the next batch.  The paper sketches this and
leaves open how long to wait.

Source: Saule and Trystram 2009, in the words of Pinheiro, Rzadca and Trystram 2012, section III.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.engine.decision_log import (
    BATCH_OPEN,
    BEHIND_WIDE,
    CAMPAIGN_INCOMPLETE,
    DOES_NOT_FIT,
    EARLIER_CAMPAIGN,
    LATER_BATCH,
    LATER_USER,
    LONGER_CAMPAIGN,
    MACHINE_TAKEN,
    NO_FREE_PROCESSOR,
    PASSES_WIDE,
    SHORTEST_OF_BATCH,
    USERS_TURN,
)
from scheduler.engine.pseudocode import Line
from scheduler.errors import Unsupported
from scheduler.model.workload import Workload
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.campaigns.adapters.campaigns import ORDER, WIDE
from scheduler.topics.campaigns.adapters.exclusive_campaigns import Rules, initial_state, knows_future, tables
from scheduler.topics.campaigns.kernels import campaign_blocks

FORM = Param(
    "form",
    "offline",
    choices=("offline", "batch"),
    help="offline: one campaign per user, all known beforehand; batch: those that are there when a batch closes",
)
TIMEOUT = Param(
    "timeout",
    0.0,
    low=0,
    high=1e9,
    unit="s",
    help="form batch: how long after its first campaign was ready a batch closes",
)


def offline(case: PolicyInput) -> dict[str, Any]:
    """One campaign per user, all known."""
    w, c = case.workload, case.workload.table("campaigns")
    b, lists = initial_state(w, case.params["order"], case.params["wide"])
    place = np.empty(len(c), np.int64)
    place[np.lexsort((c.user, b.planned))] = np.arange(len(c))
    campaign_blocks.run_in_sequence(b, np.argsort(place), lists, case.control)
    outputs = tables(
        w, b, lists, case.log, Rules(USERS_TURN, EARLIER_CAMPAIGN, LATER_USER, LATER_USER), key=b.planned, group=place
    )
    return outputs | {"notes": knows_future("MULTICMAX off line")}


def batches(case: PolicyInput) -> dict[str, Any]:
    """Batch after batch."""
    b, lists = initial_state(case.workload, case.params["order"], case.params["wide"])
    campaign_blocks.run_batches(b, case.params["timeout"], lists, case.control)
    return tables(
        case.workload,
        b,
        lists,
        case.log,
        Rules(SHORTEST_OF_BATCH, LONGER_CAMPAIGN, LATER_BATCH, BATCH_OPEN),
        key=b.planned,
        group=b.batch,
    )


def check(workload: Workload, params: Mapping[str, Any]) -> None:
    """Off line, one campaign per user."""
    c = workload.table("campaigns")
    if params["form"] == "offline" and c.index.max() > 0:
        job = workload.members[workload.job_ptr[int(np.argmax(c.index > 0))]]
        raise Unsupported(
            "off line is for users with one campaign each, and user "
            f"{workload.jobs.user_id[job]} has {np.bincount(c.user)[workload.jobs.user[job]]}. Choose "
            "MultiCamp, or form = batch.",
            policy=POLICY.title,
        )
    if params["form"] == "offline" and c.previous.max() >= 0:
        job = workload.members[workload.job_ptr[int(np.argmax(c.previous >= 0))]]
        raise Unsupported(
            f"off line is for campaigns that wait for no other, and job {workload.jobs.job_id[job]} (line "
            f"{workload.jobs.line[job]}) waits for one of another user. Choose form = batch.",
            policy=POLICY.title,
        )


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, virtual (without a fluid schedule); off line also a note that it knows the future."""
    return offline(case) if case.params["form"] == "offline" else batches(case)


PSEUDOCODE = (
    Line("sort the campaigns by their length, the shortest first"),
    Line("    (in batches: those that came before the batch closed)", (BATCH_OPEN, LATER_BATCH)),
    Line("for every campaign in that order:"),
    Line("    start its jobs on the whole machine", (USERS_TURN, SHORTEST_OF_BATCH, PASSES_WIDE)),
    Line("    its other jobs wait for free processors", (NO_FREE_PROCESSOR, DOES_NOT_FIT, BEHIND_WIDE)),
    Line(
        "    longer campaigns wait until it has ended",
        (LATER_USER, LONGER_CAMPAIGN, MACHINE_TAKEN, CAMPAIGN_INCOMPLETE),
    ),
)

POLICY = Policy(
    "multicmax",
    "MULTICMAX",
    "campaign",
    run,
    "Saule and Trystram 2009 (IPDPS); Pinheiro, Rzadca and Trystram 2012 (HiPC), section III",
    params=(ORDER, FORM, TIMEOUT, WIDE),
    information=frozenset({"submit", "requested_time", "processors", "user", "campaign", "future"}),
    needs=frozenset({"campaigns", "closed"}),
    kind="campaign",
    check=check,
    of_kind="Campaigns that are planned together go one after another, the shortest first.",
    pseudocode=PSEUDOCODE,
)
