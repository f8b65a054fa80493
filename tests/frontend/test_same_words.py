"""What browser and server both write is the same: lengths, ticks of time, and dates over a change of the clock.

The cases are those of cases.json; words.test.js beside it runs the same ones in JavaScript.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from layouts import theme
from layouts.drawing import axes
from scheduler.durations import DAY, human, in_all_units, in_seconds, slurm
from scheduler.formats.reading import several
from scheduler.model.calendars import Calendar
from tests.cases.every_case import every_case
from tests.model.test_calendars import SPRING, calendar_between

CASES = json.loads((Path(__file__).parent / "cases.json").read_text())
RULES = {"human": human, "slurm": slurm, "in_seconds": in_seconds, "in_all_units": in_all_units}


@every_case("case", CASES["lengths"])
def test_lengths(case):
    assert {name: str(rule(case["seconds"])) for name, rule in RULES.items() if name in case} == {
        name: text for name, text in case.items() if name != "seconds"
    }


@pytest.mark.parametrize("case", CASES["ticks"], ids=lambda case: f"{case['t0']}-{case['t1']}")
def test_ticks_since_the_start(case):
    assert theme.time_ticks(case["t0"], case["t1"], case.get("wanted", 8)) == (
        pytest.approx(case["places"]),
        case["texts"],
    )


@pytest.mark.parametrize("case", CASES["dates"], ids=lambda case: f"{case['t1'] - case['t0']:g}")
def test_dates_over_a_change_of_the_clock(case):
    calendar = Calendar("", tuple((begin, shift) for begin, shift in CASES["pieces"]))
    assert axes.ticks(calendar, case["t0"], case["t1"]) == (pytest.approx(case["places"]), case["texts"])


def test_the_archive_of_several_files():
    files, case = {name: text.encode() for name, text in CASES["archive"]["files"]}, CASES["archive"]
    assert (
        hashlib.sha256(several.archive(files)).hexdigest() == case["sha256"]
        and several.title(list(files)) == case["name"]
    )


def test_the_calendar_of_the_cases_is_a_real_one():
    found = calendar_between(SPRING - 100 * DAY, "Europe/Stockholm", 400 * DAY)
    assert [list(piece) for piece in found.pieces] == CASES["pieces"]
