"""Home: a real log's finished comparison, and five jobs that open at a question."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.steps import BACKFILL, CAMPAIGN_FCFS, EASY, FCFS, LATE, OSTRICH, Page, component, expect, ids, run


@pytest.fixture(scope="module")
def shared(visit: Callable[[], Page]) -> Page:
    page = visit()
    page.goto("/")
    return page


@pytest.fixture
def home(shared: Page) -> Page:
    """Home at the last step of the five jobs, its answer shown."""
    slider = shared.get_by_role("slider", name="Step")
    if not slider.is_visible():  # it comes with the first answer, and stays
        component(shared, ids.HOME_DIVERGENCE).dispatch_event("click", timeout=LATE)  # the five jobs are simulated
    slider.focus()
    shared.keyboard.press("End")
    shared.evaluate("document.activeElement.blur()")
    expect(component(shared, ids.HOME_CHARTS)).to_contain_text("job 5")
    expect(component(shared, ids.HOME_WHY)).to_contain_text("Step goes back to the beginning")
    return shared


def test_opens_on_a_finished_comparison_and_a_question(page: Page) -> None:
    page.goto("/")
    main = page.get_by_role("main")
    expect(
        main.get_by_role("heading", name=re.compile("EASY cuts the mean wait from 4.d.02.h to 1.h.54.min"))
    ).to_be_visible()
    expect(main.get_by_role("img", name="Jobs that wait over the time of the log")).to_be_visible()
    expect(main.get_by_role("heading", name="Which job does EASY start?")).to_be_in_viewport()
    expect(component(page, ids.HOME_CHARTS)).to_contain_text("job 2", timeout=LATE)
    expect(component(page, ids.HOME_CHARTS)).not_to_contain_text("job 4")
    expect(component(page, ids.HOME_WHY)).to_be_hidden()
    for name, path in (("Learn", "/learn"), ("Compare", "/compare"), ("Explore a trace", "/workload")):
        expect(main.get_by_role("navigation", name="Ways to go on").get_by_role("link", name=name)).to_have_attribute(
            "href", path
        )


PLACES = (
    "parts => parts.map(part => { const box = document.querySelector(part).getBoundingClientRect();"
    " return [box.x, box.y, box.width, box.height].map(Math.round); })"
)
PARTS = (
    "h1",
    ".qs-real",
    ".qs-real h2",
    ".qs-sketch-area",
    ".qs-real table",
    ".qs-five",
    ".qs-minis",
    ".qs-answers",
    ".qs-doors",
)


def test_what_is_seen_before_the_scripts_have_run_stays_where_it_is(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name="None of them")).to_be_visible(timeout=LATE)  # the five jobs are simulated
    layouts: list = []
    page.route("**/_dash-layout*", lambda route: layouts.append(route))
    with page.expect_request("**/_dash-layout*"):
        page.reload()
    cover = component(page, "first-paint")
    expect(cover).to_contain_text("EASY cuts the mean wait")
    before = page.evaluate(PLACES, [f"#first-paint {part}" for part in PARTS])
    expect(page.get_by_role("link")).to_have_count(0)
    for route in layouts:
        route.continue_()
    expect(cover).to_have_count(0)
    expect(page.get_by_role("button", name="None of them")).to_be_visible()
    assert page.evaluate(PLACES, [f"#page {part}" for part in PARTS]) == before


def test_an_answer_shows_what_both_policies_do(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Job 3", exact=True).click(timeout=LATE)
    said = component(page, ids.HOME_WHY)
    expect(said).to_contain_text("Neither policy does that. FCFS starts none of them; EASY starts job 4.")
    expect(said).to_contain_text("Job 3 needs 4 processors, and at 6 h only 3 are free.")
    expect(said).to_contain_text("Under FCFS: From 3 h to 8 h job 4 stood behind job 3")
    expect(said.get_by_text("backfilled")).to_be_visible()
    expect(component(page, ids.HOME_QUESTION)).to_be_hidden()


def test_steps_back_and_forth(home: Page) -> None:
    page, said = home, component(home, ids.HOME_WHY)
    for _ in range(2):
        before = said.text_content() or ""
        page.get_by_role("button", name="Back").click()
        expect(said).not_to_have_text(before)
    at_back = said.text_content() or ""
    page.get_by_role("button", name="Step", exact=False).click()
    expect(said).not_to_have_text(at_back)
    page.get_by_role("button", name="Back").click()
    expect(said).to_have_text(at_back)


def test_the_future_is_not_drawn(home: Page) -> None:
    page, charts = home, component(home, ids.HOME_CHARTS)
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("Home")
    expect(charts).not_to_contain_text("job 5")
    expect(component(page, ids.HOME_WHY)).to_contain_text("At 0 h")


def test_keys_step_and_ask(home: Page) -> None:
    page, said = home, component(home, ids.HOME_WHY)
    page.keyboard.press("ArrowLeft")
    expect(said).not_to_contain_text("Step goes back to the beginning")
    page.keyboard.press("v")
    expect(said).to_contain_text("backfilled")


def test_light_and_dark_and_the_link_keep_the_step(page: Page) -> None:
    page.goto("/")
    said = component(page, ids.HOME_WHY)
    page.get_by_role("button", name="None of them").click(timeout=LATE)
    expect(said).to_contain_text("That is what FCFS does.")
    page.get_by_role("button", name="Back").click()
    expect(said).to_contain_text("At 3 h")
    expect(page).to_have_url(re.compile(r"step=2$"))
    page.get_by_role("button", name="Switch between light and dark").click()
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
    page.reload()
    expect(said).to_contain_text("At 3 h")
    expect(page.get_by_role("slider", name="Step")).to_have_attribute("aria-valuenow", "2")


def test_step_goes_from_the_end_to_the_beginning(home: Page) -> None:
    home.get_by_role("button", name="Step", exact=False).click()
    expect(component(home, ids.HOME_WHY)).to_contain_text("At 0 h")


def test_copying_the_link_answers_where_one_looks(home: Page) -> None:
    home.context.grant_permissions(["clipboard-read", "clipboard-write"])  # a browser without windows asks nobody
    home.mouse.wheel(0, 600)
    home.get_by_role("button", name="Copy link").click()
    expect(home.locator(".qs-toast", has_text="It opens on this computer alone.")).to_be_in_viewport(
        ratio=1
    )  # for some seconds, so in one look


@pytest.fixture(scope="module")
def learn(visit: Callable[[], Page]) -> Page:
    """A page on which samples are opened one after the other."""
    return visit()


@pytest.mark.parametrize(
    ("title", "file", "policies"),
    [
        ("EASY fills the gap, and nobody waits longer", "five-jobs", (FCFS, EASY)),
        ("One wide job holds up sixty short ones", "convoy", (FCFS, EASY, BACKFILL)),
        ("FCFS falls behind at 85 % load, EASY keeps up", "steady-load", (FCFS, EASY, BACKFILL)),
        ("Who asks for too much time waits longer", "bad-estimates", (FCFS, EASY)),
        ("Users with short jobs need not wait for long campaigns", "short-and-long-users", (CAMPAIGN_FCFS, OSTRICH)),
    ],
)
def test_a_sample_named_by_its_lesson_opens_finished_by_one_press(
    learn: Page, title: str, file: str, policies: tuple[str, ...]
) -> None:
    learn.goto("/learn")
    entry = learn.get_by_role("listitem").filter(has_text=title)
    expect(entry).to_contain_text(f"{file}.swf")
    entry.get_by_role("button", name="Open finished").click()
    expect(learn.get_by_role("region", name="Run table").get_by_role("row")).to_have_count(
        1 + len(policies), timeout=LATE
    )
    for policy in policies:
        expect(run(learn, policy)).to_contain_text("Audit passed")


def test_learn_leads_to_samples_and_a_term_to_its_meaning(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Learn", exact=True).first.click()
    expect(page.get_by_role("button", name="Open finished: four-policies.swf")).to_be_visible()
    page.get_by_role("link", name="Glossary").click()
    expect(page.locator("#term-bounded-stretch")).to_contain_text("max(1, response / max(runtime, threshold))")
    expect(page.get_by_role("navigation", name="Pages").get_by_role("link", name="Learn")).to_have_attribute(
        "aria-current", "page"
    )
