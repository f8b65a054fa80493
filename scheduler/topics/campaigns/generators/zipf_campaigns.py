"""Campaigns of users of whom few own most, as the campaign scheduling paper simulates them.

Section VII says: 10 processors; 10,000 jobs; lengths uniform in [1, 100]; each job starts a new campaign with
probability 0.1 and otherwise belongs to the previous campaign (read in campaigns.py); the owner of a new campaign
follows a Zipf distribution with exponent 1.4267, so rank r has probability proportional to r^-1.4267; 2, 3, 5, 10 or
20 users.  Here lengths are whole seconds, both ends included, and there are 600 jobs by default: the ratios the paper
publishes belong to instances of about 60 campaigns, not to the 1,000 campaigns that 10,000 jobs make.

There are no think times in the paper, and all users start at second 0 (section II).  It does not state in which order
the first campaigns stand, which decides who waits under first come, first served: by default the user with the most
campaigns to expect comes first.  User 1 is rank 1.  A user who draws no campaign does not appear.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from scheduler.errors import ParamError
from scheduler.generators import Generator
from scheduler.generators.traces.generated import trace_of
from scheduler.model.trace import Trace
from scheduler.params import Param
from scheduler.statistics.random_draws import whole
from scheduler.topics.campaigns import campaign_traces as campaigns
from scheduler.topics.campaigns.campaign_traces import Drawn

NOTES = (
    "User 1 owns most campaigns, user 2 the second most, and so on (Zipf).",
    "Fields 17 and 18 speak of campaigns: last job of the user's previous campaign, and the think time after it.",
    "Submit times are the earliest possible ones; a closed-loop simulation moves them.",
)


def generate(random: np.random.Generator, *, seed: int, **params: Any) -> Trace:
    """The trace; jobs in the order of submission, at equal times by `first_order`, the jobs of a campaign together."""
    if params["shortest"] > params["longest"]:
        raise ParamError(
            f"shortest = {params['shortest']} is above longest = {params['longest']}; give the shorter length first."
        )
    drawn, place = draw(random, params)
    columns, _ = campaigns.columns_of(drawn, params["processors"], place)
    return trace_of("zipf_campaigns", seed, params, params["processors"], columns, NOTES, extra=campaigns.HEADER)


def draw(random: np.random.Generator, params: dict[str, Any]) -> tuple[Drawn, np.ndarray]:
    """The campaigns of checked parameters, and each user's place among those submitted at the same time ([users])."""
    jobs, users = params["jobs"], params["users"]
    campaign = campaigns.campaigns_of_jobs(random, params["new_campaign"], jobs)
    count = int(campaign[-1]) + 1
    # always `jobs` draws, used or not: the number of campaigns does not shift what is drawn after them
    owner = np.searchsorted(zipf(params["exponent"], users), random.random(jobs)[:count], side="right")
    runtime = whole(random, params["shortest"], params["longest"], jobs)
    release = whole(random, 0, params["first_within"], users)
    shuffled = random.random(users)
    think = campaigns.think_times(random, params["think"], params["think_time"], jobs)[:count]
    return Drawn(owner, think, release, campaign, runtime), _places(params["first_order"], owner, shuffled)


def zipf(exponent: float, users: int) -> np.ndarray:
    """[users - 1]: probability of rank 1, of rank 1 or 2, ...; the last, 1, is left out."""
    weight = np.arange(1.0, users + 1) ** -exponent
    return (np.cumsum(weight) / weight.sum())[:-1]


def _places(order: str, owner: np.ndarray, shuffled: np.ndarray) -> np.ndarray:
    users = len(shuffled)
    if order == "rank":
        return np.arange(users)
    key = shuffled
    if order == "drawn":
        key = np.full(users, float(len(owner)))
        np.minimum.at(key, owner, np.arange(len(owner)))
    place = np.empty(users, np.int64)
    place[np.argsort(key, kind="stable")] = np.arange(users)
    return place


STATED, CHOSEN = "stated in section VII", "not stated in the paper"

GENERATOR = Generator(
    key="zipf_campaigns",
    title="Campaigns, most of them of few users (Zipf)",
    family="campaign",
    generate=generate,
    source="Pinheiro, Rzadca, Trystram: Campaign Scheduling, 2012, section VII",
    params=(
        Param(
            "jobs",
            600,
            1,
            1_000_000,
            "jobs",
            "how many jobs in all (section VII states 10,000; its ratios belong to about 600)",
        ),
        Param("processors", 10, 1, 1_000_000, "processors", f"size of the machine, m ({STATED})"),
        Param("users", 20, 1, 10_000, "users", f"how many users may own campaigns, k ({STATED}: 2, 3, 5, 10, 20)"),
        Param("exponent", 1.4267, 0, 100, "", f"rank r owns a new campaign with probability ~ r^-exponent ({STATED})"),
        Param("new_campaign", 0.1, 0, 1, "", f"probability that a job starts a new campaign ({STATED})"),
        Param("shortest", 1, 1, 10**8, "s", f"shortest job ({STATED})"),
        Param("longest", 100, 1, 10**8, "s", f"longest job ({STATED}); whole seconds ({CHOSEN})"),
        Param(
            "first_order",
            "rank",
            choices=("rank", "drawn", "random"),
            help=f"order of campaigns submitted at the same time: most frequent user first, as drawn, or shuffled "
            f"({CHOSEN})",
        ),
        Param(
            "first_within",
            0,
            0,
            10**8,
            "s",
            "first campaigns come uniformly within this time; 0: all at second 0 (stated in section II)",
        ),
        Param(
            "think",
            "constant",
            help=f"how think times are distributed ({CHOSEN}: there are none)",
            choices=("constant", "exponential"),
        ),
        Param(
            "think_time",
            0,
            0,
            10**8,
            "s",
            "mean think time, from the completion of a campaign to the next submission (stated in section II: none)",
        ),
    ),
)
