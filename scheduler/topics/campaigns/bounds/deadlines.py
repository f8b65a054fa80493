"""Every campaign is complete by its deadline, k times the length of its user's work so far.

Source: Pinheiro, Rzadca and Trystram 2012, proposition 7.  The proof needs that a campaign has the whole machine, that
nobody thinks between campaigns and that all users start together; otherwise deadlines are missed, and rightly.
"""

from __future__ import annotations

from scheduler.bounds import Guarantee, Measured
from scheduler.model.schedule import Schedule
from scheduler.topics.campaigns.proofs import deadlines_unproven, has_deadlines


def measure(schedule: Schedule) -> Measured:
    """One row per campaign: completion and deadline, both from the first submission on, s."""
    virtual = schedule.table("virtual")
    begin = float(virtual.submit.min())
    return Measured("campaign", virtual.campaign, virtual.real_end - begin, virtual.deadline - begin)


GUARANTEE = Guarantee(
    "deadlines",
    "Completion by the deadline",
    "Every campaign is complete by its deadline, so nobody is worse off than on a machine shared in turns.",
    "s",
    "Pinheiro, Rzadca and Trystram 2012, proposition 7",
    has_deadlines,
    deadlines_unproven,
    measure,
)
