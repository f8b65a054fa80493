"""What people do on the pages, as functions: open, send, generate, simulate, zoom; and what they then look for."""

from __future__ import annotations

import base64
import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed; see requirements-dev.txt")

from flask import Flask
from playwright.sync_api import Locator, Page, expect
from werkzeug.serving import make_server

import queuescope
from layouts import ids
from layouts.plots import all_plots
from scheduler.generators import all_generators
from scheduler.policies import all_policies
from scheduler.results.store import Store
from tests.browser.conftest import FACTOR, SERVER_HOME
from tests.conftest import REPOSITORY, TEST_LOGS

SAMPLES = REPOSITORY / "sample_traces"
KTH = TEST_LOGS / "KTH-SP2-1996-2.1-cln.swf.gz"
SOON = int(120_000 * FACTOR)  # ms: an answer of the page, on a machine that other work keeps busy
LATE = int(600_000 * FACTOR)  # ms: the end of something heavy, which may have to be compiled first
OWN_STORAGE = (
    "Object.defineProperty(window, 'localStorage', {get: () => sessionStorage})"  # of a page, as if it were a browser
)
OFTEN = 100  # ms between two looks at a condition; a look at every frame would keep the browser drawing
# The tab of Compare in which a figure stands, by how its title begins.
TAB_OF = {
    **{plot.title: plot.tab for plot in all_plots().values()},
    "Gantt chart": "schedule",
    "Selected range": "schedule",
    "All users": "fairness",
}
FCFS, EASY, BACKFILL, OSTRICH, CAMPAIGN_FCFS = (
    all_policies()[name].title for name in ("fcfs", "easy", "backfill", "ostrich", "campaign_fcfs")
)
PRESSED_AS_DRAWN = """place => {
    const children = dash_component_api.getLayout(place).props.children;
    document.querySelector(`#${place} button`).click();
    dash_clientside.set_props(place, {children});
}"""
POISSON, PROFILES = (all_generators()[name].title for name in ("poisson", "ostrich_profiles"))

expect.set_options(timeout=SOON)


def log() -> Path:
    """A real log where the folder QUEUESCOPE_TEST_LOGS has it, else the largest sample."""
    return KTH if KTH.is_file() else SAMPLES / "steady-load.swf"


def named(parts: dict[str, Any]) -> str:
    """The selector of a component whose id is a dictionary, as layouts/ids.py makes them."""
    return "[id='" + json.dumps(parts, sort_keys=True, separators=(",", ":")) + "']"


def component(page: Page, name: str) -> Locator:
    """The component of an id of layouts/ids.py."""
    return page.locator(f"[id='{name}']")


def until(page: Page, condition: str, argument: Any = None, timeout: int = SOON) -> Any:
    """Wait for a condition, a JavaScript function of `argument`, and return what it then says."""
    return page.wait_for_function(condition, arg=argument, timeout=timeout, polling=OFTEN).json_value()


# -- the way to the server

# Dash asks in the next frames what follows from an answer.
STILL = """() => new Promise(done => {
    let frames = 0;
    (function look() { frames = window.queuescope.isAsking() ? 0 : frames + 1; if (frames > 8) done(true); else requestAnimationFrame(look); })();
})"""


def answered(page: Page) -> None:
    """Wait until all that the page has asked is answered, and what follows from that as well."""
    until(page, STILL, timeout=LATE)


def press_as_drawn(page: Page, place: str) -> None:
    """Press the first button of a place in the moment in which an answer draws it anew."""
    page.evaluate(PRESSED_AS_DRAWN, place)


def hold(page: Page, words: str) -> list:
    """Keep back the first request to the server that has these words; it appears in the list."""
    held: list = []
    first = iter([True])

    def keep(route: Any) -> None:
        if words in (route.request.post_data or "") and next(first, False):
            held.append(route)
        else:
            route.fallback()

    page.route("**/_dash-update-component*", keep)
    return held


def first_of(page: Page, held: list) -> Any:
    """The request that `hold` keeps back, as soon as it is there."""
    until_held = time.monotonic() + SOON / 1_000
    while not held and time.monotonic() < until_held:
        page.evaluate("() => new Promise(requestAnimationFrame)")  # meanwhile the browser tells of requests
    assert held, "no such request was sent"
    return held.pop()


# -- a workload


def open_workload(page: Page, query: str = "") -> None:
    page.goto(f"/workload{query}")
    expect(page.get_by_role("heading", name="Workload", level=1)).to_be_visible()
    expect(page.locator("input[type=file]")).to_be_attached()


def choose(page: Page, file: Path) -> None:
    """Send a file by the file chooser."""
    page.locator("input[type=file]").set_input_files(file)


def drop(page: Page, name: str, content: bytes) -> None:
    """Let a file fall on the page, wherever."""
    carried = page.evaluate_handle(
        """([name, content]) => {
            const carried = new DataTransfer();
            const bytes = Uint8Array.from(atob(content), c => c.charCodeAt(0));
            carried.items.add(new File([bytes], name));
            return carried;
        }""",
        [name, base64.b64encode(content).decode()],
    )
    for event in ("dragenter", "dragover", "drop"):
        page.dispatch_event("main", event, {"dataTransfer": carried})


def loaded(page: Page, timeout: int = LATE) -> None:
    """The workload is there: its numbers, its first pictures, the places of the others, and the way on."""
    body = component(page, ids.WORKLOAD_BODY)
    expect(body.locator(".qs-pictures").get_by_role("figure").first).to_be_visible(timeout=timeout)
    expect(body.locator(".qs-pictures").get_by_role("heading", level=3).nth(3)).to_be_attached()
    expect(body.locator(".js-plotly-plot .main-svg[role=img], .js-plotly-plot .main-svg")).not_to_have_count(0)
    expect(page.get_by_role("button", name="Simulate and compare")).to_be_visible()
    expect(policies(page)).to_be_visible()


SCROLLED = """name => {
    const place = [...document.querySelectorAll('h3')].find(heading => heading.textContent === name);
    if (place) place.scrollIntoView({block: 'center'});
    return Boolean(place);
}"""


def picture(page: Page, name: str) -> Locator:
    """A figure of a workload by its title; it comes when its place is near."""
    place = component(page, ids.WORKLOAD_BODY).get_by_role("heading", name=name, exact=True)
    expect(place).to_be_attached()
    until(page, SCROLLED, name)  # in one look: the body is made anew when the health card comes
    figure = page.get_by_role("figure", name=name, exact=True)
    expect(figure).to_be_visible()
    return figure


def every_picture(page: Page) -> None:
    """Go by all pictures of a workload, so that all of them are there."""
    places = component(page, ids.WORKLOAD_BODY).locator(".qs-late")
    for number in range(places.count()):
        places.nth(number).scroll_into_view_if_needed()
        expect(places.nth(number).get_by_role("figure")).to_be_visible()


def number_of(page: Page, name: str) -> Locator:
    """Where one of the numbers of the workload stands; it comes after the health card."""
    numbers = component(page, ids.WORKLOAD_BODY).get_by_role("region", name="Numbers")
    return numbers.locator("div", has=page.locator("dt", has_text=name)).locator("dd")


def number(page: Page, name: str) -> str:
    """One of the numbers of the workload, as shown now."""
    return number_of(page, name).inner_text().strip()


def generate(page: Page, model: str, seed: int = 1, **params: Any) -> None:
    """Fill the form of a generator and press its button."""
    page.get_by_role("tab", name="Generate").click()
    page.get_by_role("textbox", name="Model").click()
    page.get_by_role("option", name=model).click()
    key = next(key for key, entry in all_generators().items() if entry.title == model)
    for name, value in params.items():
        fill(page.locator(named(ids.param("generator", f"{key}.{name}"))), value)
    fill(component(page, ids.SEED), seed)
    page.get_by_role("button", name="Generate").click()


def fill(box: Locator, value: Any) -> None:
    """Type a number into its box, and leave the box."""
    box.fill(str(value))
    box.blur()


def type_anew(field: Locator, text: str) -> None:
    """Type a text key by key in place of what is in a field."""
    field.fill("")
    field.click()
    field.press_sequentially(text)


def heavy(page: Page, seed: int) -> str:
    """A workload that keeps backfilling policies busy for some seconds, far more than the machine can do; its address."""
    open_workload(page)
    generate(page, POISSON, seed, jobs=120_000, load=10)
    loaded(page, LATE)
    expect(page).to_have_url(re.compile(r"\?w="))
    return page.url


def heavy_link(seed: int, jobs: int = 120_000) -> str:
    """The link of Compare with such a workload and no run yet; it is made first, in this process."""
    trace = queuescope.generate("poisson", seed, store=Store(SERVER_HOME), jobs=jobs, load=10)
    return f"/compare?w={trace.key}"


# -- runs


def policies(page: Page) -> Locator:
    """The field with the policies to run."""
    return page.get_by_role("textbox", name="Policies to run")


def to_run(page: Page) -> Locator:
    """The policies that are chosen."""
    return component(page, ids.SIMULATE_BAR).locator(".mantine-MultiSelect-pill")


def simulate(page: Page, wanted: Sequence[str]) -> None:
    """Choose exactly these policies and go on to Compare."""
    policies(page).focus()
    chosen = to_run(page)
    for left in reversed(range(chosen.count())):
        page.keyboard.press("Backspace")
        expect(chosen).to_have_count(left)  # the next change is one of what is drawn then
    for number, name in enumerate(wanted, 1):
        policies(page).fill(name)
        page.get_by_role("option", name=name).first.click()
        expect(chosen).to_have_count(number)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Simulate and compare").click()
    expect(page.get_by_role("heading", name="Compare", level=1)).to_be_visible()


def compare(
    page: Page, source: str | Path | Callable[[Page], None], wanted: Sequence[str] = (FCFS, EASY), tab: str = ""
) -> None:
    """Show these policies on a sample, a file, or what `source` brings to the Workload page, until all is drawn.

    The runs of files are there when the page opens, by the package `queuescope`: only what `source` brings is simulated
    by the page, see `compare_by_page`.  tab: which one to go on with; Overview where none is named.
    """
    if callable(source):
        compare_by_page(page, source, wanted)
    else:
        page.goto(link_of(source, wanted))
        finished(page, wanted)
    if tab:
        open_tab(page, tab)


def compare_by_page(
    page: Page, source: str | Path | Callable[[Page], None], wanted: Sequence[str] = (FCFS, EASY)
) -> None:
    """The same as a visitor does it: send the file, choose the policies, simulate."""
    open_workload(page)
    if callable(source):
        source(page)
    else:
        choose(page, SAMPLES / source)  # a path that is absolute stays what it is
    loaded(page, LATE)
    simulate(page, wanted)
    finished(page, wanted)


def link_of(source: str | Path, wanted: Sequence[str] = (FCFS, EASY), tab: str = "") -> str:
    """The link of a comparison of a sample or a file, whose runs are made first, in this process."""
    titles = {policy.title: key for key, policy in all_policies().items()}
    trace = queuescope.load(SAMPLES / source, store=Store(SERVER_HOME))
    return queuescope.compare(trace, [titles[name] for name in wanted]).address + (f"&tab={tab}" if tab else "")


def generated_link(model: str, wanted: Sequence[str], seed: int = 1, tab: str = "", **params: Any) -> str:
    """The link of a comparison of a generated workload, made in this process as `generate` has the page make it."""
    titles = {policy.title: key for key, policy in all_policies().items()}
    key = next(key for key, entry in all_generators().items() if entry.title == model)
    trace = queuescope.generate(key, seed, store=Store(SERVER_HOME), **params)
    return queuescope.compare(trace, [titles[name] for name in wanted]).address + (f"&tab={tab}" if tab else "")


def workload_link(source: str | Path) -> str:
    """The link of the Workload page with a sample or a file, whose workload is made first, in this process."""
    return f"/workload?w={queuescope.load(SAMPLES / source, store=Store(SERVER_HOME)).key}"


def schedule_drawn(page: Page, count: int) -> None:
    """So many runs have their charts on the tab that shows the schedule."""
    until(
        page,
        f"""() => document.querySelectorAll('#gantts .js-plotly-plot .nsewdrag').length === {count}""",
        timeout=LATE,
    )
    summarized(page)


def summarized(page: Page) -> None:
    """The finding and the table stand above the tabs: where they come after the charts they move these down."""
    expect(component(page, ids.SUMMARY)).not_to_be_empty(timeout=LATE)


def run(page: Page, name: str) -> Locator:
    """The card of a run."""
    return page.get_by_role("article", name=name)


def finished(page: Page, wanted: Sequence[str], timeout: int = LATE) -> None:
    """All these runs passed the audit, and all that is shown of them is drawn."""
    for name in wanted:
        expect(run(page, name)).to_contain_text("Audit passed", timeout=timeout)
    expect(page.get_by_role("region", name="Run table")).to_be_visible(timeout=timeout)  # it may be compiled, too
    drawn(page, timeout)


def every_view(page: Page) -> None:
    """Bring all tabs once; the first one is shown then."""
    for key in reversed(tabs(page)):
        open_tab(page, key)


def tabs(page: Page) -> list[str]:
    """Keys of the tabs that are offered, from left to right."""
    shown = component(page, ids.TABS).locator("[role=tab]:not([hidden])")
    return shown.evaluate_all("tabs => tabs.map(tab => tab.id.replace(/^tab-/, ''))")


def open_tab(page: Page, key: str) -> Locator:
    """Open a tab of Compare, until its content is there and drawn; its panel."""
    button, panel = component(page, ids.tab_button(key)), component(page, ids.tab_panel(key))
    if button.get_attribute("aria-selected") != "true":
        button.click()
    expect(button).to_have_attribute("aria-selected", "true")
    expect(panel).to_be_visible()
    drawn(page, LATE)  # what is worked out for it may have to be compiled
    return panel


def drawn(page: Page, timeout: int = SOON) -> None:
    """The content of the tab that is shown is there, plotly has drawn every chart in it, and keys reach the Gantt charts."""
    until(
        page,
        f"""() => {{
        const panel = document.querySelector('#{ids.VIEWS} > [role=tabpanel]:not([hidden])');
        if (!panel || panel.querySelector('.qs-coming') || !panel.firstElementChild.children.length) return false;
        const holders = [...panel.querySelectorAll('.dash-graph')];
        const charts = holders.map(holder => holder.querySelector('.js-plotly-plot'));
        const isKnown = chart => ((chart.layout.meta || {{}}).queuescope || {{}}).kind !== 'gantt' || window.queuescope.gantts().includes(chart);
        return charts.every(chart => chart && chart._fullLayout
            && (chart.querySelector('.nsewdrag') && isKnown(chart) || chart._context.staticPlot));
    }}""",
        timeout=timeout,
    )


def view(page: Page, name: str) -> Locator:
    """A figure by its title, or by how its title begins where no other one has that; its tab is opened."""
    tab = next((tab for title, tab in TAB_OF.items() if title == name or title.startswith(f"{name} (")), None)
    if tab is not None and tab in tabs(page):
        open_tab(page, tab)
        choose_variant(page, name)
    found = component(page, ids.VIEWS).get_by_role("figure", name=name, exact=True)
    return found.or_(component(page, ids.VIEWS).get_by_role("figure", name=re.compile(rf"^{re.escape(name)} \(")))


def in_words(page: Page, name: str) -> Locator:
    """All that a figure says: above its table, or, where that is all, below its picture."""
    return view(page, name).locator(".qs-whole-caption, .qs-caption").last


def choose_variant(page: Page, name: str) -> None:
    """Choose metric and form of a plot that shares its place with others."""
    plot = next((plot for plot in all_plots().values() if plot.title == name and plot.variant), None)
    if plot is not None:
        for part, word in zip(("metric", "form"), plot.variant, strict=True):
            page.locator(named(ids.spread(plot.tab, part))).get_by_text(word, exact=True).click()
        expect(
            page.locator(named(ids.spread(plot.tab, "place"))).get_by_role("heading", name=name, exact=True)
        ).to_be_visible()


def chart_of(page: Page, name: str) -> Locator:
    """The chart of a figure, drawn."""
    figure = view(page, name)
    expect(figure.locator(".js-plotly-plot .nsewdrag").first).to_be_attached()
    return figure.locator(".js-plotly-plot")


# -- charts over time, as soon as keys and the mouse reach them

CHARTS = f"""[...document.querySelectorAll('#{ids.VIEWS} > [role=tabpanel]:not([hidden]) .js-plotly-plot')].filter(chart => chart._fullLayout
    && chart.layout.meta && chart.layout.meta.queuescope && chart.layout.meta.queuescope.kind !== 'minimap'
    && window.queuescope.stateOf(chart))"""


def chart_settings(page: Page) -> Locator:
    """The menu of the Gantt charts, open."""
    menu = component(page, ids.CHART_SETTINGS)
    if menu.get_attribute("open") is None:
        menu.locator("summary").click()
    return menu


def gantts(page: Page) -> Locator:
    """The Gantt charts of the tab that is shown."""
    return component(page, ids.VIEWS).locator("> [role=tabpanel]:not([hidden]) .qs-gantt .js-plotly-plot")


def ranges(page: Page) -> list[list[float]]:
    """The range of time of every chart over time, Gantt charts first."""
    return page.evaluate(f"() => {CHARTS}.map(chart => chart._fullLayout.xaxis.range.map(Number))")


def settled(page: Page, count: int, other_than: Sequence[float] | None = None) -> list[float]:
    """Wait until `count` charts over time show the same range, another one than before; that range.

    It is the one they are on their way to: what they only pass is left out, also where the page handles a gesture late.
    """
    return until(
        page,
        f"""([count, before]) => {{
        const all = {CHARTS}.map(chart => chart._fullLayout.xaxis.range.map(Number));
        if (all.length !== count || !all.length) return null;
        const [a, b] = all[0], near = (x, y) => Math.abs(x - y) <= 1e-6 * (b - a);
        const aim = window.queuescope.window() || [], alike = [...all, aim].every(range => near(range[0], a) && near(range[1], b));
        const moved = !before || !(near(before[0], a) && near(before[1], b));
        return alike && moved ? [a, b] : null;
    }}""",
        [count, list(other_than) if other_than else None],
    )


def show_whole_log(page: Page) -> None:
    """Bring the charts to the whole log: opening the schedule may have shown the window in which runs differ most."""
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("0")
    until(
        page,
        f"""() => {CHARTS}.length && window.queuescope.gantts().length && {CHARTS}.every(chart => [0, 1].every(i => Math.abs(Number(chart._fullLayout.xaxis.range[i])
        - chart.layout.meta.queuescope.extent[i]) <= 1e-6 * (chart.layout.meta.queuescope.extent[1] - chart.layout.meta.queuescope.extent[0])))""",
    )


RELEASED = """() => {
    window.released = new Promise(done => addEventListener('pointerup', () => {
        requestAnimationFrame(() => requestAnimationFrame(done));
    }, {once: true, capture: true}));
}"""


def release(page: Page) -> None:
    """Let go of the mouse, and wait until the page has drawn that and all moves before: it handles them late when busy."""
    page.evaluate(RELEASED)
    page.mouse.up()
    page.evaluate("() => window.released")


def drag(page: Page, chart: Locator, begin: float, end: float) -> None:
    """Drag over a share of the width of a chart, through the middle of its height."""
    box = plot_box(chart)
    x, y = (lambda share: box["x"] + share * box["width"]), box["y"] + box["height"] / 2
    page.mouse.move(x(begin), y)
    page.mouse.down()
    page.mouse.move(x((begin + end) / 2), y, steps=4)
    page.mouse.move(x(end), y, steps=4)
    release(page)


def plot_box(chart: Locator) -> dict[str, float]:
    """Where the axes of a chart are on the screen, scrolled into view."""
    area = chart.locator(".nsewdrag").first
    area.scroll_into_view_if_needed()
    box = area.bounding_box()
    assert box is not None
    return dict(box)


def shown(page: Page, window: Sequence[float], *how: str) -> None:
    """Wait until every Gantt chart shows this window of time as its `how`: picture | bars; one for all, or one each.

    Which of both a chart is depends on how many rectangles it has in the window, so runs may differ in it.
    """
    until(
        page,
        f"""([t0, t1, how]) => {{
        const near = (x, y) => Math.abs(x - y) <= 1e-6 * (t1 - t0);
        const state = chart => {{
            const image = (chart.layout.images || [])[0];
            if (image) return near(image.x, t0) && near(image.sizex, t1 - t0) ? 'picture' : 'an old picture';
            return chart.data.some(trace => trace.type === 'bar' && trace.visible !== false) ? 'bars' : 'nothing';
        }};
        const charts = {CHARTS}.filter(chart => chart.layout.meta.queuescope.kind === 'gantt');
        return charts.length > 0 && charts.every((chart, i) => state(chart) === how[how.length > 1 ? i : 0]);
    }}""",
        [*window, list(how)],
    )


@contextmanager
def served(application: Flask) -> Iterator[str]:
    """The address of a small application of a test, while it is served."""
    server = make_server("127.0.0.1", 0, application, threaded=True)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
