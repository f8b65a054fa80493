"""Section 5.1: the instance in which a campaign's stretch grows as theorem 1 bounds it.

The paper says that the bound is tight and refers to a report for the proof.  The instance is ours: all users are active
in the virtual schedule from 0 on, so user 1's first campaign is complete there only after k times its length, while the
real schedule runs it at once.  The second campaign, submitted then, waits for its virtual start; by that time the
others' campaigns have the same virtual completion, and go first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from scheduler.bounds import all_guarantees
from scheduler.charts import Chart, Series
from scheduler.generators.traces.generated import trace_of
from scheduler.model.workload import Workload
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from scheduler.topics.campaigns.campaign_traces import HEADER
from scheduler.topics.papers.experiments import (
    AT_MOST,
    CHOSEN,
    Claim,
    Experiment,
    Measured,
    Opening,
    Outcome,
    Part,
    Published,
    Result,
)

WHERE = "section 5.1, after theorem 1"
PROCESSORS, ROWS = 2, 100  # machine, and jobs of 1 s on each processor that make up the second campaign
USERS = (2, 3, 5, 10, 20)
AREAS = (1, 3)  # W' / W: work of the first campaign of user 1 over that of the second
USERS_TOLD = 20
NEAR = 0.9  # of the bound: as near as "tight" means here
GUARANTEES = ("completion", "campaign_stretch")


def instance(users: int, area: int, processors: int = PROCESSORS, rows: int = ROWS) -> Workload:
    """User 1 with campaigns of area x W and W, the others with one of the sum; W = processors x rows jobs of 1 s."""
    second = processors * rows
    sizes = [area * second, *[(area + 1) * second] * (users - 1), second]
    owner = np.repeat([*range(1, users + 1), 1], sizes)
    n = len(owner)
    previous = np.where(np.arange(n) < n - second, -1, sizes[0])
    columns = {
        "submit": np.zeros(n),
        "runtime": np.ones(n),
        "requested_time": np.ones(n),
        "requested_processors": np.ones(n),
        "user_id": owner,
        "preceding_job": previous,
        "think_time": np.zeros(n),
    }
    return workload(trace_of("none", 0, {}, processors, columns, (), HEADER, hashed=False))


def run(part: Part) -> list[dict[str, float]]:
    """For each number of users the stretch of user 1's second campaign, and measured and bound of the guarantees."""
    return [_of(users, part["area"]) for users in USERS]


def _of(users: int, area: int) -> dict[str, float]:
    schedule = simulate(instance(users, area), "ostrich", decisions=None)
    row = int(np.flatnonzero(schedule.workload.table("campaigns").index == 1)[0])
    values: dict[str, float] = {}
    for key in GUARANTEES:
        measured = all_guarantees()[key].measure(schedule)
        values |= {key: float(measured.value[row]), f"{key} bound": float(measured.bound[row])}
    return values


def exact(users: int, area: int) -> float:
    """What the stretch comes to: k + (k - 1) W' / W."""
    return users + (users - 1) * area


def outcome(parts_run: Sequence[Part], results: Sequence[Result]) -> Outcome:
    """Stretches against the bound of theorem 1."""
    of_area: dict[int, list[dict[str, float]]] = dict(zip((part["area"] for part in parts_run), results, strict=True))
    shares = {
        area: [row["campaign_stretch"] / row["campaign_stretch bound"] for row in rows]
        for area, rows in of_area.items()
    }
    last = [share[-1] for share in shares.values()]
    claims = (
        Claim(
            "The bound on the stretch of a campaign is tight: some campaigns' stretch grows with the number of users "
            "and with the area of the previous campaign as the bound does (read as: it comes nearer to the bound "
            f"with more users, and is above {NEAR} of it with {USERS_TOLD}).",
            all(share == sorted(share) for share in shares.values()) and min(last) > NEAR,
            "; ".join(
                f"W' = {area} W: {', '.join(f'{share:.3f}' for share in shares[area])} of the bound for "
                f"{', '.join(map(str, USERS))} users"
                for area in of_area
            )
            + ".",
        ),
        Claim(
            "The stretch is k + (k - 1) W' / W, where the bound has k + k W' / W and a term for the longest job.",
            all(
                abs(row["campaign_stretch"] - exact(users, area)) < 1e-6
                for area, rows in of_area.items()
                for users, row in zip(USERS, rows, strict=True)
            ),
            f"{USERS_TOLD} users, W' = W: {of_area[AREAS[0]][-1]['campaign_stretch']:g}, bound "
            f"{of_area[AREAS[0]][-1]['campaign_stretch bound']:.4g}.",
            finding=True,
        ),
    )
    measured = [
        Measured(f"{name}, {USERS_TOLD} users, W' = {area} W", rows[-1][key] / rows[-1][f"{key} bound"])
        for area, rows in of_area.items()
        for name, key in (("Stretch over theorem 1", "campaign_stretch"), ("Flow time over bound (5.1)", "completion"))
    ]
    return Outcome(tuple(measured), claims, tuple(_chart(area, rows) for area, rows in of_area.items()))


def _chart(area: int, rows: Sequence[dict[str, float]]) -> Chart:
    x = tuple(map(float, USERS))
    return Chart(
        f"Stretch of user 1's second campaign, W' = {area} W",
        "users",
        "stretch of the campaign",
        (
            Series("OStrich", x, tuple(row["campaign_stretch"] for row in rows), kind="points"),
            Series("bound of theorem 1", x, tuple(row["campaign_stretch bound"] for row in rows), published=True),
        ),
        caption=(
            f"With {USERS[-1]} users the stretch is {rows[-1]['campaign_stretch']:.3g}, the bound "
            f"{rows[-1]['campaign_stretch bound']:.3g}.",
        ),
    )


RUNS: tuple[tuple[str, dict[str, Any]], ...] = (("ostrich", {}), ("multicamp", {}))
EXPERIMENT = Experiment(
    "tight",
    "The instance that makes the bound tight",
    WHERE,
    "Is there a campaign whose stretch is nearly what theorem 1 allows?",
    (
        ("processors", str(PROCESSORS), CHOSEN),
        ("jobs", "of 1 s", CHOSEN),
        ("second campaign of user 1", f"W = {PROCESSORS * ROWS} s of work", CHOSEN),
        ("first campaign of user 1", f"W' = {' or '.join(map(str, AREAS))} times W", CHOSEN),
        ("campaign of each other user", "W' + W", CHOSEN),
        ("users", ", ".join(map(str, USERS)), CHOSEN),
    ),
    tuple(
        Published(
            f"{name}, {USERS_TOLD} users, W' = {area} W",
            1,
            AT_MOST,
            f"{WHERE}: at most the bound (bound from the formula)",
        )
        for area in AREAS
        for name in ("Stretch over theorem 1", "Flow time over bound (5.1)")
    ),
    lambda _scale, _seed: [
        {"do": "tight", "area": area, "label": f"W' = {area} W, up to {USERS[-1]} users"} for area in AREAS
    ],
    run,
    outcome,
    {"quick": 0.3, "full": 0.3},
    ("The report with the paper's own proof is not reachable; the instance here is ours.",),
    (Opening("three users on one processor", {"kind": "sample", "name": "tight-stretch.swf"}, RUNS),),
    random=False,
)
