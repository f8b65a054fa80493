"""The finding of a comparison above its table: one sentence whose jobs can be clicked, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from dash import html

from layouts.pages.compare.job_panel.fact_list import job_button
from layouts.pages.compare.table.intervals import Replicated
from layouts.state.view import Shown
from layouts.words.slice_names import thin
from layouts.words.stretch_threshold import threshold_of
from layouts.words.tie_noise import among
from scheduler.explain import finding_sentence
from scheduler.explain.finding import find


def line(runs: Sequence[Shown], baseline: int, replicated: Replicated | None = None) -> html.Div:
    """The sentence; below it how sure it is, and which runs it leaves out.

    baseline: the run's place among all that are shown.
    """
    place = next((at for at, run in enumerate(runs) if run.index == baseline), 0)
    finding = find(runs, place, threshold_of(runs), replicated.difference if replicated is not None else None,
                   among(runs))
    pieces: list[Any] = []
    for job, parts in groupby(finding_sentence.parts(finding), key=lambda part: part.job):
        text = thin("".join(part.text for part in parts))
        pieces.append(text if job is None else job_button(runs, job, text, "qs-pick qs-inline-job"))
    sure = " ".join(filter(None, (finding_sentence.certainty(finding), finding_sentence.left_out(finding))))
    return html.Div([html.P(pieces, className="qs-finding"),
                     html.P(thin(sure), className="qs-small qs-soft") if sure else None],
                    className="qs-finding-box", role="status", **{"aria-label": "Finding"})
