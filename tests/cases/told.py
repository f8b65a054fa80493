"""Facts in words, where a test wants to read them."""

from __future__ import annotations

from scheduler.explain.wait_parts import wait_parts
from scheduler.explain.words import sentences
from scheduler.model.schedule import Schedule


def wait_sentence(schedule: Schedule, job: int) -> str | None:
    """The parts of a wait as a sentence; None of a job (row of jobs) that did not wait."""
    parts = wait_parts(schedule, job)
    return sentences([parts], schedule)[0] if parts else None
