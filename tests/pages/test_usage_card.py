"""The usage report of the Workload page: what can be chosen, the first rows, the way to all, and hostile choices."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from layouts import ids
from layouts.pages.workload import usage_card
from scheduler.errors import InputError
from scheduler.formats import swf
from scheduler.generators import make
from scheduler.preparation.build import workload
from tests.pages.test_pages import texts
from tests.query.test_filters import log as made_log


def choices(card):
    chips = next(part for part in card._traverse() if getattr(part, "id", None) == ids.USAGE_PER)
    return [chip.value for chip in chips.children]


def test_what_the_log_tells_can_be_chosen():
    assert choices(usage_card.card(workload(made_log(50, 3)))) == ["week", "queue", "partition", "user"]
    bare = b"; MaxProcs: 4\n1 0 1 5 1 -1 -1 1 9 -1 1 -1 -1 -1 -1 -1 -1 -1\n"
    assert choices(usage_card.card(workload(swf.read(bare, "bare.swf")))) == ["week"]


def test_the_report_shows_the_first_rows_and_says_that_the_file_has_all():
    work = workload(make("poisson", {"jobs": 12_000, "users": 1_200}, 3))
    said = texts(usage_card.report(work, "a" * 24, ["user"]))
    assert re.search(r"Usage per user: 1\W?\d{3} rows; the first 1\W?000 are shown, the file has all\.", said)
    whole = usage_card.report(work, "a" * 24, ["user"])
    table = next(part for one in whole for part in one._traverse() if type(part).__name__ == "Table")
    assert len(table.data["body"]) == 1_000 and "users" not in table.data["head"]
    link = next(part for one in whole for part in one._traverse() if type(part).__name__ == "A")
    assert link.href == f"/export/workload/{'a' * 24}/usage.csv?per=user"


def test_names_of_a_log_stay_text():
    trace = replace(made_log(50, 3), names={"user_id": ("<b>x</b>", "bob", "carla", "dave")})
    whole = usage_card.report(workload(trace), "a" * 24, ["user"])
    table = next(part for one in whole for part in one._traverse() if type(part).__name__ == "Table")
    assert "<b>x</b>" in {row[0] for row in table.data["body"]}


@pytest.mark.parametrize("chosen", [["weather"], [None], [{"a": 1}], ["week", "user", "queue"]])
def test_what_cannot_be_told_is_refused(chosen):
    with pytest.raises(InputError, match="wanted: one or two"):
        usage_card.report(workload(made_log(50, 3)), "a" * 24, [str(one) for one in chosen])


def test_a_small_share_is_not_none():
    rows = b"1 0 1 5000 4 -1 -1 4 9000 -1 1 1 1 -1 1 1 -1 -1\n2 1 1 5 1 -1 -1 1 9 -1 1 2 1 -1 1 1 -1 -1\n"
    whole = usage_card.report(workload(swf.read(b"; MaxProcs: 4\n" + rows, "two.swf")), "a" * 24, ["user"])
    table = next(part for one in whole for part in one._traverse() if type(part).__name__ == "Table")
    share = table.data["head"].index("share of work")
    assert [row[share] for row in table.data["body"]] == ["100.0 %", "< 0.1 %"]
