"""First come, first served for campaigns: the campaign submitted first goes first.

Whenever a processor is free, the next job of the earliest submitted campaign with unstarted jobs starts; processors it
does not need go to the next campaign.  A short campaign behind a long one waits for all of it.

Source: the baseline of campaign-scheduling-2012, section VII, and of ostrich-2013, section 6 ("first in, first out").
"""

from __future__ import annotations

from scheduler.in_campaign import ORDER, staged
from scheduler.kernels import campaigns
from scheduler.machine import placed
from scheduler.policies import Case, Policy
from scheduler.table import Table


def run(case: Case) -> dict[str, Table]:
    """placed."""
    jobs, s, sessions, c = staged(case.workload, case.control, case.params["order"])
    campaigns.run(jobs, s, sessions, c, None, case.workload.platform.processors, case.log)
    return {"placed": placed(case.workload, s.submit, s.start)}


POLICY = Policy("campaign_fcfs", "Campaigns, first come, first served", "campaign", run,
                "Pinheiro, Rzadca and Trystram 2012 (HiPC), section VII",
                params=(ORDER,), sees=frozenset({"submit", "requested_time", "campaign"}),
                needs=frozenset({"campaigns", "closed", "sequential"}), kind="campaign")
