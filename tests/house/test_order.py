"""docs/decisions/order.md names who writes the stores of Compare: as many callbacks as there are, and the scripts that do."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from layouts import site
from tests.conftest import REPOSITORY

PAGE = REPOSITORY / "docs" / "decisions" / "order.md"
ROW = re.compile(r"^\| `([a-z-]+)` \|[^|]*\|([^|]*)\|([^|]*)\|$", re.MULTILINE)
SCRIPTS = [(path.name, path.read_text()) for path in (REPOSITORY / "layouts" / "frontend").glob("*/*.js")]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Counter[str]:
    """How many callbacks write a property."""
    dashboard = site.create_app(Path(tmp_path_factory.mktemp("order")))
    dashboard._setup_server()
    return Counter(
        output.split("@")[0]
        for callback in dashboard._callback_list
        for output in callback["output"].strip(".").split("...")
    )


@pytest.mark.parametrize(("store", "scripts", "callbacks"), ROW.findall(PAGE.read_text()))
def test_the_page_names_who_writes_a_store(written: Counter[str], store: str, scripts: str, callbacks: str) -> None:
    writers = {name for name, text in SCRIPTS if re.search(rf"(?<![.\w])(?:set|tell)\('{store}', ", text)}
    assert set(re.findall(r"`([a-z_]+\.js)`", scripts)) == writers
    assert len([name for name in callbacks.split(",") if name.strip()]) == written[f"{store}.data"]


def test_the_table_has_rows() -> None:
    assert len(ROW.findall(PAGE.read_text())) > 10
