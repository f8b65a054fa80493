"""Replicas on Compare: asked for, worked off in the background, told in words and as ± in the table."""

from __future__ import annotations

from tests.browser.steps import LATE, Page, component, expect, ids, open_tab
from tests.browser.test_access import SIZES, axe, compare_runs, fits, violations  # noqa: F401 - axe is a fixture


def test_replicas_are_refused_run_told_and_kept(page: Page, axe: str) -> None:  # noqa: F811
    page.emulate_media(color_scheme="dark")
    compare_runs(page)
    open_tab(page, "numbers")
    component(page, ids.REPLICAS).get_by_text("Does the difference survive repetition?").click()
    component(page, ids.REPLICAS_COUNT).fill("2")
    component(page, ids.REPLICAS_COUNT).press("Enter")
    expect(component(page, ids.REPLICAS_STATE)).to_contain_text("replicas = 2; wanted")
    component(page, ids.REPLICAS_COUNT).fill("4")
    component(page, ids.REPLICAS_SHAKE).fill("600")
    component(page, ids.REPLICAS_SHAKE).press("Enter")
    expect(component(page, ids.REPLICAS_STATE)).to_contain_text("This would take about")
    component(page, ids.REPLICAS_RUN).click()
    expect(component(page, ids.REPLICAS_RESULT)).to_contain_text(
        "4 replicas, submissions moved by up to 10 min", timeout=LATE
    )
    expect(component(page, ids.REPLICAS_RESULT)).to_contain_text("of 4 replicas")
    expect(component(page, ids.RUN_TABLE)).to_contain_text("±")
    expect(component(page, ids.RUN_TABLE)).to_contain_text("this run:")
    assert violations(page, axe) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)
    page.reload()
    expect(component(page, ids.REPLICAS_RESULT)).to_contain_text("4 replicas", timeout=LATE)
