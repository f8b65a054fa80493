"""What the stores of Compare hold is read with suspicion, and comes back from a link as it was."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from layouts.state import link, page_state
from layouts.state.link import Link
from layouts.state.page_state import STORES, PageState
from layouts.state.view import View

ASKED = Link(
    "ab" * 12,
    runs=("cd" * 12, "ef" * 12),
    baseline=1,
    job=7,
    t0=1.0,
    t1=9.0,
    p0=0.0,
    p1=4.0,
    plan=3.0,
    tab="idle",
    mode="lag",
    rows="users",
    color="size",
    beside="columns",
    pin="37,12",
    fold=True,
    only="wait>0",
    shared=False,
    r0=2.0,
    r1=5.0,
    sweep="12" * 12,
    metric="wait_mean",
)
HELD = {
    "runs": list(ASKED.runs),
    "workload": ASKED.workload,
    "baseline": 1,
    "window": {"t0": 1, "t1": 9, "p0": 0, "p1": 4, "seq": 3},
    "job": 7,
    "mode": "lag",
    "plan": 3,
    "tab": "idle",
    "range": {"r0": 2, "r1": 5},
    "sweep": [ASKED.sweep, "wait_mean"],
    "look": {
        "rows": "users",
        "color": "size",
        "beside": "columns",
        "pin": "37,12",
        "fold": True,
        "only": "wait>0",
        "shared": False,
    },
}


def test_the_stores_say_the_link_that_restores_them():
    page = page_state.read({**HELD, "finished": list(ASKED.runs), "scheme": "dark"})
    assert page == PageState(ASKED, ASKED.runs, "dark")
    assert link.read(link.write(page.link)) == ASKED


def test_every_field_of_a_view_is_held():
    view = page_state.read({**HELD, "scheme": "dark"}).view("grid")
    assert view == View(
        t0=1.0,
        t1=9.0,
        p0=0.0,
        p1=4.0,
        job=7,
        baseline=1,
        scheme="dark",
        shared=False,
        mode="lag",
        plan=3.0,
        rows="users",
        color="size",
        beside="columns",
        pin="37,12",
        fold=True,
        only="wait>0",
        r0=2.0,
        r1=5.0,
    )
    assert PageState(replace(ASKED, color="")).view("grid").color == "grid"


def test_stores_of_a_page_that_was_left_are_empty():
    assert page_state.read(dict.fromkeys(STORES)) == page_state.read({}) == PageState(Link())


@pytest.mark.parametrize("evil", [True, -1, math.nan, math.inf, "x", [1], {"t0": "a"}, {"r0": 1}, ["a"], {}, 2.5])
def test_what_a_browser_must_not_send_is_left_out(evil):
    page = page_state.read(dict.fromkeys(STORES, evil))
    assert page.view() == View(plan=evil if evil in (-1, 2.5) else None)
    assert (page.scheme, page.link.workload, page.link.sweep) == ("light", evil if evil == "x" else "", "")
