"""Idle processors that answer: a click on an area, or a stretch of a list, says what they were idle for and selects it.

The selection is the longest stretch of time in which that reason held for at least one processor, as far as it is in
view; the jobs that waited then are lit, and the one that was held back and the one it was held for are named.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import dash_mantine_components as dmc
import numpy as np
from dash import ALL, Dash, Input, Output, ctx, dcc, html, no_update

from layouts import ids, theme
from layouts.drawing import idle_curves
from layouts.drawing.axes import extent, window_of
from layouts.drawing.idle_curves import DOES_NOT_FIT, HELD, LOOKS, NO_WORK, SPLIT
from layouts.drawing.paired_waits import spans
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.pages.compare.gantts.gantt_panel import view_of
from layouts.pages.compare.runs import run_list
from layouts.plots.underutilization import point
from layouts.server.in_time import in_time
from layouts.state import page_state
from layouts.state.page_state import STORES
from layouts.state.view import Shown, View
from scheduler.analysis.hold_causes import RULE, UNKNOWN
from scheduler.analysis.idle_over_time import PARTS, areas, largest, stretch_at, widest
from scheduler.durations import HOUR, human, moment
from scheduler.errors import QueuescopeError
from scheduler.explain.idle_instant import Cause, cause, free, hole

LONGEST = 10            # stretches of a list
DEAR, SMALL = 200_000, 5_000    # jobs of all runs from which on they are found after the page is shown; kept from
PATIENCE = 2.0          # s of CPU to find out what a run without decisions held a job back for
BUSY = "Nothing is idle there: these processors are busy."
FOR = {1: "for the reservation of", 2: "because it goes after", 3: "by a rule of the policy, behind"}


class Stretch(NamedTuple):
    """A stretch of a run in which processors are idle for one reason."""

    run: Shown
    part: int           # index of idle_steps.PARTS
    begin: float        # s
    end: float          # s


# -- what the page shows

def section(runs: Sequence[Shown]) -> html.Div | None:
    """What is selected, and the list of the largest stretches; nothing where nothing is idle."""
    runs = [run for run in runs if len(run.schedule.placed) and idle_curves.whole(run).sum() > 0]
    if not runs:
        return None
    names = {run.key: run.name for run in runs}
    part = most_telling(runs[0])
    of_run = dmc.Select(id=ids.IDLE_RUN, value=runs[0].key, label="Run", allowDeselect=False, size="xs",
                        data=[{"value": key, "label": name} for key, name in names.items()])
    of_part = dmc.Select(id=ids.IDLE_PART, value=str(part), label="Idle", allowDeselect=False, size="xs",
                         data=[{"value": str(part), "label": LOOKS[part].name} for part in idle_curves.there(runs)])
    return html.Div([
        dcc.Store(id=ids.IDLE_ASKED),
        html.P("Click an area to select the stretch of time it belongs to and to see which jobs waited then.",
               className="qs-soft qs-small", style={"margin": "4px 0"}),
        html.Div(id=ids.IDLE_SAID, role="status", **{"aria-live": "polite"}),
        html.Details([html.Summary("The largest stretches of idle processors, as a list"),
                      html.Div([of_run, of_part], className="qs-row"),
                      html.Div(stretch_list(runs[0], part), id=ids.IDLE_LIST)], className="qs-twin"),
    ])


def most_telling(run: Shown) -> int:
    """The part to begin with: the largest of those that waiting jobs could have used, else the largest."""
    area = idle_curves.whole(run)
    held = area[idle_curves.HELD]
    return idle_curves.HELD.start + int(held.argmax()) if held.any() else int(area.argmax())


def stretch_list(run: Shown, part: int) -> html.Ol | html.P:
    """The largest stretches of a run and a reason as buttons, most processor-seconds first."""
    found = idle_curves.stretches_of(run, part)
    chosen = largest(found, LONGEST)
    if not len(chosen):
        return html.P(f"Nothing is idle {LOOKS[part].phrase} in {run.name}.", className="qs-soft qs-small")
    return html.Ol([html.Li(_entry(run, part, int(index), *(float(column[index]) for column in found)))
                    for index in chosen], className="qs-plain",
                   **{"aria-label": f"{run.name}, idle {LOOKS[part].phrase}"})


def _entry(run: Shown, part: int, index: int, begin: float, end: float, area: float) -> html.Button:
    text = (f"{moment(begin)}, for {human(end - begin)}: {processors(area / (end - begin))} on average, "
            f"{amount(area)}")
    return html.Button(text, type="button", className="qs-pick", id=ids.stretch(run.key, part, index),
                       **{"data-from": f"{begin:.3f}", "data-to": f"{end:.3f}"})


def amount(area: float) -> str:
    """Processor-seconds for people."""
    value, unit = (area / HOUR, "hour") if area >= HOUR else (area, "second")
    return f"{theme.number(value)} processor-{unit}{'' if theme.number(value) == '1' else 's'}"


def processors(count: float) -> str:
    """A number of processors, which may be a mean."""
    return f"{theme.number(count)} processor{'' if theme.number(count) == '1' else 's'}"


# -- what is selected

def clicked(runs: Sequence[Shown], view: View, asked: Any) -> Stretch | None:
    """The stretch that is drawn where the plot was clicked, within the window; None where what is there is busy."""
    run, time, processors = _read(runs, asked)
    if run is None:
        return None
    found = point(runs, run, view, time, processors)
    if found is None:
        return None
    part, step = found
    known = idle_curves.stretches_of(run, part)
    index = stretch_at(known, time, time)
    index = stretch_at(known, *step) if index is None else index
    return None if index is None else bounded(runs, view, Stretch(run, part, float(known.begin[index]),
                                                                  float(known.end[index])), time)


def _read(runs: Sequence[Shown], asked: Any) -> tuple[Shown | None, float, float]:
    """(run, s, processors) of what a browser sent; no run where that makes no sense."""
    asked = asked if isinstance(asked, dict) else {}
    run = next((one for one in runs if one.key == asked.get("run")), None)
    numbers = [asked.get(name) for name in ("t", "p")]
    if any(isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value)
           for value in numbers):
        return None, 0.0, 0.0
    return run, float(numbers[0]), float(numbers[1])


def bounded(runs: Sequence[Shown], view: View, found: Stretch, time: float) -> Stretch:
    """The part of a stretch that is in view."""
    t0, t1 = window_of(view, extent(runs))
    begin, end = max(found.begin, t0), min(found.end, t1)
    return found._replace(begin=begin, end=end) if begin < end else found


def listed(runs: Sequence[Shown], identity: Any) -> Stretch | None:
    """The stretch a button of the list stands for; None where there is no such one."""
    try:
        run, part, index = str(identity["run"]), int(identity["part"]), int(identity["index"])
    except (TypeError, KeyError, ValueError):
        return None
    shown = next((one for one in runs if one.key == run), None)
    if shown is None or not 0 <= part < len(PARTS):
        return None
    known = idle_curves.stretches_of(shown, part)
    return Stretch(shown, part, float(known.begin[index]), float(known.end[index])) \
        if 0 <= index < len(known.begin) else None


def told(runs: Sequence[Shown], baseline: int, found: Stretch, look: dict[str, Any]) -> tuple[dict, dict, list]:
    """(selected range, look with the jobs that are lit, sentences) of a stretch."""
    run, when, most = found.run, *widest(idle_curves.of_run(found.run), PARTS[found.part], found.begin, found.end)
    blame = None
    if HELD.start <= found.part < HELD.stop:
        with in_time() as control:
            blame = cause(run.schedule, when, PATIENCE, control)
    look = {name: value for name, value in look.items() if name != "only"}
    only = query(runs, baseline, found, when, blame)
    sentences = [html.P(said(found), className="qs-caption"), *_culprits(runs, found, when, most, blame)]
    if only and not _is_base(runs, baseline, run) and only.startswith("job"):
        sentences.append(html.P("Only this job is lit: which jobs waited is another question under the baseline.",
                                className="qs-soft qs-small"))
    return {"r0": found.begin, "r1": found.end}, look | ({"only": only} if only else {}), sentences


def _is_base(runs: Sequence[Shown], baseline: int, run: Shown) -> bool:
    return run is next((one for one in runs if one.index == baseline), runs[0])


def query(runs: Sequence[Shown], baseline: int, found: Stretch, when: float, blame: Cause | None) -> str:
    """Which jobs are lit: those that wait at the instant and would fit (or would not); none where nobody waits.

    A query is about the baseline; of another run only the job that is named can be meant.
    """
    if found.part == NO_WORK:
        return ""
    if not _is_base(runs, baseline, found.run):
        return f"job {found.run.schedule.workload.jobs.job_id[blame.job]}" if blame is not None else ""
    room, most = hole(found.run.schedule, when), free(found.run.schedule, when)
    sizes = {DOES_NOT_FIT: f"processors>{room}", SPLIT: f"processors>{room} processors<={most}"}.get(
        found.part, f"processors<={room}")
    return f"submit<={when:.15g} start>{when:.15g} {sizes}"


def said(found: Stretch) -> str:
    """From when to when, how many processors, what for."""
    area = float(areas(idle_curves.of_run(found.run), np.array([found.begin, found.end]))[PARTS[found.part]][0])
    length = found.end - found.begin
    return (f"{found.run.name}: from {moment(found.begin)} to {moment(found.end)} ({human(length)}), "
            f"{processors(area / length)} idle on average, {LOOKS[found.part].phrase}: {amount(area)}.")


def _culprits(runs: Sequence[Shown], found: Stretch, when: float, most: int, blame: Cause | None) -> list[html.P]:
    """Whom it was held from and for, at the instant when most was idle."""
    if found.part == NO_WORK:
        return []
    first = f"At {moment(when)}, when it was {theme.counted(most, 'processor')}, "
    if found.part == DOES_NOT_FIT:
        where = " in the emptiest cluster" if found.run.schedule.workload.has_clusters else ""
        return [html.P(f"{first}every job that waited needed more than the "
                       f"{theme.counted(hole(found.run.schedule, when), 'processor')} free{where}.",
                       className="qs-caption")]
    if found.part == SPLIT:
        together, room = free(found.run.schedule, when), hole(found.run.schedule, when)
        return [html.P(f"{first}a job that waited would have fitted into the "
                       f"{theme.counted(together, 'processor')} free in all clusters together, but the emptiest had "
                       f"{room} of them.", className="qs-caption")]
    if blame is None:
        return []
    words: list = [first, _job(runs, blame.job), " would have fitted"]
    if blame.kind == UNKNOWN:
        return [html.P([*words, "; a log does not tell what it was held back for."], className="qs-caption")]
    if blame.culprit >= 0 and blame.culprit != blame.job:
        words += [f" and was held back {FOR[blame.kind]} ", _job(runs, blame.culprit)]
    elif blame.kind == RULE:
        words += [" and was held back by a rule of the policy"]
    return [html.P([*words, "."], className="qs-caption")]


def _job(runs: Sequence[Shown], row: int) -> html.Button:
    """A job that opens in the charts (frontend/jobs.js)."""
    begin, end = spans(runs, np.array([row]))
    name = f"job {runs[0].schedule.workload.jobs.job_id[row]}"
    return html.Button(name, type="button", className="qs-pick qs-within",
                       **{"data-job": str(row), "data-from": f"{begin[0]:.3f}", "data-to": f"{end[0]:.3f}"})


# -- curves that take long

def late(services: Services, runs: Sequence[Shown]) -> bool:
    """Whether slow plots follow the page, as their curves take longer than anybody should wait."""
    if sum(len(run.schedule.placed) for run in runs) > DEAR:
        return True
    prepare(services, runs)
    return False


def prepare(services: Services, runs: Sequence[Shown]) -> None:
    """Take the curves from the store, or find and keep them; of jobs that share nodes there are none."""
    for run in runs:
        if not run.schedule.shares_nodes and len(run.schedule.placed) > SMALL:
            idle_curves.stored(services.store, run)


def register(app: Dash, services: Services) -> None:
    """Clicks and the list."""
    @app.callback(Output(ids.RANGE, "data", allow_duplicate=True), Output(ids.LOOK, "data", allow_duplicate=True),
                  Output(ids.IDLE_SAID, "children"),
                  inputs={"asked": Input(ids.IDLE_ASKED, "data"),
                          "clicks": Input(ids.stretch(ALL, ALL, ALL), "n_clicks")},
                  state={"stores": STORES}, prevent_initial_call=True)
    def select(asked: Any, clicks: Any, stores: dict[str, Any]) -> tuple:
        page = page_state.read(stores)
        pressed = isinstance(ctx.triggered_id, dict)
        if pressed and not ctx.triggered[0]["value"]:
            return no_update, no_update, no_update      # a list that was only just drawn
        try:
            shown = run_list.of_same_jobs(services, page)
            found = listed(shown, ctx.triggered_id) if pressed else clicked(shown, view_of(page, shown), asked)
            if found is None:
                return no_update, no_update, html.P(BUSY, className="qs-caption") if asked else None
            return told(shown, page.link.baseline, found, page.link.look)
        except QueuescopeError as error:
            return no_update, no_update, sentence(str(error), "warning")

    @app.callback(Output(ids.IDLE_LIST, "children"),
                  inputs={"key": Input(ids.IDLE_RUN, "value"), "part": Input(ids.IDLE_PART, "value")},
                  state={"stores": STORES}, prevent_initial_call=True)
    def listing(key: Any, part: Any, stores: dict[str, Any]) -> Any:
        try:
            shown = run_list.of_same_jobs(services, page_state.read(stores))
        except QueuescopeError as error:
            return sentence(str(error), "warning")
        run = next((one for one in shown if one.key == key), None)
        known = isinstance(part, str) and part.isdecimal() and int(part) < len(PARTS)
        return stretch_list(run, int(part)) if run is not None and known else no_update
