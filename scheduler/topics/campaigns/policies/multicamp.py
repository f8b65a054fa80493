"""MultiCamp: one user after the other, those with the least work first; all is known beforehand.

Each user's campaigns are put side by side as one block on the whole machine; blocks are sorted by their lengths, equal
ones by user.  The user of rank r is done after at most r x rho times what the best schedule would take alone
(proposition 5), but may wait for all others until the first campaign starts.  No scheduler could do this without
knowing the future: it is what FairCamp is compared with.

Lengths are planned with requested times.  Here a block also holds the user's think times, which the paper does not
have, and they count in its length; the machine is idle meanwhile.  A block does not start before its user's first
submission.

Source: Pinheiro, Rzadca and Trystram 2012, section V.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scheduler.engine.decision_log import (
    BEHIND_WIDE,
    CAMPAIGN_INCOMPLETE,
    DOES_NOT_FIT,
    EARLIER_CAMPAIGN,
    LATER_USER,
    MACHINE_TAKEN,
    NO_FREE_PROCESSOR,
    PASSES_WIDE,
    USERS_TURN,
)
from scheduler.engine.pseudocode import Line
from scheduler.errors import Unsupported
from scheduler.model.workload import Workload
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.campaigns.adapters.campaigns import ORDER, WIDE
from scheduler.topics.campaigns.adapters.exclusive_campaigns import Rules, in_turn, initial_state, knows_future, tables
from scheduler.topics.campaigns.kernels import campaign_blocks


def check(workload: Workload, params: Mapping[str, Any]) -> None:
    """A user's campaigns wait for nobody else's."""
    c = workload.table("campaigns")
    other = np.flatnonzero((c.previous >= 0) & (c.user != c.user[c.previous]))
    if len(other):
        job = workload.members[workload.job_ptr[other[0]]]
        raise Unsupported(
            "runs all campaigns of a user before those of the next one; job "
            f"{workload.jobs.job_id[job]} (line {workload.jobs.line[job]}) waits for a job of another "
            "user. Choose FairCamp.",
            policy=POLICY.title,
        )


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, virtual (without a fluid schedule), and a note that it knows the future."""
    w, c = case.workload, case.workload.table("campaigns")
    b, lists = initial_state(w, case.params["order"], case.params["wide"])
    work = np.bincount(c.user, b.planned + c.think_time).round(6)
    place = np.empty(len(work), np.int64)
    place[np.lexsort((np.arange(len(work)), work))] = np.arange(len(work))
    campaign_blocks.run_in_sequence(b, in_turn(c.previous, place[c.user]), lists, case.control)
    outputs = tables(
        w,
        b,
        lists,
        case.log,
        Rules(USERS_TURN, EARLIER_CAMPAIGN, LATER_USER, LATER_USER),
        key=work[c.user],
        group=place[c.user],
    )
    return outputs | {"notes": knows_future("MultiCamp")}


PSEUDOCODE = (
    Line("sort the users by the length of all of their campaigns"),
    Line("for every user, the shortest first:"),
    Line("    start the jobs of this user's next campaign", (USERS_TURN, PASSES_WIDE)),
    Line("    this user's other campaigns wait for it", (MACHINE_TAKEN, CAMPAIGN_INCOMPLETE)),
    Line("    its other jobs wait for free processors", (NO_FREE_PROCESSOR, DOES_NOT_FIT, BEHIND_WIDE)),
    Line("    users with more work wait", (LATER_USER,)),
)

POLICY = Policy(
    "multicamp",
    "MultiCamp",
    "campaign",
    run,
    "Pinheiro, Rzadca and Trystram 2012 (HiPC), section V",
    params=(ORDER, WIDE),
    information=frozenset({"submit", "requested_time", "processors", "user", "campaign", "future"}),
    needs=frozenset({"campaigns", "closed"}),
    kind="campaign",
    check=check,
    of_kind="Users go one after another with all of their campaigns, those planned to take the least time "
    "altogether first; that order is fixed beforehand, by a policy that knows the future.",
    pseudocode=PSEUDOCODE,
)
