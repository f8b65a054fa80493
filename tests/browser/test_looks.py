"""How Gantts of several runs stand together: by choices and by link, in the address, after a reload, and for everybody."""

from __future__ import annotations

import io
import re

import pytest

from tests.browser.steps import (
    LATE,
    Locator,
    Page,
    answered,
    chart_settings,
    component,
    expect,
    ids,
    link_of,
    open_tab,
    plot_box,
    until,
    view,
)
from tests.browser.test_access import SIZES, axe, fits, violations, wear
from tests.cases.small_log import swf

__all__ = ["axe"]  # a fixture

playwright = pytest.importorskip("playwright.sync_api")
image = pytest.importorskip("PIL.Image")

CHARTS = """[...document.querySelectorAll('#gantts .js-plotly-plot')].filter(chart => chart._fullLayout
    && chart.querySelector('.nsewdrag') && chart.layout.meta
    && chart.layout.meta.queuescope && window.queuescope.stateOf(chart))"""


PLACE = f"""([t, p]) => {{      // on the screen, once it was the same at two looks
    const [chart] = {CHARTS};
    if (!chart) return null;
    const box = chart.querySelector('.nsewdrag').getBoundingClientRect(), {{xaxis, yaxis}} = chart._fullLayout;
    const [[t0, t1], [p0, p1]] = [xaxis.range, yaxis.range];
    const place = [box.x + (t - t0) / (t1 - t0) * box.width, box.y + (p1 - p) / (p1 - p0) * box.height];
    const before = window.placeBefore;
    window.placeBefore = String(place);
    return before === String(place) && place;
}}"""
RESTING = """id => {
    const {x, y} = document.getElementById(id).getBoundingClientRect(), before = window.switchBefore;
    window.switchBefore = `${x} ${y}`;
    return before === window.switchBefore;
}"""


@pytest.fixture(scope="module")
def link(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The link of FCFS and EASY on five jobs: EASY runs job 3 from 1 to 3 instead of from 7 to 9."""
    path = tmp_path_factory.mktemp("looks") / "five.swf"
    path.write_text(
        swf(
            {
                1: (0, 4, 3, 3, 4, 1),
                2: (0, 3, 4, 4, 3, 2),
                3: (1, 2, 1, 1, 2, 3),
                4: (1, 6, 1, 1, 6, 4),
                5: (1, 2, 2, 2, 2, 5),
            },
            "; MaxProcs: 4\n",
        )
    )
    return link_of(path, tab="schedule")


def charts(page: Page, sources: list[str]) -> None:
    """Wait until exactly these charts are drawn."""
    until(
        page,
        f"wanted => JSON.stringify({CHARTS}.map(c => c.layout.meta.queuescope.source)) === JSON.stringify(wanted)",
        sources,
        LATE,
    )


def beside(page: Page, name: str) -> Locator:
    chart_settings(page)
    return component(page, ids.LOOK_BESIDE).get_by_text(name, exact=True)


def pick(page: Page, name: str, option: str) -> None:
    """Choose an option of one of the lists."""
    chart_settings(page)
    component(page, name).click()
    page.get_by_role("option", name=option, exact=True).click()


def at(page: Page, t: float, p: float) -> tuple[float, float]:
    """Where a time and a row of the first chart are on the screen."""
    expect(page.get_by_role("region", name="Run table")).to_be_visible(timeout=LATE)  # it moves all that is below it
    plot_box(component(page, ids.GANTTS).locator(".js-plotly-plot").first)  # scrolled into view
    x, y = until(page, PLACE, [t, p])
    return x, y


ONE_AFTER_THE_OTHER = """async values => {
    for (const [id, value] of Object.entries(values)) {
        window.dash_clientside.set_props(id, {value});
        await new Promise(done => setTimeout(done));  // the store may hold the first choice then, and the choices not yet
    }
}"""


def switch_axes(page: Page) -> None:
    """Press the switch of the axes, whose box lies under what is drawn of it, when its menu has its place."""
    chart_settings(page)
    until(page, RESTING, ids.LOOK_SHARED)
    component(page, ids.LOOK_SHARED).click(force=True)


def facts(page: Page) -> Locator:
    return component(page, ids.FACTS).get_by_role("heading", level=2)


def test_two_runs_are_arranged_in_every_way(page: Page, link: str, axe: str) -> None:
    page.goto(link)
    charts(page, ["real", "real"])
    arrange(page, "Side by side", "columns", ["real", "real"])
    arrange(page, "Difference", "difference", ["difference"])
    look_at_the_difference(page)
    close_facts(page)
    arrange(page, "Overlay", "overlay", ["overlay"])
    look_at_the_overlay(page)
    assert violations(page, axe, within=f"#{ids.GANTTS}") == []
    page.reload()
    charts(page, ["overlay"])
    chart_settings(page)
    expect(component(page, ids.LOOK_BESIDE).get_by_role("radio", name="Overlay")).to_be_checked()
    beside(page, "Below each other").click()
    charts(page, ["real", "real"])
    expect(page).not_to_have_url(re.compile("beside="))
    until(page, f"() => {CHARTS}.every(c => c.clientWidth > 800)")
    choose_rows_and_arrangement_in_quick_turn(page)
    give_each_its_own_axes(page)
    list_what_differs(page)


def choose_rows_and_arrangement_in_quick_turn(page: Page) -> None:
    """Each choice changes what the charts show, and what they show is told to both."""
    page.evaluate(ONE_AFTER_THE_OTHER, {ids.LOOK_ROWS: "users", ids.LOOK_BESIDE: "columns"})
    charts(page, ["users", "users"])
    answered(page)
    expect(page).to_have_url(re.compile("rows=users&.*beside=columns|beside=columns&.*rows=users"))
    page.evaluate(ONE_AFTER_THE_OTHER, {ids.LOOK_ROWS: "processors", ids.LOOK_BESIDE: "stacked"})
    expect(page).not_to_have_url(re.compile("rows=|beside="))
    charts(page, ["real", "real"])


def arrange(page: Page, name: str, key: str, sources: list[str]) -> None:
    """Choose an arrangement; its charts come, and the address names it."""
    beside(page, name).click()
    charts(page, sources)
    expect(page).to_have_url(re.compile(f"beside={key}"))


def close_facts(page: Page) -> None:
    """Close the menu of the charts where it is open, then the facts of a job."""
    page.keyboard.press("Escape")
    expect(facts(page)).to_have_count(0)


def look_at_the_difference(page: Page) -> None:
    """It shows where only one run is busy, and has no colors to choose."""
    caption = view(page, "Gantt chart")
    expect(caption).to_contain_text("2 processor-seconds are busy only here and 2 only under")
    expect(component(page, ids.LOOK_COLOR)).to_be_disabled()
    address = until(
        page,
        f"() => {{ const m = {CHARTS}[0].layout.meta.queuescope; return m.picture + '0_13_0_4_130x40_light.png?' + m.query; }}",
    )
    answer = page.request.get(address)
    assert answer.ok
    drawn = image.open(io.BytesIO(answer.body())).convert("RGBA").convert("RGB")
    same, orange, blue = (drawn.getpixel(place) for place in ((5, 35), (20, 5), (80, 5)))
    assert same[0] > 200 > orange[0] > orange[2] < blue[2] > blue[0]
    page.mouse.click(*at(page, 2, 3.5))
    expect(facts(page)).to_contain_text("Job 3")
    until(page, f"() => {CHARTS}[0].layout.shapes.some(s => s.name === 'selected')")
    close_facts(page)
    page.mouse.click(*at(page, 8, 3.5))  # only the baseline is busy there, with the same job
    expect(facts(page)).to_contain_text(re.compile(r"Job \d"))


def look_at_the_overlay(page: Page) -> None:
    """It outlines the baseline, and a job in both runs."""
    until(
        page, f"() => {CHARTS}[0].data.some(t => t.type === 'bar') && {CHARTS}[0].data.some(t => t.line && t.line.dash)"
    )
    page.mouse.click(*at(page, 2, 3.5))
    expect(facts(page)).to_contain_text("Job 3")
    until(page, f"() => {CHARTS}[0].layout.shapes.filter(s => s.name === 'selected').length === 2")
    close_facts(page)
    until(page, f"() => {CHARTS}[0].layout.shapes.length === 0")
    page.mouse.dblclick(*at(page, 2, 3.5))  # plotly frees the axes of a chart whose outlines are gone
    expect(facts(page)).to_have_count(0)


def give_each_its_own_axes(page: Page) -> None:
    """They move alone, and the page says that they differ."""
    switch_axes(page)
    expect(page).to_have_url(re.compile("shared=no"))
    expect(view(page, "Gantt chart")).to_contain_text("Axes differ")
    until(page, f"() => new Set({CHARTS}.map(c => c.layout.meta.queuescope.group)).size === 2")
    before = page.evaluate(f"() => {CHARTS}.map(c => [...c._fullLayout.xaxis.range])")
    page.evaluate(f"() => window.queuescope.show({{t0: 2, t1: 6}}, {CHARTS}[0].layout.meta.queuescope.group)")
    until(page, f"() => {CHARTS}[0]._fullLayout.xaxis.range[0] === 2")
    expect(page).to_have_url(re.compile("t0=2&t1=6"))
    assert page.evaluate(f"() => [...{CHARTS}[1]._fullLayout.xaxis.range]") == before[1]
    switch_axes(page)
    expect(page).not_to_have_url(re.compile("shared=no"))


def list_what_differs(page: Page) -> None:
    """It is all that is listed until somebody asks for the rest."""
    table = open_tab(page, "numbers").locator(".qs-differs")
    table.locator("summary").click()
    expect(table.get_by_role("rowheader").filter(visible=True)).to_have_text(["policy"])
    table.get_by_label("Show all").click(force=True)
    expect(table.get_by_role("rowheader", name="estimates of the workload", exact=True)).to_be_visible()


TOP = (
    f"() => {CHARTS}.map(c => c._fullLayout.yaxis).every(y => y.ticktext[0] === 'user 5' && y.tickvals[0] < y.range[1])"
)
HIGH = f"() => {CHARTS}.length === 2 && {CHARTS}.map(c => c.layout.meta.queuescope.extent[3])"
COLLAPSED = f"() => {CHARTS}.length === 2 && {CHARTS}.every(c => c.layout.yaxis.title.text.includes('collapsed'))"


@pytest.mark.exhaustive  # the usual run arranges two runs in every way
def test_rows_of_users_are_pinned_colored_and_collapsed(page: Page, link: str) -> None:
    page.goto(f"{link}&only=size%3E%3D2&job=4")
    pin_the_user_of_a_job(page)
    color_by_keyboard(page)
    switch = collapse_rows(page)
    page.reload()
    charts(page, ["users", "users"])
    until(page, COLLAPSED)
    until(page, TOP)
    chart_settings(page)
    expect(component(page, ids.LOOK_ROWS)).to_have_value("Users")
    expect(component(page, ids.LOOK_COLOR)).to_have_value("Job size")
    expect(switch).to_be_checked()
    switch.click()
    until(page, f"() => !{CHARTS}.some(c => c.layout.yaxis.title.text.includes('collapsed'))")
    expect(page).not_to_have_url(re.compile("fold="))
    let_the_user_go(page)
    choose_rows(page)


def pin_the_user_of_a_job(page: Page) -> None:
    """The rows of users come, with this user on top."""
    button = component(page, ids.FACTS).get_by_role("button", name="Pin this user")
    expect(button).to_be_visible(timeout=LATE)
    charts(page, ["real", "real"])
    button.press("Enter")
    charts(page, ["users", "users"])
    until(page, TOP)
    expect(page).to_have_url(re.compile(r"rows=users.*&pin=5(&|$)"))


def color_by_keyboard(page: Page) -> None:
    """The choice reaches charts and address, and the filter stays."""
    chart_settings(page)
    color = component(page, ids.LOOK_COLOR)
    color.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", name="Job size")).to_be_visible()  # the list is open, and knows what is chosen
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile("color=size"))
    expect(color).to_be_focused()
    expect(color).to_have_value("Job size")
    expect(page).to_have_url(re.compile("only=size"))
    until(
        page,
        f"() => {CHARTS}.length === 2 && {CHARTS}.every(c => c.layout.meta.queuescope.query.includes('color=size'))",
    )


def collapse_rows(page: Page) -> Locator:
    """All rows but those of pinned users; the switch."""
    open_rows = until(page, HIGH)
    chart_settings(page)
    switch = page.get_by_role("switch", name="Collapse rows")
    switch.click()
    expect(page).to_have_url(re.compile(r"fold=yes"))
    until(page, COLLAPSED)
    assert all(after < before for after, before in zip(until(page, HIGH), open_rows, strict=True))
    return switch


def let_the_user_go(page: Page) -> None:
    page.get_by_role("group", name="Pinned users").get_by_role("button", name="Unpin user 5").press("Enter")
    expect(page.get_by_role("group", name="Pinned users")).to_have_count(0)
    until(page, f"() => {CHARTS}.every(c => c._fullLayout.yaxis.ticktext[0] !== 'user 5')")
    expect(page).not_to_have_url(re.compile("pin="))


def choose_rows(page: Page) -> None:
    """By the list, to processors and back."""
    pick(page, ids.LOOK_ROWS, "Processors")
    charts(page, ["real", "real"])
    expect(page).not_to_have_url(re.compile("rows="))
    pick(page, ids.LOOK_ROWS, "Users")
    charts(page, ["users", "users"])
    expect(page).to_have_url(re.compile("rows=users"))


@pytest.mark.exhaustive
@pytest.mark.parametrize("look", ["beside=stacked", "beside=difference", "beside=overlay&rows=users&shared=no"])
def test_axe_finds_nothing_and_nothing_sticks_out(page: Page, link: str, axe: str, look: str) -> None:
    page.goto(f"{link}&{look}")
    until(page, f"() => {CHARTS}.length > 0", timeout=LATE)
    for scheme in ("light", "dark"):
        wear(page, scheme)
        assert {scheme: violations(page, axe)} == {scheme: []}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)
