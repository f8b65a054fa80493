"""Every scheduling policy: one file each, found by looking in this folder.

A policy file says what the policy is, where it comes from, what it may look at (`information`) and which kernel
runs it.
`run(case)` returns the tables of the run as a dict: "placed" always; "virtual", "shares", "segments", "places" where
the policy makes them.

May import `adapters`, `kernels`, `engine` and below.  Others use `all_policies`, `policy_of`, `Policy` and
`PolicyInput`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from scheduler import registry
from scheduler.engine.decision_log import Log
from scheduler.engine.pseudocode import Line
from scheduler.kinds import all_kinds
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.params import Param

WORKLOADS = ("jobs",)  # the most special last; then the kinds of topics


class PolicyInput(NamedTuple):
    """What a policy is run with.  Parameters are checked, the workload is one it supports (simulate sees to both)."""

    workload: Workload
    params: Mapping[str, Any]
    seed: int | None
    control: np.ndarray  # [2] i8: jobs finished (written), stop (read)
    log: Log | None  # decisions go here


class Spares(NamedTuple):
    """A promise that some jobs start as they do where the others are not there."""

    promise: str  # as the certificate says it
    jobs: Callable[[Workload], tuple[Workload, np.ndarray]]  # those jobs alone, and their rows of jobs
    # (schedule, those rows, when they start alone, s) -> how it is broken, a sentence; None where it is kept
    broken: Callable[[Schedule, np.ndarray, np.ndarray], str | None]


@dataclass(frozen=True)
class Policy:
    """A named scheduling policy."""

    key: str  # in URLs and result keys; never changes
    title: str  # "EASY backfilling"
    family: str  # listed under: in order | backfilling | campaign | moldable | log
    run: Callable[[PolicyInput], dict[str, Any]]
    source: str  # where it was first described
    params: tuple[Param, ...] = ()
    # "runtime": how long jobs really run; "users": how many there will be; "future": all that is yet to be submitted
    information: frozenset[str] = frozenset({"submit", "requested_time", "processors"})
    # of the workload: campaigns | sequential | recorded_wait | needs | the key of a kind of a topic
    needs: frozenset[str] = frozenset()
    kind: str = "rigid"  # rigid | campaign | fractional | the key of a kind of a topic
    random: bool = False  # whether a seed matters
    feasible: bool = True  # False: the audit reports oversubscription instead of failing
    logs: bool = True  # writes decisions
    decides: bool = True  # False: the starts are those of a log, which does not tell why
    spares: Spares | None = None  # promises some jobs the starts they have without the others; checked
    # What keeps a job waiting that would fit, where no log tells: reservation (of another job), order (jobs before it
    # go first), rule (of the policy's own), unknown (where nothing is decided)
    wait_cause: str = "order"
    short: str = ""  # "EASY", where there is little room and the title is long
    # {one of WORKLOADS: its place}: among the policies that are chosen at first for such a workload
    usual: Mapping[str, int] = field(default_factory=dict, hash=False)
    of_kind: Any = None  # what the topic of its kind has to know of it besides, for that topic alone
    clusters: bool = False  # also runs on several clusters, none of whose jobs spans two
    check: Callable[[Workload, Mapping[str, Any]], None] | None = None  # raises Unsupported for these parameters
    # parameters with which a policy that goes by expressions is this one; `passing` is handed on where it is not named
    as_expression: Mapping[str, str] = field(default_factory=dict, hash=False)
    # of a queue not in order of submission, what orders it: requested time | size | area | age | queue, or "fairness"
    # between users; or (schedule, waiting rows of jobs, instant in s) -> their priorities, where these are its own
    ordered_by: str | Callable[[Schedule, np.ndarray, float], np.ndarray] = ""
    # what it goes by beside its queue, where that is its own: a schedule -> a view, as scheduler.explain.policy_view
    # has it, or None
    view: Callable[[Schedule], dict[str, Any] | None] | None = None
    other_kernels: tuple[Mapping[str, Any], ...] = field(default=(), hash=False)  # parameters that need other kernels
    pseudocode: tuple[Line, ...] = ()  # what it does in a few lines, with the rules that each decides by
    at_passes: bool = False  # decides at passes of its own clock, not at every event
    outside: bool = False  # its schedules are made elsewhere and sent here; nothing here runs it
    named_by: str = ""  # the parameter by whose value its runs are called
    # (workload, params) -> tables `marks` and `links` that follow from these alone, for who audits a file
    machine: Callable[[Workload, Mapping[str, Any]], Mapping[str, Table]] | None = None


def decides(key: str) -> bool:
    """Whether the starts of schedules with this key of a policy were decided; False where a log just says them."""
    policy = all_policies().get(key)
    return policy is None or policy.decides


def policy_of(key: str) -> Policy:
    """The policy of a schedule: one of all_policies(), or one from outside; raises UnknownKey for another key."""
    policy: Policy = registry.find(known_policies(), key, "policy")
    return policy


def special_last() -> tuple[str, ...]:
    """WORKLOADS and the keys of all kinds, the most special last."""
    return (*WORKLOADS, *all_kinds())


def usual_policies(workload: str) -> tuple[str, ...]:
    """Keys of the policies chosen at first for one of special_last(), in their order; raises KeyError for another."""
    if workload not in special_last():
        raise KeyError(workload)
    usual = [policy for policy in all_policies().values() if workload in policy.usual]
    return tuple(policy.key for policy in sorted(usual, key=lambda policy: policy.usual[workload]))


def all_policies() -> Mapping[str, Policy]:
    """{key: Policy}, in alphabetical order; behind them those that the owner of the machine keeps as files."""
    built_in = registry.load(__name__, "POLICY")
    return {**built_in, **ADDED} if ADDED else built_in


ADDED: dict[str, Policy] = {}  # policies of files, by key


def add(policy: Policy) -> None:
    """Offer one more policy in this process; raises ValueError where its key is taken."""
    if policy.key in registry.load(__name__, "POLICY") or policy.key in from_outside():
        raise ValueError(policy.key)
    ADDED[policy.key] = policy


def from_outside() -> Mapping[str, Policy]:
    """{key: Policy} of those whose schedules are made elsewhere; no list offers them, as nothing here runs them."""
    return registry.load(__name__, "OUTSIDE")


def known_policies() -> Mapping[str, Policy]:
    """{key: Policy} of all whose schedules there may be: those that run here, then those from outside."""
    return {**all_policies(), **from_outside()}
