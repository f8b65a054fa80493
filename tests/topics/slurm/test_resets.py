"""When usage becomes 0 under slurm (PriorityUsageResetPeriod): by the calendar, and what it does to priorities."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice

import numpy as np
import pytest

from scheduler.errors import Unsupported
from scheduler.model.workload import Workload
from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from scheduler.topics.slurm.adapters.resets import midnights, resets_of
from scheduler.topics.slurm.replay.priorities import priorities
from tests.cases.small import workload

EVENING = int(datetime(2026, 3, 5, 23, 58, tzinfo=UTC).timestamp())  # a Thursday, 120 s before midnight
ROWS = [(0, 60, 4), (200, 50, 4), (210, 50, 4), (220, 50, 4)]


def work(start: int = EVENING, zone: str = "UTC") -> Workload:
    made = workload(ROWS, 4, users=[7, 8, 7, 8])
    return replace(made, platform=replace(made.platform, start_time=start, time_zone=zone))


def params(**values: object) -> dict:
    return checked(
        all_policies()["slurm"].params,
        {
            "priority": "multifactor",
            "weight_fairshare": 1000,
            "calc_period": 60,
            "half_life": 0,
            "batch_sched_delay": 0,
            **values,
        },
    )


@pytest.mark.parametrize(
    ("period", "dates"),
    [
        ("daily", ["2026-03-06", "2026-03-07", "2026-03-08"]),
        ("weekly", ["2026-03-08", "2026-03-15", "2026-03-22"]),
        ("monthly", ["2026-04-01", "2026-05-01", "2026-06-01"]),
        ("quarterly", ["2026-04-01", "2026-07-01", "2026-10-01"]),
        ("yearly", ["2027-01-01", "2028-01-01", "2029-01-01"]),
    ],
)
def test_the_calendar(period: str, dates: list[str]) -> None:
    days = [datetime.fromtimestamp(local, UTC) for local in islice(midnights(period, float(EVENING)), 3)]
    assert [day.isoformat() for day in days] == [f"{date}T00:00:00+00:00" for date in dates]


def test_it_happens_at_the_first_tick_behind_midnight_on_the_clock_of_the_log() -> None:
    daily = params(usage_reset="daily")
    assert resets_of(work(), daily, 0.0).tolist() == [120]
    assert resets_of(work(), daily, 50.0).tolist() == [170]
    assert resets_of(work(zone="Europe/Berlin"), daily, 0.0).tolist() == []  # there midnight was an hour ago
    assert resets_of(work(EVENING - 3600, "Europe/Berlin"), daily, 0.0).tolist() == [120]
    assert resets_of(work(), params(), 0.0).tolist() == []


def factors(time: float, **values: object) -> list[float]:
    """The fair-share factors of users 7 and 8 at a time, s."""
    load, start = work(), np.array([0.0, 200, 250, 300])
    table = priorities(load, params(**values), start)
    tick = int(np.searchsorted(table.ticks, time, "right")) - 1
    return [float(table.share[tick, table.association[row]]) for row in (0, 1)]


def test_who_used_much_before_has_no_less_behind_it() -> None:
    assert factors(61) == factors(61, usage_reset="daily") == [0.5, 1.0]
    assert factors(180) == [0.5, 1.0] and factors(180, usage_reset="daily") == [1.0, 1.0]
    assert factors(240, usage_reset="daily") == [1.0, 0.5]


def test_it_changes_who_goes_first() -> None:
    """At 250 jobs of user 7 and of user 8 wait; until the reset user 7 has used more, behind it user 8."""
    without, daily = (
        simulate(work(), "slurm", params(usage_reset=reset, half_life=0), decisions="all")
        for reset in ("none", "daily")
    )
    assert without.placed.start.tolist() == [0, 200, 300, 250] and daily.placed.start.tolist() == [0, 200, 250, 300]


@pytest.mark.parametrize("period", ["daily", "yearly"])
def test_very_long_jobs_have_resets_up_to_the_year_2100(period: str) -> None:
    made = workload([(0, 1e12, 1)], 4)
    made = replace(made, platform=replace(made.platform, start_time=EVENING, time_zone="UTC"))
    last = datetime.fromtimestamp(EVENING + resets_of(made, params(usage_reset=period), 0.0)[-1], UTC)
    assert last.isoformat() == "2100-01-01T00:00:00+00:00"


def test_without_a_date_it_is_refused() -> None:
    with pytest.raises(Unsupported, match="have no date; set usage_reset to none"):
        simulate(workload(ROWS, 4), "slurm", {"usage_reset": "weekly"}, decisions=None)
