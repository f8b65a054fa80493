"""The headline claim: what a user gets depends on how many users there are, not on how much the others submit.

One user, with short jobs, is watched while all others submit 2, 5 and 10 times as much: as many times the jobs in each
of their campaigns, or each of their campaigns as many times.  What the watched user submits stays the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from scheduler.bounds import all_guarantees
from scheduler.charts import Chart, Series
from scheduler.model.schedule import Schedule
from scheduler.simulate import simulate
from scheduler.statistics.intervals import interval
from scheduler.topics.campaigns.metrics.campaigns import campaign_stretch
from scheduler.topics.papers.experiments import (
    CHOSEN,
    STATED,
    Band,
    Claim,
    Experiment,
    Measured,
    Opening,
    Outcome,
    Part,
    Published,
    Result,
)
from scheduler.topics.papers.experiments.ostrich_2013 import instances

WATCHED = 1  # user of the file
WAYS = {"others_jobs": "jobs in each campaign", "others_campaigns": "campaigns"}
TIMES = (1, 2, 5, 10)
NAMES = {"campaign_fcfs": "FCFS", "ostrich": "OStrich"}
FULL, QUICK = 40, 10
MOST_CHANGE = 0.25  # of a stretch that "does not depend" on the others, relative
Row = Mapping[str, Any]


def parts(scale: str, seed: int) -> list[Part]:
    """The instances as drawn, then with more of the others, in both ways."""
    settings = [{"users": 20}, *({"users": 20, way: times} for way in WAYS for times in TIMES[1:])]
    return [
        part | {"do": "load", "label": f"{describe(one)}, {part['label']}"}
        for one in settings
        for part in instances.parts(one, FULL if scale == "full" else QUICK, seed)
    ]


def describe(settings: Mapping[str, Any]) -> str:
    """The setting for people: "others with 5 times the campaigns"."""
    return next(
        (f"others with {settings[way]} times the {noun}" for way, noun in WAYS.items() if way in settings),
        "others as drawn",
    )


def run(part: Part) -> dict[str, list[dict[str, Any] | None]]:
    """{policy: [what is kept of each instance]}; None where the watched user has no campaign."""
    kept_of: dict[str, list] = {policy: [] for policy in instances.POLICIES}
    for i in range(part["first"], part["first"] + part["count"]):
        instance = instances.drawn(part["settings"], part["seed"] * instances.SPREAD + i)
        for policy in instances.POLICIES:
            kept_of[policy].append(kept(simulate(instance, policy, decisions=None)))
    return kept_of


def kept(schedule: Schedule) -> dict[str, Any] | None:
    """The watched user's stretch as a whole, the worst of a campaign, and what theorem 1 promises of the worst.

    As a whole: the sum of flow times over the sum of lower bounds, which a campaign of one tiny job cannot carry.
    """
    jobs, stretch = schedule.workload.jobs, campaign_stretch(schedule)
    own = np.isin(stretch.campaign, np.unique(jobs.campaign[jobs.user_id == WATCHED]))
    if not own.any():
        return None
    flow, value = stretch.flow[own], stretch.value[own]
    promise, within = None, None
    if schedule.is_fluid:
        promised = all_guarantees()["campaign_stretch"].measure(schedule)
        promise = float(promised.bound[stretch.campaign[own]][np.argmax(value)])
        within = float((promised.value / promised.bound)[stretch.campaign[own]].max())
    return {
        "whole": float(flow.sum() / (flow / value).sum()),
        "worst": float(value.max()),
        "promise": promise,
        "within": within,
    }


class Watched:
    """The watched user under one policy: {(way, times): one row per instance in which the user has campaigns}."""

    def __init__(self, policy: str, parts: Sequence[Part], results: Sequence[Result]):
        self.rows: dict[tuple[str, int], list[Row]] = {(way, times): [] for way in WAYS for times in TIMES}
        for part, result in zip(parts, results, strict=True):
            setting = next(((way, part["settings"][way]) for way in WAYS if way in part["settings"]), None)
            for key in [setting] if setting else [(way, 1) for way in WAYS]:
                self.rows[key] += [row for row in result[policy] if row is not None]
        self.whole = {key: np.array([row["whole"] for row in rows]) for key, rows in self.rows.items()}
        self.count = len(self.rows["others_jobs", 1])

    def mean(self, way: str, times: int, rows: np.ndarray) -> float:
        """Mean over instances of the user's stretch as a whole."""
        return float(self.whole[way, times][rows].mean())

    def growth(self, way: str, times: int, rows: np.ndarray) -> float:
        """That mean over the mean with the others as drawn."""
        return self.mean(way, times, rows) / self.mean(way, 1, rows)

    def within(self) -> float:
        """The largest stretch over its promise, in all settings."""
        return max(row["within"] for rows in self.rows.values() for row in rows)


def name_of(policy: str, way: str, times: int) -> str:
    """The name of a value."""
    return f"{NAMES[policy]}: stretch with {times} times the {WAYS[way]} of others, over that with theirs as drawn"


WHERE = "sections 1 and 5.1"
PUBLISHED = (
    Published(
        "OStrich: largest stretch over theorem 1, all settings",
        1.0,
        Band(room=1e-6, end="most"),
        "section 5.1, theorem 1: at most the bound (bound from the formula)",
    ),
)


def outcome(parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Growth of the watched user's stretch with the load of the others."""
    fcfs, ostrich = (Watched(policy, parts, results) for policy in instances.POLICIES)
    measured = [Measured("OStrich: largest stretch over theorem 1, all settings", ostrich.within())]
    for policy, watched in (("ostrich", ostrich), ("campaign_fcfs", fcfs)):
        for way in WAYS:
            for times in TIMES[1:]:
                measured.append(grown(watched, policy, way, times))
    return Outcome(tuple(measured), claims(fcfs, ostrich), tuple(chart(way, fcfs, ostrich) for way in WAYS))


def grown(watched: Watched, policy: str, way: str, times: int) -> Measured:
    """One growth with its interval."""
    growth = partial(watched.growth, way, times)
    return Measured(name_of(policy, way, times), growth(np.arange(watched.count)), *interval(growth, watched.count))


def claims(fcfs: Watched, ostrich: Watched) -> tuple[Claim, ...]:
    """What the paper says of other users' load."""
    every = np.arange(fcfs.count)
    ours, larger, more = (
        [watched.growth(way, times, every) for way in ways for times in TIMES[1:]]
        for watched, ways in ((ostrich, WAYS), (fcfs, ("others_jobs",)), (fcfs, ("others_campaigns",)))
    )
    promise = [float(np.mean([row["promise"] for row in ostrich.rows["others_jobs", times]])) for times in TIMES]
    return (
        Claim(
            "Under OStrich a user's stretch does not depend on the load of the others (read as: at most a quarter "
            "more or less, whether they submit larger campaigns or more of them).",
            all(abs(growth - 1) <= MOST_CHANGE for growth in ours),
            f"With {_listed(TIMES[1:])} times the jobs in all other campaigns it is {_listed(ours[: len(larger)])} "
            f"times as large, with as many times the campaigns {_listed(ours[len(larger) :])}.",
        ),
        Claim(
            "Under first come, first served a user with short jobs waits for the jobs of others (read as: with 10 "
            "times the jobs in all other campaigns the stretch is more than twice as large).",
            larger[-1] > 2,
            f"With {_listed(TIMES[1:])} times the jobs it is {_listed(larger)} times as large.",
        ),
        Claim(
            "More campaigns of the others change a user's stretch little under first come, first served, too: they "
            "wait for one campaign before they submit the next.",
            more[-1] <= 1 + MOST_CHANGE,
            f"With {_listed(TIMES[1:])} times the campaigns it is {_listed(more)} times as large.",
            finding=True,
        ),
        Claim(
            "What theorem 1 promises a user does not depend on what the others submit (read as: less than a tenth "
            "more or less).",
            max(promise) < 1.1 * min(promise),
            f"Promised for the worst campaign, mean: {promise[0]:.0f} with the others as drawn, {promise[-1]:.0f} "
            f"with {TIMES[-1]} times their jobs.",
        ),
    )


def _listed(values: Sequence[float]) -> str:
    return ", ".join(f"{value:.3g}" for value in values)


def chart(way: str, fcfs: Watched, ostrich: Watched) -> Chart:
    """The watched user's stretch against the load of the others."""
    every, series, ends = np.arange(fcfs.count), [], []
    for policy, watched in zip(instances.POLICIES, (fcfs, ostrich), strict=True):
        spans = [interval(partial(watched.mean, way, times), watched.count) for times in TIMES]
        y = tuple(watched.mean(way, times, every) for times in TIMES)
        ends.append(y[-1])
        series.append(Series(NAMES[policy], TIMES, y, tuple(low for low, _ in spans), tuple(high for _, high in spans)))
    return Chart(
        f"The stretch of one user as others submit more {WAYS[way]}",
        f"times the {WAYS[way]} of others",
        "stretch of the watched user",
        tuple(series),
        x_log=True,
        y_log=True,
        caption=(f"At {TIMES[-1]} times: {ends[0]:.1f} under FCFS, {ends[1]:.1f} under OStrich.",),
    )


EXPERIMENT = Experiment(
    "other-load",
    "The load of other users",
    "sections 1, 5.1 and 7",
    "Does a user's stretch stay the same when all others submit more?",
    (
        ("processors", "64", STATED),
        ("jobs of an instance, as drawn", "10,000", STATED),
        ("users", "20", CHOSEN),
        ("short users", "half, the watched one among them", CHOSEN),
        ("think time", "none", CHOSEN),
        ("others submit", "1, 2, 5 and 10 times as much", CHOSEN),
        ("instances", f"{FULL} ({QUICK} at quick scale)", CHOSEN),
    ),
    PUBLISHED,
    parts,
    run,
    outcome,
    {"quick": 8.0, "full": 32.0},
    (
        "The paper proves this and does not simulate it; the instances are those of section 6, and 'does not depend' "
        "is read as at most a quarter more or less.",
        "More campaigns of the others only last longer, since users wait for one before they submit the next. So even "
        "under first come, first served they change a user's stretch little; larger campaigns change it much.",
    ),
    tuple(
        Opening(
            title,
            {"kind": "generate", "generator": "ostrich_profiles", "params": params, "seed": 0},
            (("campaign_fcfs", {}), ("ostrich", {})),
        )
        for title, params in (
            ("a small instance, others as drawn", {"jobs": 400, "users": 5, "processors": 16}),
            (
                "a small instance, others with 10 times the jobs",
                {"jobs": 400, "users": 5, "processors": 16, "others_jobs": 10},
            ),
            ("the first instance, others as drawn", {"users": 20}),
            ("the first instance, others with 2 times the jobs", {"users": 20, "others_jobs": 2}),
        )
    ),
)
