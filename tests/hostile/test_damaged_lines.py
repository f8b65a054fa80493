"""Damaged lines cost a job, a count or a sentence, never a reader."""

from __future__ import annotations

import pytest

from tests.cases.width import width
from tests.hostile.damaged_lines import READERS, run

LINES = width(300, 20_000)  # of each reader


@pytest.mark.parametrize("key", READERS)
def test_damaged_lines_are_read_counted_or_refused(key: str) -> None:
    counts, faults = run(key, LINES)
    assert not faults
    assert counts["lines"] >= LINES and counts["repaired"] + counts["refused"] > counts["read"]
    assert counts["read"] + counts["repaired"] + counts["refused"] == counts["files"]
