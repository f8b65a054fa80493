"""The table of metrics of a comparison: runs as rows with what decides most often, and all metrics on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from dash import html

from layouts.pages.compare.table import settings
from layouts.pages.compare.table.change import change, marks, value_text
from layouts.pages.compare.table.intervals import Replicated, marks_of_mean, mean_text
from layouts.pages.compare.table.intervals import change as paired_change
from layouts.pages.compare.table.metric_names import defined
from layouts.state.view import FinishedRun
from layouts.words import caveats
from layouts.words.above_machine import judged
from layouts.words.stretch_threshold import PLAIN, threshold_of
from layouts.words.tie_noise import noise
from scheduler.metrics import THRESHOLD, Metric, all_metrics, deciding_job, main_metrics, table_of, without_threshold
from scheduler.model.user_names import users_known

OF_USERS = "fairness"  # family that says nothing where nobody knows who the users are
MOST_COLUMNS = 8


def metric_table(runs: Sequence[FinishedRun], baseline: int, replicated: Replicated | None = None) -> html.Section:
    """The run table: runs as rows with the metrics that decide most often, what to mind, and all metrics on demand.

    replicated: what replicas say of these runs, where there are any.
    """
    base = next((run for run in runs if run.index == baseline), runs[0])
    metrics = metrics_of(runs)
    chosen = [metric for metric in key_metrics(runs) if metric in metrics and says(metric, runs)]
    notes = [
        html.Li(text, className="qs-guard")
        for text in caveats.sentences_of(caveats.OF_RUNS, runs[0].schedule.workload, runs)
    ]
    return html.Section(
        [
            html.H2("Runs in numbers"),
            key_table(runs, base, chosen[:MOST_COLUMNS], replicated),
            about(replicated),
            html.Ul(notes, className="qs-guards"),
            html.Details(
                [
                    html.Summary(f"All {len(metrics)} metrics, with their formulas"),
                    full_table(runs, base, metrics, replicated),
                ],
                className="qs-twin",
            ),
            settings.section(runs, base),
        ],
        className="qs-card",
    )


def key_metrics(runs: Sequence[FinishedRun]) -> list[Metric]:
    """What decides most often, by what the jobs are; stretch is plain where they are too short for a threshold."""
    metrics = main_metrics(table_of([run.schedule for run in runs]))
    return without_threshold(metrics) if threshold_of(runs) == PLAIN else metrics


def says(metric: Metric, runs: Sequence[FinishedRun]) -> bool:
    """Whether a metric has a value in some run: one of users has none where each has a single job."""
    return any(run.record["metrics"].get(metric.key) is not None for run in runs)


def metrics_of(runs: Sequence[FinishedRun]) -> list[Metric]:
    """The metrics of these runs; those of users only where it is known who they are."""
    named = users_known(runs[0].schedule.workload)
    return [
        metric
        for key, metric in all_metrics().items()
        if any(key in run.record["metrics"] for run in runs) and (named or metric.family != OF_USERS)
    ]


def about(replicated: Replicated | None) -> html.P | None:
    """What ± means; nothing where there are no replicas."""
    if replicated is None:
        return None
    return html.P(
        f"With ±: the mean over {replicated.count} replicas and half of its 95 % interval; changes are "
        "differences in pairs, replica by replica.",
        className="qs-small qs-soft",
    )


def key_table(
    runs: Sequence[FinishedRun], base: FinishedRun, chosen: Sequence[Metric], replicated: Replicated | None = None
) -> html.Div:
    """One row per run, one column per metric; grey where arrivals decide."""
    grey = grey_class(runs)
    head = html.Tr(
        [
            html.Th("run", scope="col"),
            *(html.Th(defined(metric, "main"), scope="col", className=grey(metric)) for metric in chosen),
        ]
    )
    rows = [
        html.Tr(
            [
                html.Th(
                    [
                        ("★ " if run is base else "") + run.name,
                        html.Span("baseline", className="qs-change qs-soft") if run is base else None,
                    ],
                    scope="row",
                    className=f"qs-lane qs-run-{run.index}",
                ),
                *(metric_cell(metric, run, base, grey(metric), replicated) for metric in chosen),
            ]
        )
        for run in runs
    ]
    return html.Div(
        html.Table(
            [
                html.Caption(
                    "Runs and their main metrics, with the change against the baseline", className="qs-unseen"
                ),
                html.Thead(head),
                html.Tbody(rows),
            ],
            className="qs-table qs-key",
        ),
        className="qs-across",
        tabIndex="0",
        role="region",
        **{"aria-label": "Main metrics"},
    )


def of_family(runs: Sequence[FinishedRun], base: FinishedRun, family: str) -> html.Section:
    """The metrics of one family, runs as columns."""
    metrics = [metric for metric in metrics_of(runs) if metric.family == family and says(metric, runs)]
    return html.Section(
        [html.H2(f"Numbers of the {family}"), full_table(runs, base, metrics, table=family)], className="qs-card"
    )


def full_table(
    runs: Sequence[FinishedRun],
    base: FinishedRun,
    metrics: Sequence[Metric],
    replicated: Replicated | None = None,
    table: str = "all",
) -> html.Div:
    """Metrics as rows, by family, runs as columns; table: its name among those on the page."""
    head = html.Tr(
        [
            html.Th("metric", scope="col"),
            *(
                html.Th(
                    ("★ " if run is base else "") + run.name, scope="col", className=f"qs-column qs-run-{run.index}"
                )
                for run in runs
            ),
        ]
    )
    rows: list = []
    grey = grey_class(runs)
    for family in dict.fromkeys(metric.family for metric in metrics):
        rows.append(html.Tr(html.Th(family, colSpan=len(runs) + 1, scope="colgroup"), className="qs-family"))
        rows += [
            metric_row(metric, runs, base, grey(metric), replicated, table)
            for metric in metrics
            if metric.family == family
        ]
    return html.Div(
        html.Table(
            [html.Caption("All metrics of the runs", className="qs-unseen"), html.Thead(head), html.Tbody(rows)],
            className="qs-table",
        ),
        className="qs-across",
        tabIndex="0",
        role="region",
        **{"aria-label": "All metrics"},
    )


def grey_class(runs: Sequence[FinishedRun]) -> Callable[[Metric], str]:
    """The class of a metric among these runs: grey where neither direction is better.

    What arrivals set where every run keeps up with them is grey only there.
    """
    decided = caveats.arrivals_decide(runs[0].schedule.workload, runs)
    return lambda metric: "qs-grey" if not metric.better and (decided or not metric.by_arrivals) else ""


def metric_row(
    metric: Metric,
    runs: Sequence[FinishedRun],
    base: FinishedRun,
    grey: str,
    replicated: Replicated | None = None,
    table: str = "all",
) -> html.Tr:
    """A metric of every run; grey where arrivals decide it."""
    name = html.Th([*defined(metric, table), html.Span(metric.formula, className="qs-change qs-soft")], scope="row")
    return html.Tr([name, *(metric_cell(metric, run, base, grey, replicated) for run in runs)], className=grey)


def one_sided(metric: Metric, values: Mapping[str, Any], reference: Mapping[str, Any]) -> bool:
    """Whether a number that leaves out the users with one job changes otherwise than the one over all users."""
    keys = (metric.key, metric.over_all or metric.key)
    if any(numbers.get(key) is None for key in keys for numbers in (values, reference)):
        return False
    part, whole = (values[key] - reference[key] for key in keys)
    return part * whole < 0 or (part != 0 and whole == 0)


def metric_cell(
    metric: Metric, run: FinishedRun, base: FinishedRun, grey: str, replicated: Replicated | None = None
) -> html.Td:
    """A value and its change in sign, symbol and word; beside a maximum over jobs, the job that decides it.

    Where there are replicas the value is their mean with ±, and the change is that of the pairs.
    """
    if "decides" in metric.needs and not caveats.decided(run):
        return html.Td("the log does not tell", className=f"{grey} qs-soft".strip())
    value, reference = (compared.record["metrics"].get(metric.key) for compared in (run, base))
    average = replicated.mean(run.key, metric.key) if replicated is not None else None
    cell: list = (
        [value_text(metric, value)]
        if average is None
        else [
            mean_text(metric, average),
            html.Span(
                f"this run: {value_text(metric, value)}",
                className="qs-change qs-soft",
                **marks(metric, value, "this run: {}"),
            ),
        ]
    )
    threshold = float(run.record.get(THRESHOLD.name, THRESHOLD.default))
    worst = deciding_job(metric, run.schedule, threshold) if value else None
    if worst is not None:
        cell.append(html.Span(f"job {run.schedule.workload.jobs.job_id[worst]}", className="qs-change qs-soft"))
    if run is not base and value is not None and reference is not None:
        apart = replicated.difference(run.key, base.key, metric.key) if replicated is not None else None
        fair = judged(run, base) and not one_sided(metric, run.record["metrics"], base.record["metrics"])
        cell.append(
            (
                change(metric, value, reference, fair, noise(metric.key, run, base).share)
                if apart is None
                else paired_change(metric, apart, fair)
            ).line()
        )
    title = {} if value is None else {"title": f"{value!r} {metric.unit}".strip()}
    marked = marks(metric, value) if average is None else marks_of_mean(metric, average.mean, average.half)
    return html.Td(cell, className=grey, **(title | marked))
