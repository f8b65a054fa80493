"""Which policies suit a workload, in groups; and of the others what would have to change, one press away."""

from __future__ import annotations

from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts import ids
from layouts.words.policy_choices import choices, unsuited
from layouts.words.remedies import Offer, offers
from scheduler.errors import Unsupported
from scheduler.model.workload import Workload
from scheduler.policies import all_policies

SECTION = "other-policies"  # id of the section, for the link to it


def policies(workload: Workload) -> tuple[list[dict[str, Any]], list[str], Any]:
    """The policies that suit the workload in groups, those chosen at first, and the way to the others."""
    listed, usual, left = choices(workload)
    more = html.A(f"{left} more need another workload", href=f"#{SECTION}", className="qs-small") if left else None
    return listed, usual, more


# ---- those that do not suit -----------------------------------------------------------------------------------------


def section(workload: Workload) -> html.Section | None:
    """The policies that cannot run this workload, by what they need, each group with what would suit it."""
    groups: dict[str, tuple[Unsupported, list[str]]] = {}
    for key, policy in all_policies().items():
        if problem := unsuited(workload, key):
            groups.setdefault(problem.predicate, (problem, []))[1].append(policy.title)
    if not groups:
        return None
    count = sum(len(titles) for _, titles in groups.values())
    return html.Section(
        [
            html.H2(f"{count} {'policy' if count == 1 else 'policies'} for other workloads"),
            *(group(problem, titles) for problem, titles in groups.values()),
        ],
        id=SECTION,
        className="qs-card qs-unsuited",
    )


def group(problem: Unsupported, titles: list[str]) -> html.Div:
    """Policies with one problem: what they need, their names, and what to press."""
    ways = [press(offer) for offer in offers(problem.remedies)]
    return html.Div(
        [
            html.P([html.B(", ".join(titles)), " ", problem.predicate], className="qs-lines"),
            html.Div(ways, className="qs-row") if ways else None,
        ]
    )


def press(offer: Offer) -> dmc.Button:
    """The button that makes the workload anew with this option."""
    return dmc.Button(
        offer.words, id=ids.act("suit", f"{offer.option}={offer.value}"), variant="light", size="compact-sm"
    )
