"""First come, first served for campaigns: the campaign submitted first goes first.

List: whenever a processor is free, the next job of the earliest submitted campaign with unstarted jobs starts;
processors it does not need go to the next campaign.  A short campaign behind a long one waits for all of it.  Where
the jobs of a campaign are submitted one after another, each goes by its own submission.

Block: the whole machine is handed, until its last job ends, to the campaign that was first to have all jobs submitted.

Source: the baseline of campaign-scheduling-2012, section VII, and of ostrich-2013, section 6 ("first in, first out").
"""

from __future__ import annotations

from scheduler.adapters.rigid import placed
from scheduler.engine.decision_log import (
    BEHIND_WIDE,
    CAMPAIGN_INCOMPLETE,
    DOES_NOT_FIT,
    EARLIER_CAMPAIGN,
    FIRST_BLOCK,
    FIRST_CAMPAIGN,
    MACHINE_TAKEN,
    NO_FREE_PROCESSOR,
    PASSES_WIDE,
)
from scheduler.engine.pseudocode import Line
from scheduler.model.table import Table
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.campaigns.adapters import exclusive_campaigns
from scheduler.topics.campaigns.adapters.campaigns import ORDER, WIDE, initial_state, virtual_table
from scheduler.topics.campaigns.kernels import campaign_blocks, campaigns


def by_job(case: PolicyInput) -> dict[str, Table]:
    """Whenever a processor is free, the next job starts."""
    w = case.workload
    jobs, s, sessions, c = initial_state(w, case.control, case.params["order"], case.params["wide"])
    campaigns.run(jobs, s, sessions, c, None, None, w.platform.processors, case.log)
    table = placed(w, s.submit, s.start, s.backfilled)
    return {"placed": table, "virtual": virtual_table(w, table)}


def by_campaign(case: PolicyInput) -> dict[str, Table]:
    """The whole machine for one campaign after another."""
    b, lists = exclusive_campaigns.initial_state(case.workload, case.params["order"], case.params["wide"])
    campaign_blocks.run(b, None, lists, case.control)
    rules = exclusive_campaigns.Rules(FIRST_BLOCK, EARLIER_CAMPAIGN)
    return exclusive_campaigns.tables(case.workload, b, lists, case.log, rules)


PLACEMENTS = {"list": by_job, "block": by_campaign}
PLACEMENT = Param(
    "placement",
    "list",
    choices=tuple(PLACEMENTS),
    help="list: job by job, the next campaign uses what the first does not need; block: the whole "
    "machine is handed to one campaign after another",
)


def run(case: PolicyInput) -> dict[str, Table]:
    """placed, virtual (without a fluid schedule)."""
    return PLACEMENTS[case.params["placement"]](case)


PSEUDOCODE = (
    Line("at every event, while processors are free:"),
    Line("    take the campaign submitted first with jobs to start"),
    Line("        start its next job", (FIRST_CAMPAIGN, FIRST_BLOCK, PASSES_WIDE)),
    Line("    campaigns submitted later wait", (EARLIER_CAMPAIGN, BEHIND_WIDE)),
    Line("    block placement: others wait until the machine is free", (MACHINE_TAKEN, CAMPAIGN_INCOMPLETE)),
    Line("    without free processors all wait", (NO_FREE_PROCESSOR, DOES_NOT_FIT)),
)

POLICY = Policy(
    "campaign_fcfs",
    "Campaigns, first come, first served",
    "campaign",
    run,
    "Pinheiro, Rzadca and Trystram 2012 (HiPC), section VII",
    params=(ORDER, PLACEMENT, WIDE),
    information=frozenset({"submit", "requested_time", "processors", "campaign"}),
    needs=frozenset({"campaigns", "closed"}),
    kind="campaign",
    usual={"campaigns": 2},
    pseudocode=PSEUDOCODE,
)
