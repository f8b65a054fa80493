"""The limits of QOS, accounts and arrays as counters of the kernel `slurm`.

A limit of a job's QOS stands in for the same limit of its account: the account goes on counting the job, and does not
hold it back.  Source: the manual of Slurm, "Resource Limits", hierarchy of limits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from scheduler.engine import decision_log as log_rules
from scheduler.model.workload import Workload
from scheduler.topics.slurm.adapters.setup import Setup
from scheduler.topics.slurm.engine.ineligible_jobs import Outside
from scheduler.topics.slurm.engine.limits import NODES, UNLIMITED, Limits, no_limits

Most = tuple[int | np.ndarray | None, int | np.ndarray | None, int | np.ndarray | None]
Rules = tuple[int, int, int]
NO_RULE = log_rules.NONE
OF_QOS = (log_rules.SLURM_QOS_CPU, log_rules.SLURM_QOS_JOBS, log_rules.SLURM_QOS_NODES)
OF_USER = (log_rules.SLURM_QOS_USER_CPU, log_rules.SLURM_QOS_USER_JOBS, log_rules.SLURM_QOS_USER_NODES)
OF_ACCOUNT_IN_QOS = (
    log_rules.SLURM_QOS_ACCOUNT_CPU,
    log_rules.SLURM_QOS_ACCOUNT_JOBS,
    log_rules.SLURM_QOS_ACCOUNT_NODES,
)
SUBMITTED = (log_rules.SLURM_QOS_SUBMIT, log_rules.SLURM_QOS_USER_SUBMIT, log_rules.SLURM_QOS_ACCOUNT_SUBMIT)
OF_ACCOUNT = (log_rules.SLURM_ACCOUNT_CPU, log_rules.SLURM_ACCOUNT_JOBS, log_rules.SLURM_ACCOUNT_NODES)


def limits_of(workload: Workload, setup: Setup) -> Limits:
    """The counters of all limits on what runs, and those of each job."""
    rows = _Counters(len(workload), len(setup.sizes))
    for array in np.unique(setup.array[setup.array >= 0]).tolist():
        mine = np.flatnonzero(setup.array == array)
        rows.add(
            mine, np.zeros(len(mine)), (None, setup.at_once[mine], None), (NO_RULE, log_rules.SLURM_ARRAY, NO_RULE)
        )
    for at, one in enumerate(setup.qos):
        mine = np.flatnonzero(setup.kind == at)
        rows.add(mine, np.zeros(len(mine)), (one.group_processors, one.group_jobs, one.group_nodes), OF_QOS)
        rows.add(mine, workload.jobs.user[mine], (one.user_processors, one.user_jobs, one.user_nodes), OF_USER)
        rows.add(
            mine,
            setup.parent[setup.association[mine]],
            (one.account_processors, one.account_jobs, one.account_nodes),
            OF_ACCOUNT_IN_QOS,
        )
    for at, entry in enumerate(setup.tree, 1):
        if (entry.group_processors, entry.group_jobs, entry.group_nodes) != (None, None, None):
            mine = np.flatnonzero(below(setup, at)[setup.association])
            rows.add(
                mine,
                np.zeros(len(mine)),
                (
                    _unless(setup, mine, entry.group_processors, "group_processors"),
                    _unless(setup, mine, entry.group_jobs, "group_jobs"),
                    _unless(setup, mine, entry.group_nodes, "group_nodes"),
                ),
                OF_ACCOUNT,
            )
    _of_each_user(rows, setup, "max_jobs", ("user_jobs", "account_jobs"), log_rules.SLURM_ASSOCIATION_JOBS)
    return rows.limits()


def outside_of(workload: Workload, setup: Setup, opening: np.ndarray) -> Outside:
    """The limits on what is in the system, begin times and dependencies; opening: [n] s, of reservations."""
    n, rows = len(workload), _Counters(len(workload), len(setup.sizes))
    for at, one in enumerate(setup.qos):
        mine = np.flatnonzero(setup.kind == at)
        whose = (np.zeros(len(mine)), workload.jobs.user[mine], setup.parent[setup.association[mine]])
        mosts = (one.group_submit, one.user_submit, one.account_submit)
        for names, most, rule in zip(whose, mosts, SUBMITTED, strict=True):
            rows.add(mine, names, (None, most, None), (NO_RULE, rule, NO_RULE))
    for at, entry in enumerate(setup.tree, 1):
        if entry.group_submit is not None:
            mine = np.flatnonzero(below(setup, at)[setup.association])
            rows.add(
                mine,
                np.zeros(len(mine)),
                (None, _unless(setup, mine, entry.group_submit, "group_submit"), None),
                (NO_RULE, log_rules.SLURM_ACCOUNT_SUBMIT, NO_RULE),
            )
    _of_each_user(rows, setup, "max_submit", ("user_submit", "account_submit"), log_rules.SLURM_ASSOCIATION_SUBMIT)
    jobs, before = np.array(setup.after, np.int64).reshape(-1, 2).T
    limits = rows.limits()
    return Outside(
        limits,
        workload.jobs.submit + setup.delay,
        opening,
        np.searchsorted(jobs, np.arange(n + 1)),
        before.copy(),
        np.zeros(n, np.int64),
        np.zeros(1, np.int64),
        np.zeros(n, bool),
        np.zeros(n, bool),
        bool(len(limits.counter) or setup.delay.any() or len(before) or np.isfinite(opening).any()),
    )


def below(setup: Setup, top: int) -> np.ndarray:
    """[associations] whether each is `top` or below it."""
    inside = np.zeros(len(setup.parent), bool)
    inside[top] = True
    for one in range(1, len(inside)):
        inside[one] |= inside[setup.parent[one]]
    return inside


def inherited(setup: Setup, name: str) -> list[Any]:
    """[associations] the limit `name` of each: its own, or that of the next one above that has one."""
    result: list[Any] = [None]
    for at, entry in enumerate(setup.tree, 1):
        own = getattr(entry, name)
        result.append(result[setup.parent[at]] if own is None else own)
    return result


def _limited(setup: Setup, *names: str) -> np.ndarray:
    """[QOS] whether each has one of these limits."""
    return np.array([any(getattr(one, name) is not None for name in names) for one in setup.qos])


def _unless(setup: Setup, jobs: np.ndarray, most: int | None, name: str) -> np.ndarray | None:
    """[jobs] the limit, for those whose QOS has none of this name."""
    if most is None:
        return None
    return np.where(_limited(setup, name)[setup.kind[jobs]], UNLIMITED, most)


def _of_each_user(rows: _Counters, setup: Setup, name: str, instead: tuple[str, ...], rule: int) -> None:
    """Counters of jobs of each user in an account, with limits that come down the tree."""
    spared = _limited(setup, *instead)
    for at, most in enumerate(inherited(setup, name)):
        mine = np.flatnonzero(setup.association == at) if most is not None else np.zeros(0, np.int64)
        rows.add(
            mine,
            np.zeros(len(mine)),
            (None, np.where(spared[setup.kind[mine]], UNLIMITED, most or 0), None),
            (NO_RULE, rule, NO_RULE),
        )


class _Counters:
    """Limits while they are put together."""

    def __init__(self, jobs: int, nodes: int):
        self.jobs, self.nodes, self.count = jobs, nodes, 0
        self.job: list[np.ndarray] = []
        self.counter: list[np.ndarray] = []
        self.most: list[np.ndarray] = []
        self.rule: list[np.ndarray] = []

    def add(self, jobs: np.ndarray, whose: np.ndarray, most: Most, rules: Rules) -> None:
        """A counter for each of `whose` among these jobs, where something is limited."""
        if all(one is None for one in most) or not len(jobs):
            return
        names, of = np.unique(whose, return_inverse=True)
        self.job.append(jobs)
        self.counter.append(of.reshape(-1) + self.count)
        columns = [np.broadcast_to(UNLIMITED if one is None else one, len(jobs)) for one in most]
        self.most.append(np.stack(columns, axis=1))
        self.rule.append(np.broadcast_to(np.array(rules), (len(jobs), 3)))
        self.count += len(names)

    def limits(self) -> Limits:
        """The arrays, rows of a job in the order in which they were added."""
        if not self.count:
            return no_limits(self.jobs)
        job, counter = np.concatenate(self.job), np.concatenate(self.counter).astype(np.int64)
        order = np.argsort(job, kind="stable")
        most, counter = np.concatenate(self.most)[order].astype(np.int64), counter[order]
        place = np.full(self.count, -1)
        counted = np.unique(counter[most[:, NODES] < UNLIMITED])
        place[counted] = np.arange(len(counted))
        return Limits(
            np.searchsorted(job[order], np.arange(self.jobs + 1)),
            counter,
            most,
            np.concatenate(self.rule)[order].astype(np.int64),
            np.zeros((self.count, 3), np.int64),
            place,
            np.zeros((len(counted), self.nodes if len(counted) else 0), np.int32),
        )
