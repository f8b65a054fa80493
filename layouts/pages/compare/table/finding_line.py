"""The finding of a comparison above its table: one sentence whose jobs can be clicked, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from dash import html

from layouts.pages.compare.job_panel.fact_list import job_button
from layouts.pages.compare.table.intervals import Replicated
from layouts.state.view import FinishedRun, alike
from layouts.theme import counted, number
from layouts.words.short_names import in_sentence
from layouts.words.slice_names import thin_spaces
from layouts.words.stretch_threshold import threshold_of
from layouts.words.tie_noise import among
from scheduler.explain import finding_facts
from scheduler.explain.finding import find
from scheduler.explain.words import Names, in_pieces, sentences
from scheduler.kinds import kinds_of
from scheduler.policies import known_policies
from scheduler.wording import subject


def line(runs: Sequence[FinishedRun], baseline: int, replicated: Replicated | None = None) -> html.Div:
    """The sentence; below it how sure it is, and which runs it leaves out.

    baseline: the run's place among all that are shown.
    """
    runs, others = comparable_jobs(runs), [run for run in runs if run.rows is not None]
    place = next((at for at, run in enumerate(runs) if run.index == baseline), 0)
    finding = find(
        in_sentences(runs),
        place,
        threshold_of(runs),
        replicated.difference if replicated is not None else None,
        among(runs),
    )
    names = Names(finding.reference.schedule.workload)
    pieces: list[Any] = []
    for job, parts in groupby(in_pieces(finding_facts.difference(finding), names), key=subject):
        text = thin_spaces("".join(parts))
        pieces.append(text if job is None else job_button(runs, job, text, "qs-pick qs-inline-job"))
    besides = (finding_facts.following(finding), finding_facts.certainty(finding), finding_facts.left_out(finding))
    sure = " ".join((*sentences(besides, finding.reference.schedule), *map(own_jobs, others)))
    return html.Div(
        [
            html.P(pieces, className="qs-finding"),
            html.P(thin_spaces(sure), className="qs-small qs-soft") if sure else None,
        ],
        className="qs-finding-box",
        role="status",
        **{"aria-label": "Finding"},
    )


def in_sentences(runs: Sequence[FinishedRun]) -> list[FinishedRun]:
    """The runs under the names that sentences have for them; under their own where two would have the same."""
    policies = known_policies()
    names = [
        in_sentence(run.name, policies[run.schedule.policy]) if run.schedule.policy in policies else run.name
        for run in runs
    ]
    return [
        replace(run, name=name if names.count(name) == 1 else run.name) for run, name in zip(runs, names, strict=True)
    ]


def comparable_jobs(runs: Sequence[FinishedRun]) -> Sequence[FinishedRun]:
    """The runs the finding compares: where it is about campaigns or clusters, those of the baseline's jobs."""
    workloads = [run.schedule.workload for run in runs]
    whole = any(kind.parts_alone for work in workloads for kind in kinds_of(work))
    return alike(runs) if whole else runs


def own_jobs(run: FinishedRun) -> str:
    """Which jobs the numbers of a run with other jobs are of."""
    assert run.rows is not None
    both = int((run.rows.of_base >= 0).sum())
    return (
        f"The table has the numbers of {run.name} over its own {counted(len(run.schedule.placed), 'job')}; "
        f"with the baseline the {number(both)} that both have are compared."
    )
