"""The strip above the tabs without a browser: its count, a chip for each condition, and what each button leaves."""

from __future__ import annotations

import pytest

from layouts.pages.compare.search import lit_strip
from scheduler.analysis.query import parse
from tests.pages.test_inspector import PAIR, SIX, parts, text


def left(only: str) -> list[tuple[str, str]]:
    """(condition, the query its button leaves) of each chip."""
    buttons = [part.to_plotly_json()["props"] for chip in lit_strip.chips(parse(only)) for part in parts(chip)]
    return [
        (props["aria-label"].removeprefix("Remove the condition "), props["data-only"])
        for props in buttons
        if "data-only" in props
    ]


def test_the_count_is_of_the_baseline():
    waits_first, waits_second = (int((run.schedule.wait > 0).sum()) for run in PAIR)
    assert waits_first != waits_second
    for base, waits in zip(PAIR, (waits_first, waits_second), strict=True):
        said = text(lit_strip.content(PAIR, base, "wait>0"))
        assert said.startswith(f"{waits} of {len(SIX)} jobs lit")


@pytest.mark.parametrize(
    ("only", "expected"),
    [
        ("wait>0", [("wait>0", "")]),
        (
            "size>=1 wait>0 wait<1d",
            [
                ("processors>=1", "wait>0 wait<1d"),
                ("wait>0", "processors>=1 wait<1d"),
                ("wait<1d", "processors>=1 wait>0"),
            ],
        ),
        ("longest wait user 3", [("longest wait", "user 3"), ("user 3", "longest wait")]),
        ("user 3 user 3", [("user 3", ""), ("user 3", "")]),
    ],
)
def test_a_button_takes_its_own_condition_away(only, expected):
    assert left(only) == expected


@pytest.mark.parametrize(
    ("only", "words"),
    [
        ("wiat>0", "No job is lit by wiat>0. Found 'wiat>0' at character 1; wanted: a field. Did you mean wait?"),
        ("user=alice", "This log tells no names for user, only numbers; 'alice' is none."),
    ],
)
def test_what_does_not_read_lights_nothing_and_is_answered(only, words):
    strip = lit_strip.content(PAIR, PAIR[0], only)
    assert words in text(strip)
    assert strip[1].to_plotly_json()["props"]["data-unbrush"] == "all"
