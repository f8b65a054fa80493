"""To measure the fair starts of a run: when its jobs would have started without those that came later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scheduler.replay.fair_start_times import check_supported, chosen, fair_start, to_simulate
from scheduler.results.progress import Progress
from scheduler.results.store import Store
from scheduler.results.tasks import Spec, Task, schedule_of_run


def check(spec: Mapping[str, Any], store: Store) -> Spec:
    """{run}.  Raises InputError, one sentence."""
    check_supported(schedule_of_run(spec, store))
    return {"run": spec["run"]}


def run(store: Store, key: str, spec: Spec, progress: Progress) -> int:
    """Measure when jobs of a run would have started without later ones, keep it; how many jobs were measured."""
    schedule = store.schedule(spec["run"])
    progress.at(0.0, "Simulating without later jobs.")
    progress.jobs = to_simulate(schedule, chosen(len(schedule.placed)))
    misses = fair_start(schedule, control=progress.control)
    low, high = misses.interval or (None, None)
    progress.at(0.95, "Keeping the fair starts.")
    TASK.keep(
        store,
        key,
        spec,
        progress,
        {
            "run": spec["run"],
            "of": len(schedule.placed),
            "jobs": len(misses.rows),
            "exact": misses.exact,
            "mean": misses.mean_miss,
            "low": low,
            "high": high,
            "delayed_share": misses.share_delayed,
            "rows": misses.rows,
            "fair": misses.fair,
            "miss": misses.miss,
            "slowdown": float(misses.slowdown.mean()),
            "fair_slowdown": float(misses.fair_slowdown.mean()),
            "slower_share": misses.share_slower,
        },
    )
    return len(misses.rows)


TASK = Task("fair_start", "measures fair starts", check, run, computed_by=(fair_start,), kept_in="fair_starts")
