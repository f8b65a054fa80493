"""docs/decisions/order.md names who writes the stores of Compare: as many callbacks as there are, and the scripts that do.

A press has a callback of its own: Dash keeps one call of a callback alone, so that a value that the page fills in would
take the place of a press that waits for its answer.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from layouts import site
from tests.conftest import REPOSITORY

PAGE = REPOSITORY / "docs" / "decisions" / "order.md"
ROW = re.compile(r"^\| `([a-z-]+)` \|[^|]*\|([^|]*)\|([^|]*)\|$", re.MULTILINE)
SCRIPTS = [(path.name, path.read_text()) for path in (REPOSITORY / "layouts" / "frontend").glob("*/*.js")]


PRESSES = {"n_clicks", "n_submit", "n_blur"}


@pytest.fixture(scope="module")
def browser_callbacks(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What Dash tells the browser of each callback."""
    dashboard = site.create_app(Path(tmp_path_factory.mktemp("order")))
    dashboard._setup_server()
    return dashboard._callback_list


@pytest.fixture(scope="module")
def written(browser_callbacks: list[dict[str, Any]]) -> Counter[str]:
    """How many callbacks write a property."""
    return Counter(
        output.split("@")[0] for callback in browser_callbacks for output in callback["output"].strip(".").split("...")
    )


def test_no_callback_hears_of_presses_and_of_values(browser_callbacks: list[dict[str, Any]]) -> None:
    properties = {
        callback["output"]: {source["property"] for source in callback["inputs"]} for callback in browser_callbacks
    }
    assert sum(bool(heard & PRESSES) for heard in properties.values()) > 50
    assert [output for output, heard in properties.items() if heard & PRESSES and heard - PRESSES] == []


@pytest.mark.parametrize(("store", "scripts", "callbacks"), ROW.findall(PAGE.read_text()))
def test_the_page_names_who_writes_a_store(written: Counter[str], store: str, scripts: str, callbacks: str) -> None:
    writers = {name for name, text in SCRIPTS if re.search(rf"(?<![.\w])(?:set|tell)\('{store}', ", text)}
    assert set(re.findall(r"`([a-z_]+\.js)`", scripts)) == writers
    assert len([name for name in callbacks.split(",") if name.strip()]) == written[f"{store}.data"]


def test_the_table_has_rows() -> None:
    assert len(ROW.findall(PAGE.read_text())) > 10
