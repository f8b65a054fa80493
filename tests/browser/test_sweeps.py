"""Sweeps on Compare: one that was made outside the page appears, opens, and its chart follows the metric and the address."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

import pytest

import queuescope
from scheduler.metrics import all_metrics
from scheduler.results.store import Store
from tests.browser.conftest import SERVER_HOME, Server, delay_answers
from tests.browser.steps import (
    CAMPAIGN_FCFS,
    LATE,
    OSTRICH,
    SAMPLES,
    Page,
    component,
    expect,
    finished,
    ids,
    link_of,
    until,
)
from tests.browser.test_access import CONTRAST, SIZES, axe, fits, violations, wear  # noqa: F401 - axe is a fixture
from tests.browser.test_tab_lengths import WINDOW, too_long
from tests.cases.width import ALL

LONGEST = ("Campaigns", "Numbers and export")  # tabs; with --all every one
PLAN = {
    "name": "two loads",
    "trace": str(SAMPLES / "steady-load.swf"),
    "loads": [0.6, 0.9],
    "slices": {"jobs": 60, "count": 5},
    "policies": [{"policy": "easy"}, {"policy": "fcfs"}],
}


@pytest.fixture(scope="module")
def swept(server: Server) -> str:
    """The key of a sweep in the store of the running dashboard, made outside it."""
    return str(queuescope.sweep(PLAN, Store(SERVER_HOME)).attrs["key"])


def chart(page: Page) -> Any:
    return component(page, ids.SWEEP_BODY).get_by_role("figure")


def unfold(page: Page) -> None:
    """Open the list of sweeps."""
    component(page, ids.SWEEPS).locator("summary").click(timeout=LATE)


def choose(page: Page, key: str) -> None:
    page.get_by_role("textbox", name="Metric").click()
    page.get_by_role("option", name=all_metrics()[key].title, exact=True).click()


def test_sweeps_appear_open_follow_the_metric_and_are_saved(page: Page, swept: str, axe: str) -> None:  # noqa: F811
    store = Store(SERVER_HOME)
    record = store.json("sweeps", swept)
    copies = [f"{number:024x}" for number in range(12)]
    for number, key in enumerate(copies):
        store.put_json("sweeps", key, record | {"key": key, "name": f"copy {number}", "made": 1.0})
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(link_of(SAMPLES / "short-and-long-users.swf", (CAMPAIGN_FCFS, OSTRICH)))
    finished(page, (CAMPAIGN_FCFS, OSTRICH))
    assert too_long(page, () if ALL else LONGEST) == {}  # many sweeps do not make the last tab longer
    expect(component(page, ids.SWEEPS)).to_contain_text("Sweeps kept here: 13")
    unfold(page)
    sweeps = page.get_by_role("region", name="Sweeps")
    sweeps.get_by_role("button", name="copy 11").click()  # the oldest
    expect(page).to_have_url(re.compile(f"sweep={copies[11]}"))
    for key in copies:
        (SERVER_HOME / "sweeps" / key).unlink()
    sweeps.get_by_role("button", name="two loads").click()
    expect(page).to_have_url(re.compile(f"sweep={swept}"))
    expect(component(page, ids.SWEEP_BODY)).to_contain_text("two loads")  # it replaces the list of metrics, too
    follow_the_metric(page)
    save(page, swept)
    for scheme, rules in (("light", ()), ("dark", [CONTRAST])):  # they differ in colors alone
        wear(page, scheme)
        expect(chart(page).locator(".js-plotly-plot .nsewdrag").first).to_be_attached(timeout=LATE)
        assert {scheme: violations(page, axe, rules, f"#{ids.SWEEP_BODY}")} == {scheme: []}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)
    close_and_open_at_once(page, swept)


def follow_the_metric(page: Page) -> None:
    expect(chart(page)).to_have_accessible_name("Mean wait by offered load", timeout=LATE)
    expect(chart(page).locator(".js-plotly-plot")).to_contain_text("First come, first")
    expect(chart(page)).to_contain_text("Against EASY backfilling, paired by slice: First come, first served is")
    choose(page, "utilization")
    expect(chart(page)).to_have_accessible_name("Utilization by offered load", timeout=LATE)
    expect(page).to_have_url(re.compile("metric=utilization"))
    expect(chart(page).locator(".js-plotly-plot .ytitle")).to_contain_text("Utilization")
    page.reload()
    expect(chart(page)).to_have_accessible_name("Utilization by offered load", timeout=LATE)


def save(page: Page, swept: str) -> None:
    """The figure as Python, and the table."""
    chart(page).get_by_role("button", name="Save").click()
    with page.expect_response(re.compile("/export/python.txt")) as answer:
        page.get_by_role("menuitem", name="Copy as Python").click()
    assert "qs.sweep_figure(sweep, 'utilization')" in answer.value.text()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the table (CSV)").click()
    assert download.value.suggested_filename == f"sweep-{swept[:8]}.csv"
    lines = list(csv.DictReader(Path(download.value.path()).read_text(encoding="utf-8").splitlines()))
    assert len(lines) == 20 and {line["policy"] for line in lines} == {"easy", "fcfs"}


def close_and_open_at_once(page: Page, swept: str) -> None:
    """What is pressed right after a tab was opened keeps that tab."""
    page.get_by_role("button", name="two loads").click()
    expect(chart(page)).to_have_count(0)
    expect(page).not_to_have_url(re.compile("sweep="))
    page.get_by_role("tab", name="Overview").click()
    until(page, "tab => dash_component_api.getLayout(tab).props.data === 'overview'", ids.TAB)
    delay_answers(page, 300)
    page.evaluate("""() => {
        document.getElementById('tab-numbers').click();
        [...document.querySelectorAll('button')].find(button => button.textContent === 'two loads').click();
    }""")
    expect(page).to_have_url(re.compile(f"sweep={swept}"))
    expect(chart(page)).to_be_visible(timeout=LATE)
