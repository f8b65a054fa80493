"""Figure 4: mean of the maximum stretch against the number of users, with 600 jobs and with the 10,000 of the text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.statistics.intervals import interval
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
from scheduler.topics.papers.experiments.campaign_scheduling_2012.instances import POLICIES, Instances, parts, run

WHERE = "section VII, text and figure 4"
USERS = (2, 3, 5, 10, 20)
RATIOS = {5: 1.35, 10: 2.24, 20: 3.4}  # printed: FCFS over FAIRCAMP
BANDS = {5: Band(0.05), 10: Band(0.08), 20: Band(0.13)}  # two sets of 1,000 instances differ by as much
ABOUT_8 = Band(room=0.5)
AGAIN = {5: 1.34, 10: 2.25, 20: 3.46}  # by a simulator others wrote from the text, 600 jobs
LITERALLY = {5: 1.02, 10: 1.10, 20: 1.34}  # the same, 10,000 jobs
FEW, MANY = 600, 10_000  # jobs of an instance: fitted to the ratios, as the text states
MATTERS = 1.15  # a ratio from which on a difference is significant
WELL_BELOW = 0.9  # of the number of users
COUNTS = {"quick": {FEW: (4_000, 4_000), MANY: (20, 20)}, "full": {FEW: (4_000, 40_000), MANY: (1_000, 1_000)}}
NAMES = {"fcfs": "FCFS", "faircamp": "FAIRCAMP", "multicamp": "MULTICAMP"}
AVERAGED = (
    "10,000 jobs make about 1,000 campaigns, among which the delays of FCFS average out, in all settings that "
    "were tried; the printed ratios appear with 50 to 60 campaigns. The stated number is likely a misprint."
)
FITTED = (
    "The number of jobs is fitted: 600 meets the three printed ratios. No number of jobs that was tried meets "
    "the ratios and the mean of FAIRCAMP together; with 400 jobs that mean is 7.8, but the ratio for 5 users is "
    "1.53, not 1.35. So the paper's instances differ from ours in something that it does not tell."
)
CLOSE = (
    "FAIRCAMP serves users as if they shared the machine in equal parts. So the user with the least work is "
    "slowed down nearly k times while all others still have campaigns. With 600 jobs that is so with 2 and 3 "
    "users, with 10,000 jobs with more of them; with 400 to 1,000 jobs the means are 97 to 99 % of k with 2 "
    "users, and 91 to 97 % with 3."
)
HERE = f"ours with {FEW} jobs, fitted"
Cases = Mapping[tuple[int, int], Instances]  # by jobs and users

DIFFERENCES = (
    "The text states 10,000 jobs for each instance, about 1,000 campaigns. With these the ratios FCFS/FAIRCAMP are "
    "1.02, 1.10 and 1.34 for 5, 10 and 20 users, not the published 1.35, 2.24 and 3.4, in all settings that were "
    "tried: with so many campaigns the delays of FCFS average out. The published ratios appear with 50 to 60 "
    "campaigns; 600 jobs make 60.",
    "An instance has 600 jobs, fitted to the ratios; no number that was tried meets everything that is printed. The "
    "ratios for 5, 10 and 20 users and the mean of FAIRCAMP for 20 users, printed 1.35, 2.24, 3.4 and about 8, are "
    "1.53, 2.35, 3.25 and 7.8 with 400 jobs, 1.41, 2.41, 3.41 and 8.6 with 500, 1.33, 2.28, 3.46 and 9.2 with 600, and "
    "1.20, 2.00, 3.50 and 11.1 with 1,000 (4,000 or more instances each, of another seed).",
    "The text speaks of 10,000 jobs and 1,000 instances, the caption of figure 4 of 10,000 instances. The two numbers "
    "may have been exchanged; 1,000 jobs meet the ratio for 20 users, not the one for 5.",
    "The bands of the ratios for 5, 10 and 20 users are 5, 8 and 13 %, for the ratios of two sets of 1,000 instances "
    "differ by as much. 'Approximately 8' is read as 7.5 to 8.5.",
    "The mean under FCFS is heavy-tailed: a few instances in the hundreds carry it, and the ratio for 20 users of "
    "two sets of 4,000 instances can differ by a tenth; so 40,000 are taken there.",
    "The text says that the most frequent user has twice the campaigns of the second. That is exponent 1; the stated "
    "exponent 1.4267 makes it 2.69 times, and is what is used. Exponent 1 gives ratios of about 1.23, 1.9 and 3.6.",
    "Whether campaigns share the machine is not stated; FAIRCAMP's mean of about 8 for 20 users appears only where "
    "each campaign has all of it.",
    "MULTICAMP, which knows all campaigns in advance, is not in the figure; it shows that FAIRCAMP is above the least "
    "possible, which theorem 1 says it is near.",
)


def of_figure(scale: str, seed: int) -> list[Part]:
    """Both readings."""
    return of_reading(FEW, scale, seed) + of_reading(MANY, scale, seed)


def of_reading(jobs: int, scale: str, seed: int) -> list[Part]:
    """All numbers of users with that many jobs; 20 users more often."""
    usual, last = COUNTS[scale][jobs]
    return [part for users in USERS for part in parts(jobs, users, last if users == USERS[-1] else usual, seed)]


def cases_of(ran: Sequence[Part], results: Sequence[Result]) -> Cases:
    """All instances by jobs and users."""
    grouped: dict[tuple[int, int], list[Mapping[str, Any]]] = {}
    for part, result in zip(ran, results, strict=True):
        grouped.setdefault((part["jobs"], part["users"]), []).append(result)
    return {key: Instances(several) for key, several in grouped.items()}


def estimate(name: str, statistic: Callable[[np.ndarray], float], count: int) -> Measured:
    """A statistic of instances with its bootstrap interval."""
    low, high = interval(statistic, count)
    return Measured(name, statistic(np.arange(count)), low, high)


def ratio(cases: Cases, jobs: int, users: int) -> Measured:
    """FCFS over FAIRCAMP, means of the maximum stretch."""
    return estimate(named(jobs, users), cases[jobs, users].ratio, cases[jobs, users].count)


def named(jobs: int, users: int) -> str:
    """The name of a ratio."""
    return f"FCFS over FAIRCAMP, {users} users, {jobs:,} jobs" + (" (fitted)" if jobs == FEW else "")


def mean(cases: Cases, policy: str, users: int, jobs: int = FEW) -> Measured:
    """Mean of the maximum stretch."""
    values = getattr(cases[jobs, users], policy)
    return estimate(
        f"{NAMES[policy]}: mean maximum stretch, {users} users", lambda rows: float(values[rows].mean()), len(values)
    )


def outcome(ran: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Ratios and means with the fitted 600 jobs, the ratios with the stated 10,000 beside."""
    cases = cases_of(ran, results)
    few, many = ([ratio(cases, jobs, users) for users in USERS] for jobs in (FEW, MANY))
    means = {policy: [mean(cases, policy, users) for users in USERS] for policy in POLICIES}
    measured = (*few, *(values[-1] for values in means.values()), *many)
    return Outcome(measured, _claims(cases, few, many), (_figure(means), _ratios(few, many)))


def _claims(cases: Cases, few: Sequence[Measured], many: Sequence[Measured]) -> tuple[Claim, ...]:
    here = {users: value for (jobs, users), value in cases.items() if jobs == FEW}
    literal = {users: float(value.ours or 0) for users, value in zip(USERS, many, strict=True)}
    behind = [float(here[users].fewest.mean()) for users in USERS[1:]]
    return (
        _never_above(cases),
        _well_below(here),
        *_differences(few, f"with {FEW} jobs, fitted"),
        Claim(
            f"FCFS has a large maximum stretch because it affects users with few campaigns (with {FEW} jobs, fitted; "
            "read as: in more than half of the instances no user has fewer campaigns than the one with the largest "
            "stretch).",
            min(behind) > 0.5,
            f"In {', '.join(f'{share:.0%}' for share in behind)} of the instances with {_users(USERS[1:])} users.",
            explained="The user with the largest stretch has few campaigns, but in many instances another one has "
            "fewer: how long its own are counts as much.",
        ),
        Claim(
            "With the 10,000 jobs of the text the published ratios do not appear.",
            all(literal[users] < printed - 0.2 for users, printed in RATIOS.items()),
            f"Ratios {literal[5]:.2f}, {literal[10]:.2f} and {literal[20]:.2f} for 5, 10 and 20 users; published "
            "1.35, 2.24 and 3.4.",
            finding=True,
        ),
    )


def _users(counts: Sequence[int]) -> str:
    return ", ".join(map(str, counts))


def _never_above(cases: Cases) -> Claim:
    largest = ", ".join(
        f"{value.faircamp.max():.2f} with {users}" for (jobs, users), value in cases.items() if jobs == min(cases)[0]
    )
    return Claim(
        "Corollary 1: FAIRCAMP's maximum stretch never exceeds the number of users.",
        all(bool(np.all(value.faircamp <= value.users + 1e-6)) for value in cases.values()),
        f"Largest of all instances: {largest} users; nor does it exceed the users who own a campaign.",
    )


def _well_below(cases: Mapping[int, Instances]) -> Claim:
    """As the text says it of figure 4; cases by users."""
    shares = [float(cases[users].faircamp.mean() / users) for users in USERS]
    return Claim(
        "FAIRCAMP's maximum stretch is always well below the number of users k (read as: on average at most "
        f"{WELL_BELOW:.0%} of it).",
        max(shares) <= WELL_BELOW,
        f"{', '.join(f'{share:.0%}' for share in shares)} of k with {_users(USERS)} users.",
        explained=CLOSE,
    )


def _differences(ratios: Sequence[Measured], jobs: str, explained: str = "") -> tuple[Claim, Claim]:
    """What the text says of few and of many users."""
    value = {users: float(one.ours or 0) for users, one in zip(USERS, ratios, strict=True)}
    many = [value[users] for users in USERS[2:]]
    least = [float(one.low or 0) for one in ratios[2:]]
    return (
        Claim(
            f"With 2 or 3 users the difference is irrelevant ({jobs}; read as: the ratio is below {MATTERS}).",
            max(value[2], value[3]) < MATTERS,
            f"Ratios {value[2]:.2f} and {value[3]:.2f}.",
        ),
        Claim(
            f"With 5 users and more FAIRCAMP's maximum stretch is significantly lower ({jobs}; read as: the "
            f"ratio, with its interval, is above {MATTERS}, and it grows with the users).",
            min(least) > MATTERS and many == sorted(many),
            f"Ratios {many[0]:.2f}, {many[1]:.2f} and {many[2]:.2f}.",
            explained=explained,
        ),
    )


def _figure(means: Mapping[str, Sequence[Measured]]) -> Chart:
    series = [_series(NAMES[policy], values) for policy, values in means.items()]
    bound = Series("number of users, FAIRCAMP's bound", USERS, tuple(map(float, USERS)), published=True)
    printed = Series("FAIRCAMP", (20,), (8.0,), published=True, kind="points")
    return Chart(
        "Figure 4: mean of the maximum stretch",
        "users",
        "mean maximum stretch",
        (*series, bound, printed),
        caption=(
            f"{FEW} jobs an instance; intervals: 95 %, bootstrap over instances.",
            "The mean under FCFS is carried by a few instances in the hundreds.",
            "MULTICAMP knows all campaigns in advance.",
            "The paper has about 8 for FAIRCAMP with 20 users.",
        ),
    )


def _ratios(few: Sequence[Measured], many: Sequence[Measured]) -> Chart:
    printed = Series("ratio", tuple(RATIOS), tuple(RATIOS.values()), published=True, kind="points")
    return Chart(
        "Figure 4: FCFS over FAIRCAMP",
        "users",
        "ratio of means",
        (_series(f"{FEW} jobs", few), _series(f"{MANY:,} jobs, as the text states", many), printed),
        caption=("The published ratios appear with instances of about 60 campaigns, not of 1,000.",),
    )


def _series(name: str, values: Sequence[Measured]) -> Series:
    return Series(
        name,
        USERS,
        tuple(value.ours for value in values),
        tuple(value.low for value in values),
        tuple(value.high for value in values),
    )


def literal(ran: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """The 10,000-job reading by itself."""
    cases = cases_of(ran, results)
    ratios = [ratio(cases, MANY, users) for users in USERS]
    claims = (
        _never_above(cases),
        _well_below({users: value for (_, users), value in cases.items()}),
        *_differences(ratios, f"with {MANY:,} jobs", AVERAGED),
    )
    means = {policy: [mean(cases, policy, users, MANY) for users in USERS] for policy in POLICIES}
    printed = Series("ratio", tuple(RATIOS), tuple(RATIOS.values()), published=True, kind="points")
    chart = Chart(
        "Figure 4 with 10,000 jobs: FCFS over FAIRCAMP", "users", "ratio of means", (_series("ours", ratios), printed)
    )
    return Outcome((*ratios, *(values[-1] for values in means.values())), claims, (chart,))


def opening(title: str, params: Mapping[str, Any], *runs: tuple[str, Mapping[str, Any]]) -> Opening:
    """An instance of the generator, under these policies."""
    return Opening(title, {"kind": "generate", "generator": "zipf_campaigns", "params": dict(params), "seed": 0}, runs)


THREE = tuple(POLICIES.values())
STATED_SETTINGS = (
    ("processors", "10", STATED),
    ("lengths", "1 to 100 s, uniform", STATED),
    ("users", "2, 3, 5, 10, 20", STATED),
    ("a job starts a new campaign", "with probability 0.1", STATED),
    ("owners", "Zipf, exponent 1.4267", STATED),
    ("think time", "none", STATED),
    ("first campaigns", "all at second 0, most frequent user first", CHOSEN),
    ("a campaign", "has the whole machine, longest job first", CHOSEN),
    ("lengths are", "whole seconds", CHOSEN),
    ("alone", "length under longest job first", CHOSEN),
)
EXPERIMENT = Experiment(
    "fig4",
    "Maximum stretch by number of users",
    WHERE,
    "How much larger is the maximum stretch under FCFS than under FAIRCAMP, the more users there are?",
    (
        *STATED_SETTINGS,
        ("jobs of an instance", f"{FEW}, fitted to the ratios, and {MANY:,} beside", f"{MANY:,}"),
        (
            "instances",
            "4,000, with 20 users 40,000 (4,000 at quick scale); of 10,000 jobs 1,000 (20)",
            "1,000 (text), 10,000 (caption)",
        ),
    ),
    (
        *(
            Published(named(FEW, users), printed, BANDS[users], f"{WHERE}; {HERE}", reference=AGAIN[users])
            for users, printed in RATIOS.items()
        ),
        Published(
            "FAIRCAMP: mean maximum stretch, 20 users",
            8,
            ABOUT_8,
            f"section VII, text: approximately 8; {HERE}",
            reference=9.2,
        ),
        *(
            Published(
                named(MANY, users),
                printed,
                None,
                f"{WHERE}; judged in the experiment with as many jobs as stated",
                reference=LITERALLY[users],
            )
            for users, printed in RATIOS.items()
        ),
    ),
    of_figure,
    run,
    outcome,
    {"quick": 5.0, "full": 25.0},
    DIFFERENCES,
    (
        opening("the first instance with 20 users", {}, *THREE),
        opening("the first instance with 5 users", {"users": 5}, *THREE),
        opening(
            "campaigns that share the machine",
            {},
            ("campaign_fcfs", {}),
            ("faircamp", {"placement": "list"}),
            ("faircamp", {"placement": "commit", "order": "mlpt"}),
            ("ostrich", {}),
        ),
        opening("the first instance with 10,000 jobs", {"jobs": MANY}, *THREE),
    ),
    explained=FITTED,
)
LITERAL = Experiment(
    "fig4-literal",
    "Maximum stretch by number of users, 10,000 jobs as stated",
    WHERE,
    "Does the stated number of jobs give the published ratios?",
    (
        *STATED_SETTINGS,
        ("jobs of an instance", f"{MANY:,}", STATED),
        ("instances", "1,000 (20 at quick scale)", STATED),
    ),
    (
        *(
            Published(named(MANY, users), printed, BANDS[users], WHERE, reference=LITERALLY[users], explained=AVERAGED)
            for users, printed in RATIOS.items()
        ),
        Published(
            "FAIRCAMP: mean maximum stretch, 20 users",
            8,
            ABOUT_8,
            "section VII, text: approximately 8",
            explained="With about 1,000 campaigns an instance FAIRCAMP's maximum stretch comes near the number of "
            "users; the printed mean belongs to about 40 campaigns. The stated number of jobs is likely a "
            "misprint.",
        ),
    ),
    lambda scale, seed: of_reading(MANY, scale, seed),
    run,
    literal,
    {"quick": 1.0, "full": 15.0},
    DIFFERENCES[:1],
    (opening("the first instance with 10,000 jobs", {"jobs": MANY}, *THREE),),
)
