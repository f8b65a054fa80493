"""The simulated instances of section 6: what is drawn, what is run, and what is kept of each.

Instance i of an experiment with seed S is the workload that the generator `ostrich_profiles` makes with seed
S x 1,000,000 + i, so any of them opens in Compare.  Every schedule is simulated, and audited, like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from scheduler.model.schedule import Schedule
from scheduler.model.workload import Workload
from scheduler.params import checked
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream
from scheduler.topics.campaigns.generators import ostrich_profiles
from scheduler.topics.campaigns.metrics.campaigns import campaign_stretch
from scheduler.topics.papers.experiments import Part

SPREAD = 1_000_000  # between the seeds of two experiments
POLICIES = ("campaign_fcfs", "ostrich")
SHORT = 1  # group of users with short jobs
HIGH, LOW = 20.0, 2.0  # what the paper counts as high, and as low
EDGES = np.arange(0, 41, dtype=float)  # bins of figure 3a; the last one holds all above
TOGETHER = 10  # instances of a part


def parts(settings: Mapping[str, Any], count: int, seed: int) -> list[Part]:
    """The instances in parts of TOGETHER; settings: parameters of the generator that differ from its defaults."""
    return [
        {
            "do": "profiles",
            "settings": dict(settings),
            "seed": seed,
            "first": first,
            "count": min(TOGETHER, count - first),
            "label": f"instances {first + 1} to {min(first + TOGETHER, count)} of {count}",
        }
        for first in range(0, count, TOGETHER)
    ]


def run(part: Part) -> dict[str, list[dict[str, Any]]]:
    """{policy: [what is kept of each instance]}."""
    kept_of: dict[str, list[dict[str, Any]]] = {policy: [] for policy in POLICIES}
    for i in range(part["first"], part["first"] + part["count"]):
        instance = drawn(part["settings"], part["seed"] * SPREAD + i)
        for policy in POLICIES:
            kept_of[policy].append(kept(simulate(instance, policy, decisions=None)))
    return kept_of


def drawn(settings: Mapping[str, Any], seed: int) -> Workload:
    """The workload of an instance."""
    params = checked(ostrich_profiles.GENERATOR.params, settings)
    return workload(ostrich_profiles.trace(stream(seed), seed, params, hashed=False))


def kept(schedule: Schedule) -> dict[str, Any]:
    """Of one schedule: campaigns, how many are high and low, its end (s), the histogram, users' worst stretches."""
    campaigns, jobs, stretch = schedule.workload.table("campaigns"), schedule.workload.jobs, campaign_stretch(schedule)
    owner = campaigns.user[stretch.campaign]
    worst, is_short = np.zeros(schedule.workload.users), np.zeros(schedule.workload.users, bool)
    np.maximum.at(worst, owner, stretch.value)
    is_short[jobs.user] = jobs.group == SHORT
    histogram = np.bincount(np.minimum(stretch.value, EDGES[-1]).astype(int), minlength=len(EDGES))
    return {
        "campaigns": len(stretch.value),
        "high": int((stretch.value > HIGH).sum()),
        "low": int((stretch.value < LOW).sum()),
        "length": float(schedule.placed.end.max()),
        "histogram": histogram.tolist(),
        "short": np.round(worst[is_short], 6).tolist(),
        "long": np.round(worst[~is_short], 6).tolist(),
    }


class Instances:
    """All instances under one policy, as arrays by instance."""

    def __init__(self, policy: str, results: Sequence[Mapping[str, Any]]):
        rows = [row for result in results for row in result[policy]]
        self.count = len(rows)
        self.campaigns, self.high, self.low, self.length = (
            np.array([row[name] for row in rows], dtype=float) for name in ("campaigns", "high", "low", "length")
        )
        self.histogram = np.array([row["histogram"] for row in rows], dtype=float)
        self.users = {profile: [np.array(row[profile]) for row in rows] for profile in ("short", "long")}
        self.sums = {
            profile: np.array([(worst.sum(), len(worst)) for worst in arrays]) for profile, arrays in self.users.items()
        }

    def share_high(self, rows: np.ndarray) -> float:
        """Campaigns with a stretch above 20, in percent."""
        return float(100 * self.high[rows].sum() / self.campaigns[rows].sum())

    def mean(self, profile: str, rows: np.ndarray) -> float:
        """Mean over users of the worst stretch."""
        total, count = self.sums[profile][rows].sum(axis=0)
        return float(total / count)

    def mean_of_all(self) -> float:
        """Mean over all users, short and long, of the worst stretch."""
        total, count = sum(of_profile.sum(axis=0) for of_profile in self.sums.values())
        return float(total / count)

    def spread(self) -> float:
        """Mean over instances of the standard deviation of the users' worst stretches over their mean."""
        return float(
            np.mean(
                [
                    (every := np.concatenate(both)).std() / every.mean()
                    for both in zip(self.users["short"], self.users["long"], strict=True)
                ]
            )
        )

    def median(self, profile: str, rows: np.ndarray) -> float:
        """Median over users of the worst stretch."""
        return float(np.median(np.concatenate([self.users[profile][row] for row in rows])))
