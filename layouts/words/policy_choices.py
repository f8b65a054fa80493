"""The policies to choose from for a workload: those that can run it, in groups, the usual ones first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scheduler.errors import Unsupported
from scheduler.kinds import all_kinds
from scheduler.model.workload import Workload
from scheduler.policies import WORKLOADS, Policy, all_policies, special_last, usual_policies
from scheduler.simulate import check_supported


class Choices(NamedTuple):
    """What a list of policies offers."""

    groups: list[dict[str, Any]]  # of dmc.Select: {group, items: [{value, label}]}
    usual: list[str]  # those chosen at first
    left: int  # how many cannot run the workload


def choices(workload: Workload) -> Choices:
    """The policies that suit the workload in groups."""
    problems = {key: unsuited(workload, key) for key in all_policies()}
    usual = [key for key in usual_for(workload, problems) if not problems.get(key)]
    able = [policy for key, policy in all_policies().items() if not problems[key] and key not in usual]
    families = dict.fromkeys(policy.family for policy in able)
    groups = [
        ("usual for such a workload", [all_policies()[key] for key in usual]),
        *((family, [policy for policy in able if policy.family == family]) for family in families),
    ]
    listed = [
        {"group": name[:1].upper() + name[1:], "items": [item(policy) for policy in members]}
        for name, members in groups
        if members
    ]
    return Choices(listed, usual, sum(map(bool, problems.values())))


def item(policy: Policy) -> dict[str, str]:
    """A policy in the list; its short name is in front, so that it is found by either."""
    named = not policy.short or policy.short in policy.title
    return {"value": policy.key, "label": policy.title if named else f"{policy.short}: {policy.title}"}


def usual_for(workload: Workload, problems: Mapping[str, Unsupported | None]) -> tuple[str, ...]:
    """The policies chosen at first: those of what is most special about a workload and can be run.

    problems: {policy: why it cannot run this workload, or nothing}.
    """
    special = {key: kind.has(workload) for key, kind in all_kinds().items()}
    for kind in reversed(special_last()):
        usual = usual_policies(kind)
        if special.get(kind) and any(all_policies()[key].needs and not problems.get(key) for key in usual):
            return usual
    return usual_policies(WORKLOADS[0])


def unsuited(workload: Workload, policy: str) -> Unsupported | None:
    """Why this policy cannot run this workload; None when it can."""
    try:
        check_supported(all_policies()[policy], workload)
    except Unsupported as error:
        return error
    return None
