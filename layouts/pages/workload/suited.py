"""Which policies suit a workload, in groups; and of the others what would have to change, one press away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts import ids
from layouts.words.remedies import Remedy, remedies
from scheduler.errors import Unsupported
from scheduler.model.workload import Workload
from scheduler.policies import WORKLOADS, Policy, all_policies, usual_policies
from scheduler.simulate import check_supported

SECTION = "other-policies"        # id of the section, for the link to it


def policies(workload: Workload) -> tuple[list[dict[str, Any]], list[str], Any]:
    """The policies that suit the workload in groups, those chosen at first, and the way to the others."""
    problems = {key: unsuited(workload, key) for key in all_policies()}
    usual = [key for key in usual_for(workload, problems) if not problems.get(key)]
    able = [policy for key, policy in all_policies().items() if not problems[key] and key not in usual]
    families = dict.fromkeys(policy.family for policy in able)
    groups = [("usual for such a workload", [all_policies()[key] for key in usual]),
              *((family, [policy for policy in able if policy.family == family]) for family in families)]
    listed = [{"group": name[:1].upper() + name[1:], "items": [item(policy) for policy in members]}
              for name, members in groups if members]
    left = sum(map(bool, problems.values()))
    more = html.A(f"{left} more need another workload", href=f"#{SECTION}", className="qs-small") if left else None
    return listed, usual, more


def item(policy: Policy) -> dict[str, str]:
    """A policy in the list; its short name is in front, so that it is found by either."""
    named = not policy.short or policy.short in policy.title
    return {"value": policy.key, "label": policy.title if named else f"{policy.short}: {policy.title}"}


def usual_for(workload: Workload, problems: Mapping[str, str]) -> tuple[str, ...]:
    """The policies chosen at first: those of what is most special about a workload and can be run.

    problems: {policy: why it cannot run this workload, or nothing}.
    """
    special = {"campaigns": workload.has_campaigns, "shared nodes": workload.has_needs,
               "moldable": workload.is_moldable, "grid": workload.is_light_grid}
    for kind in reversed(WORKLOADS):
        usual = usual_policies(kind)
        if special.get(kind) and any(all_policies()[key].needs and not problems.get(key) for key in usual):
            return usual
    return usual_policies(WORKLOADS[0])


def unsuited(workload: Workload, policy: str) -> str:
    """Why this policy cannot run this workload; empty when it can."""
    try:
        check_supported(all_policies()[policy], workload)
    except Unsupported as error:
        return str(error)
    return ""


# ---- those that do not suit -----------------------------------------------------------------------------------------

def section(workload: Workload) -> html.Section | None:
    """The policies that cannot run this workload, by what they need, each group with what would suit it."""
    groups: dict[str, list[str]] = {}
    for key in all_policies():
        if problem := unsuited(workload, key):
            title = all_policies()[key].title
            groups.setdefault(problem.replace(title, "", 1).strip() if problem.startswith(title) else problem,
                              []).append(title)
    if not groups:
        return None
    count = sum(map(len, groups.values()))
    return html.Section([html.H2(f"{count} {'policy' if count == 1 else 'policies'} for other workloads"),
                         *(group(problem, titles) for problem, titles in groups.items())],
                        id=SECTION, className="qs-card qs-unsuited")


def group(problem: str, titles: list[str]) -> html.Div:
    """Policies with one problem: what they need, their names, and what to press."""
    ways = [press(remedy) for remedy in remedies(problem)]
    return html.Div([html.P([html.B(", ".join(titles)), " ", problem], className="qs-lines"),
                     html.Div(ways, className="qs-row") if ways else None])


def press(remedy: Remedy) -> dmc.Button:
    """The button that makes the workload anew as a message asks for."""
    return dmc.Button(remedy.words, id=ids.act("suit", f"{remedy.option}={remedy.value}"), variant="light",
                      size="compact-sm")
