"""What rests on the inside of Dash and plotly: it is as it was when it was checked, and pages work without each patch."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.metadata import version
from typing import TYPE_CHECKING

import pytest

from layouts.server.patches import PATCHES
from tests.browser.steps import (
    CHARTS,
    EASY,
    FCFS,
    SAMPLES,
    Page,
    drag,
    expect,
    finished,
    gantts,
    link_of,
    settled,
    until,
)
from tests.conftest import REPOSITORY

if TYPE_CHECKING:
    from playwright.sync_api import Route

CHECKED = json.loads(
    "{"
    + re.sub(
        r"(\w+):",
        r'"\1":',
        re.findall(r"CHECKED = \{(.*?)\}", (REPOSITORY / "layouts" / "frontend" / "internals.js").read_text())[0],
    ).replace("'", '"')
    + "}"
)


@pytest.fixture(scope="module")
def link() -> Iterator[str]:
    """FCFS beside EASY on five jobs."""
    yield link_of(SAMPLES / "five-jobs.swf", tab="schedule")


def test_everything_is_as_it_was_checked_and_what_is_not_is_named(page: Page, link: str) -> None:
    assert version("dash") == CHECKED["dash"], "a new version: look through internals.js, then change CHECKED there"
    page.goto(link)
    finished(page, (FCFS, EASY))
    settled(page, 2)
    broken = page.evaluate(f"() => window.queuescope.internals.broken({CHARTS}[0])")
    assert broken == [], "internals.js rests on what this version of Dash or plotly does not do any more"
    broken = page.evaluate(f"""() => {{
        const chart = {CHARTS}[0], stores = window.dash_stores;
        delete chart._fullLayout._size;
        window.dash_stores = [];
        try {{ return window.queuescope.internals.broken(chart); }} finally {{ window.dash_stores = stores; Plotly.redraw(chart); }}
    }}""")
    assert broken == [
        "the layout has its margins in _size",
        "Dash keeps its store in window.dash_stores",
        "Dash counts drawings in layoutHashes",
        "Dash keeps the paths of components in paths.strs and paths.objs",
    ]


WITHOUT = [" ".join(PATCHES), *(pytest.param(one, marks=pytest.mark.exhaustive) for one in PATCHES)]


@pytest.mark.parametrize("left_out", WITHOUT)
def test_charts_move_together_without_patches(page: Page, link: str, left_out: str) -> None:
    def without(route: Route) -> None:
        answer = route.fetch()
        head = f'<meta name="queuescope-without-patches" content="{left_out}">'
        headers = {
            name: value for name, value in answer.headers.items() if name not in ("content-encoding", "content-length")
        }
        route.fulfill(status=answer.status, headers=headers, body=answer.text().replace("<head>", f"<head>{head}", 1))

    page.route(re.compile(r"/compare"), without)
    page.goto(link)
    finished(page, (FCFS, EASY))
    whole = settled(page, 2)
    for name in left_out.split():
        assert page.evaluate("name => window.queuescope.internals.isPatched(name)", name) is False
    drag(page, gantts(page).first, 0.2, 0.6)
    part = settled(page, 2, other_than=whole)
    assert part[1] - part[0] == pytest.approx(0.4 * (whole[1] - whole[0]), rel=0.05)
    expect(page).to_have_url(re.compile(r"t0=.*t1="))
    until(
        page,
        f"""() => {CHARTS}.every(chart => {{
        const {{range, tickvals}} = chart._fullLayout.xaxis;
        return tickvals.filter(tick => tick >= range[0] && tick <= range[1]).length >= 3;
    }})""",
    )
