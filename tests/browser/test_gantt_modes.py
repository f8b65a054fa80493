"""Real and virtual Gantts: three modes, by mouse, by keys and by link, on the worked example and on 10 000 jobs."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.browser.steps import (
    LATE,
    OSTRICH,
    PROFILES,
    SOON,
    Locator,
    Page,
    chart_settings,
    component,
    drag,
    expect,
    gantts,
    generated_link,
    ids,
    link_of,
    plot_box,
    show_whole_log,
    until,
    view,
)
from tests.cases.width import width

playwright = pytest.importorskip("playwright.sync_api")

ROWS = (1, 3)  # of campaigns
MOST = 40  # requests for 15 changes of the mode
CHARTS = """[...document.querySelectorAll('#gantts .js-plotly-plot')].filter(chart => chart._fullLayout
    && chart.querySelector('.nsewdrag') && chart.layout.meta
    && chart.layout.meta.queuescope && window.queuescope.stateOf(chart))"""


@pytest.fixture(scope="module")
def appendix(visit: Callable[[], Page]) -> Page:
    """OStrich on the worked example of its paper, by a link to its lateness in the rows of two campaigns."""
    page = visit()
    page.goto(f"{link_of('ostrich-appendix.swf', (OSTRICH,), 'schedule')}&mode=lag&t0=0&t1=5&c0={ROWS[0]}&c1={ROWS[1]}")
    return page


@pytest.fixture(scope="module")
def large(visit: Callable[[], Page]) -> Page:
    """OStrich on 10 000 generated jobs."""
    page = visit()
    page.goto(generated_link(PROFILES, (OSTRICH,), 3, "schedule", jobs=10_000))
    return page


def turn(page: Page, mode: str) -> None:
    """Choose a mode, and wait until its charts are drawn, with nothing selected."""
    page.keyboard.press("Escape")
    mode_named(page, mode).click()
    page.keyboard.press("Escape")
    charts(page, {"Two panels": ["real", "virtual"], "Overlay": ["ghost"], "Lateness": ["real", "lag"]}[mode])
    expect(component(page, ids.FACTS).get_by_role("heading")).to_have_count(0)


def mode_named(page: Page, mode: str) -> Locator:
    """The mode in the menu, which is opened."""
    chart_settings(page)
    return component(page, ids.MODE_CHOICE).get_by_text(mode, exact=True)


IN_QUICK_TURN = """([modes, pause]) => {
    const choices = [...document.querySelectorAll('#mode-choice input')];
    const click = mode => choices.find(choice => choice.value === mode).click();
    return Promise.all(modes.map((mode, i) => new Promise(done => setTimeout(() => { click(mode); done(); }, pause * i))));
}"""
AT_REST = """() => Math.max(...performance.getEntriesByType('resource').map(request => request.responseEnd)) < performance.now() - 1000"""


def charts(page: Page, sources: list[str]) -> None:
    """Wait until exactly these charts are drawn."""
    until(
        page,
        f"wanted => JSON.stringify({CHARTS}.map(c => c.layout.meta.queuescope.source)) === JSON.stringify(wanted)",
        sources,
        LATE,
    )


def choice(page: Page, name: str) -> Locator:
    return page.get_by_role("radio", name=name)


def ranges(page: Page) -> list[list[float]]:
    """[t0, t1, low, high] of every Gantt."""
    return page.evaluate(
        f"() => {CHARTS}.map(c => [...c._fullLayout.xaxis.range, ...c._fullLayout.yaxis.range].map(Number))"
    )


def whole(page: Page) -> list[list[float]]:
    """Bring all Gantts to all time and all rows; their ranges then.  Those of another mode come with the window the server was told last."""
    show_whole_log(page)
    until(
        page,
        f"""() => {CHARTS}.every(chart => [2, 3].every(i => {{
        const {{extent}} = chart.layout.meta.queuescope;
        return Math.abs(chart._fullLayout.yaxis.range[i - 2] - extent[i]) <= 1e-6 * (extent[3] - extent[2]);
    }}))""",
    )
    return ranges(page)


def zoomed(page: Page, before: list[list[float]]) -> list[list[float]]:
    """Wait until all Gantts show the same time, another one than before; their ranges."""
    return until(
        page,
        f"""before => {{
        const all = {CHARTS}.map(c => [...c._fullLayout.xaxis.range, ...c._fullLayout.yaxis.range].map(Number));
        const alike = all.every(r => Math.abs(r[0] - all[0][0]) + Math.abs(r[1] - all[0][1]) < 1e-6 * (r[1] - r[0]));
        return alike && (all[0][0] !== before[0] || all[0][1] !== before[1]) ? all : null;
    }}""",
        before[0],
    )


def outlined(page: Page, counts: list[int]) -> None:
    """Wait until the Gantts have so many outlines of what is selected."""
    until(
        page,
        f"""wanted => JSON.stringify({CHARTS}.map(c => (c.layout.shapes || []).filter(s => s.name === 'selected').length))
        === JSON.stringify(wanted)""",
        counts,
    )


def resting(page: Page, where: tuple[float, float], counts: list[int]) -> None:
    """Rest the pointer there, and wait for so many lines of light upon the Gantts; charts that still move put it out."""
    for nudge in range(5):
        page.mouse.move(where[0] + nudge % 2, where[1])
        with suppress(playwright.TimeoutError):
            lit(page, counts, SOON // 5)
            return
    lit(page, counts)


def lit(page: Page, counts: list[int], timeout: int = SOON) -> None:
    """Wait until the Gantts have so many lines of light upon them."""
    until(
        page,
        """wanted => JSON.stringify([...document.querySelectorAll('.qs-lit > svg')].map(part =>
        part.querySelectorAll('.qs-lit-line').length)) === JSON.stringify(wanted)""",
        counts,
        timeout,
    )


def at(chart: Locator, across: float, down: float) -> tuple[float, float]:
    box = plot_box(chart)
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def test_the_mode_is_chosen_and_kept_in_the_link(appendix: Page) -> None:
    page = appendix
    charts(page, ["real", "lag"])
    assert ranges(page)[1] == pytest.approx([0, 5, *ROWS], rel=1e-6)
    whole(page)
    chart_settings(page)
    expect(choice(page, "Lateness")).to_be_checked()
    mode_named(page, "Two panels").click()
    charts(page, ["real", "virtual"])
    expect(page).not_to_have_url(re.compile("mode="))
    mode_named(page, "Overlay").click()
    charts(page, ["ghost"])
    expect(page).to_have_url(re.compile("mode=ghost"))
    expect(view(page, "Gantt chart")).to_contain_text("stacked by user")
    mode_named(page, "Lateness").click()
    charts(page, ["real", "lag"])
    expect(page).to_have_url(re.compile("mode=lag"))
    expect(view(page, "Gantt chart")).to_contain_text("3 before it, 1 after it")


def test_modes_clicked_in_quick_turn_come_to_rest_at_the_last(appendix: Page) -> None:
    """The choice and the store of the mode once set each other in turn, without end: some eight requests a second."""
    page, asked = appendix, []
    turn(page, "Two panels")
    page.on("request", lambda request: asked.append(request.url))
    for pause in (5, 20, 12)[: width(2, 3)]:  # ms; which pause starts the loop depends on the speed of the machine
        page.evaluate(IN_QUICK_TURN, [["lag", "ghost", "stacked", "lag", "ghost"], pause])
        until(page, AT_REST)
        charts(page, ["ghost"])
    assert 0 < len(asked) < MOST, f"{len(asked)} requests"


def test_everything_by_keys(appendix: Page) -> None:
    page = appendix
    turn(page, "Two panels")
    for sources in (["ghost"], ["real", "lag"], ["real", "virtual"]):
        page.keyboard.press("m")
        charts(page, sources)
    chart_settings(page)
    choice(page, "Two panels").focus()
    page.keyboard.press("ArrowRight")
    charts(page, ["ghost"])
    expect(choice(page, "Overlay")).to_be_focused()  # other charts have come, the choice has stayed
    page.keyboard.press("Escape")  # closes the settings
    page.evaluate("document.activeElement.blur()")
    heading = component(page, ids.FACTS).get_by_role("heading", level=2)
    page.keyboard.press("Shift+Period")
    expect(heading).to_contain_text("Campaign 1 of user 1")
    page.keyboard.press("Shift+Period")
    expect(heading).to_contain_text("Campaign 1 of user 2")
    outlined(page, [10])  # its jobs, and its stream
    expect(component(page, ids.FACTS)).to_contain_text("3 s before its virtual completion")
    page.keyboard.press("Shift+Comma")
    page.keyboard.press("Shift+Comma")
    expect(heading).to_contain_text("Campaign 2 of user 3")
    page.keyboard.press("Escape")
    outlined(page, [0])


def test_a_campaign_and_its_jobs_find_each_other(appendix: Page) -> None:
    page = appendix
    turn(page, "Lateness")
    page.mouse.click(*at(gantts(page).nth(1), 0.4, 0.36))  # the row of user 2
    outlined(page, [9, 1])
    expect(component(page, ids.FACTS)).to_contain_text("3 s before its virtual completion")
    page.mouse.click(*at(gantts(page).nth(0), 0.05, 0.92))  # job 25, of the same campaign
    outlined(page, [1, 1])
    expect(component(page, ids.FACTS)).to_contain_text("Job 25 of user 2")


def test_the_pointer_lights_a_campaign_in_every_view(appendix: Page) -> None:
    page = appendix
    turn(page, "Two panels")
    resting(page, at(gantts(page).nth(0), 0.05, 0.95), [9, 1])  # a job of user 2: nine of them, and one stream
    resting(page, at(gantts(page).nth(1), 0.05, 0.95), [24, 1])  # user 1's share
    page.mouse.move(5, 5)
    lit(page, [])


# On four processors; job 5 gets those that jobs 2 and 4 leave, which are not side by side.
APART = "; MaxProcs: 4\n" + "".join(
    f"{job} {submit} -1 {runtime} {size} -1 -1 {size} {runtime} -1 1 {job} 1 1 1 1 -1 -1\n"
    for job, submit, runtime, size in ((1, 0, 10, 1), (2, 0, 5, 1), (3, 0, 10, 1), (4, 0, 5, 1), (5, 1, 10, 2))
)


def test_all_parts_of_a_job_are_lit_in_every_run(page: Page, tmp_path: Path) -> None:
    log = tmp_path / "apart.swf"
    log.write_text(APART)
    page.goto(link_of(log, tab="schedule"))
    charts(page, ["real", "real"])
    resting(page, at(gantts(page).first, 0.8, 0.125), [2, 2])  # job 5, of which the pointer is on one part
    resting(page, at(gantts(page).first, 0.2, 0.125), [1])  # job 4, which is in one piece: in the other run


@pytest.mark.parametrize(
    ("mode", "source"), [("Overlay", "ghost"), pytest.param("Lateness", "lag", marks=pytest.mark.exhaustive)]
)
def test_a_drag_zooms_the_time_of_all_and_rows_stay_their_own(large: Page, mode: str, source: str) -> None:
    page = large
    turn(page, mode)
    before = whole(page)
    with page.expect_response(lambda answer: f"/{source}/" in answer.url and "/picture/" in answer.url and answer.ok):
        drag(page, gantts(page).last, 0.3, 0.5)
    after = zoomed(page, before)
    width = before[0][1] - before[0][0]
    assert after[0][0] == pytest.approx(before[0][0] + 0.3 * width, abs=0.02 * width)
    assert [found[2:] for found in after] == [found[2:] for found in before]
    page.keyboard.press("0")
    assert zoomed(page, after) == before


def test_pictures_of_ten_thousand_jobs_are_picked_from(large: Page) -> None:
    page = large
    turn(page, "Overlay")
    show_whole_log(page)
    until(page, f"() => ({CHARTS}[0].layout.images || []).length === 1")
    page.mouse.click(*at(gantts(page).first, 0.5, 0.5))
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_contain_text(
        re.compile(r"(Job|Campaign) \d+ of user \d+")
    )
    page.keyboard.press("m")
    charts(page, ["real", "lag"])
    until(page, f"() => {CHARTS}.every(c => (c.layout.shapes || []).some(s => s.name === 'selected'))")


def test_rows_of_campaigns_zoom_into_bars_and_are_in_the_link(large: Page) -> None:
    page = large
    turn(page, "Lateness")
    before = whole(page)
    x, y = at(gantts(page).nth(1), 0.02, 0.1)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*at(gantts(page).nth(1), 0.9, 0.25), steps=6)
    page.mouse.up()
    until(
        page,
        f"() => {{ const c = {CHARTS}[1]; return c && c.data.some(t => t.type === 'bar' && t.visible !== false) && "
        "!(c.layout.images || []).length; }",
        timeout=LATE,
    )
    after = ranges(page)
    assert after[1][3] - after[1][2] == pytest.approx(0.15 * (before[1][3] - before[1][2]), rel=0.1)
    assert after[0][2:] == before[0][2:]  # the processors did not move
    expect(page).to_have_url(re.compile("c0=.*c1="))
