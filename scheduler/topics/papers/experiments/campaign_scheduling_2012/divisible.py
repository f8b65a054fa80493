"""Footnote 1: campaigns whose jobs can be cut at will and interrupted without loss, as BOINC's divisible loads.

A divisible campaign takes the whole machine for its work over the number of processors, whatever its jobs are; it may
stop at any instant in favor of another.  FAIRCAMP's rule is then preemptive: at every instant the ready campaign with
the earliest deadline has the machine.  A machine shared in equal parts by the k users would meet all deadlines, and
whatever can be met is met by going by deadlines.  So here, other than in proposition 7, users need not start together
nor go on without thinking.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from scheduler.charts import Chart, Series
from scheduler.model.virtual_campaigns import by_campaign
from scheduler.simulate import simulate
from scheduler.statistics.random_draws import stream, whole
from scheduler.topics.papers.experiments import CHOSEN, STATED, Claim, Experiment, Measured, Outcome, Part, Result
from scheduler.topics.papers.experiments.campaign_scheduling_2012.cases import User, case, complete, sample

WHERE = "section II, footnote 1"
SPREAD, TOGETHER = 1_000_000, 100
COUNT = {"quick": 200, "full": 2_000}
USERS, PROCESSORS, LONGEST_THINK = (2, 3, 4, 5), 3, 20
NEAR = 1e-9


class Interleaved(NamedTuple):
    """What became of divisible campaigns; times in s, [users][campaigns]."""

    complete: list[list[float]]
    deadline: list[list[float]]
    pieces: list[list[int]]  # parts that each was split into


def interleave(lengths: Sequence[Sequence[float]], think: Sequence[Sequence[float]]) -> Interleaved:
    """Earliest deadline first with interruptions; equal deadlines go by user.

    lengths: s on the whole machine, [users][campaigns]; think: s before each campaign, before the first one from 0.
    """
    k, users = len(lengths), range(len(lengths))
    at, left, ready = [0] * k, [list(map(float, one)) for one in lengths], [float(one[0]) for one in think]
    done: list[list[float]] = [[] for _ in users]
    due: list[list[float]] = [[ready[user] + k * lengths[user][0]] for user in users]
    pieces = [[0] * len(one) for one in lengths]
    now, before = 0.0, -1
    while any(at[user] < len(lengths[user]) for user in users):
        unfinished = [user for user in users if at[user] < len(lengths[user])]
        here = [user for user in unfinished if ready[user] <= now + NEAR]
        comes = min((ready[user] for user in unfinished if ready[user] > now + NEAR), default=np.inf)
        if not here:
            now, before = comes, -1
            continue
        user = min(here, key=lambda one: (due[one][-1], one))
        until = min(now + left[user][at[user]], comes)
        pieces[user][at[user]] += user != before
        left[user][at[user]] -= until - now
        now, before = until, user
        if left[user][at[user]] <= NEAR:
            done[user].append(now)
            at[user], before = at[user] + 1, -1
            if at[user] < len(lengths[user]):
                ready[user] = now + think[user][at[user]]
                due[user].append(max(ready[user], due[user][-1]) + k * lengths[user][at[user]])
    return Interleaved(done, due, pieces)


def run(part: Part) -> list[dict[str, Any]]:
    """What is kept of each case."""
    return [
        _of(stream(part["seed"] * SPREAD + part["first"] + number), USERS[number % len(USERS)])
        for number in range(part["count"])
    ]


def _of(random: np.random.Generator, count: int) -> dict[str, Any]:
    sizes = [whole(random, 1, 6, int(whole(random, 1, 4, 1)[0])) for _ in range(count)]
    users: list[User] = [[whole(random, 1, 20, int(size)).tolist() for size in of_user] for of_user in sizes]
    think = [[0, *whole(random, 0, LONGEST_THINK, len(user))[1:].tolist()] for user in users]
    whole_ones = simulate(case(PROCESSORS, *users, think=think), "faircamp")
    table = by_campaign(whole_ones)
    cut = interleave([[sum(lengths) / PROCESSORS for lengths in user] for user in users], think)
    return {
        "users": count,
        "campaigns": sum(map(len, users)),
        "pieces": sum(map(sum, cut.pieces)),
        "missed whole": int((table.real_end > table.deadline + 1e-6).sum()),
        "missed cut": sum(
            end > due + 1e-6
            for ends, dues in zip(cut.complete, cut.deadline, strict=True)
            for end, due in zip(ends, dues, strict=True)
        ),
        "stretch whole": _worst(complete(whole_ones), users, think),
        "stretch cut": _worst(cut.complete, users, think),
    }


def _worst(done: Sequence[Sequence[float]], users: Sequence[User], think: Sequence[Sequence[float]]) -> float:
    """The largest stretch of a user, times without thinking, over the work on the whole machine."""
    return max(
        (ends[-1] - sum(pauses)) / (sum(map(sum, user)) / PROCESSORS)
        for ends, user, pauses in zip(done, users, think, strict=True)
    )


def outcome(_parts: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Deadlines missed, and stretches, with whole campaigns and with divisible ones."""
    cases = [one for result in results for one in result]
    campaigns, missed = sum(one["campaigns"] for one in cases), sum(one["missed cut"] for one in cases)
    whole_missed = sum(one["missed whole"] for one in cases)
    split = sum(one["pieces"] for one in cases) / campaigns
    claims = (
        Claim(
            "Campaigns of several users are split into parts and interleaved.",
            split > 1,
            f"{campaigns:,} campaigns in {len(cases):,} cases, {split:.2f} parts each.",
        ),
        Claim(
            "Divisible campaigns meet all of FAIRCAMP's deadlines, also where users think in between.",
            missed == 0,
            f"{missed} of {campaigns:,} missed; of campaigns that cannot be interrupted {whole_missed:,}.",
            finding=True,
        ),
    )
    x = tuple(map(float, USERS))
    means = {
        name: [float(np.mean([one[key] for one in cases if one["users"] == count] or [0.0])) for count in USERS]
        for name, key in (("as a whole", "stretch whole"), ("divisible", "stretch cut"))
    }
    chart = Chart(
        "Footnote 1: campaigns that can be divided",
        "users",
        "maximum stretch of a user, mean of the cases",
        (*(Series(name, x, tuple(values), kind="points") for name, values in means.items()), Series("k", x, x)),
        caption=(
            "Stretches are over the work on the whole machine, without the time users think.",
            "Campaigns as a whole also pay for jobs that cannot be cut, and may be above k.",
        ),
    )
    return Outcome(
        (
            Measured("Deadlines missed, divisible, %", 100 * missed / campaigns),
            Measured("Deadlines missed, as a whole, %", 100 * whole_missed / campaigns),
            Measured("Parts of a divisible campaign", split),
        ),
        claims,
        (chart,),
    )


def parts(scale: str, seed: int) -> list[Part]:
    """Random cases, cut into parts."""
    return [
        {
            "do": "divisible",
            "seed": seed,
            "first": first,
            "count": TOGETHER,
            "label": f"cases {first + 1:,} to {first + TOGETHER:,} of {COUNT[scale]:,}",
        }
        for first in range(0, COUNT[scale], TOGETHER)
    ]


EXPERIMENT = Experiment(
    "divisible",
    "Campaigns that can be divided",
    WHERE,
    "What changes when campaigns can be cut at will and interrupted without loss?",
    (
        ("campaigns", "divisible, interrupted without loss", STATED),
        ("rule", "FAIRCAMP's deadlines, preemptive", CHOSEN),
        ("cases", f"{COUNT['quick']:,}, at full scale {COUNT['full']:,}", CHOSEN),
        ("users", "2 to 5, with 1 to 4 campaigns of 1 to 6 jobs of 1 to 20 s", CHOSEN),
        ("think times", f"0 to {LONGEST_THINK} s", CHOSEN),
        ("processors", str(PROCESSORS), CHOSEN),
    ),
    (),
    parts,
    run,
    outcome,
    {"quick": 0.5, "full": 4.0},
    ("The footnote names this case and gives no algorithm for it; the preemptive form of FAIRCAMP is ours.",),
    (
        sample(
            "users who think, with and without turns",
            "thinking-deadlines",
            ("faircamp", {}),
            ("round_robin", {"quantum": 1}),
        ),
    ),
)
