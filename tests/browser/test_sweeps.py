"""Sweeps on Compare: one that the command line made appears, opens, and its chart follows the metric and the address."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scheduler.metrics import all_metrics
from scheduler.results.store import Store
from tests.browser.conftest import Server, delay_answers
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
from tests.browser.test_access import SIZES, axe, fits, violations, wear  # noqa: F401 - axe is a fixture
from tests.browser.test_tab_lengths import DRAWN, HEIGHT, LONGEST, WINDOW
from tests.conftest import HOME, REPOSITORY

PLAN = f"""
name = "two loads"
trace = "{SAMPLES / "steady-load.swf"}"
loads = [0.6, 0.9]
[slices]
jobs = 60
count = 5
[[policies]]
policy = "easy"
[[policies]]
policy = "fcfs"
"""


@pytest.fixture(scope="module")
def swept(server: Server, tmp_path_factory: Any) -> str:
    """The key of a sweep in the store of the running dashboard, made by the command line."""
    plan = tmp_path_factory.mktemp("sweep") / "plan.toml"
    plan.write_text(PLAN)
    done = subprocess.run(
        [sys.executable, "-m", "scheduler", "sweep", str(plan), "--out", str(plan.with_suffix(".csv"))],
        cwd=REPOSITORY,
        env={**os.environ, "QUEUESCOPE_HOME": str(HOME / "browser")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stderr.rsplit("sweep=", 1)[1].strip()


def chart(page: Page) -> Any:
    return component(page, ids.SWEEP_BODY).get_by_role("figure")


def unfold(page: Page) -> None:
    """Open the list of sweeps."""
    component(page, ids.SWEEPS).locator("summary").click(timeout=LATE)


def choose(page: Page, key: str) -> None:
    page.get_by_role("textbox", name="Metric").click()
    page.get_by_role("option", name=all_metrics()[key].title, exact=True).click()


def test_a_sweep_appears_opens_and_follows_the_metric(page: Page, swept: str) -> None:
    page.goto("/compare")
    page.get_by_role("tab", name="Numbers and export").click(timeout=LATE)  # of the sample that is shown
    unfold(page)
    page.get_by_role("region", name="Sweeps").get_by_role("button", name="two loads").click()
    expect(page).to_have_url(re.compile(f"sweep={swept}"))
    expect(chart(page)).to_have_accessible_name("Mean wait by offered load", timeout=LATE)
    expect(chart(page).locator(".js-plotly-plot")).to_contain_text("First come, first")
    expect(chart(page)).to_contain_text("Against EASY backfilling, paired by slice: First come, first served is")
    choose(page, "utilization")
    expect(chart(page)).to_have_accessible_name("Utilization by offered load", timeout=LATE)
    expect(page).to_have_url(re.compile("metric=utilization"))
    expect(chart(page).locator(".js-plotly-plot .ytitle")).to_contain_text("Utilization")
    page.reload()
    expect(chart(page)).to_have_accessible_name("Utilization by offered load", timeout=LATE)
    chart(page).get_by_role("button", name="Save").click()
    with page.expect_response(re.compile("/export/python.txt")) as answer:
        page.get_by_role("menuitem", name="Copy as Python").click()
    assert "qs.sweep_figure(sweep, 'utilization')" in answer.value.text()
    page.get_by_role("button", name="two loads").click()
    expect(chart(page)).to_have_count(0)
    expect(page).not_to_have_url(re.compile("sweep="))


def test_many_sweeps_do_not_make_the_tab_longer(page: Page, swept: str) -> None:
    store = Store(HOME / "browser")
    record = store.json("sweeps", swept)
    for number in range(12):
        store.put_json(
            "sweeps", f"{number:024x}", record | {"key": f"{number:024x}", "name": f"copy {number}", "made": 1.0}
        )
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    page.goto(link_of(SAMPLES / "short-and-long-users.swf", (CAMPAIGN_FCFS, OSTRICH)))
    finished(page, (CAMPAIGN_FCFS, OSTRICH))
    page.get_by_role("tab", name="Numbers and export").click()
    expect(component(page, ids.SWEEPS)).to_contain_text("Sweeps kept here: 13", timeout=LATE)
    until(page, DRAWN, "Numbers and export")
    assert page.evaluate(HEIGHT) <= LONGEST * WINDOW["height"]
    unfold(page)
    oldest = page.get_by_role("region", name="Sweeps").get_by_role("button", name="copy 11")
    oldest.click()
    expect(page).to_have_url(re.compile(f"sweep={11:024x}"))
    for number in range(12):
        (HOME / "browser" / "sweeps" / f"{number:024x}").unlink()


def test_what_is_pressed_right_after_a_tab_was_opened_keeps_that_tab(page: Page, swept: str) -> None:
    page.goto("/compare")
    page.get_by_role("tab", name="Numbers and export").click(timeout=LATE)
    unfold(page)
    expect(page.get_by_role("button", name="two loads")).to_be_visible(timeout=LATE)
    page.get_by_role("tab", name="Overview").click()
    until(page, "tab => dash_component_api.getLayout(tab).props.data === 'overview'", ids.TAB)
    delay_answers(page, 300)
    page.evaluate("""() => {
        document.getElementById('tab-numbers').click();
        [...document.querySelectorAll('button')].find(one => one.textContent === 'two loads').click();
    }""")
    expect(page).to_have_url(re.compile(f"sweep={swept}"))
    expect(chart(page)).to_be_visible(timeout=LATE)


def test_the_table_of_a_sweep_is_saved(page: Page, swept: str) -> None:
    page.goto(f"/compare?sweep={swept}")
    expect(chart(page)).to_be_visible(timeout=LATE)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save the table (CSV)").click()
    assert waiting.value.suggested_filename == f"sweep-{swept[:8]}.csv"
    lines = list(csv.DictReader(Path(waiting.value.path()).read_text(encoding="utf-8").splitlines()))
    assert len(lines) == 20 and {line["policy"] for line in lines} == {"easy", "fcfs"}


def test_a_sweep_that_is_gone_is_said(page: Page) -> None:
    page.goto(f"/compare?sweep={'0' * 24}")
    expect(component(page, ids.SWEEP_BODY)).to_contain_text("not kept on this server")


def test_axe_finds_nothing_on_a_sweep_and_nothing_sticks_out(page: Page, swept: str, axe: str) -> None:  # noqa: F811
    page.goto(f"/compare?sweep={swept}")
    for scheme in ("light", "dark"):
        wear(page, scheme)
        expect(chart(page).locator(".js-plotly-plot .nsewdrag").first).to_be_attached(timeout=LATE)
        assert {scheme: violations(page, axe)} == {scheme: []}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)
