"""The form of changed settings: weights, half-life, the backfill pass, limits of partitions and of QOS, shares of
accounts, size of the machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts.frame.controls import read_form
from layouts.theme import counted
from layouts.topics.slurm import slurm_ids
from layouts.topics.slurm.sliders import with_sliders
from scheduler.params import Param, checked
from scheduler.topics.slurm.files.changed_limits import with_field
from scheduler.topics.slurm.files.changed_lines import record, resized
from scheduler.topics.slurm.files.records import (
    MOST_NODES,
    Association,
    Partition,
    Qos,
    accounts,
    node_sizes,
    partitions,
    qos,
)
from scheduler.topics.slurm.policies.slurm import POLICY

FORM = "slurm-change"
OF_POLICY = (
    "weight_age",
    "weight_fairshare",
    "weight_job_size",
    "weight_partition",
    "weight_qos",
    "max_age",
    "half_life",
    "favor_small",
    "bf_interval",
    "bf_resolution",
    "bf_window",
    "bf_max_job_test",
    "bf_max_job_user",
    "default_queue_depth",
)
# Weights that few clusters have: asked for where the configuration has them
WHERE_SET = ("weight_association", "weight_tres_cpu", "weight_tres_memory", "weight_tres_node")
NODES = "nodes"
LONGEST, TIER = "MaxTime of ", "PriorityTier of "  # and the name of a partition
MOST_PARTITIONS, MOST_QOS, MOST_ACCOUNTS = 20, 10, 20
HOUR = 3_600.0
# {what its field is called: (field of a Qos, field of its record, explanation)}
OF_QOS = {
    "Priority": ("priority", "Priority", "jobs of a higher one go first, by the weight of QOS"),
    "GrpTRES of CPUs": ("group_processors", "GrpCPUs", "that all its jobs hold together; empty: no limit"),
    "MaxTRESPerUser of CPUs": ("user_processors", "MaxCPUsPerUser", "that a user holds; empty: no limit"),
    "MaxJobsPerUser": ("user_jobs", "MaxJobsPerUser", "that a user has running; empty: no limit"),
}
SHARES, GROUP = "Shares of ", "GrpTRES of CPUs of "  # and the name of an account


def fields(params: Mapping[str, Any]) -> list[Param]:
    """What can be changed, with its present value as the default."""
    policy = {param.name: param for param in POLICY.params}
    names = [*OF_POLICY, *(name for name in WHERE_SET if params.get(name))]
    listed = [_with_default(policy[name], params[name]) for name in names if name in policy]
    nodes = len(node_sizes(params["nodes"] or ""))
    if nodes:
        listed.append(Param(NODES, nodes, 1, MOST_NODES, "", "more nodes like the last one, or the last ones away"))
    for one in partitions(params["partitions"] or "")[:MOST_PARTITIONS]:
        hours = None if one.max_time is None else one.max_time / HOUR
        listed += [
            Param(LONGEST + _name(one), hours, 0, 1e6, "h", "longest requested time; empty: no limit", kind=float),
            Param(TIER + _name(one), one.tier, 0, 65_533, "", "jobs of a higher tier go first"),
        ]
    return listed


def limits(params: Mapping[str, Any]) -> list[Param]:
    """The limits of QOS and accounts and the shares that can be changed, in the same way."""
    listed = [
        Param(_of_qos(title, one), getattr(one, field), 0, 1 << 31, "", words, kind=int)
        for one in _changeable_qos(params)
        for title, (field, _, words) in OF_QOS.items()
    ]
    for one in _changeable_accounts(params):
        listed += [
            Param(
                SHARES + one.account,
                one.shares or 0,
                0,
                1 << 30,
                "",
                "its part of the machine, among accounts beside it",
            ),
            Param(
                GROUP + one.account,
                one.group_processors,
                0,
                1 << 31,
                "",
                "that it and accounts below it hold together; empty: no limit",
                kind=int,
            ),
        ]
    return listed


def _changeable_qos(params: Mapping[str, Any]) -> list[Qos]:
    return list(qos(params["qos"] or ""))[:MOST_QOS]


def _changeable_accounts(params: Mapping[str, Any]) -> list[Association]:
    return [one for one in accounts(params["accounts"] or "") if not one.is_user][:MOST_ACCOUNTS]


def _of_qos(title: str, one: Qos) -> str:
    return f"{title} of QOS {one.name or one.number}"


def _name(one: Partition) -> str:
    return one.name or str(one.number)


def _with_default(param: Param, value: Any) -> Param:
    return Param(param.name, value, param.low, param.high, param.unit, param.help, choices=param.choices)


def card(params: Mapping[str, Any], values: Mapping[str, Any]) -> html.Section:
    """The form, filled with the values of the changed run where there is one; params: of the replay."""
    now = {param.name: param.default for param in fields(values)}
    return html.Section(
        [
            html.H2("What if ..."),
            html.P(
                "Change one setting or more, by its number or its slider. The others stay as the files say, so what "
                "differs comes of the change.",
                className="qs-small",
            ),
            html.Div(with_sliders(fields(params), FORM, now), className="qs-forms"),
            *_limits_card(params, values),
            html.Div(dmc.Button("Run with these settings", id=slurm_ids.TRY), className="qs-row"),
        ],
        className="qs-card qs-stack",
    )


def _limits_card(params: Mapping[str, Any], values: Mapping[str, Any]) -> list[html.Details]:
    """The second half of the form, folded unless one of them is changed."""
    listed, now = limits(params), {param.name: param.default for param in limits(values)}
    if not listed:
        return []
    is_changed = any(now.get(param.name) != param.default for param in listed)
    return [
        html.Details(
            [
                html.Summary("Limits of QOS and accounts, shares"),
                _cut(params),
                html.Div(with_sliders(listed, FORM, now), className="qs-forms"),
            ],
            className="qs-twin",
            open=is_changed,
        )
    ]


def _cut(params: Mapping[str, Any]) -> html.P | None:
    """That there are more QOS or accounts than fields; None where there are not."""
    kinds = len(qos(params["qos"] or ""))
    many = sum(not one.is_user for one in accounts(params["accounts"] or ""))
    if kinds <= MOST_QOS and many <= MOST_ACCOUNTS:
        return None
    return html.P(
        f"Of {kinds} QOS the first {min(kinds, MOST_QOS)} are here, and of {counted(many, 'account')} the "
        f"first {min(many, MOST_ACCOUNTS)}; python -m scheduler replay --change changes all.",
        className="qs-small",
    )


def changed(
    params: Mapping[str, Any], inputs: Sequence[Mapping[str, Any]], values: Sequence[Any], switches: Sequence[Any]
) -> dict[str, Any]:
    """The parameters of the replay with what the form says.  Raises ParamError."""
    listed = [*fields(params), *limits(params)]
    entries = read_form(listed, inputs, values, switches)
    empty = {one["name"] for one, value in zip(inputs, values, strict=True) if value in ("", None)}
    after = dict(params) | {name: entries[name] for name in (*OF_POLICY, *WHERE_SET) if name in entries}
    if entries.get(NODES) not in (None, len(node_sizes(params["nodes"] or ""))):
        after = resized(after, int(entries[NODES]))
    texts = []
    for one in partitions(after["partitions"] or ""):
        longest, tier = LONGEST + _name(one), TIER + _name(one)
        if longest in empty:
            one = one._replace(max_time=None)
        elif entries.get(longest) is not None:
            one = one._replace(max_time=entries[longest] * HOUR)
        texts.append(record(one._replace(tier=int(entries.get(tier, one.tier)))))
    if texts and partitions("; ".join(texts)) != partitions(after["partitions"]):
        after["partitions"] = "; ".join(texts)
    after |= _with_limits(params, {**entries, **dict.fromkeys(empty)})
    return checked(POLICY.params, {name: value for name, value in after.items() if value is not None})


def _with_limits(params: Mapping[str, Any], entries: Mapping[str, Any]) -> dict[str, str]:
    """The texts of QOS and accounts with what the form says; without those in which nothing changes."""
    of_qos, of_accounts = params["qos"] or "", params["accounts"] or ""
    for one in _changeable_qos(params):
        for title, (field, name, _) in OF_QOS.items():
            value = entries.get(_of_qos(title, one), getattr(one, field))
            if value != getattr(one, field) and (value is not None or field != "priority"):
                of_qos = with_field("qos", of_qos, one.number, name, value)
    for account in _changeable_accounts(params):
        for name, value, now in (
            ("Shares", entries.get(SHARES + account.account), account.shares),
            ("GrpCPUs", entries.get(GROUP + account.account), account.group_processors),
        ):
            if value != now and (value is not None or name == "GrpCPUs"):
                of_accounts = with_field("accounts", of_accounts, account.account, name, value)
    new = {"qos": of_qos, "accounts": of_accounts}
    return {name: text for name, text in new.items() if text != (params[name] or "")}
