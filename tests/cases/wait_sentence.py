"""What a job waited for, in a sentence."""

from __future__ import annotations

from scheduler.explain.wait_parts import wait_parts
from scheduler.explain.words import sentences
from scheduler.model.schedule import Schedule


def wait_sentence(schedule: Schedule, job: int) -> str | None:
    """Of a job (row of jobs); None where it did not wait."""
    fact = wait_parts(schedule, job)
    return sentences([fact], schedule)[0] if fact else None
