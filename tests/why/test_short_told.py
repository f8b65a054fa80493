"""A reason in its short form is so, too: its numbers are those of the decision, and on the right side of the sign."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from layouts.gantt.job_facts import job_lines, of_job
from scheduler.explain.decision import decision_of, reason
from scheduler.explain.words import Names, words
from scheduler.simulate import simulate
from tests.cases import strategies
from tests.cases.small import workload
from tests.why.reader import Row, Told, claim, instant, length
from tests.why.replay import STARTS, WAITS

FORMS = {
    "head_blocked": r"first, but needs (?P<needed>\d+) processors?, (?P<free>\d+) free",
    "does_not_fit": r"needs (?P<needed>\d+) processors?, (?P<free>\d+) free",
    "would_delay_head": r"refused: (?P<time>.+) \+ (?P<asked>.+) > (?P<shadow>.+)",
    "ends_by_shadow": r"(?P<time>.+) \+ (?P<asked>.+) ≤ (?P<shadow>.+)",
    "within_extra": r"(?P<needed>\d+) processors? ≤ (?P<extra>\d+) left over",
    "reserved": r"promised (?P<shadow>.+)",
    "earliest_gap": r"reserved for (?P<shadow>.+)",
    "compressed": r"moved to (?P<shadow>.+)",
    "left_in_plan": r"left at (?P<shadow>.+)",
    "behind_head": r"behind job (?P<blocker>\d+)",
    "passes_wide": r"passes job (?P<blocker>\d+)",
    "behind_reservation": r"would take from job (?P<blocker>\d+)",
    "head_fits": "first in the queue",
    "due": "its reservation",
    "delays_none": "delays nobody",
}
RUNS = {"fcfs": {}, "easy": {}, "conservative": {}, "sjf": {"passing": "easy"}, "ljf": {"passing": "any"}}


@pytest.mark.parametrize("key", RUNS)
def test_no_short_form_is_contradicted(key: str) -> None:
    met: set[str] = set()
    for number in range(12):
        made = simulate(strategies.rigid(number).workload, key, RUNS[key], decisions="all")
        told, names = Told(made), Names(made.workload)
        for at, row in enumerate(told.log):
            if row.kind in (*STARTS, *WAITS):
                fact = reason(made, decision_of(made, at))
                check(told, row, words(fact, names, "short"))
                if fact.order:
                    in_order(told, key, row, words(fact.order, names, "short"))
                met.add(row.rule)
    assert len(met) > 2 and met <= FORMS.keys()


def check(told: Told, row: Row, text: str) -> None:
    found = re.fullmatch(FORMS[row.rule], text)
    claim(found, "other words:", text)
    for name, value in found.groupdict().items():
        if name in ("time", "shadow"):
            claim(getattr(row, name) in instant(value), name, "is", getattr(row, name), "in", text)
        elif name == "asked":
            claim(told.requested[row.job] in length(value), "it asks for", told.requested[row.job], "in", text)
        else:
            truth = told.id[row.blocker] if name == "blocker" else getattr(row, name)
            claim(int(value) == truth, name, "is", truth, "in", text)


def in_order(told: Told, key: str, row: Row, text: str) -> None:
    """The value of the job in the way, how both compare, its own value."""
    values = told.requested if key == "sjf" else told.needed
    mine, other = values[row.job], values[row.blocker]
    its, sign, own = re.fullmatch(r"(.+) (=|before) (.+)", text).groups()
    claim((sign == "=") == (mine == other), "equal are", mine, other)
    for value, words_of in ((other, its), (mine, own)):
        is_so = value in length(words_of) if key == "sjf" else int(words_of.split()[0]) == value
        claim(is_so, "it asks for", value, "in", text)


def test_a_hover_says_in_short_why_a_job_started() -> None:
    made = simulate(workload([(0, 10, 3), (0, 10, 4), (0, 10, 1)], processors=4), "easy", {}, decisions="all")
    assert [job_lines(made, of_job(made, job))[1] for job in range(3)] == [
        "started at 0 s: first in the queue",
        "started at 10 s: first in the queue",
        "backfilled at 0 s: 0 s + 10 s ≤ 10 s",
    ]
    unexplained = replace(made, decisions=None)
    assert "backfilled" in job_lines(unexplained, of_job(unexplained, 2))[0]
