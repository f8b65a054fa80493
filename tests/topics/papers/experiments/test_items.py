"""The matrix of every paper: what its items name is there, and nothing is left without a place or a reason."""

from __future__ import annotations

import pytest

from layouts.plots import all_plots
from layouts.site import PAGES
from layouts.workload_plots import all_workload_plots
from scheduler.bounds import all_guarantees
from scheduler.generators import all_generators
from scheduler.metrics import all_metrics
from scheduler.model.workload_options import OPTIONS
from scheduler.policies import all_policies
from scheduler.topics.papers.experiments import all_experiments, all_papers
from scheduler.topics.papers.items import KINDS, ROOMS, Item, items_of
from tests.cases.every_case import every_case

ENTRIES = {
    "policy": all_policies,
    "experiment": all_experiments,
    "guarantee": all_guarantees,
    "metric": all_metrics,
    "generator": all_generators,
    "plot": all_plots,
    "workload_plot": all_workload_plots,
    "option": lambda: OPTIONS,
    "page": lambda: PAGES,
}
WITH_ITEMS = [key for key in all_papers() if items_of(key)]
each = every_case("paper", WITH_ITEMS)


def test_every_room_is_known_here() -> None:
    assert set(ENTRIES) == set(ROOMS)


@each
def test_what_shows_an_item_is_there(paper: str) -> None:
    missing = [
        f"{item.name}: {item.shown_by}"
        for item in items_of(paper)
        if item.shown_by and item.key.partition("?")[0] not in ENTRIES[item.room]()
    ]
    assert not missing, missing


@each
def test_every_experiment_of_the_paper_shows_an_item(paper: str) -> None:
    named = {item.key for item in items_of(paper) if item.room == "experiment"}
    assert {f"{paper}/{experiment.key}" for experiment in all_papers()[paper].experiments} <= named


@each
def test_items_have_names_and_places_of_their_own(paper: str) -> None:
    rows = [(item.name, item.place) for item in items_of(paper)]
    assert len(rows) == len(set(rows)) >= 20


@each
def test_a_reason_is_a_sentence(paper: str) -> None:
    for item in items_of(paper):
        assert not item.reason or (len(item.reason) > 20 and item.reason.endswith(".")), item


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (("EASY", "section 3", "policy", "policy:easy"), "no kind"),
        (("EASY", "", "algorithm", "policy:easy"), "no place"),
        (("", "section 3", "algorithm", "policy:easy"), "no name"),
        (("EASY", "section 3", "algorithm", ""), "say why"),
        (("EASY", "section 3", "algorithm", "easy"), "wanted"),
        (("EASY", "section 3", "algorithm", "policy:"), "wanted"),
    ],
)
def test_an_item_that_says_too_little_is_refused(fields: tuple, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Item(*fields)


def test_what_shows_an_item_has_a_room_and_a_key() -> None:
    item = Item("OStrich", "section 4", KINDS[0], "policy:ostrich")
    assert (item.room, item.key) == ("policy", "ostrich")
    assert Item("BOINC", "section I", "model", "", "It is an example of a system.").room == ""
