"""The name of every component of lessons that callbacks and scripts speak to (frontend/lessons)."""

from __future__ import annotations

from typing import Any

PROGRESS = "lesson-progress"  # store, kept in the browser: see lesson_progress.py
BODY = "lesson-body"
DRAFT = "lesson-draft"  # store: an order or a drawing not yet given as the answer, by frontend/lessons
ANSWER, MESSAGE, AGAIN = "lesson-answer", "lesson-said", "lesson-again"
RUN, TRIED = "lesson-run", "lesson-tried"  # the jobs a student changed, and what became of them
# A lesson of one's own
OWN_TEXT, OWN_FROM, OWN_PREVIEW, OWN_RESULT = "own-text", "own-from", "own-preview", "own-result"


def field(kind: str) -> dict[str, Any]:
    """Where a question is answered: choice, number, jobs."""
    return {"type": "lesson-field", "kind": kind}


def cell(job: Any, column: Any) -> dict[str, Any]:
    """A number of a job that a student may change."""
    return {"type": "lesson-cell", "job": job, "column": column}


def state(key: Any) -> dict[str, Any]:
    """How far one has come with a lesson, on Learn."""
    return {"type": "lesson-state", "key": key}
