"""The table above the tabs: one line a run with what decides most often, the best of a column marked, notes as badges.

All metrics, with definitions, changes in words and the jobs that decide, stand in the tab of numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dash import html

from layouts.pages.compare.table.change import change, marks, value_text
from layouts.pages.compare.table.metric_names import defined
from layouts.pages.compare.table.metrics_table import grey_class, key_metrics, metrics_of, says
from layouts.state.view import FinishedRun
from layouts.words import caveats
from layouts.words.above_machine import comparable, judged
from layouts.words.slice_names import thin_spaces
from layouts.words.tie_noise import noise
from scheduler.metrics import Metric
from scheduler.wording import counted, subject

COLUMNS = 7  # that fit beside the inspector in a window of 1440 pixels


def table(runs: Sequence[FinishedRun], baseline: int) -> html.Div:
    """Runs as rows, metrics as columns, then what to mind of all runs."""
    base = next((run for run in runs if run.index == baseline), runs[0])
    metrics, grey, notes = metrics_of(runs), grey_class(runs), notes_of(runs)
    chosen = [metric for metric in key_metrics(runs) if metric in metrics and says(metric, runs)][:COLUMNS]
    best = {metric.key: best_of(metric, runs) for metric in chosen if not grey(metric)}
    head = html.Tr(
        [
            html.Th(["run", badge(notes.get("", []), "all runs")], scope="col"),
            *(html.Th(defined(metric, "summary"), scope="col", className=grey(metric)) for metric in chosen),
        ]
    )
    rows = []
    for run in runs:
        star = html.Span(["★ ", html.Span("baseline", className="qs-unseen")]) if run is base else None
        name = [star, run.name, badge(notes.get(run.key, []), run.name)]
        cells = (cell(metric, run, base, grey(metric), run.key in best.get(metric.key, ())) for metric in chosen)
        rows.append(html.Tr([html.Th(name, scope="row", className=f"qs-lane qs-run-{run.index}"), *cells]))
    return html.Div(
        [
            html.Div(
                html.Table(
                    [
                        html.Caption(
                            "Runs and their main metrics, with the change against the baseline", className="qs-unseen"
                        ),
                        html.Thead(head),
                        html.Tbody(rows),
                    ],
                    className="qs-table qs-compact",
                ),
                className="qs-across",
                tabIndex="0",
                role="region",
                **{"aria-label": "Run table"},
            )
        ],
        className="qs-card qs-summary-table",
    )


def best_of(metric: Metric, runs: Sequence[FinishedRun]) -> set[str]:
    """Keys of the runs with the best value, where not all have it."""
    values = {
        run.key: float(value)
        for run in comparable(runs)
        if (value := run.record["metrics"].get(metric.key)) is not None
    }
    if not metric.better or len(values) < 2:
        return set()
    best = (min if metric.better == "lower" else max)(values.values())
    keys = {key for key, value in values.items() if value == best}
    return keys if len(keys) < len(values) else set()


def cell(metric: Metric, run: FinishedRun, base: FinishedRun, grey: str, best: bool) -> html.Td:
    """A value with its change in a line; the words of the change are what a pointer that rests on it gets."""
    if "decides" in metric.needs and not caveats.decided(run):
        return html.Td("—", className=f"{grey} qs-soft".strip(), title="the log does not tell")
    value, reference = (compared.record["metrics"].get(metric.key) for compared in (run, base))
    text: list[Any] = [
        html.Span(value_text(metric, value), className="qs-best" if best else None, **marks(metric, value))
    ]
    if best:
        text.append(html.Span(" best", className="qs-unseen"))
    if run is not base and value is not None and reference is not None:
        text.append(change(metric, value, reference, judged(run, base), noise(metric.key, run, base).share).beside())
    return html.Td(text, className=grey, **({} if value is None else {"title": f"{value!r} {metric.unit}".strip()}))


def notes_of(runs: Sequence[FinishedRun]) -> Mapping[str, list[str]]:
    """{key of a run: what to mind of it alone}; under "" what is said of several or of all."""
    notes: dict[str, list[str]] = {}
    for text in caveats.sentences_of(caveats.OF_RUNS, runs[0].schedule.workload, runs):
        notes.setdefault(subject(text) or "", []).append(text)
    return notes


def badge(notes: Sequence[str], of: str) -> html.Details | None:
    """How many notes there are, and the notes behind it."""
    if not notes:
        return None
    return html.Details(
        [
            html.Summary(
                counted(len(notes), "note"),
                className="qs-badge",
                **{"aria-label": f"{counted(len(notes), 'note')} on {of}"},
            ),
            html.Ul(
                [html.Li(thin_spaces(text), className="qs-guard") for text in notes], className="qs-popup qs-guards"
            ),
        ],
        className="qs-notes-of",
    )
