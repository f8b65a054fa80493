"""For everybody: by keyboard alone, without a finding of axe in light and in dark, and without scrolling sideways."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from layouts import theme
from layouts.topics import all_pages
from tests.browser.steps import (
    EASY,
    FCFS,
    LATE,
    SAMPLES,
    Page,
    answered,
    choose,
    component,
    drawn,
    every_picture,
    expect,
    finished,
    ids,
    loaded,
    open_tab,
    open_workload,
    simulate,
    tabs,
    to_run,
    until,
)
from tests.topics.parts import of_topics

TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]
SIZES = ((1280, 720), (1024, 768))
VIEWS = {  # of two runs of jobs without campaigns, tab by tab
    "schedule": ["Gantt chart"],
    "winners": ["Who pays", "Waits of two runs"],
    "waiting": ["Waits of all jobs", "Why jobs wait"],
    "idle": ["Underutilization", "Why processors idle"],
    "fairness": ["Normalized user wait time", "Users"],
}


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, from the package that brings it."""
    found = importlib.util.find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        pytest.skip("axe-playwright-python is not installed; see requirements-dev.txt")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


ANSWERED_ALL = "() => window.dash_stores.every(store => store.getState().isLoading === false)"


def go_to(page: Page, address: str) -> None:
    """Load the first page that a visitor sees, and go on as a link does, without loading anything again."""
    if page.url == "about:blank":
        page.goto(address)
    else:
        page.evaluate(f"href => dash_clientside.set_props('{ids.URL}', {{href}})", address)
        page.wait_for_url(re.compile(re.escape(address) + "(?!/)"))  # a page may add to its address
    until(page, ANSWERED_ALL)


def home(page: Page) -> None:
    go_to(page, "/")
    expect(component(page, ids.HOME_CHARTS)).to_contain_text("job 2")


def workload_empty(page: Page) -> None:
    go_to(page, "/workload")
    expect(page.get_by_role("heading", name="Workload", level=1)).to_be_visible()
    expect(page.get_by_role("tab", name="Generate")).to_be_visible()


def workload_loaded(page: Page) -> None:
    open_workload(page)
    choose(page, SAMPLES / "steady-load.swf")
    loaded(page)


def compare_empty(page: Page) -> None:
    go_to(page, "/compare")
    expect(component(page, ids.COMPARE_HEAD)).to_contain_text("Nothing is open yet, so this is a sample.", timeout=LATE)
    finished(page, (FCFS, EASY))
    expect(page.get_by_role("status", name="Finding")).to_contain_text("EASY cuts the mean wait of FCFS")
    expect(page).to_have_url(re.compile("runs="))


def compare_runs(page: Page) -> None:
    workload_loaded(page)
    compare_them(page)


def compare_them(page: Page) -> None:
    simulate(page, (FCFS, EASY))
    finished(page, (FCFS, EASY))
    open_tab(page, "schedule")
    page.get_by_role("button", name="Next difference").click()
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_be_visible()


def titled(path: str, title: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        go_to(page, path)
        expect(page.get_by_role("heading", level=1)).to_have_text(title)

    return go


PAGES: dict[str, Callable[[Page], None]] = {
    "home": home,
    "workload empty": workload_empty,  # nothing is open yet
    "compare empty": compare_empty,
    "learn": titled("/learn", "Learn"),
    "glossary": titled("/glossary", "Glossary"),
    **{name: go for visits in of_topics("visits", "visits") for name, go in visits(go_to).items()},
    "papers": titled("/papers", "Papers"),
    "catalogue": titled("/catalogue", "Catalogue of logs"),
    "no such page": titled("/no/such/page", "No such page"),
    **{path: titled(path, page.title.partition(":")[0]) for path, page in all_pages().items() if page.title},
}


# The first text of each look.  Contrast depends on nothing but color, size and what is behind, so one of a look is enough
# for that rule, which takes by far the longest: 11 of 13 s for all entries of the glossary.
LOOKS = """within => {
    const looks = new Map(), behind = new Map([[null, '']]);
    const backgroundOf = element => {
        if (!behind.has(element)) {
            const {backgroundColor, backgroundImage, opacity} = getComputedStyle(element);
            behind.set(element, `${backgroundColor} ${backgroundImage} ${opacity}; ${backgroundOf(element.parentElement)}`);
        }
        return behind.get(element);
    };
    const isWritten = element => 'placeholder' in element || [...element.childNodes].some(
        node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    for (const element of document.querySelector(within).querySelectorAll('body *')) {
        if (!isWritten(element) || !element.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
        const {color, fill, fontSize, fontWeight, textShadow} = getComputedStyle(element);
        const look = [color, fill, fontSize, fontWeight, textShadow, backgroundOf(element)].join();
        const isOff = Boolean(element.closest('[disabled], [aria-disabled=true]'));
        if (!looks.has(`${look} ${isOff}`)) looks.set(`${look} ${isOff}`, element);
    }
    return [...looks.values()]; }"""
CONTRAST = "color-contrast"


def violations(page: Page, axe: str, rules: Sequence[str] = (), within: str = "html") -> list[str]:
    """What axe finds within an element, as lines: rule, where, and the reason; rules: these alone, else all of TAGS."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(axe)
    found = []
    if set(rules) != {CONTRAST}:
        only = {"type": "rule", "values": list(rules)} if rules else {"type": "tag", "values": TAGS}
        found += page.evaluate(
            """([only, within]) => axe.run(document.querySelector(within), {runOnly: only,
            rules: {'color-contrast': {enabled: false}}, resultTypes: ['violations']}).then(all => all.violations)""",
            [only, within],
        )
    if not rules or CONTRAST in rules:
        found += page.evaluate(
            f"""within => {{ const texts = ({LOOKS})(within);
            return texts.length ? axe.run(texts, {{runOnly: ['{CONTRAST}'], resultTypes: ['violations']}})
                .then(all => all.violations) : []; }}""",
            within,
        )
    return [
        f"{rule['id']}: {json.dumps(node['target'])} {node['failureSummary'][:300]}"
        for rule in found
        for node in rule["nodes"]
    ]


def fair(page: Page, axe: str, schemes: Sequence[str] = ("light", "dark"), shown: Sequence[str] = ()) -> None:
    """Axe finds nothing in either scheme, and nothing sticks out at any size; shown: tabs to open, where there are any.

    The schemes differ in colors, so the second one is asked for contrast alone.
    """
    for scheme, rules in zip(schemes, ((), [CONTRAST]), strict=True):
        if shown:
            open_tab(page, shown[0])  # its charts tell when all tabs are made anew in these colors
        wear(page, scheme)
        for tab in shown or [""]:
            if tab:
                open_tab(page, tab)
            within = (
                f"#{ids.tab_panel(tab)}" if tab and tab != shown[0] else "html"
            )  # the rest is the same for all tabs
            assert {(scheme, tab): violations(page, axe, rules, within)} == {(scheme, tab): []}
    for width, height in SIZES:  # of the other tabs: test_boxes
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)


def wear(page: Page, scheme: str) -> None:
    """Let the system prefer a scheme, and wait until page and charts wear it."""
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", scheme)
    answered(page)
    # the page wears it at once, the charts when the server has answered
    until(
        page,
        """ink => [...document.querySelectorAll('.js-plotly-plot')].filter(chart => chart.offsetParent)
        .every(chart => chart._fullLayout && chart._fullLayout.font.color.toLowerCase() === ink)""",
        theme.INK[scheme].lower(),
        timeout=LATE,
    )
    if component(page, ids.TABS).is_visible():
        drawn(page, LATE)
        until(
            page,
            """ink => [...document.querySelectorAll('[role=tabpanel]:not([hidden]) .js-plotly-plot')]
            .every(chart => chart._fullLayout && chart._fullLayout.font.color.toLowerCase() === ink)""",
            theme.INK[scheme].lower(),
            timeout=LATE,
        )
        drawn(page, LATE)


def fits(page: Page, width: int) -> None:
    """Wait until the page, its charts included, has taken this width and does not scroll sideways."""
    root = "document.documentElement"
    until(page, f"width => innerWidth === width && {root}.scrollWidth <= {root}.clientWidth", width)


def focused(page: Page) -> str:
    """The name of what has the focus."""
    return page.evaluate("""() => {
        const at = document.activeElement;
        return at.getAttribute('aria-label') || (at.labels && at.labels.length ? at.labels[0].textContent : at.textContent);
    }""").strip()


def tab_to(page: Page, name: str, most: int = 60) -> None:
    """Press Tab until something of that name has the focus."""
    seen = []
    for _ in range(most):
        page.keyboard.press("Tab")
        seen.append(focused(page))
        if seen[-1].startswith(name):
            return
    raise AssertionError(f"{name!r} is not reached by Tab: {seen}")


def test_by_keyboard_from_the_skip_link_to_the_reason_of_a_wait(page: Page) -> None:
    """Sample, simulate, next difference, close, then the longest wait and its reasons: without a mouse."""
    home(page)  # Tab finds nothing on a page that is still empty
    page.keyboard.press("Tab")
    assert focused(page) == "Skip to the content"
    tab_to(page, "Workload")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Workload", level=1)).to_be_visible()
    expect(page.get_by_role("tab", name="Your log")).to_be_visible()  # the server says that the form is open
    tab_to(page, "Your log")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Open the workload: five-jobs.swf")).to_be_visible()
    tab_to(page, "Open the workload: five-jobs.swf")
    page.keyboard.press("Enter")
    loaded(page)
    expect(to_run(page)).to_have_count(2)
    tab_to(page, "Simulate and compare", 120)
    page.keyboard.press("Enter")
    finished(page, (FCFS, EASY))
    page.keyboard.press("v")
    facts = component(page, ids.FACTS)
    expect(facts).to_contain_text("backfilled")
    page.keyboard.press("Escape")
    expect(facts.get_by_role("heading")).to_have_count(0)
    longest_wait_and_why(page)


def longest_wait_and_why(page: Page) -> None:
    """Search for it, hear of it and of its reasons (what is read out is a live region), and go on to who was ahead."""
    facts = component(page, ids.FACTS)
    page.keyboard.press("/")
    page.keyboard.type("longest wait")
    page.keyboard.press("Enter")
    expect(facts).to_have_attribute("aria-live", "polite")
    expect(facts.get_by_role("heading", level=2)).to_contain_text(re.compile(r"Job \d+ of user \d+"))
    told = facts.locator(".qs-run", has=page.get_by_role("heading", name=FCFS, level=3))
    expect(told.get_by_role("table", name=re.compile("^Why job"))).to_contain_text("waited in all")
    expect(told.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile("^Waited .*kept free for the head of the queue")
    )
    tab_to(page, "Go to job", 240)
    culprit = re.findall(r"\d+", focused(page))[0]
    page.keyboard.press("Enter")
    expect(facts.get_by_role("heading", level=2)).to_contain_text(f"Job {culprit} of user")


def test_the_switch_is_remembered_and_keys_skip_are_listed_and_lead_to_pages(page: Page) -> None:
    home(page)
    page.get_by_role("button", name="Switch between light and dark").click()
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
    expect(component(page, ids.HOME_CHARTS)).to_contain_text("job 2")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(f"#{ids.PAGE}")).to_be_focused()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("zoom in")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.keyboard.press("g")
    page.keyboard.press("c")
    expect(page.get_by_role("heading", name="Compare", level=1)).to_be_visible()
    expect(page).to_have_title("Compare · Queuescope")
    expect(page.locator(f"#{ids.PAGE}")).to_be_focused()


# -- from page to page, with what is open there


@pytest.fixture(scope="module")
def reader(visit: Callable[[], Page]) -> Page:
    """A page of a visitor who goes from page to page."""
    return visit()


ALIKE = {name for names in of_topics("visits", "ALIKE") for name in names}  # look like others: with --all alone


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.exhaustive] if name in ALIKE else []) for name in PAGES]
)
def test_axe_finds_nothing_and_nothing_sticks_out(reader: Page, axe: str, name: str) -> None:
    reader.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    PAGES[name](reader)
    fair(reader, axe, shown=tabs(reader)[:1])  # the other tabs: with the runs of a log, below


def test_a_text_hard_to_read_is_found_among_texts_of_the_same_look(reader: Page, axe: str) -> None:
    page = reader
    titled("/no/such/page", "No such page")(page)
    wear(page, "light")
    assert violations(page, axe, [CONTRAST]) == []
    page.evaluate("""() => {
        for (const style of ['color: #bbb; background: #fff', 'color: #999; background: #aaa', 'color: #999; background: #000']) {
            document.getElementById('page').insertAdjacentHTML('beforeend', `<p style="${style}">One</p><p style="${style}">Two</p>`);
        }}""")
    reasons = "\n".join(violations(page, axe, [CONTRAST]))
    assert "#bbbbbb" in reasons and "#aaaaaa" in reasons and "#000000" not in reasons


@pytest.mark.exhaustive  # axe looks at each page and at parts of Compare in the usual run
def test_axe_finds_nothing_from_a_log_to_its_runs_and_every_picture_has_its_data_as_a_table(
    page: Page, axe: str
) -> None:
    workload_loaded(page)
    every_picture(page)
    fair(page, axe)
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})
    compare_them(page)
    fair(page, axe, ("dark", "light"), tabs(page))  # dark it is already
    for tab, names in VIEWS.items():
        figures: Any = open_tab(page, tab).get_by_role("figure")
        expect(figures).to_have_count(len(names))  # in another scheme they come anew
        assert [figure.get_by_role("heading").first.inner_text() for figure in figures.all()] == names
        for figure in figures.all():
            figure.get_by_text("Table (").click()
            expect(figure.get_by_role("table")).to_be_visible()
