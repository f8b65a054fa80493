"""Replicas on Compare: asked for, worked off in the background, told in words and as ± in the table."""

from __future__ import annotations

from tests.browser.steps import EASY, FCFS, LATE, Page, component, expect, finished, ids, link_of
from tests.browser.test_access import SIZES, axe, fits, violations  # noqa: F401 - axe is a fixture


def test_replicas_are_refused_run_told_and_kept(page: Page, axe: str) -> None:  # noqa: F811
    page.emulate_media(color_scheme="dark")
    page.goto(link_of("steady-load.swf", tab="numbers"))
    finished(page, (FCFS, EASY))
    component(page, ids.REPLICAS).get_by_text("Does the difference survive repetition?").click()
    state, result, table = (component(page, name) for name in (ids.REPLICAS_STATE, ids.REPLICAS_RESULT, ids.RUN_TABLE))
    component(page, ids.REPLICAS_COUNT).fill("2")
    component(page, ids.REPLICAS_COUNT).press("Enter")
    expect(state).to_contain_text("replicas = 2; wanted")
    component(page, ids.REPLICAS_COUNT).fill("4")
    component(page, ids.REPLICAS_SHAKE).fill("600")
    component(page, ids.REPLICAS_SHAKE).press("Enter")
    expect(state).to_contain_text("This would take about")
    component(page, ids.REPLICAS_RUN).click()
    expect(result).to_contain_text("4 replicas, submissions moved by up to 10 min", timeout=LATE)
    expect(result).to_contain_text("of 4 replicas")
    expect(table).to_contain_text("±")
    expect(table).to_contain_text("this run:")
    assert violations(page, axe) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)
    page.reload()
    expect(result).to_contain_text("4 replicas", timeout=LATE)
