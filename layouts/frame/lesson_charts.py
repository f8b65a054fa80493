"""The texts and the schedules of a step of a lesson, for the lesson itself and for a class."""

from __future__ import annotations

from typing import Any

from dash import html

from layouts.frame.player import player
from layouts.words.slice_names import thin
from scheduler.explain.story import can_be_told
from scheduler.lessons.cases import Case
from scheduler.lessons.lesson import Step
from scheduler.lessons.quantities import amount
from scheduler.lessons.texts import filled


def text(case: Case, words: str) -> html.P:
    """A text with its numbers."""
    return html.P(thin(filled(case, words)), className="qs-lesson-text")


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
