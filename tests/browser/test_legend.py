"""The row of colors above the Gantt charts: a color lights its jobs in every chart, again all of them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.steps import LATE, Locator, Page, chart_settings, component, expect, ids, link_of, until

playwright = pytest.importorskip("playwright.sync_api")

QUERIES = """[...document.querySelectorAll('#gantts .js-plotly-plot')].filter(chart => chart.layout && chart.layout.meta)
    .map(chart => new URLSearchParams(chart.layout.meta.queuescope.query).get('only') || '')"""


@pytest.fixture(scope="module")
def page(visit: Callable[[], Page]) -> Page:
    """FCFS and EASY on four-policies.swf, by a link that lights jobs."""
    found = visit()
    found.goto(f"{link_of('four-policies.swf', tab='schedule')}&only=wait%3E%3D0s")
    return found


def color(page: Page, words: str) -> Locator:
    return component(page, ids.LEGEND).get_by_role("button", name=words, exact=True)


def lit(page: Page, query: str) -> None:
    """Wait until all charts light what this query means, and the address says so."""
    until(
        page,
        f"""wanted => {{
        const asked = [...{QUERIES}, new URL(location.href).searchParams.get('only') || ''];
        return asked.length === 3 && asked.every(only => only === wanted); }}""",
        query,
        LATE,
    )


def test_a_color_lights_its_jobs_and_lets_go_of_them_by_mouse_and_by_key(page: Page) -> None:
    lit(page, "wait>=0s")
    expect(component(page, ids.SEARCH)).to_have_value("wait>=0s")  # a link fills the box, and is answered below it
    expect(component(page, ids.SEARCH_MESSAGE)).to_contain_text("of 6 jobs")
    row = component(page, ids.LEGEND).get_by_role("button")
    number = row.first.inner_text()
    user, second = color(page, f"User {number}"), color(page, f"User {row.nth(1).inner_text()}")
    expect(user).to_have_attribute("aria-pressed", "false")
    box = user.bounding_box()
    assert box is not None and box["height"] >= 24 and box["width"] >= 24
    user.click()
    lit(page, f"wait>=0s user {number}")
    expect(user).to_have_attribute("aria-pressed", "true")
    expect(component(page, ids.LEGEND)).to_contain_text("pale: not asked for")
    expect(user).to_be_focused()
    second.focus()
    page.keyboard.press("Enter")  # another color of the same field takes its place
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(user).to_have_attribute("aria-pressed", "false")
    expect(second).to_be_focused()
    page.keyboard.press("Space")
    lit(page, "wait>=0s")
    expect(second).to_have_attribute("aria-pressed", "false")


def test_the_row_follows_the_choice_of_colors_and_the_scheme(page: Page) -> None:
    page.evaluate("() => dash_clientside.set_props('look', {data: {color: 'size', only: 'size<=1'}})")
    lit(page, "size<=1")
    small = color(page, "Processors 2")
    small.click()
    expect(page).to_have_url(re.compile("only=processors%3D2(&|$)"))  # in the place of the same field by another name
    expect(small).to_have_attribute("aria-pressed", "true")
    before = small.evaluate("chip => getComputedStyle(chip, '::before').backgroundColor")
    page.get_by_role("button", name="Switch between light and dark").click()
    until(
        page,
        f"""before => {{
        const chip = [...document.querySelectorAll('#{ids.LEGEND} button')].find(one => one.textContent === '2');
        return chip && getComputedStyle(chip, '::before').backgroundColor !== before; }}""",
        before,
        LATE,
    )
    chart_settings(page)
    component(page, ids.LOOK_COLOR).click()
    page.get_by_role("option", name="Why it waited", exact=True).click()
    expect(component(page, ids.LEGEND)).to_contain_text("Waited for")
    expect(component(page, ids.LEGEND).get_by_role("button")).to_have_count(0)
    until(
        page,
        """() => {
        const charts = [...document.querySelectorAll('#gantts .js-plotly-plot')];       // none while they are made anew
        return charts.length === 2 && charts.every(chart => chart.layout && chart.layout.annotations
            && chart.layout.annotations.some(note => note.name === 'colors' && note.visible === false)); }""",
    )
    drawing = page.evaluate("""async () => {
        const figure = document.getElementById('gantts').closest('figure');
        return (await window.queuescope.drawings.svg(figure, 'page')).svg; }""")
    assert drawing.count("waited for") == 2  # in a file each chart has its legend
