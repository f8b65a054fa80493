"""What the page by hand is told after every change: drawings, numbers, what is wrong, and why a job waited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts import theme
from layouts.drawing import svg_gantt
from layouts.frame.controls import data_table
from layouts.pages.by_hand.hand_runs import Run
from layouts.pages.by_hand.request import State, cells
from layouts.state import hand_link
from layouts.words.slice_names import thin_spaces
from scheduler.durations import human
from scheduler.explain import job as explain
from scheduler.explain.words import sentences
from scheduler.metrics import Metric, main_metrics
from scheduler.model.schedule import Schedule

HEIGHTS = {1: 269, 2: 195, 3: 169, 4: 149}  # pixels of a drawing, by how many there are
MOST_SAID = 6
NEAR = 1e-9
OTHERS = "The list of policies holds those that can run these jobs."


def drawn(state: State, runs: Sequence[Run]) -> dict[str, Any]:
    """The drawings and the address; by_hand.js puts them where they belong."""
    schedules = [run.schedule for run in runs if run.schedule is not None]
    first, last = svg_gantt.span(schedules)
    frame = svg_gantt.Frame(
        first,
        last if state.until is None else max(state.until, first + 1.0),
        state.sheet.processors,
        state.width,
        HEIGHTS[len(runs)],
    )
    rows = [cells(job) for job in state.sheet.jobs]
    return {
        "seq": state.seq,
        "link": hand_link.write(state.sheet),
        "rows": rows if rows != list(state.rows) else None,
        "unit": frame.unit,
        "panels": [panel(frame, run) for run in runs],
        "axis": {"t0": frame.t0, "t1": frame.t1, "left": frame.x(frame.t0), "right": frame.x(frame.t1)},
        "users": svg_gantt.users(schedules[0]) if schedules else "",
        "jobs": {str(job.number): job.runtime for job in state.sheet.jobs},
        "wrong": [],
    }


def panel(frame: svg_gantt.Frame, run: Run) -> dict[str, str]:
    """One drawing with its heading, or why there is none."""
    title = run.name
    if run.schedule is None:
        return {"policy": run.policy, "title": title, "svg": "", "said": f"{thin_spaces(run.problem)} {OTHERS}"}
    return {
        "policy": run.policy,
        "title": title,
        "said": "",
        "svg": svg_gantt.chart(frame, run.schedule, f"Gantt chart: {title}", live=True),
    }


def wrong(state: State) -> dict[str, Any]:
    """The answer to a table that cannot be simulated: which cells, and the drawings stay."""
    return {
        "seq": state.seq,
        "panels": None,
        "rows": None,
        "wrong": [{"row": problem.row, "column": problem.column} for problem in state.problems],
    }


def problems(state: State) -> Any:
    """What is wrong, a sentence each."""
    if not state.problems:
        return None
    items = [html.Li(thin_spaces(problem.text)) for problem in state.problems[:MOST_SAID]]
    more = len(state.problems) - MOST_SAID
    return html.Div(
        [
            html.Ul([*items, *([html.Li(f"And {more} more.")] if more > 0 else [])], className="qs-plain"),
            html.P("The charts show the table as it was before.", className="qs-soft qs-small"),
        ],
        className="hand-wrong",
    )


def numbers(runs: Sequence[Run]) -> Any:
    """The table of numbers, each with its change against the first policy."""
    simulated = [run for run in runs if run.schedule is not None]
    if not simulated:
        return None
    base = values(simulated[0].schedule)
    rows = [
        html.Tr(
            [
                html.Th(run.name, scope="row"),
                *(
                    cell(metric, value, None if run is simulated[0] else reference)
                    for (metric, value), (_, reference) in zip(values(run.schedule), base, strict=True)
                ),
            ]
        )
        for run in simulated
    ]
    head = html.Tr(
        [
            html.Th("policy", scope="col"),
            *(html.Th(metric.title, scope="col", className="qs-number", title=metric.formula) for metric, _ in base),
        ]
    )
    return html.Table(
        [
            html.Caption(f"Change against {simulated[0].name}" if len(simulated) > 1 else "Numbers"),
            html.Thead(head),
            html.Tbody(rows),
        ],
        className="qs-table hand-numbers",
    )


def values(schedule: Schedule | None) -> list[tuple[Metric, float | None]]:
    """The numbers of a schedule."""
    assert schedule is not None
    return [(metric, metric.compute(schedule)) for metric in main_metrics("by hand")]


def text(metric: Metric, value: float | None) -> str:
    """A number for people."""
    if value is None:
        return "—"
    return human(value) if metric.unit == "s" else theme.number(value)


def cell(metric: Metric, value: float | None, base: float | None) -> html.Td:
    """A number and how it differs from the first policy's."""
    if base is None or value is None:
        return html.Td(text(metric, value), className="qs-number")
    apart, kind = value - base, metric.better
    if abs(apart) <= NEAR * max(abs(base), 1.0):
        change, verdict = "same", "same"
    else:
        change = f"{'▲' if apart > 0 else '▼'} {text(metric, abs(apart))} {'more' if apart > 0 else 'less'}"
        verdict = "same" if not kind else "better" if (apart > 0) == (kind == "higher") else "worse"
    return html.Td([text(metric, value), html.Span(change, className=f"qs-change qs-{verdict}")], className="qs-number")


def starts(runs: Sequence[Run]) -> Any:
    """When every job starts, as a table."""
    simulated = [run for run in runs if run.schedule is not None]
    if not simulated:
        return None
    jobs = simulated[0].schedule.workload.jobs  # type: ignore[union-attr]
    rows = [
        {"job": int(job)}
        | {
            f"starts under {run.name}": human(float(run.schedule.placed.start[row]))
            for run in simulated
            if run.schedule is not None
        }
        for row, job in enumerate(jobs.job_id.tolist())
    ]
    return data_table(rows, "Starts")


def why(state: State, runs: Sequence[Run]) -> Any:
    """Why the selected job started when it did, under each policy."""
    number = state.job
    parts = []
    for run in runs:
        ids = run.schedule.workload.jobs.job_id.tolist() if run.schedule is not None else []
        if number in ids:
            assert run.schedule is not None
            lines = sentences(explain.facts(run.schedule, ids.index(number))[1:], run.schedule)
            parts.append(
                html.Div([html.H3(run.name), *(html.P(thin_spaces(line), className="qs-small") for line in lines)])
            )
    if not parts:
        return html.P("Choose a bar to read why its job starts when it does.", className="qs-soft qs-small")
    return html.Div([html.H2(f"Job {number}"), html.Div(parts, className="hand-whys")])


def compiling(titles: Sequence[str]) -> html.Div:
    """What is said while kernels are made ready."""
    return html.Div(
        [
            html.P(
                f"Compiling {', '.join(titles)}: once only. The charts follow by themselves.",
                style={"margin": "0 0 6px"},
            ),
            dmc.Progress(value=100.0, animated=True, **{"aria-label": "Compiling"}),
        ],
        className="qs-card",
    )
