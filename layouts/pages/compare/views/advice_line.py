"""What the runs suggest to change, below the view it is about: one sentence, whose numbers light their jobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from dash import html

from layouts.drawing import idle_curves
from layouts.memory.cache import cached
from layouts.plots import Plot
from layouts.state.view import FinishedRun
from layouts.words.slice_names import thin_spaces
from scheduler.analysis.idle import ALL
from scheduler.explain.advice import advice
from scheduler.explain.words import Names, in_pieces
from scheduler.facts import Fact
from scheduler.model.schedule import Schedule
from scheduler.query.fields import ALSO, FIELDS
from scheduler.wording import subject


def line(plot: Plot, runs: Sequence[FinishedRun]) -> html.P | None:
    """The advice of the first run that has some on the subject of a plot; None without one."""
    if not plot.advice:
        return None
    for run in runs:
        note = cached(("advice", plot.advice), partial(_of, run, plot.advice), run.schedule)
        if note is not None:
            pieces = in_pieces(note, Names(run.schedule.workload))
            return html.P([html.B(f"Note on {run.name}: "), *map(_piece, pieces)], className="qs-small qs-advice")
    return None


def _of(run: FinishedRun, topic: str) -> Fact | None:
    def idle(_schedule: Schedule) -> Mapping[str, float]:
        return dict(zip(ALL, idle_curves.whole(run).tolist(), strict=True))  # known from the chart

    return advice(run.schedule, topic, idle)


def _piece(piece: str) -> str | html.Button:
    """Words, or a button that lights the jobs they stand for (frontend/compare/brushing.js), in place of others."""
    if subject(piece) is None:
        return thin_spaces(piece)
    return html.Button(
        thin_spaces(piece),
        type="button",
        className="qs-pick",
        title="Light these jobs in every chart",
        **{"data-lights": subject(piece), "data-field": "|".join((*FIELDS, *ALSO))},
    )
