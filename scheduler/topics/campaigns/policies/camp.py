"""camp: one user's campaigns, each scheduled alone, one after the other.

Whatever schedules a campaign within rho of the least length does so for the whole workflow: the lengths add up
(proposition 3).  So the order of jobs inside a campaign is all there is to choose.

Source: Pinheiro, Rzadca and Trystram 2012, section IV.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scheduler.engine.decision_log import (
    BEHIND_WIDE,
    CAMPAIGN_INCOMPLETE,
    DOES_NOT_FIT,
    EARLIER_CAMPAIGN,
    FIRST_BLOCK,
    MACHINE_TAKEN,
    NO_FREE_PROCESSOR,
    PASSES_WIDE,
)
from scheduler.engine.pseudocode import Line
from scheduler.errors import Unsupported
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.campaigns.adapters.campaigns import ORDER, WIDE
from scheduler.topics.campaigns.adapters.exclusive_campaigns import Rules, initial_state, tables
from scheduler.topics.campaigns.kernels import campaign_blocks


def check(workload: Workload, params: Mapping[str, Any]) -> None:
    """One user only."""
    if workload.users > 1:
        raise Unsupported(
            f"camp schedules the campaigns of one user and this workload has {workload.users}; choose "
            "FairCamp or MultiCamp, or a slice with one user."
        )


def run(case: PolicyInput) -> dict[str, Table]:
    """placed, virtual (without a fluid schedule)."""
    b, lists = initial_state(case.workload, case.params["order"], case.params["wide"])
    campaign_blocks.run(b, None, lists, case.control)
    return tables(case.workload, b, lists, case.log, Rules(FIRST_BLOCK, EARLIER_CAMPAIGN))


PSEUDOCODE = (
    Line("for every campaign, in order of submission:"),
    Line("    wait until all of its jobs are submitted", (CAMPAIGN_INCOMPLETE,)),
    Line("    give it the whole machine and start its jobs", (FIRST_BLOCK, PASSES_WIDE)),
    Line("    its other jobs wait for free processors", (NO_FREE_PROCESSOR, DOES_NOT_FIT, BEHIND_WIDE)),
    Line("    later campaigns wait until it has ended", (MACHINE_TAKEN, EARLIER_CAMPAIGN)),
)

POLICY = Policy(
    "camp",
    "One user's campaigns in turn (camp)",
    "campaign",
    run,
    "Pinheiro, Rzadca and Trystram 2012 (HiPC), section IV",
    params=(ORDER, WIDE),
    information=frozenset({"submit", "requested_time", "processors", "campaign"}),
    needs=frozenset({"campaigns", "closed"}),
    kind="campaign",
    check=check,
    pseudocode=PSEUDOCODE,
)
