"""Idle processors that answer: a click on an area, or a stretch of a list, says what they were idle for and selects it.

The selection is the longest stretch of time in which that reason held for at least one processor, as far as it is in
view; the jobs that waited then are lit, and the one that was held back and the one it was held for are named.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import dash_mantine_components as dmc
import numpy as np
from dash import ALL, Dash, Input, Output, ctx, dcc, html, no_update

from layouts import ids, theme
from layouts.drawing import idle_curves
from layouts.drawing.axes import extent, window_of
from layouts.drawing.idle_curves import DOES_NOT_FIT, LOOKS, NO_WORK, SPLIT, USABLE
from layouts.drawing.paired_waits import spans
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.pages.compare.gantts.gantt_panel import view_of
from layouts.pages.compare.runs import run_list
from layouts.plots.underutilization import point
from layouts.server.cpu_time_limit import in_time
from layouts.state import page_state
from layouts.state.page_state import STORES, PageState
from layouts.state.view import FinishedRun, View
from scheduler.analysis.hold_causes import RULE, UNKNOWN
from scheduler.analysis.idle_over_time import PARTS, areas, largest, stretch_at, widest
from scheduler.durations import HOUR, human, moment
from scheduler.errors import QueuescopeError
from scheduler.explain.idle_instant import Cause, cause, free, hole

LONGEST = 10  # stretches of a list
DEAR, SMALL = 200_000, 5_000  # jobs of all runs from which on they are found after the page is shown; kept from
PATIENCE = 2.0  # s of CPU to find out what a run without decisions held a job back for
BUSY = "Nothing is idle there: these processors are busy."
FOR = {1: "for the reservation of", 2: "because it goes after", 3: "by a rule of the policy, behind"}


class Stretch(NamedTuple):
    """A stretch of a run in which processors are idle for one reason."""

    run: FinishedRun
    part: int  # index of idle_steps.PARTS
    begin: float  # s
    end: float  # s


# -- what the page shows


def section(runs: Sequence[FinishedRun]) -> html.Div | None:
    """What is selected, and the list of the largest stretches; nothing where nothing is idle."""
    runs = [run for run in runs if len(run.schedule.placed) and idle_curves.whole(run).sum() > 0]
    if not runs:
        return None
    names = {run.key: run.name for run in runs}
    part = most_telling(runs[0])
    of_run = dmc.Select(
        id=ids.IDLE_RUN,
        value=runs[0].key,
        label="Run",
        allowDeselect=False,
        size="xs",
        data=[{"value": key, "label": name} for key, name in names.items()],
    )
    of_part = dmc.Select(
        id=ids.IDLE_PART,
        value=str(part),
        label="Idle",
        allowDeselect=False,
        size="xs",
        data=[{"value": str(part), "label": LOOKS[part].name} for part in idle_curves.present_parts(runs)],
    )
    return html.Div(
        [
            dcc.Store(id=ids.IDLE_ASKED),
            html.P(
                "Click an area to select the stretch of time it belongs to and to see which jobs waited then.",
                className="qs-soft qs-small",
                style={"margin": "4px 0"},
            ),
            html.Div(id=ids.IDLE_MESSAGE, role="status", **{"aria-live": "polite"}),
            html.Details(
                [
                    html.Summary("The largest stretches of idle processors, as a list"),
                    html.Div([of_run, of_part], className="qs-row"),
                    html.Div(stretch_list(runs[0], part), id=ids.IDLE_LIST),
                ],
                className="qs-twin",
            ),
        ]
    )


def most_telling(run: FinishedRun) -> int:
    """The part to begin with: the largest of those that waiting jobs could have used, else the largest."""
    area = idle_curves.whole(run)
    held_area = area[idle_curves.USABLE]
    return idle_curves.USABLE.start + int(held_area.argmax()) if held_area.any() else int(area.argmax())


def stretch_list(run: FinishedRun, part: int) -> html.Ol | html.P:
    """The largest stretches of a run and a reason as buttons, most processor-seconds first."""
    stretches = idle_curves.stretches_of(run, part)
    chosen = largest(stretches, LONGEST)
    if not len(chosen):
        return html.P(f"Nothing is idle {LOOKS[part].phrase} in {run.name}.", className="qs-soft qs-small")
    return html.Ol(
        [html.Li(_entry(run, part, int(index), *(float(column[index]) for column in stretches))) for index in chosen],
        className="qs-plain",
        **{"aria-label": f"{run.name}, idle {LOOKS[part].phrase}"},
    )


def _entry(run: FinishedRun, part: int, index: int, begin: float, end: float, area: float) -> html.Button:
    text = f"{moment(begin)}, for {human(end - begin)}: {processors(area / (end - begin))} on average, {amount(area)}"
    return html.Button(
        text,
        type="button",
        className="qs-pick",
        id=ids.stretch(run.key, part, index),
        **{"data-from": f"{begin:.3f}", "data-to": f"{end:.3f}"},
    )


def amount(area: float) -> str:
    """Processor-seconds for people."""
    value, unit = (area / HOUR, "hour") if area >= HOUR else (area, "second")
    return f"{theme.number(value)} processor-{unit}{'' if theme.number(value) == '1' else 's'}"


def processors(count: float) -> str:
    """A number of processors, which may be a mean."""
    return f"{theme.number(count)} processor{'' if theme.number(count) == '1' else 's'}"


# -- what is selected


def clicked(runs: Sequence[FinishedRun], view: View, asked: Any) -> Stretch | None:
    """The stretch that is drawn where the plot was clicked, within the window; None where what is there is busy."""
    run, time, processors = _read(runs, asked)
    if run is None:
        return None
    spot = point(runs, run, view, time, processors)
    if spot is None:
        return None
    part, step = spot
    stretches = idle_curves.stretches_of(run, part)
    index = stretch_at(stretches, time, time)
    index = stretch_at(stretches, *step) if index is None else index
    return (
        None
        if index is None
        else bounded(runs, view, Stretch(run, part, float(stretches.begin[index]), float(stretches.end[index])), time)
    )


def _read(runs: Sequence[FinishedRun], asked: Any) -> tuple[FinishedRun | None, float, float]:
    """(run, s, processors) of what a browser sent; no run where that makes no sense."""
    asked = asked if isinstance(asked, dict) else {}
    run = next((one for one in runs if one.key == asked.get("run")), None)
    numbers = [asked.get(name) for name in ("t", "p")]
    if any(
        isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) for value in numbers
    ):
        return None, 0.0, 0.0
    return run, float(numbers[0]), float(numbers[1])


def bounded(runs: Sequence[FinishedRun], view: View, stretch: Stretch, time: float) -> Stretch:
    """The part of a stretch that is in view."""
    t0, t1 = window_of(view, extent(runs))
    begin, end = max(stretch.begin, t0), min(stretch.end, t1)
    return stretch._replace(begin=begin, end=end) if begin < end else stretch


def listed(runs: Sequence[FinishedRun], identity: Any) -> Stretch | None:
    """The stretch a button of the list stands for; None where there is no such one."""
    try:
        run, part, index = str(identity["run"]), int(identity["part"]), int(identity["index"])
    except (TypeError, KeyError, ValueError):
        return None
    listed_run = next((one for one in runs if one.key == run), None)
    if listed_run is None or not 0 <= part < len(PARTS):
        return None
    stretches = idle_curves.stretches_of(listed_run, part)
    return (
        Stretch(listed_run, part, float(stretches.begin[index]), float(stretches.end[index]))
        if 0 <= index < len(stretches.begin)
        else None
    )


def selection(
    runs: Sequence[FinishedRun], baseline: int, stretch: Stretch, look: dict[str, Any]
) -> tuple[dict, dict, list]:
    """(selected range, look with the jobs that are lit, sentences) of a stretch."""
    run = stretch.run
    when, most = widest(idle_curves.of_run(run), PARTS[stretch.part], stretch.begin, stretch.end)
    blame = None
    if USABLE.start <= stretch.part < USABLE.stop:
        with in_time() as control:
            blame = cause(run.schedule, when, PATIENCE, control)
    look = {name: value for name, value in look.items() if name != "only"}
    whom = _culprits(runs, stretch, when, most, blame)
    only = query(runs, baseline, stretch, when, blame)
    sentences = [
        html.P(in_words(stretch), className="qs-caption"),
        *([html.P(whom, className="qs-caption")] if whom else []),
    ]
    if only and not _is_base(runs, baseline, run) and only.startswith("job"):
        sentences.append(
            html.P(
                "Only this job is lit: which jobs waited is another question under the baseline.",
                className="qs-soft qs-small",
            )
        )
    return {"r0": stretch.begin, "r1": stretch.end}, look | ({"only": only} if only else {}), sentences


def _is_base(runs: Sequence[FinishedRun], baseline: int, run: FinishedRun) -> bool:
    return run is next((one for one in runs if one.index == baseline), runs[0])


def query(runs: Sequence[FinishedRun], baseline: int, stretch: Stretch, when: float, blame: Cause | None) -> str:
    """Which jobs are lit: those that wait at the instant and would fit (or would not); none where nobody waits.

    A query is about the baseline; of another run only the job that is named can be meant.
    """
    if stretch.part == NO_WORK:
        return ""
    if not _is_base(runs, baseline, stretch.run):
        return f"job {stretch.run.schedule.workload.jobs.job_id[blame.job]}" if blame is not None else ""
    room, most = hole(stretch.run.schedule, when), free(stretch.run.schedule, when)
    sizes = {DOES_NOT_FIT: f"processors>{room}", SPLIT: f"processors>{room} processors<={most}"}.get(
        stretch.part, f"processors<={room}"
    )
    return f"submit<={when:.15g} start>{when:.15g} {sizes}"


def in_words(stretch: Stretch) -> str:
    """From when to when, how many processors, what for."""
    area = float(areas(idle_curves.of_run(stretch.run), np.array([stretch.begin, stretch.end]))[PARTS[stretch.part]][0])
    length = stretch.end - stretch.begin
    return (
        f"{stretch.run.name}: from {moment(stretch.begin)} to {moment(stretch.end)} ({human(length)}), "
        f"{processors(area / length)} idle on average, {LOOKS[stretch.part].phrase}: {amount(area)}."
    )


def _culprits(runs: Sequence[FinishedRun], stretch: Stretch, when: float, most: int, blame: Cause | None) -> str | list:
    """Whom it was held from and for, at the instant when most was idle."""
    if stretch.part == NO_WORK:
        return []
    first = f"At {moment(when)}, when it was {theme.counted(most, 'processor')}, "
    if stretch.part == DOES_NOT_FIT:
        where = " in the emptiest cluster" if stretch.run.schedule.workload.has_clusters else ""
        room = theme.counted(hole(stretch.run.schedule, when), "processor")
        return f"{first}every job that waited needed more than the {room} free{where}."
    if stretch.part == SPLIT:
        together = theme.counted(free(stretch.run.schedule, when), "processor")
        return (
            f"{first}a job that waited would have fitted into the {together} free in all clusters together, but the "
            f"emptiest had {hole(stretch.run.schedule, when)} of them."
        )
    if blame is None:
        return []
    words: list = [first, _job(runs, blame.job), " would have fitted"]
    if blame.kind == UNKNOWN:
        return [*words, "; a log does not tell what it was held back for."]
    if blame.culprit >= 0 and blame.culprit != blame.job:
        words += [f" and was held back {FOR[blame.kind]} ", _job(runs, blame.culprit)]
    elif blame.kind == RULE:
        words += [" and was held back by a rule of the policy"]
    return [*words, "."]


def _job(runs: Sequence[FinishedRun], row: int) -> html.Button:
    """A job that opens in the charts (frontend/compare/jobs.js)."""
    begin, end = spans(runs, np.array([row]))
    name = f"job {runs[0].schedule.workload.jobs.job_id[row]}"
    return html.Button(
        name,
        type="button",
        className="qs-pick qs-within",
        **{"data-job": str(row), "data-from": f"{begin[0]:.3f}", "data-to": f"{end[0]:.3f}"},
    )


# -- curves that take long


def late(services: Services, runs: Sequence[FinishedRun]) -> bool:
    """Whether slow plots follow the page, as their curves take longer than anybody should wait."""
    if sum(len(run.schedule.placed) for run in runs) > DEAR:
        return True
    prepare(services, runs)
    return False


def prepare(services: Services, runs: Sequence[FinishedRun]) -> None:
    """Take the curves from the store, or find and keep them; of jobs that share nodes there are none."""
    for run in runs:
        if not run.schedule.shares_nodes and len(run.schedule.placed) > SMALL:
            idle_curves.stored(services.store, run)


def register(app: Dash, services: Services) -> None:
    """Clicks and the list."""

    @app.callback(
        Output(ids.RANGE, "data", allow_duplicate=True),
        Output(ids.LOOK, "data", allow_duplicate=True),
        Output(ids.IDLE_MESSAGE, "children"),
        inputs={"place": Input(ids.IDLE_ASKED, "data")},
        state={"stores": STORES},
        prevent_initial_call=True,
    )
    def select_clicked(place: Any, stores: dict[str, Any]) -> tuple:
        page = page_state.read(stores)
        return select(page, place, lambda runs: clicked(runs, view_of(page, runs), place))

    @app.callback(
        Output(ids.RANGE, "data", allow_duplicate=True),
        Output(ids.LOOK, "data", allow_duplicate=True),
        Output(ids.IDLE_MESSAGE, "children", allow_duplicate=True),
        inputs={"presses": Input(ids.stretch(ALL, ALL, ALL), "n_clicks")},
        state={"stores": STORES},
        prevent_initial_call=True,
    )
    def select_listed(presses: Any, stores: dict[str, Any]) -> tuple:
        if not any(presses):
            return no_update, no_update, no_update
        identity = ctx.triggered_id
        return select(page_state.read(stores), identity, lambda runs: listed(runs, identity))

    def select(page: PageState, place: Any, stretch_of: Callable[[list[FinishedRun]], Stretch | None]) -> tuple:
        try:
            runs = run_list.of_same_jobs(services, page)
            stretch = stretch_of(runs)
            if stretch is None:
                return no_update, no_update, html.P(BUSY, className="qs-caption") if place else None
            return selection(runs, page.link.baseline, stretch, page.link.look)
        except QueuescopeError as error:
            return no_update, no_update, sentence(str(error), "warning")

    @app.callback(
        Output(ids.IDLE_LIST, "children"),
        inputs={"key": Input(ids.IDLE_RUN, "value"), "part": Input(ids.IDLE_PART, "value")},
        state={"stores": STORES},
        prevent_initial_call=True,
    )
    def listing(key: Any, part: Any, stores: dict[str, Any]) -> Any:
        try:
            runs = run_list.of_same_jobs(services, page_state.read(stores))
        except QueuescopeError as error:
            return sentence(str(error), "warning")
        run = next((one for one in runs if one.key == key), None)
        number = next((at for at in range(len(PARTS)) if str(at) == part), None)
        return stretch_list(run, number) if run is not None and number is not None else no_update
