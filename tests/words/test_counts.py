"""A count and its noun, as pages and commands write them."""

from __future__ import annotations

import pytest

from layouts import theme
from layouts.pages.compare.runs.run_list import audited
from layouts.pages.compare.sweeps.sweep_list import loads
from layouts.words.run_names import in_words
from scheduler.cli import progress, sweep


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (theme.counted(1.0004, "campaign"), "1 campaign"),
        (theme.counted(1.04, "campaign"), "1.04 campaigns"),
        (audited({"checks": ["a", "b"], "jobs": 1}), "Audit passed: 2 checks, 1 job"),
        (
            audited({"checks": ["a"], "jobs": 2, "reports": ["r"]}),
            "Audit: 1 of 1 check reported, see the notes of the table, 2 jobs",
        ),
        (loads({"loads": [None], "processors": [1]}), "as recorded; 1 processor"),
        (loads({"loads": [0.5], "processors": [64, 100]}), "0.5; 64, 100 processors"),
        (in_words("processors", 1), "1 processor"),
        (progress.line(0, 1, 0.0), "preparing 1 job"),
        (sweep.kept(1, 1), "1 run is kept from before, none is left."),
    ],
)
def test_one_is_said_of_one(words, wanted):
    assert words == wanted
