"""The simulated instances of section VII: maximum stretch of each under FCFS, FAIRCAMP and MULTICAMP.

Instance i of an experiment with seed S is the workload that the generator `zipf_campaigns` makes with seed
S x 1,000,000 + i, so any of them opens in Compare.  The machine is handed over campaign by campaign, so a schedule is a
sequence of campaigns of known lengths, and thousands of instances are worked out in one go; the first instance of each
part is also made by the generator and simulated by the policies, audited, and has to have the same completions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from scheduler.engine.rigid.list_schedule import new_lists, schedule_all
from scheduler.errors import AuditFailed
from scheduler.generators import make
from scheduler.params import checked
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream
from scheduler.topics.campaigns.campaign_traces import Drawn
from scheduler.topics.campaigns.engine.deadlines import new_deadlines
from scheduler.topics.campaigns.generators import zipf_campaigns
from scheduler.topics.campaigns.kernels.campaign_blocks import new_blocks, run_each, run_each_in_sequence
from scheduler.topics.papers.experiments import Part
from scheduler.topics.papers.experiments.campaign_scheduling_2012.cases import complete

SPREAD = 1_000_000  # between the seeds of two experiments
PROCESSORS = 10
POLICIES: dict[str, tuple[str, dict[str, Any]]] = {
    "fcfs": ("campaign_fcfs", {"placement": "block"}),
    "faircamp": ("faircamp", {}),
    "multicamp": ("multicamp", {}),
}
TOGETHER = {600: 4_000, 10_000: 500}  # instances of a part, by jobs


class Batch(NamedTuple):
    """Campaigns of several instances, one instance after the other, in each by user and then in order."""

    user: np.ndarray  # [campaigns] i8, instance x users + owner
    length: np.ndarray  # [campaigns] f8, s, alone on the machine, longest job first
    ptr: np.ndarray  # [instances + 1] i8, offsets into campaigns
    users: int  # of an instance


def parts(jobs: int, users: int, count: int, seed: int) -> list[Part]:
    """Instances of that many jobs and users, cut into parts."""
    together = TOGETHER[jobs]
    return [
        {
            "do": "zipf",
            "jobs": jobs,
            "users": users,
            "seed": seed,
            "first": first,
            "count": min(together, count - first),
            "label": f"{users} users, {jobs:,} jobs: instances {first + 1:,} to {min(first + together, count):,} of "
            f"{count:,}",
        }
        for first in range(0, count, together)
    ]


def run(part: Part) -> dict[str, list[float]]:
    """{policy: [maximum stretch over users, of each instance], "users": [users with campaigns], "fewest": [...]}.

    fewest: 1 of an instance where no user has fewer campaigns than the one with the largest stretch under FCFS, else 0.
    """
    params = checked(zipf_campaigns.GENERATOR.params, {"jobs": part["jobs"], "users": part["users"]})
    begin = part["seed"] * SPREAD + part["first"]
    drawn = [zipf_campaigns.draw(stream(begin + i), params)[0] for i in range(part["count"])]
    batch = batch_of(drawn, part["users"])
    done = {name: completions(batch, name) for name in POLICIES}
    _check(params, begin, batch, done)
    worst = {name: np.round(_stretches(batch, end).max(axis=1), 9).tolist() for name, end in done.items()}
    return worst | {
        "users": [float(len(np.unique(one.owner))) for one in drawn],
        "fewest": _fewest(batch, done["fcfs"]).astype(float).tolist(),
    }


def batch_of(drawn: Sequence[Drawn], users: int) -> Batch:
    """The campaigns of these instances with their lengths."""
    ptr = np.concatenate(([0], np.cumsum([len(one.owner) for one in drawn])))
    campaign = np.concatenate([one.campaign + begin for one, begin in zip(drawn, ptr[:-1], strict=True)])
    runtime = np.concatenate([one.runtime for one in drawn]).astype(float)
    lists = new_lists(
        np.searchsorted(campaign, np.arange(ptr[-1] + 1)),
        np.lexsort((-runtime, campaign)),
        runtime,
        np.ones(len(runtime), np.int64),
        PROCESSORS,
    )
    length = np.zeros(ptr[-1])
    schedule_all(lists, length)
    user = np.concatenate([one.owner + i * users for i, one in enumerate(drawn)])
    order = np.argsort(user, kind="stable")
    return Batch(user[order], length[order], ptr, users)


def completions(batch: Batch, policy: str) -> np.ndarray:
    """[campaigns] s: when each is complete, all users starting at 0 and nobody thinking."""
    user, length, n = batch.user, batch.length, len(batch.user)
    follows = np.append(False, user[1:] == user[:-1])
    none = np.zeros(n)
    blocks = new_blocks(user, np.where(follows, np.arange(n) - 1, -1), none, none, none, length, np.ones(n, np.int64))
    if policy == "multicamp":
        total = np.bincount(user, length)[user]
        run_each_in_sequence(blocks, batch.ptr, np.lexsort((user, total, user // batch.users)), length)
    else:
        deadlines = None
        if policy == "faircamp":
            deadlines = new_deadlines(length, batch.users, np.zeros(n, bool), int(user.max()) + 1)
        run_each(blocks, batch.ptr, deadlines, length)
    return blocks.complete


def _fewest(batch: Batch, end: np.ndarray) -> np.ndarray:
    """[instances] bool: whether no user with campaigns has fewer of them than the one with the largest stretch."""
    stretch = _stretches(batch, end)
    count = np.bincount(batch.user, minlength=stretch.size).reshape(stretch.shape)
    worst = count[np.arange(len(count)), stretch.argmax(axis=1)]
    return worst == np.where(count > 0, count, len(batch.user)).min(axis=1)


def _stretches(batch: Batch, end: np.ndarray) -> np.ndarray:
    """[instances, users]: stretch of each user, completion over the sum of lengths; 0 of one without campaigns."""
    count = (len(batch.ptr) - 1) * batch.users
    last, alone = np.zeros(count), np.bincount(batch.user, batch.length, count)
    np.maximum.at(last, batch.user, end)
    stretch = np.divide(last, alone, out=np.zeros_like(last), where=alone > 0)
    return stretch.reshape(-1, batch.users)


def _check(params: Mapping[str, Any], seed: int, batch: Batch, done: Mapping[str, np.ndarray]) -> None:
    """Raise AuditFailed unless the policies' own simulations of the first instance have the same completions."""
    instance = workload(make("zipf_campaigns", params, seed))
    user = batch.user[: batch.ptr[1]]
    for name, (policy, options) in POLICIES.items():
        end = done[name][: batch.ptr[1]]
        simulated = complete(simulate(instance, policy, options, decisions=None))
        if simulated != [end[user == one].tolist() for one in np.unique(user)]:
            raise AuditFailed(f"instance of seed {seed}: {policy} completes campaigns at other times than worked out")


class Instances:
    """All instances of one number of users, as arrays [instances]."""

    def __init__(self, parts_of_it: Sequence[Mapping[str, Sequence[float]]]):
        self.fcfs, self.faircamp, self.multicamp, self.users, self.fewest = (
            np.concatenate([np.asarray(part[name], dtype=float) for part in parts_of_it])
            for name in ("fcfs", "faircamp", "multicamp", "users", "fewest")
        )
        self.count = len(self.fcfs)

    def ratio(self, rows: np.ndarray) -> float:
        """Mean of FCFS over mean of FAIRCAMP."""
        return float(self.fcfs[rows].mean() / self.faircamp[rows].mean())
