"""The metrics file of a run: one flat object that says what was run, on what, and what came out.

Undefined values are null; so is `seed` where nothing is random.  Everything needed to run it again is in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scheduler import __version__
from scheduler.cli.output import table
from scheduler.program_files import commit

# what the keys that are neither metrics nor options of the workload mean
EXPLAINED = {
    "policy": "its key",
    "params": "its parameters, defaults filled in",
    "seed": "start of the random numbers; null where there are none",
    "trace": "the file as it was named",
    "trace_sha256": "of its text, unpacked",
    "processors": "size of the machine",
    "lines": "jobs of the file",
    "jobs": "jobs simulated, whatever is trimmed",
    "users": "users of all jobs simulated, whatever is trimmed",
    "campaigns": "campaigns of all jobs simulated; null where there are none",
    "overrun_applied": "what was done where a runtime was above the requested time: cut, extend or none",
    "work_removed": "share of the work that cutting runtimes removed",
    "time_factor": "what the times between submissions were multiplied by, to reach the load asked for",
    "threshold": "s; runtimes below it count as this in bounded stretch",
    "trim": "share of the jobs left out of metrics at each end",
    "audit": "passed: without that there is no file",
    "audit_report": "what the audit tells besides; null where nothing",
    "kernel_cpu_seconds": "of the simulation alone, s",
    "version": "of this program",
    "commit": 'of this program, "" not known',
    "fingerprint": "of the sources that decide a schedule",
    "fair_start_miss_mean": "with --fair-start: how much later than at its fair time a job starts, mean over the jobs "
    "measured, s",
    "fair_start_miss_low": "lower end of its 95 % interval, s; null where all jobs were measured",
    "fair_start_miss_high": "upper end of its 95 % interval, s; null where all jobs were measured",
    "fair_start_delayed_share": "share of the jobs measured that start later than at their fair time",
    "fair_start_jobs": "jobs measured, whatever is trimmed: all of them up to 5,000, above that 200 drawn by lot",
}

if TYPE_CHECKING:
    from scheduler.metrics import Metric
    from scheduler.model.schedule import Schedule
    from scheduler.model.trace import Trace
    from scheduler.replay.fair_start_times import FairStart


def figures(trace: Trace, schedule: Schedule, threshold: float, trim: float = 0.0) -> dict[str, Any]:
    """{name: value}, flat but for `params`; times in seconds.  The schedule has passed its audit.

    trim: share of jobs left out at each end of what is measured over jobs or users.
    """
    from scheduler.metrics import measure

    counts = _counts(trace, schedule)
    return {
        **_origin(trace, schedule),
        **counts,
        "threshold": threshold,
        "trim": trim,
        **measure(schedule, threshold, trim),
        **counts,  # of all jobs, whatever is left out of measures
        **_proof(schedule),
    }


def main_figures(schedule: Schedule, threshold: float, trim: float = 0.0) -> str:
    """The metrics that decide most often for such a workload, as a table; threshold, trim: as of figures()."""
    from scheduler.metrics import main_metrics, measure, table_of, titled
    from scheduler.model.user_names import users_known

    metrics = {
        metric.key: metric
        for metric in main_metrics(table_of([schedule]))
        if metric.family != "fairness" or users_known(schedule.workload)
    }
    values = measure(schedule, threshold, trim, metrics)
    return table(
        ("metric", "title", "value", "unit", ""),
        [
            (key, titled(metrics[key], threshold), *in_words(metrics[key], value))
            for key, value in values.items()
            if value is not None
        ],
        numbers=[2],
    )


def in_words(metric: Metric, value: float) -> tuple[str, str, str]:
    """A value, its unit, and of a long time what people call it."""
    from scheduler.durations import MINUTE, human

    if metric.percent:
        return f"{100 * value:.1f}", "%", ""
    words = human(value) if metric.unit == "s" and value >= MINUTE else ""
    return (f"{value:,.0f}" if abs(value) >= 1_000 else f"{value:.4g}"), metric.unit, words


def fair_figures(misses: FairStart) -> dict[str, Any]:
    """{name: value} of how much later than at their fair time jobs start, s; low and high are null where all count."""
    low, high = misses.interval or (None, None)
    return {
        "fair_start_miss_mean": misses.mean_miss,
        "fair_start_miss_low": low,
        "fair_start_miss_high": high,
        "fair_start_delayed_share": misses.share_delayed,
        "fair_start_jobs": len(misses.rows),
    }


def _origin(trace: Trace, schedule: Schedule) -> dict[str, Any]:
    return {
        "policy": schedule.policy,
        "params": schedule.params,
        "seed": schedule.seed,
        "trace": trace.name,
        "trace_sha256": trace.sha256,
        **{key_of(name): value for name, value in schedule.workload.options.items()},
    }


def key_of(option: str) -> str:
    """The key of an option of the workload: its name in a call, but `load` is the metric, `campaigns` a number."""
    from scheduler.model.workload_options import CALL_NAMES

    return {**CALL_NAMES, "load": "load_asked", "campaigns": "campaigns_from"}.get(option, option)


def _counts(trace: Trace, schedule: Schedule) -> dict[str, Any]:
    workload = schedule.workload
    return {
        "lines": len(trace),
        "jobs": len(workload),
        "users": workload.users,
        "campaigns": workload.campaign_count or None,
        "processors": workload.platform.processors,
    }


def _proof(schedule: Schedule) -> dict[str, Any]:
    certificate = schedule.certificate
    assert certificate is not None and certificate.passed
    return {
        "audit": "passed",
        "audit_report": " ".join(certificate.reports) or None,
        "kernel_cpu_seconds": schedule.kernel_cpu_seconds,
        "version": __version__,
        "commit": commit(),
        "fingerprint": schedule.fingerprint,
    }
