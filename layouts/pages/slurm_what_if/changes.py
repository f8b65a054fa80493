"""The form of changed settings: weights, half-life, the backfill pass, limits of partitions, size of the machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts import ids
from layouts.frame.controls import form_for, read_form
from scheduler.params import Param, checked
from scheduler.policies import configurable
from scheduler.slurm.changed_lines import record, resized
from scheduler.slurm.records import MOST_NODES, Partition, node_sizes, partitions

FORM = "slurm-change"
OF_POLICY = ("weight_age", "weight_fairshare", "weight_job_size", "weight_partition", "weight_qos", "max_age",
             "half_life", "favor_small", "bf_interval", "bf_resolution", "bf_window", "bf_max_job_test",
             "bf_max_job_user", "default_queue_depth")
NODES = "nodes"
LONGEST, TIER = "MaxTime of ", "PriorityTier of "       # and the name of a partition
MOST_PARTITIONS = 20
HOUR = 3_600.0


def fields(params: Mapping[str, Any]) -> list[Param]:
    """What can be changed, with its present value as the default."""
    policy = {param.name: param for param in configurable().params}
    listed = [_with_default(policy[name], params[name]) for name in OF_POLICY if name in policy]
    nodes = len(node_sizes(params["nodes"] or ""))
    if nodes:
        listed.append(Param(NODES, nodes, 1, MOST_NODES, "", "more nodes like the last one, or the last ones away"))
    for one in partitions(params["partitions"] or "")[:MOST_PARTITIONS]:
        hours = None if one.max_time is None else one.max_time / HOUR
        listed += [Param(LONGEST + _name(one), hours, 0, 1e6, "h", "longest requested time; empty: no limit",
                         kind=float),
                   Param(TIER + _name(one), one.tier, 0, 65_533, "", "jobs of a higher tier go first")]
    return listed


def _name(one: Partition) -> str:
    return one.name or str(one.number)


def _with_default(param: Param, value: Any) -> Param:
    return Param(param.name, value, param.low, param.high, param.unit, param.help, choices=param.choices)


def card(params: Mapping[str, Any], values: Mapping[str, Any]) -> html.Section:
    """The form, filled with the values of the changed run where there is one; params: of the replay."""
    now = {param.name: param.default for param in fields(values)}
    return html.Section([
        html.H2("What if ..."),
        html.P("Change one setting or more. The others stay as the files say, so what differs comes of the change.",
               className="qs-small"),
        html.Div(form_for(fields(params), FORM, now), className="qs-forms"),
        html.Div(dmc.Button("Run with these settings", id=ids.SLURM_TRY), className="qs-row"),
    ], className="qs-card qs-stack")


def changed(params: Mapping[str, Any], inputs: Sequence[Mapping[str, Any]], values: Sequence[Any],
            switches: Sequence[Any]) -> dict[str, Any]:
    """The parameters of the replay with what the form says.  Raises ParamError."""
    listed = fields(params)
    entries = read_form(listed, inputs, values, switches)
    empty = {one["name"] for one, value in zip(inputs, values, strict=True) if value in ("", None)}
    after = dict(params) | {name: entries[name] for name in OF_POLICY if name in entries}
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
    return checked(configurable().params, {name: value for name, value in after.items() if value is not None})
