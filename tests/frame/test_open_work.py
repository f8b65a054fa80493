"""What is open, named in the header; and what the search field offers on every page."""

from __future__ import annotations

import json

import pytest

from layouts.frame import finder, open_work
from layouts.state import link
from layouts.state.link import Link
from layouts.words.glossary import entries
from tests.pages.test_pages import FIVE, dash, loaded, services, simulated, texts

__all__ = ["dash", "services"]  # fixtures, used by their names
pytestmark = pytest.mark.core


def test_workload_and_runs_are_named_and_lead_back(services):
    key = loaded(services, FIVE)
    runs = simulated(services, key, ["fcfs", "easy"])
    compare = link.write(Link(key, runs=tuple(shown.key for shown in runs)))
    links, names = open_work.named(services, "", compare)
    assert [one["name"] for one in names] == ["five-jobs.swf", "FCFS, EASY"]
    assert [one["href"] for one in names] == [f"/workload?w={key}", f"/compare{compare}"]
    assert "five-jobs.swf" in texts(links) and getattr(links[1], "aria-label") == "Runs: FCFS, EASY"


def test_runs_of_another_workload_are_not_those_of_the_one_that_is_open(services):
    key, other = loaded(services, FIVE), loaded(services, "convoy.swf")
    runs = simulated(services, key, ["fcfs"])
    compare = link.write(Link(key, runs=(runs[0].key,)))
    assert [one["name"] for one in open_work.named(services, f"?w={other}", "")[1]] == ["convoy.swf"]
    names = open_work.named(services, f"?w={other}", compare)[1]
    assert [one["name"] for one in names] == ["five-jobs.swf", "FCFS"]  # what is compared goes before
    assert names[0]["href"] == f"/workload?w={key}"
    assert [one["name"] for one in open_work.named(services, f"?w={other}", compare, True)[1]] == ["convoy.swf"]


@pytest.mark.parametrize(
    "sent", ["", "?w=../../etc/passwd", "?w=" + "a" * 24, "?runs=" + "b" * 24, "?load=" + "c" * 24, "x" * 5_000]
)
def test_what_is_not_known_is_left_out(services, sent):
    assert open_work.named(services, sent, sent) == ([], [])


def test_the_field_offers_pages_actions_and_every_term():
    offered = json.loads(finder.options())["actions"]
    assert {one["href"] for one in offered if "href" in one} >= {
        "/",
        "/workload",
        "/compare",
        "/learn",
        "/papers",
        "/glossary",
    }
    terms = [one for one in offered if one["say"].startswith("Term: ")]
    assert len(terms) == len(entries()) and all("#term-" in one["href"] for one in terms)
    assert all(set(one) == {"say", "href"} or set(one) == {"say", "click"} for one in offered)
