"""What runs are called: their policy, and of parameters, seed and workload only what differs between them.

A policy may name the parameter by which its runs are called: a run of a formula is called by its formula.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isclose
from typing import Any

from layouts.words.short_names import called, short
from scheduler.analysis.counterparts import WHAT_IF
from scheduler.durations import human, number
from scheduler.policies import Policy, known_policies
from scheduler.wording import counted

SWITCH = {True: "on", False: "off"}
RECORDS = ";"  # what sets the records of a text apart
LONGEST = 40  # characters of a formula that stand for all of it in a name


def names(specs: Sequence[Mapping[str, Any]]) -> list[str]:
    """What each run is called: its policy, and of parameters and seed only what differs between runs of one policy."""
    titles = []
    for spec in specs:
        same = [other for other in specs if other["policy"] == spec["policy"]]
        policy = known_policies().get(spec["policy"])
        plain = {param.name for param in policy.params if param.examples} if policy else set()  # say what they are
        differing = [
            ("" if name in plain and value is not None else f"{name.replace('_', ' ')} ")
            + apart(value_of(policy, name, value), [(other.get("params") or {}).get(name) for other in same])
            for name, value in (spec.get("params") or {}).items()
            if not (policy and (policy.outside or name == policy.named_by))
            and any((other.get("params") or {}).get(name) != value for other in same)
        ]
        if any(other.get("seed") != spec.get("seed") for other in same):
            differing.append(f"seed {spec.get('seed')}")
        differing += name_parts(spec, specs)
        title = own_name(policy, spec, same) if policy else str(spec["policy"])
        if policy and title == policy.title and differing:  # what follows a colon only explains the name
            title = title.partition(": ")[0]
        titles.append(called(str(spec.get("called") or title), differing))
    return titles


def own_name(policy: Policy, spec: Mapping[str, Any], same: Sequence[Mapping[str, Any]] = ()) -> str:
    """The title of the policy of a run; where it has a name of its own, that one, with as much of it as is needed.

    same: the other runs of this policy, whose names are to be other ones.
    """
    name = _named(policy, spec)
    if not name:
        return policy.title
    if policy.outside:
        return f"{name} ({policy.short})"
    others = {_named(policy, one) for one in same} - {name}
    brief = short(name, LONGEST)
    return f"{policy.title}: {name if brief in {short(other, LONGEST) for other in others} else brief}"


def _named(policy: Policy, spec: Mapping[str, Any]) -> str:
    return str((spec.get("params") or {}).get(policy.named_by) or "")


def value_of(policy: Policy | None, name: str, value: Any) -> str:
    """A value of a parameter in words."""
    if isinstance(value, bool):
        return SWITCH[value]
    if value is None:
        return "not set"
    chosen = policy and any(param.name == name and param.choices for param in policy.params)
    return str(value).replace("_", " ") if chosen else str(value)


def apart(text: str, others: Sequence[Any]) -> str:
    """Of a text of records (partitions, QOS, accounts, set apart by semicolons) what is not in all the others.

    >>> apart("1:day MaxTime=60; 2:night Nodes=1-4", ["1:day MaxTime=60; 2:night Nodes=1-8"])
    '2:night Nodes=1-4'
    >>> apart("easy", ["fcfs"])
    'easy'
    """
    texts = [str(other) for other in others if other is not None and str(other) != text]
    if not any(RECORDS in one for one in (text, *texts)):
        return text
    if not texts:
        return short(text, LONGEST)
    kept = []
    for record in _records(text):
        key, *words = record.split()
        alike = [one.split() for other in texts for one in _records(other) if one.split()[0] == key]
        if not all(record in _records(other) for other in texts):
            own = [word for word in words if not alike or any(word not in one for one in alike)]
            kept.append(" ".join([key, *own]))
    return f"{RECORDS} ".join(kept) or f"fewer than {counted(max(len(_records(one)) for one in texts), 'record')}"


def _records(text: str) -> list[str]:
    return [record.strip() for record in text.split(RECORDS) if record.strip()]


def name_parts(spec: Mapping[str, Any], specs: Sequence[Mapping[str, Any]]) -> list[str]:
    """What a run's name says of its workload, where those of the runs shown differ."""
    run_options = [other["options"] for other in specs if other.get("options")]
    mine = spec.get("options")
    return [words for name in differing(run_options) if (words := in_words(name, mine.get(name)))] if mine else []


def differing(options: Sequence[Mapping[str, Any]]) -> list[str]:
    """Names of what changes between workloads; a load that moves no submission is none of them."""
    names = [
        name
        for name in WHAT_IF
        if len({str(one.get(name)) for one in options}) > 1 and name not in ("first", "overrun", "overrun_applied")
    ]
    factors = [float(one.get("time_factor") or 1.0) for one in options]
    if "load" in names and all(isclose(factor, factors[0], rel_tol=1e-9) for factor in factors):
        names.remove("load")
    return names


def in_words(name: str, value: Any) -> str:
    """120 processors; cap 12 h; user!=37; load 0.9; nothing without a cap or a filter."""
    if name == "processors":
        return f"{counted(value, 'processor')}"
    if name == "cap":
        return "" if value is None else f"cap {human(float(value))}"
    if name == "where":
        return str(value or "")
    if name == "load":
        return "load as recorded" if value is None else f"load {number(float(value))}"
    return f"{name.replace('_', ' ')} {value}"
