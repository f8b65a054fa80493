"""OStrich: campaigns go in the order in which a fair, virtual machine would complete them.

A virtual schedule divides the processors evenly among the users who have a campaign in it.  Each campaign executes
there after the user's previous one (equation 4.2), and its virtual completion time is its priority (equation 4.1).  In
the real schedule, whenever a processor is free, the next job of the campaign with the earliest virtual completion
starts; no job starts before its campaign's virtual start.  So what others submit cannot take a user's share away: the
stretch of a campaign depends on the number of users and on the user's own work only (theorem 1).

Without that rule (`hold` off) a campaign may start when it is submitted.  Its tag is then fixed at once: its work after
the virtual clock or the user's last tag, whichever is larger.  This is the variant that was later built into a resource
manager; processors are never kept from a user who has waiting campaigns, and no bound is proved for it.

Where the jobs of a campaign are submitted one after another, those submitted together take the place of a campaign.
Jobs of several processors count in the work with all of them.  The paper has sequential jobs only, and so have its
bounds: with wider jobs processors may stay idle for want of a job that fits, and nothing is guaranteed.

Source: Emeras, Pinheiro, Rzadca and Trystram 2013, sections 4 and 5.  The printed equation (4.1) adds the remaining
work to the virtual start, which contradicts the paper's own appendix A; there, and here, it is added to the present.
The order inside a campaign is left open by the paper, which names LPT and, "more appropriately", modified LPT.
Work is the sum of processors x requested time.
"""

from __future__ import annotations

from typing import Any

from scheduler.adapters.rigid import placed
from scheduler.engine.decision_log import (
    BEFORE_VIRTUAL_START,
    BEHIND_WIDE,
    DOES_NOT_FIT,
    LARGER_TAG,
    NO_FREE_PROCESSOR,
    PASSES_WIDE,
    SMALLEST_TAG,
    VIRTUAL_START,
)
from scheduler.engine.pseudocode import Line
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.campaigns.adapters.campaigns import ORDER, WIDE, initial_state, shares, virtual_table
from scheduler.topics.campaigns.engine.virtual import new_virtual
from scheduler.topics.campaigns.kernels import campaigns

HOLD = Param(
    "hold",
    True,
    help="no job starts before the virtual start of its campaign; off: a campaign may start as "
    "soon as it is submitted, and its tag is fixed then",
)


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, virtual, shares."""
    w, processors, hold = case.workload, case.workload.platform.processors, case.params["hold"]
    jobs, s, sessions, c = initial_state(w, case.control, case.params["order"], case.params["wide"])
    v = new_virtual(len(c.user), w.users, hold)
    campaigns.run(jobs, s, sessions, c, v, None, processors, case.log)
    table = placed(w, s.submit, s.start, s.backfilled)
    virtual = virtual_table(w, table, start=v.start, end=v.end, tag=v.tag, eligible=v.start if hold else None)
    return {"placed": table, "virtual": virtual, "shares": shares(c.user, v.start, v.end, processors)}


PSEUDOCODE = (
    Line("a virtual machine divides its processors evenly among users"),
    Line("the tag of a campaign is when it would complete there"),
    Line("at every event, while processors are free:"),
    Line("    take the smallest tag of campaigns that run virtually"),
    Line("        start the next job of that campaign", (SMALLEST_TAG, VIRTUAL_START)),
    Line("    a job that fits may pass a wide one, if `wide` says so", (PASSES_WIDE,)),
    Line("    campaigns before their virtual start wait", (BEFORE_VIRTUAL_START,)),
    Line("    campaigns with larger tags wait", (LARGER_TAG, BEHIND_WIDE)),
    Line("    without free processors all wait", (NO_FREE_PROCESSOR, DOES_NOT_FIT)),
)

POLICY = Policy(
    "ostrich",
    "OStrich",
    "campaign",
    run,
    "Emeras, Pinheiro, Rzadca and Trystram 2013 (PPAM), section 4",
    params=(ORDER, HOLD, WIDE),
    information=frozenset({"submit", "requested_time", "processors", "user", "campaign"}),
    needs=frozenset({"campaigns", "closed"}),
    kind="campaign",
    wait_cause="rule",
    usual={"campaigns": 1},
    pseudocode=PSEUDOCODE,
)
