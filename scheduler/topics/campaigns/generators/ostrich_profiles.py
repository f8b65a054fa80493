"""Campaigns of users with short and with long jobs, as the OStrich paper simulates them.

Section 6 says: 64 processors; 10,000 jobs; lengths uniform in [1, 3600] seconds for a short user and [3600, 36000]
for a long one; each job starts a new campaign with probability 0.02 and otherwise belongs to the previous campaign;
the owner of a new campaign is drawn uniformly.  Read here as: jobs are made one after the other; "the previous
campaign" is the one made last, whoever owns it, so a campaign has 50 jobs on average; the first job starts a campaign
because there is none to belong to; two campaigns in a row may have the same owner and stay two.  Lengths are whole
seconds, both ends included.

The paper does not state how many users there are, how many of them are short and which, how long they think between
the end of a campaign and the next, when their first campaigns come and in which order.  These are parameters; by
default 20 users, the first half of them short, no think time, all first campaigns at second 0 in the order drawn.  A
user who draws no campaign does not appear.  In the file, field 13 (group) is 1 for short and 2 for long users.
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

MOST_JOBS = 5_000_000
NOTES = (
    "Group 1: users with short jobs, group 2: users with long jobs.",
    "Fields 17 and 18 speak of campaigns: last job of the user's previous campaign, and the think time after it.",
    "Submit times are the earliest possible ones; a closed-loop simulation moves them.",
)


def generate(random: np.random.Generator, *, seed: int, **params: Any) -> Trace:
    """The trace; jobs in (submit, drawn) order, the jobs of a campaign together."""
    return trace(random, seed, params)


def trace(random: np.random.Generator, seed: int, params: dict[str, Any], hashed: bool = True) -> Trace:
    """The trace of checked parameters, with the hash of its file or without."""
    _check(params)
    drawn, is_short = draw(random, params)
    if params["others_jobs"] or params["others_campaigns"]:
        drawn = campaigns.heavier(drawn, 0, params["others_jobs"] or 1, params["others_campaigns"] or 1)
    place = np.arange(int(params["users"])) if params["first_order"] == "user" else None
    columns, of = campaigns.columns_of(drawn, int(params["processors"]), place)
    columns["group_id"] = np.where(is_short[drawn.owner[of]], 1, 2)
    return trace_of(
        "ostrich_profiles", seed, params, int(params["processors"]), columns, NOTES, campaigns.HEADER, hashed
    )


def draw(random: np.random.Generator, params: dict[str, Any]) -> tuple[Drawn, np.ndarray]:
    """The campaigns of checked parameters, and which users are short ([users] bool)."""
    jobs, users = int(params["jobs"]), int(params["users"])
    campaign = campaigns.campaigns_of_jobs(random, params["new_campaign"], jobs)
    count = int(campaign[-1]) + 1
    # always `jobs` draws, used or not: the number of campaigns does not shift what is drawn after them
    owner = whole(random, 0, users - 1, jobs)[:count]
    think = campaigns.think_times(random, str(params["think"]), params["think_time"], jobs)[:count]
    release = whole(random, 0, int(params["first_within"]), users)
    within = random.random(jobs)
    is_short = np.arange(users) < int(params["short_share"] * users + 0.5)
    if params["profiles"] == "drawn":
        is_short = random.random(users) < params["short_share"]
    runtime = _lengths(within, is_short[owner[campaign]], params)
    return Drawn(owner, think, release, campaign, runtime), is_short


def _check(params: dict) -> None:
    times = [params[name] or 1 for name in ("others_jobs", "others_campaigns")]
    if params["jobs"] * times[0] * times[1] > MOST_JOBS:
        raise ParamError(
            f"others_jobs = {times[0]} times others_campaigns = {times[1]} makes more than {MOST_JOBS:,} "
            f"jobs of {params['jobs']:,}; give smaller ones."
        )
    for profile in ("short", "long"):
        low, high = params[f"{profile}_low"], params[f"{profile}_high"]
        if low > high:
            raise ParamError(f"{profile}_low = {low} is above {profile}_high = {high}; give the shorter length first.")


def _lengths(within: np.ndarray, is_short: np.ndarray, params: dict) -> np.ndarray:
    """[n] i8 s: uniform whole numbers of the job's profile; within: [n] in [0, 1)."""
    low = np.where(is_short, params["short_low"], params["long_low"]).astype(np.int64)
    high = np.where(is_short, params["short_high"], params["long_high"]).astype(np.int64)
    return low + np.floor(within * (high - low + 1)).astype(np.int64)


STATED, CHOSEN = "stated in section 6", "not stated in the paper"

GENERATOR = Generator(
    key="ostrich_profiles",
    title="Campaigns of short and long users (OStrich)",
    family="campaign",
    generate=generate,
    groups={1: "short jobs", 2: "long jobs"},
    source="Emeras, Pinheiro, Rzadca, Trystram: OStrich: Fair Scheduling for Multiple Submissions, 2013, section 6",
    params=(
        Param("jobs", 10_000, 1, 1_000_000, "jobs", f"how many jobs in all ({STATED})"),
        Param("processors", 64, 1, 1_000_000, "processors", f"size of the machine, m ({STATED})"),
        Param("users", 20, 1, 10_000, "users", f"how many users may own campaigns ({CHOSEN})"),
        Param("short_share", 0.5, 0, 1, "", f"share of the users whose jobs are short ({CHOSEN})"),
        Param(
            "profiles",
            None,
            kind=str,
            choices=("fixed", "drawn"),
            help=f"fixed: that share, the first users; drawn: each user is short with that probability; not set: "
            f"fixed ({CHOSEN})",
        ),
        Param("new_campaign", 0.02, 0, 1, "", f"probability that a job starts a new campaign ({STATED})"),
        Param("short_low", 1, 1, 10**8, "s", f"shortest job of a short user ({STATED})"),
        Param("short_high", 3_600, 1, 10**8, "s", f"longest job of a short user ({STATED})"),
        Param("long_low", 3_600, 1, 10**8, "s", f"shortest job of a long user ({STATED})"),
        Param("long_high", 36_000, 1, 10**8, "s", f"longest job of a long user ({STATED})"),
        Param(
            "think", "constant", help=f"how think times are distributed ({CHOSEN})", choices=("constant", "exponential")
        ),
        Param(
            "think_time",
            0,
            0,
            10**8,
            "s",
            f"mean think time, from the completion of a campaign to the next submission ({CHOSEN})",
        ),
        Param(
            "first_within",
            0,
            0,
            10**8,
            "s",
            f"first campaigns come uniformly within this time; 0: all at second 0 ({CHOSEN})",
        ),
        Param(
            "first_order",
            None,
            kind=str,
            choices=("drawn", "user"),
            help=f"order in the file of campaigns submitted at the same time: as drawn, or by user; not set: drawn "
            f"({CHOSEN})",
        ),
        Param(
            "others_jobs",
            None,
            1,
            1_000,
            "times",
            "how many times as many jobs there are in each campaign of all "
            "users but user 1, whose own stay as they are; not set: 1",
            kind=int,
        ),
        Param(
            "others_campaigns",
            None,
            1,
            1_000,
            "times",
            "how often each campaign of all users but user 1 comes, one after the other; not set: 1",
            kind=int,
        ),
    ),
)
