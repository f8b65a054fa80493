"""Moving about: mouse, wheel, keys, the selected range and the brush of the minimap, all charts together."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from layouts.frame.shell import KEYS
from scheduler.durations import human
from tests.browser.steps import (
    FCFS,
    LATE,
    SOON,
    Locator,
    Page,
    answered,
    component,
    expect,
    gantts,
    ids,
    link_of,
    plot_box,
    release,
    settled,
    show_whole_log,
    summarized,
    until,
)

RANGES = """[...document.querySelectorAll('#gantts .js-plotly-plot')].filter(c => c._fullLayout && c.layout.meta)
    .map(c => [...c._fullLayout.xaxis.range, ...c._fullLayout.yaxis.range].map(Number))"""
TOGETHER = """before => {
    const all = RANGES, near = (a, b) => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a));
    const aim = window.queuescope.window();         // where they are on their way to: not what they only pass
    const alike = all.length && aim && [...all, aim].every(r => r.every((value, i) => near(value, all[0][i])));
    return alike && (!before || all[0].some((value, i) => !near(value, before[i]))) ? all[0] : null;
}""".replace("RANGES", RANGES)
VOICE = ".qs-voice"


@pytest.fixture(scope="module")
def steady() -> str:
    """The link of FCFS beside EASY on a sample of many jobs."""
    return link_of("steady-load.swf", tab="schedule")


@pytest.fixture(scope="module")
def five() -> str:
    """The same of five jobs."""
    return link_of("five-jobs.swf", tab="schedule")


@pytest.fixture(scope="module")
def shared_steady(visit: Callable[[], Page], steady: str) -> Page:
    page = visit()
    page.goto(steady)
    return page


@pytest.fixture(scope="module")
def shared_five(visit: Callable[[], Page], five: str) -> Page:
    """The five jobs, by a link that hides the chart of the first run."""
    page = visit()
    page.goto(f"{five}&hide=1")
    return page


@pytest.fixture
def page(shared_steady: Page) -> Page:
    """The page of many jobs that tests share, as it is after a link to it."""
    return resting(shared_steady)


@pytest.fixture
def few(shared_five: Page) -> Page:
    """The same of five jobs."""
    drawn(shared_five)
    for button in shared_five.locator("#hidden-runs").get_by_role("button").all():
        button.click()
    return resting(shared_five)


@pytest.fixture
def whole(page: Page) -> list[float]:
    """[t0, t1, low, high] of both charts, which show everything."""
    return together(page)


def opened(page: Page, link: str) -> list[float]:
    """Open a link; wait until both Gantt charts are drawn and resting; [t0, t1, low, high] of both."""
    page.goto(link)
    return together(resting(page))


def resting(page: Page) -> Page:
    """Wait until both Gantt charts are drawn and show everything, with nothing selected and the pointer elsewhere."""
    drawn(page)
    summarized(page)
    answered(page)
    page.mouse.move(2, 2)
    page.evaluate(NOTHING_SELECTED)
    page.evaluate("scrollTo(0, 0)")
    expect(page).not_to_have_url(re.compile("job=|r0="))
    show_whole_log(page)
    until(page, ALL_ROWS)
    return page


def drawn(page: Page) -> None:
    """Wait until both Gantt charts are there to be dragged in."""
    until(page, "() => document.querySelectorAll('#gantts .js-plotly-plot .nsewdrag').length === 2", timeout=LATE)


NOTHING_SELECTED = """() => {
    for (const store of ['job', 'range'])
        if ((dash_component_api.getLayout(store).props.data ?? null) !== null) dash_clientside.set_props(store, {data: null});
}"""
ALL_ROWS = f"""() => {RANGES}.every(range => range[2] === {RANGES}[0][2] && range[3] === {RANGES}[0][3])
    && window.queuescope.gantts().every(gd => [0, 1].every(i => Math.abs(gd._fullLayout.yaxis.range[i] - gd.layout.meta.queuescope.extent[i + 2]) < 1e-6))"""
LATE_OPENING = """() => {
    const ours = window.dash_clientside.queuescope, openOn = ours.openOn;
    ours.openOn = asked => { window.openLate = () => openOn(asked); return window.dash_clientside.no_update; };
}"""
OPENED_NOW = "() => [window.queuescope.window(), (window.openLate(), window.queuescope.window())]"  # before and after
OTHER_CAPS = (
    """navigator.keyboard.getLayoutMap = async () => new Map([['KeyW', 'z'], ['KeyA', 'q'], ['Slash', '!']]);"""
)


def at_tab(page: Page, link: str, tab: str) -> None:
    """The comparison of a link at another tab, where the first window of the charts is kept back until openLate()."""
    page.goto(link.replace("tab=schedule", f"tab={tab}"))
    expect(component(page, ids.VIEWS).locator(".main-svg").first).to_be_attached(timeout=LATE)
    page.evaluate(LATE_OPENING)


def test_charts_go_to_the_window_in_which_runs_differ_most(shared_steady: Page) -> None:
    """Where nobody asked for all time; first of all, for the link is that of the page all share."""
    drawn(shared_steady)
    first = together(shared_steady)
    show_whole_log(shared_steady)
    assert together(shared_steady, first) != first


def test_all_time_asked_for_while_the_charts_come_stays(visit: Callable[[], Page], steady: str) -> None:
    """They would go to the window in which the runs differ most, and somebody was faster."""
    page = visit()
    at_tab(page, steady, "overview")
    component(page, ids.tab_button("schedule")).click()
    drawn(page)
    until(page, "() => window.openLate")
    show_whole_log(page)
    whole = together(page)
    before, after = page.evaluate(OPENED_NOW)
    assert before == after == whole
    page.close()


def test_all_time_asked_for_before_there_is_a_chart_stays(visit: Callable[[], Page], steady: str) -> None:
    page = visit()
    page.add_init_script(OTHER_CAPS)
    at_tab(page, steady, "idle")
    assert page.evaluate("window.queuescope.gantts().length") == 0
    page.keyboard.press("0")
    component(page, ids.tab_button("schedule")).click()
    drawn(page)
    until(page, "() => window.openLate")
    whole = together(page)
    before, after = page.evaluate(OPENED_NOW)
    assert before == after == whole
    caps_are_those_of_the_keyboard_in_use(page)
    page.close()


def caps_are_those_of_the_keyboard_in_use(page: Page) -> None:
    expect(component(page, ids.ZOOM_IN)).to_have_attribute("title", "Zoom in (Z)")
    expect(component(page, ids.EARLIER)).to_have_attribute("title", "Earlier (Q)")


def together(page: Page, other_than: list[float] | None = None) -> list[float]:
    """Wait until both Gantt charts show the same window, another one than before; that window."""
    return until(page, TOGETHER, other_than)


def point(chart: Locator, across: float, down: float = 0.5) -> tuple[float, float]:
    chart.scroll_into_view_if_needed()
    box = plot_box(chart)
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def dragged(page: Page, begin: tuple[float, float], end: tuple[float, float], key: str | None = None) -> None:
    """Drag from point to point while a key is held."""
    page.mouse.move(*begin)
    if key:
        page.keyboard.down(key)
    page.mouse.down()
    page.mouse.move((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2, steps=3)
    page.mouse.move(*end, steps=3)
    release(page)
    if key:
        page.keyboard.up(key)


def wheel(page: Page, where: tuple[float, float], turn: float, *keys: str) -> None:
    page.mouse.move(*where)
    for key in keys:
        page.keyboard.down(key)
    page.mouse.wheel(0, turn)
    for key in keys:
        page.keyboard.up(key)


def selected(page: Page) -> dict[str, float] | None:
    """The range that is drawn over every chart of time."""
    return page.evaluate("() => window.queuescope.range()")


def test_shift_and_drag_pan_time_and_rows_of_both(page: Page) -> None:
    page.keyboard.press("w")
    page.keyboard.press("q")
    before = until(page, f"() => {{ const r = {RANGES}; return r.every(w => w[2] > 0) ? r[0] : null; }}")
    chart = gantts(page).first
    dragged(page, point(chart, 0.6, 0.3), point(chart, 0.4, 0.5), "Shift")
    after = together(page, before)
    width, height = before[1] - before[0], before[3] - before[2]
    assert after[0] - before[0] == pytest.approx(0.2 * width, rel=0.1)
    assert after[2] - before[2] == pytest.approx(0.2 * height, rel=0.15)
    assert after[1] - after[0] == pytest.approx(width)


def test_alt_and_drag_select_a_range_that_is_drawn_kept_and_cleared(page: Page, whole: list[float]) -> None:
    chart = gantts(page).first
    dragged(page, point(chart, 0.25), point(chart, 0.5), "Alt")
    expect(page).to_have_url(re.compile(r"r0=.*r1="))  # told with the ends that have snapped, and not before
    kept = selected(page)
    assert kept is not None
    assert [kept["r0"], kept["r1"]] == pytest.approx([whole[1] * 0.25, whole[1] * 0.5], rel=0.03)
    assert together(page) == pytest.approx(whole)  # a range is no zoom
    expect(page.locator(VOICE)).to_contain_text(f"selected {human(kept['r1'] - kept['r0'])} from ")
    drawn = "() => { const b = [...document.querySelectorAll('.qs-span:not([hidden])')]; return b.length === 2 && b.map(x => x.offsetWidth); }"
    widths = until(page, drawn)
    page.keyboard.press("w")
    zoomed = together(page, whole)
    wider = until(page, f"before => {{ const b = ({drawn})(); return b && b[0] > before ? b : null; }}", widths[0])
    assert wider[0] == pytest.approx(2 * widths[0], rel=0.1)
    expect(page).to_have_url(re.compile(f"t0={int(zoomed[0])}"))  # the window, at rest
    page.reload()
    until(page, drawn, timeout=LATE)
    again = selected(page)
    assert again is not None
    assert again["r0"] == pytest.approx(kept["r0"])
    assert together(page, whole) == pytest.approx(zoomed)
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile("r0="))
    expect(page.locator(".qs-span:visible")).to_have_count(0)


def test_the_select_tool_is_a_button_that_says_whether_it_is_pressed(page: Page, whole: list[float]) -> None:
    tool = page.get_by_role("button", name="Select", exact=True).or_(component(page, ids.SELECT_TOOL)).first
    tool.click()
    expect(component(page, ids.SELECT_TOOL)).to_have_attribute("aria-pressed", "true")
    chart = gantts(page).last
    dragged(page, point(chart, 0.3, 0.2), point(chart, 0.6, 0.7))  # of time and rows
    expect(page).to_have_url(re.compile(r"r0=.*r1="))  # told with the ends that have snapped, and not before
    kept = selected(page)
    assert kept is not None
    assert [kept["q0"], kept["q1"]] == pytest.approx([0.3 * whole[3], 0.8 * whole[3]], rel=0.1)
    page.keyboard.press("r")
    expect(component(page, ids.SELECT_TOOL)).to_have_attribute("aria-pressed", "false")
    dragged(page, point(chart, 0.3), point(chart, 0.6))
    assert together(page, whole)  # a drag zooms again
    assert selected(page) == kept


SCROLLED = """before => {        // and at rest: as it was at the look before
    const was = window.scrolledTo;
    window.scrolledTo = window.scrollY;
    return window.scrollY > before && window.scrollY === was;
}"""


def test_the_wheel_scrolls_the_page_until_rows_are_zoomed(page: Page, whole: list[float]) -> None:
    where = point(gantts(page).first, 0.25, 0.5)
    before = page.evaluate("() => window.scrollY")
    wheel(page, where, 40)
    until(page, SCROLLED, before)
    where = point(gantts(page).first, 0.25, 0.5)
    at = page.evaluate("() => window.scrollY")
    wheel(page, where, -100, "Control", "Shift")
    rows = together(page, whole)
    assert rows[3] - rows[2] < whole[3] - whole[2]
    assert rows[:2] == pytest.approx(whole[:2])
    wheel(page, where, 30)
    below = together(page, rows)
    assert below[2] < rows[2]
    assert page.evaluate("() => window.scrollY") == at


def test_control_and_wheel_zoom_time_at_the_pointer_and_a_double_click_fits(page: Page, whole: list[float]) -> None:
    where = point(gantts(page).first, 0.25, 0.5)
    with page.expect_response(lambda answer: "/picture/" in answer.url and answer.ok):
        wheel(page, where, -100, "Control")
        zoomed = together(page, whole)
    assert zoomed[0] + 0.25 * (zoomed[1] - zoomed[0]) == pytest.approx(whole[1] * 0.25, rel=0.03)
    until(
        page, "() => window.queuescope.gantts().every(chart => !window.queuescope.stateOf(chart).asking)"
    )  # no picture comes between
    page.mouse.dblclick(*point(gantts(page).first, 0.97, 0.03))
    assert together(page, zoomed) == pytest.approx(whole)


def test_keys_zoom_at_the_pointer_pan_and_take_five_steps_with_shift(page: Page, whole: list[float]) -> None:
    page.mouse.move(*point(gantts(page).first, 0.25, 0.5))
    page.keyboard.press("w")
    zoomed = together(page, whole)
    assert zoomed[0] + 0.25 * (zoomed[1] - zoomed[0]) == pytest.approx(whole[1] * 0.25, rel=0.03)
    assert zoomed[1] - zoomed[0] == pytest.approx(whole[1] / 2)
    page.mouse.move(2, 2)
    page.keyboard.press("d")
    panned = together(page, zoomed)
    assert panned[0] - zoomed[0] == pytest.approx(0.25 * (zoomed[1] - zoomed[0]))
    page.keyboard.press("Shift+w")
    deep = together(page, panned)
    assert deep[1] - deep[0] == pytest.approx((panned[1] - panned[0]) / 10)
    page.keyboard.press("Shift+d")
    assert together(page, deep)[0] - deep[0] == pytest.approx(1.25 * (deep[1] - deep[0]))
    page.keyboard.press("q")
    rows = until(page, f"() => {{ const r = {RANGES}; return r.every(w => w[3] - w[2] < {whole[3]}) ? r[0] : null; }}")
    page.keyboard.press("Shift+ArrowUp")
    assert together(page, rows)[2] > rows[2]
    page.keyboard.press("0")
    assert until(
        page,
        f"whole => {{ const r = {RANGES}; return r.every(w => w[1] === whole[1] && w[3] === whole[3]) ? r[0] : null; }}",
        whole,
    ) == pytest.approx(whole)


def test_digits_hide_runs_and_b_takes_the_baseline_of_the_chart_under_the_pointer(shared_five: Page) -> None:
    page, hidden = shared_five, shared_five.locator("#hidden-runs")
    drawn(page)
    summarized(page)
    until(page, "() => window.queuescope.gantts().length === 2")
    for is_pressed in (False, True):  # at first the link hides the run
        if is_pressed:
            page.keyboard.press("1")
        expect(gantts(page).locator("visible=true")).to_have_count(1)
        expect(hidden).to_contain_text(FCFS)
        expect(page).to_have_url(re.compile("[?&]hide=1(&|$)"))
        page.keyboard.press("2")  # one has to stay
        expect(gantts(page).locator("visible=true")).to_have_count(1)
        hidden.get_by_role("button").click()
        expect(gantts(page).locator("visible=true")).to_have_count(2)
        expect(page).not_to_have_url(re.compile("hide="))
    page.mouse.move(*point(gantts(page).nth(1), 0.5))
    page.keyboard.press("b")
    expect(page).to_have_url(re.compile("base=1"))
    component(page, ids.STATES).get_by_role("button", name=f"Baseline: {FCFS}").click()
    expect(page).not_to_have_url(re.compile("base="))


def test_no_key_acts_while_somebody_types(few: Page) -> None:
    page, whole = few, together(few)
    page.keyboard.press("/")
    box = component(page, "search-box")
    expect(box).to_be_focused()
    page.keyboard.type("wdb0")
    expect(box).to_have_value("wdb0")
    assert together(page) == whole
    page.keyboard.press("Escape")
    box.blur()
    page.keyboard.press("Control+k")
    expect(box).to_be_focused()


def test_the_range_of_a_job_is_shown_and_all_again(few: Page) -> None:
    page, whole = few, together(few)
    for job in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        expect(page.locator(VOICE)).to_contain_text(f"job {job},")
    facts = page.evaluate("() => window.queuescope.selection().facts")
    page.keyboard.press("r")
    until(page, "() => window.queuescope.range()")
    assert selected(page) == {"r0": facts["submit"], "r1": facts["end"]}
    page.keyboard.press("f")
    near = together(page, whole)
    assert near[0] <= facts["submit"]
    assert near[1] >= facts["end"]
    page.keyboard.press("f")
    assert together(page, near) == pytest.approx(whole)
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_be_visible()
    page.keyboard.press("Escape")  # first the facts, then the range
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_have_count(0)
    assert selected(page) is not None
    page.keyboard.press("Escape")
    assert selected(page) is None


def test_every_key_is_listed_with_its_cap_and_buttons_tell_theirs(few: Page) -> None:
    page = few
    expect(component(page, ids.ZOOM_IN)).to_have_attribute("title", "Zoom in (W)")
    expect(component(page, ids.NEXT_DIFFERENCE)).to_have_attribute("title", "Next difference (V)")
    expect(component(page, ids.NEXT_IN_TIME)).to_have_attribute("title", "Next in time (Shift+V)")
    expect(component(page, ids.PRESENT)).to_have_attribute("title", "Present (P)")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    for rows in KEYS.values():
        for _, does in rows:
            expect(dialog).to_contain_text(does)
    expect(dialog.locator("kbd[data-code=KeyW]").first).to_have_text("W")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_c_takes_the_next_color(few: Page) -> None:
    page = few
    page.keyboard.press("c")
    expect(page).to_have_url(re.compile("color=size"))
    page.keyboard.press("c")
    expect(page).to_have_url(re.compile("color=stretch"))


def test_the_brush_of_the_minimap_moves_all_charts(page: Page, whole: list[float]) -> None:
    brush = page.locator(".qs-brush")
    brush.evaluate("brush => brush.scrollIntoView({block: 'center'})")
    box = brush.bounding_box()
    assert box is not None
    page.keyboard.press("w")
    page.keyboard.press("w")
    before = until(
        page, f"() => {{ const r = {RANGES}; return r.every(w => w[1] - w[0] < 0.3 * {whole[1]}) ? r[0] : null; }}"
    )
    slider = brush.get_by_role("slider", name="Window of the charts")
    held = slider.bounding_box()
    assert held is not None
    middle = held["x"] + held["width"] / 2, held["y"] + held["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 0.1 * box["width"], middle[1], steps=4)
    until(
        page, f"before => {{ const r = {RANGES}; return Math.abs(r[0][0] - before[0]) > 1; }}", before
    )  # while the button is down
    release(page)
    moved = together(page, before)
    assert moved[0] - before[0] == pytest.approx(0.1 * whole[1], rel=0.1)
    assert moved[1] - moved[0] == pytest.approx(before[1] - before[0])
    slider.focus()
    page.keyboard.press("ArrowLeft")
    keyed = together(page, moved)
    assert keyed[0] - moved[0] == pytest.approx(-0.1 * (moved[1] - moved[0]))
    expect(slider).to_have_attribute("aria-valuetext", re.compile(re.escape(human(keyed[1] - keyed[0]))))
    begin = brush.get_by_role("slider", name="Begin of the window")
    begin.focus()
    page.keyboard.press("ArrowRight")
    shorter = together(page, keyed)
    assert shorter[1] == pytest.approx(keyed[1])
    assert shorter[0] > keyed[0]
    box = brush.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 0.05 * box["width"], y)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.15 * box["width"], y, steps=4)
    release(page)
    fresh = together(page, shorter)
    assert fresh[:2] == pytest.approx([0.05 * whole[1], 0.15 * whole[1]], rel=0.05)
    expect(page).to_have_url(re.compile(r"t0="))


def test_the_pointer_asks_one_thing_at_a_time(page: Page) -> None:
    """Requests of places the pointer has left are given up."""
    chart = gantts(page).first
    open_now: list[str] = []
    most = [0]

    def began(request: Any) -> None:
        if "/pick/" in request.url and "t=" in request.url:
            open_now.append(request.url)
            most[0] = max(most[0], len(open_now))

    def over(request: Any) -> None:
        if request.url in open_now:
            open_now.remove(request.url)

    page.on("request", began)
    page.on("requestfinished", over)
    page.on("requestfailed", over)
    for share in (0.2, 0.3, 0.4, 0.5):
        with page.expect_request(lambda request: "/pick/" in request.url, timeout=SOON):
            page.mouse.move(*point(chart, share, 0.5))
    page.mouse.move(2, 2)
    assert most[0] == 1


def test_turns_of_the_wheel_in_one_frame_all_count(page: Page, whole: list[float]) -> None:
    box = plot_box(gantts(page).first)
    turn = """([x, y, times]) => {
        const at = document.elementFromPoint(x, y), init = {deltaY: -50, ctrlKey: true, clientX: x, clientY: y, bubbles: true, cancelable: true};
        for (let n = 0; n < times; n++) at.dispatchEvent(new WheelEvent('wheel', init));
    }"""
    place = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    page.evaluate(turn, [*place, 1])
    once = together(page, whole)
    page.evaluate(turn, [*place, 3])
    four = together(page, once)
    factor = (once[1] - once[0]) / (whole[1] - whole[0])
    assert factor < 0.95 and four[1] - four[0] == pytest.approx(factor**4 * (whole[1] - whole[0]), rel=1e-3)


def strip_slider(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="The whole log in a strip").get_by_role("slider", name=name)


def come_to(page: Page, t0: float, t1: float, tolerance: float) -> list[float]:
    """Wait until both Gantt charts show this time; their window."""
    return until(
        page,
        f"""([t0, t1, tolerance]) => {{
        const all = {RANGES};
        return all.length && all.every(range => Math.abs(range[0] - t0) <= tolerance && Math.abs(range[1] - t1) <= tolerance) ? all[0] : null;
    }}""",
        [t0, t1, tolerance],
    )


def test_a_long_log_by_the_keys_of_the_strip(page: Page, whole: list[float]) -> None:
    keys_move_the_window_and_its_ends(page, whole)
    show_whole_log(page)
    keys_in_one_frame_all_count_and_all_time_ends_them(page, whole)
    a_job_outside_of_the_window_is_brought_into_it(page, whole)


def keys_move_the_window_and_its_ends(page: Page, whole: list[float]) -> None:
    strip_slider(page, "End of the window").focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    length = whole[1] - whole[0]
    narrow = come_to(page, whole[0], whole[0] + 0.9**5 * length, 1e-3 * length)[:2]  # each a tenth of what is shown
    strip_slider(page, "Window of the charts").focus()
    page.keyboard.press("End")
    last = settled(page, 2, other_than=narrow)
    assert last[1] == pytest.approx(whole[1]) and last[1] - last[0] == pytest.approx(narrow[1] - narrow[0], rel=0.01)
    now = strip_slider(page, "Window of the charts").get_attribute("aria-valuetext")
    page.keyboard.press("Home")
    first = settled(page, 2, other_than=last)
    assert first[0] == pytest.approx(whole[0])
    expect(strip_slider(page, "Window of the charts")).not_to_have_attribute("aria-valuetext", str(now))


def keys_in_one_frame_all_count_and_all_time_ends_them(page: Page, whole: list[float]) -> None:
    """On a slow machine several presses of a key come between two pictures; and `0` before the window has come to rest."""
    strip_slider(page, "End of the window").focus()
    press = "for (let n = 0; n < 3; n++) document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {code: 'ArrowLeft', bubbles: true}));"
    page.evaluate(press)
    come_to(page, whole[0], whole[0] + 0.9**3 * (whole[1] - whole[0]), 1)
    expect(page).to_have_url(re.compile(r"[?&]t1="))
    page.evaluate(f"""() => {{
        {press}
        document.activeElement.blur();
        document.body.dispatchEvent(new KeyboardEvent('keydown', {{key: '0', code: 'Digit0', bubbles: true}}));
    }}""")
    expect(page).to_have_url(re.compile(rf"[?&]t1={whole[1]:.0f}\b"))  # told when the charts are at rest
    window = come_to(page, whole[0], whole[1], 1)
    assert window == page.evaluate("window.queuescope.window()") and window[:2] == whole[:2]


def a_job_outside_of_the_window_is_brought_into_it(page: Page, whole: list[float]) -> None:
    page.keyboard.press("Shift+w")
    before = settled(page, 2, other_than=whole)
    page.evaluate("() => window.queuescope.outline(0)")
    until(page, "() => window.queuescope.selection()")
    page.keyboard.press("ArrowRight")
    after = settled(page, 2, other_than=before)
    facts = page.evaluate("() => window.queuescope.selection().facts")
    assert after[1] - after[0] == pytest.approx(before[1] - before[0])
    assert after[0] <= facts["start"] <= after[1]
