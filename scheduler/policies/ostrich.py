"""OStrich: campaigns go in the order in which a fair, virtual machine would complete them.

A virtual schedule divides the processors evenly among the users who have a campaign in it.  Each campaign executes
there after the user's previous one (equation 4.2), and its virtual completion time is its priority (equation 4.1).  In
the real schedule, whenever a processor is free, the next job of the campaign with the earliest virtual completion
starts; no job starts before its campaign's virtual start.  So what others submit cannot take a user's share away: the
stretch of a campaign depends on the number of users and on the user's own work only (theorem 1).

Source: Emeras, Pinheiro, Rzadca and Trystram 2013, sections 4 and 5.  The printed equation (4.1) adds the remaining
work to the virtual start, which contradicts the paper's own appendix A; there, and here, it is added to the present.
The order inside a campaign is left open by the paper.  Work is the sum of requested times.
"""

from __future__ import annotations

from typing import Any

from scheduler.engine.virtual import new_virtual
from scheduler.in_campaign import ORDER, staged, virtual_table
from scheduler.kernels import campaigns
from scheduler.machine import placed
from scheduler.policies import Case, Policy
from scheduler.shares import shares


def run(case: Case) -> dict[str, Any]:
    """placed, virtual, shares."""
    w, processors = case.workload, case.workload.platform.processors
    jobs, s, sessions, c = staged(w, case.control, case.params["order"])
    v = new_virtual(len(c.user), w.users)
    campaigns.run(jobs, s, sessions, c, v, processors, case.log)
    table = placed(w, s.submit, s.start)
    return {"placed": table, "virtual": virtual_table(w, table, v.start, v.end, v.tag),
            "shares": shares(c.user, v.start, v.end, processors)}


POLICY = Policy("ostrich", "OStrich", "campaign", run, "Emeras, Pinheiro, Rzadca and Trystram 2013 (PPAM), section 4",
                params=(ORDER,), sees=frozenset({"submit", "requested_time", "user", "campaign"}),
                needs=frozenset({"campaigns", "closed", "sequential"}), kind="campaign")
