"""The matrix of each paper on its page: a row for each item, each with a way to what shows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from layouts import site as entry
from layouts.frame.callbacks import Services
from layouts.state.link import read
from layouts.topics.papers import item_matrix as matrix_of
from layouts.topics.papers import papers_page
from scheduler.errors import InputError
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from scheduler.topics.papers.experiments import all_papers
from scheduler.topics.papers.items import Item, items_of
from tests.pages.test_pages import components, texts

OSTRICH = items_of("ostrich-2013")


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    """A store of our own, during a request."""
    store = Store(tmp_path)
    with entry.create_app(tmp_path).server.test_request_context("/"):
        yield Services(tmp_path, store, Runs(store))


def key_of(paper: str, room: str) -> str:
    """The key of the first item shown by something of a room."""
    return f"{paper}/{next(number for number, item in enumerate(items_of(paper)) if item.room == room)}"


def test_every_item_has_a_row_and_a_way_or_a_reason() -> None:
    tables = components(matrix_of.matrices(), "Tbody")
    wanted = [items_of(key) for key in all_papers() if items_of(key)]
    assert [len(table.children) for table in tables] == [len(items) for items in wanted]
    for table, items in zip(tables, wanted, strict=True):
        for row, item in zip(table.children, items, strict=True):
            ways = [*components(row, "Link"), *components(row, "Button")]
            assert len(ways) == bool(item.shown_by) and (ways or item.reason), item
            assert texts(row.children[1]).strip() == item.place


@pytest.mark.parametrize(
    ("item", "address"),
    [
        (Item("a", "b", "figure", "experiment:ostrich-2013/fig3"), "/papers?e=ostrich-2013/fig3"),
        (Item("a", "b", "model", "page:/glossary"), "/glossary"),
        (Item("a", "b", "model", "option:think"), "/workload"),
        (Item("a", "b", "model", "generator:poisson"), "/workload"),
    ],
)
def test_what_is_no_comparison_is_a_link(item: Item, address: str) -> None:
    assert matrix_of.setup_for("ostrich-2013", item, list(matrix_of.all_setups())) is None
    assert matrix_of.address(item) == address


def test_a_policy_opens_with_a_setup_of_its_paper_that_has_it() -> None:
    setup = matrix_of.setup_of(f"ostrich-2013/{[item.shown_by for item in OSTRICH].index('policy:ostrich')}")
    assert setup.paper == "ostrich-2013" and "ostrich" in setup.policies


def test_a_metric_opens_with_a_setup_of_its_paper() -> None:
    assert matrix_of.setup_of(key_of("dfrs-2011", "metric")).paper == "dfrs-2011"


NO_KEYS = (
    "",
    "ostrich-2013",
    "ostrich-2013/9999",
    "ostrich-2013/-1",
    "ostrich-2013/" + "9" * 5_000,
    "no-such/0",
    "x/y",
)


@pytest.mark.parametrize("key", NO_KEYS)
def test_a_key_that_names_no_item_is_refused(key: str) -> None:
    with pytest.raises(InputError, match="no such item"):
        matrix_of.setup_of(key)


def test_an_item_that_opens_nothing_says_where_to_choose_it() -> None:
    with pytest.raises(InputError, match="Workload page"):
        matrix_of.setup_of(key_of("ostrich-2013", "generator"))


@pytest.mark.parametrize("room", ["policy", "guarantee", "plot"])
def test_a_press_opens_a_comparison(services: Services, room: str) -> None:
    opened = papers_page.opened_item(services, key_of("ostrich-2013", room))
    assert opened.message is None and len(read(opened.href.partition("?")[2]).runs) >= 1


def test_a_press_on_nothing_says_so(services: Services) -> None:
    assert "no such item" in texts(papers_page.opened_item(services, "nothing").message)
