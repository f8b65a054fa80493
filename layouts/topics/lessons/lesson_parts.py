"""Texts, schedules and verdicts of the steps of a lesson, for the lesson itself and for a class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dash import html

from layouts.frame.player import player
from layouts.words.slice_names import thin_spaces
from scheduler.explain.story import can_be_told
from scheduler.topics.lessons.cases import Case
from scheduler.topics.lessons.lesson import Step
from scheduler.topics.lessons.quantities import amount
from scheduler.topics.lessons.questions import Verdict
from scheduler.topics.lessons.texts import filled


def text(case: Case, words: str) -> html.P:
    """A text with its numbers."""
    return html.P(thin_spaces(filled(case, words)), className="qs-lesson-text")


def charts(case: Case, step: Step, **how: Any) -> Any:
    """The schedules of a step; the jobs alone where it shows none, or none that can be drawn."""
    if not step.rules:
        return None
    schedules = [case.schedule(rule) for rule in step.rules]
    if not can_be_told(schedules):
        return None
    job = case.row(step.job) if step.job else -1
    at = amount(case, step.at) if step.at is not None else None
    return player(schedules, [case.run(rule).name for rule in step.rules], case.lesson.unit, at=at, job=job, **how)


def feedback(verdict: Verdict, reasons: Sequence[str] = ()) -> html.Div:
    """Right or not, the answer, the misconception, and why it is so."""
    mark = "Right." if verdict.right else "Not so."
    lines: list = [html.P([html.B(mark), f" You predicted: {thin_spaces(verdict.reply)}." if verdict.truth else ""])]
    if not verdict.right:
        lines += [html.P(thin_spaces(f"It is: {verdict.truth}."))] if verdict.truth else []
        lines += [html.P(thin_spaces(sentence)) for sentence in (verdict.says, *reasons) if sentence]
    return html.Div(lines, className=f"qs-verdict {'qs-was-right' if verdict.right else 'qs-was-wrong'}", role="status")


def explained(case: Case, number: int) -> tuple[list, list]:
    """(what is told, the schedules) of the steps that reveal what the question of a step, from 1, is about."""
    after = case.lesson.steps[number:]
    ends = next((at for at, step in enumerate(after) if step.question is not None), len(after))
    steps = [step for step in after[:ends] if step.kind in ("reveal", "look")][:1]
    return (
        [text(case, step.text) for step in steps],
        [charts(case, step, first_difference=step.at is None) for step in steps],
    )
