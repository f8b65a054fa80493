"""The row of colors above the Gantt charts: a color lights its jobs in every chart, again all of them."""

from __future__ import annotations

import re

import pytest

from tests.browser.steps import LATE, Locator, Page, chart_settings, component, expect, ids, link_of, until

playwright = pytest.importorskip("playwright.sync_api")

QUERIES = """[...document.querySelectorAll('#gantts .js-plotly-plot')].filter(chart => chart.layout && chart.layout.meta)
    .map(chart => new URLSearchParams(chart.layout.meta.queuescope.query).get('only') || '')"""


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


def test_colors_light_their_jobs_and_follow_the_choice_of_colors_and_the_scheme(page: Page) -> None:
    page.goto(link_of("four-policies.swf", tab="schedule") + "&only=wait%3E%3D0s")
    a_color_lights_its_jobs_and_lets_go_of_them_by_mouse_and_by_key(page)
    a_color_takes_the_place_of_the_same_field_by_another_name(page)
    colors_without_jobs_to_light_are_words(page)


def a_color_lights_its_jobs_and_lets_go_of_them_by_mouse_and_by_key(page: Page) -> None:
    lit(page, "wait>=0s")
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


def choose_color(page: Page, name: str) -> None:
    chart_settings(page)
    component(page, ids.LOOK_COLOR).click()
    page.get_by_role("option", name=name, exact=True).click()


def a_color_takes_the_place_of_the_same_field_by_another_name(page: Page) -> None:
    choose_color(page, "Job size")
    box = component(page, ids.SEARCH)
    box.fill("size<=1")
    box.press("Enter")
    lit(page, "size<=1")
    small = color(page, "Processors 2")
    small.click()
    expect(page).to_have_url(re.compile("only=processors%3D2(&|$)"))
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


def colors_without_jobs_to_light_are_words(page: Page) -> None:
    choose_color(page, "Why it waited")
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
