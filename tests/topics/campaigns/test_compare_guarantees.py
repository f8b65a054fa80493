"""The panel of guarantees: its rows, verdicts and sentences on the worked example, and on guarantees made for the test."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from layouts.pages.compare.views import guarantees as panel
from layouts.state.view import FinishedRun
from scheduler.bounds import Guarantee, Measured
from scheduler.simulate import simulate
from tests.cases import small

# Appendix A of the paper: works 48, 18, 10 and 8, six processors.
SETS = [
    (1, -1, 0, [2.0] * 24),
    (2, -1, 0, [3.0, 3, 2, 2, 2, 2, 2, 1, 1]),
    (3, -1, 0, [3.0, 2, 2, 1, 1, 1]),
    (3, 2, 0, [2.0] * 4),
]
APPENDIX = small.campaigns(SETS, 6, [0, 0, 2, 2])


def shown(policy: str, index: int = 0, **params) -> FinishedRun:
    return FinishedRun(
        f"guaranteed-{policy}-{index}", policy, index, simulate(APPENDIX, policy, params), {"metrics": {}}
    )


@pytest.fixture(scope="module")
def ostrich() -> FinishedRun:
    return shown("ostrich")


@pytest.fixture(scope="module")
def free() -> FinishedRun:
    return shown("ostrich", 1, hold=False)


@pytest.fixture(scope="module")
def fcfs() -> FinishedRun:
    return shown("campaign_fcfs", 2)


def made(values, bounds, why: str = "", unit: str = "s", of: str = "campaign") -> Guarantee:
    """A guarantee that measures these values against these bounds, whatever the run."""
    found = Measured(of, np.arange(len(values)), np.array(values, float), np.array(bounds, float))
    return Guarantee("made", "Made", "It is made.", unit, "here", lambda run: True, lambda run: why, lambda run: found)


def words(part) -> str:
    """All text of a component."""
    if isinstance(part, list | tuple):
        return " ".join(words(one) for one in part)
    return part if isinstance(part, str) else words(getattr(part, "children", None) or "")


def test_rows_of_the_worked_example(ostrich):
    """Stretch 15 / 8 of at most 33 / 8; 15 s of 32; the last start of user 1, 1 s early, is nearest to 3 s late."""
    found = {row.guarantee.key: row for row in panel.of_run(ostrich)}
    assert {row.verdict for row in found.values()} == {panel.HOLDS}
    assert {key: (row.measured, row.bound, row.where) for key, row in found.items()} == {
        "campaign_stretch": ("1.88", "4.12", "campaign 1 of user 1"),
        "completion": ("15 s", "32 s", "campaign 1 of user 1"),
        "last_start": ("\u22121 s", "3 s", "campaign 1 of user 1"),
        "lemma_1": ("0 processor-s", "18 processor-s", ""),
    }
    assert found["completion"].ratio == pytest.approx(15 / 32)
    assert all(row.beyond == 0 and row.why == "" for row in found.values())


def test_without_the_rule_nothing_is_guaranteed(free):
    found = panel.of_run(free)
    assert len(found) == 4 and {row.verdict for row in found} == {panel.HERE_NOT}
    assert {row.why for row in found} == {"jobs may start here before their campaign's virtual start"}


def test_runs_nothing_was_proven_of(ostrich, fcfs):
    assert panel.of_run(fcfs) == []
    assert "No guarantee is checked for" in words(panel.panel([fcfs]))
    said = words(panel.panel([ostrich, fcfs]))
    assert "4 of 4 hold." in said and said.count("✓\u00a0holds") == 4
    assert "No guarantee is checked for campaign_fcfs." in said


def test_a_promise_is_said_once(ostrich, free):
    said = [words(line) for line in panel.lines([*panel.of_run(ostrich), *panel.of_run(free)])]
    assert ["as above" in line for line in said] == [False] * 4 + [True] * 4
    assert [line.count("theorem 1.") for line in said] == [1] + [0] * 7


@pytest.mark.parametrize(
    ("values", "bounds", "why", "verdict", "beyond"),
    [
        ([1, 5], [2, 6], "", panel.HOLDS, 0),
        ([1, 6.0000001], [2, 6], "", panel.HOLDS, 0),
        ([3, 7], [2, 6], "", panel.BEYOND, 2),
        ([3, 5], [2, 6], "it is not proven", panel.HERE_NOT, 1),
        ([1, 5], [2, 6], "it is not proven", panel.HERE_NOT, 0),
    ],
)
def test_verdicts(ostrich, values, bounds, why, verdict, beyond):
    row = panel.judged(ostrich, made(values, bounds, why))
    assert (row.verdict, row.beyond, row.why) == (verdict, beyond, why)


def test_how_often_a_bound_is_passed_where_it_may_be(ostrich):
    assert panel.beyond(panel.judged(ostrich, made([3, 7], [2, 6], "so"))) == "; 2 times beyond the bound"
    assert panel.beyond(panel.judged(ostrich, made([3, 5], [2, 6], "so"))) == "; 1 time beyond the bound"
    assert panel.beyond(panel.judged(ostrich, made([1, 5], [2, 6], "so"))) == "; within the bound all the same"


def test_the_row_that_is_shown(ostrich):
    row = panel.judged(ostrich, made([1, 5, 2], [2, 6, 40]))
    assert (row.measured, row.bound, row.where) == ("5 s", "6 s", "campaign 1 of user 2")
    row = panel.judged(ostrich, made([1, 5, 2], [2, 6, 2], unit="", of="user"))
    assert (row.measured, row.bound, row.where) == ("2", "2", "user 3")


def test_shares_of_the_bound(ostrich):
    share = {
        key: words(panel.line(panel.judged(ostrich, made([value], [bound]))).children[4]).strip()
        for key, value, bound in (("half", 1, 2), ("early", -1, 3), ("no bound", 0, 0))
    }
    assert share == {"half": "50 %", "early": "below 0 %", "no bound": "—"}


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (90.0, "s", "1 min 30 s"),
        (-90.0, "s", "\u22121 min 30 s"),
        (1.875, "", "1.88"),
        (18.0, "processor-s", "18 processor-s"),
        (0.0, "s", "0 s"),
    ],
)
def test_quantities(value, unit, text):
    assert panel.quantity(value, unit) == text


def test_the_caption_counts_and_agrees(ostrich):
    holds, here_not, broken = (
        panel.judged(ostrich, made(*rows)) for rows in (([1], [2]), ([1], [2], "why"), ([3], [2]))
    )
    assert panel.caption([holds, holds], [ostrich]).startswith("2 of 2 hold. Each row")
    assert panel.caption([holds, here_not], [ostrich]).startswith("1 of 2 holds; 1 is not guaranteed here, as")
    assert "2 are not guaranteed here" in panel.caption([here_not, here_not], [ostrich])
    assert "1 broken, which is a fault" in panel.caption([holds, broken], [ostrich])
    other = replace(ostrich, key="another", name="other")
    assert "No guarantee" not in panel.caption([holds], [ostrich])
    assert panel.caption([holds], [ostrich, other]).endswith("No guarantee is checked for other.")
