"""Home: a real log's finished comparison, and five jobs that open at a question; Learn: samples that open finished."""

from __future__ import annotations

import re

import pytest

from tests.browser.steps import BACKFILL, CAMPAIGN_FCFS, EASY, FCFS, LATE, OSTRICH, Page, component, expect, ids, run

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


def test_home_from_its_question_to_the_last_step_and_on_to_a_term(page: Page) -> None:
    page.goto("/")
    a_finished_comparison_and_a_question_are_there(page)
    what_is_seen_before_the_scripts_have_run_stays_where_it_is(page)
    an_answer_shows_what_both_policies_do(page)
    scheme_and_link_keep_the_step(page)
    steps_lead_back_and_forth(page)
    keys_step_and_ask(page)
    the_future_is_not_drawn(page)
    copying_the_link_answers_where_one_looks(page)
    learn_leads_to_samples_and_a_term_to_its_meaning(page)


def a_finished_comparison_and_a_question_are_there(page: Page) -> None:
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


def what_is_seen_before_the_scripts_have_run_stays_where_it_is(page: Page) -> None:
    expect(page.get_by_role("button", name="None of them")).to_be_visible(timeout=LATE)  # the five jobs are simulated
    layouts: list = []
    page.route("**/_dash-layout*", lambda route: layouts.append(route), times=1)
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


def an_answer_shows_what_both_policies_do(page: Page) -> None:
    page.get_by_role("button", name="Job 3", exact=True).click(timeout=LATE)
    said = component(page, ids.HOME_WHY)
    expect(said).to_contain_text("Neither policy does that. FCFS starts none of them; EASY starts job 4.")
    expect(said).to_contain_text("Job 3 needs 4 processors, and at 6 h only 3 are free.")
    expect(said).to_contain_text("Job 4 under FCFS: From 3 h to 8 h it stood behind job 3")
    expect(said.get_by_text("backfilled")).to_be_visible()
    expect(component(page, ids.HOME_QUESTION)).to_be_hidden()


def scheme_and_link_keep_the_step(page: Page) -> None:
    said = component(page, ids.HOME_WHY)
    page.get_by_role("button", name="Back").click()
    expect(said).to_contain_text("At 3 h")
    expect(page).to_have_url(re.compile(r"step=2$"))
    page.get_by_role("button", name="Switch between light and dark").click()
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
    expect(page.locator(".qs-real .qs-of-dark")).to_be_visible()
    expect(page.locator(".qs-real .qs-of-light")).to_be_hidden()
    page.reload()
    expect(said).to_contain_text("At 3 h")
    expect(page.get_by_role("slider", name="Step")).to_have_attribute("aria-valuenow", "2")


def to_the_end(page: Page) -> None:
    """The last step of the five jobs."""
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("End")
    page.evaluate("document.activeElement.blur()")
    expect(component(page, ids.HOME_CHARTS)).to_contain_text("job 5")
    expect(component(page, ids.HOME_WHY)).to_contain_text("Step goes back to the beginning")


def steps_lead_back_and_forth(page: Page) -> None:
    """And from the end to the beginning."""
    to_the_end(page)
    said = component(page, ids.HOME_WHY)
    for _ in range(2):
        before = said.text_content() or ""
        page.get_by_role("button", name="Back").click()
        expect(said).not_to_have_text(before)
    at_back = said.text_content() or ""
    page.get_by_role("button", name="Step", exact=False).click()
    expect(said).not_to_have_text(at_back)
    page.get_by_role("button", name="Back").click()
    expect(said).to_have_text(at_back)
    to_the_end(page)
    page.get_by_role("button", name="Step", exact=False).click()
    expect(said).to_contain_text("At 0 h")


def keys_step_and_ask(page: Page) -> None:
    to_the_end(page)
    said = component(page, ids.HOME_WHY)
    page.keyboard.press("ArrowLeft")
    expect(said).not_to_contain_text("Step goes back to the beginning")
    page.keyboard.press("v")
    expect(said).to_contain_text("backfilled")


def the_future_is_not_drawn(page: Page) -> None:
    to_the_end(page)
    page.get_by_role("slider", name="Step").focus()
    page.keyboard.press("Home")
    expect(component(page, ids.HOME_CHARTS)).not_to_contain_text("job 5")
    expect(component(page, ids.HOME_WHY)).to_contain_text("At 0 h")


def copying_the_link_answers_where_one_looks(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])  # a browser without windows asks nobody
    page.mouse.wheel(0, 600)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator(".qs-toast", has_text="It opens on this computer alone.")).to_be_in_viewport(
        ratio=1
    )  # for some seconds, so in one look


def learn_leads_to_samples_and_a_term_to_its_meaning(page: Page) -> None:
    page.get_by_role("link", name="Learn", exact=True).first.click()
    expect(page.get_by_role("button", name="Open finished: four-policies.swf")).to_be_visible()
    page.get_by_role("link", name="Glossary").click()
    expect(page.locator("#term-bounded-stretch")).to_contain_text("max(1, response / max(runtime, threshold))")
    expect(page.get_by_role("navigation", name="Pages").get_by_role("link", name="Learn")).to_have_attribute(
        "aria-current", "page"
    )


LESSONS = {  # what a sample shows: (its file, the policies it opens with)
    "EASY fills the gap, and nobody waits longer": ("five-jobs", (FCFS, EASY)),
    "One wide job holds up sixty short ones": ("convoy", (FCFS, EASY, BACKFILL)),
    "FCFS falls behind at 85 % load, EASY keeps up": ("steady-load", (FCFS, EASY, BACKFILL)),
    "Who asks for too much time waits longer": ("bad-estimates", (FCFS, EASY)),
    "Users with short jobs need not wait for long campaigns": ("short-and-long-users", (CAMPAIGN_FCFS, OSTRICH)),
}
USUAL = "One wide job holds up sixty short ones"


def test_samples_are_named_by_their_lessons_and_open_finished_by_one_press(page: Page) -> None:
    page.goto("/learn")
    for title, (file, _) in LESSONS.items():
        entry = page.get_by_role("listitem").filter(has_text=title)
        expect(entry).to_contain_text(f"{file}.swf")
        expect(entry.get_by_role("button", name="Open finished")).to_be_visible()
    a_sample_opens_finished(page, USUAL)


@pytest.mark.exhaustive
@pytest.mark.parametrize("title", [title for title in LESSONS if title != USUAL])
def test_every_sample_opens_finished_by_one_press(page: Page, title: str) -> None:
    page.goto("/learn")
    a_sample_opens_finished(page, title)


def a_sample_opens_finished(page: Page, title: str) -> None:
    policies = LESSONS[title][1]
    page.get_by_role("listitem").filter(has_text=title).get_by_role("button", name="Open finished").click()
    expect(page.get_by_role("region", name="Run table").get_by_role("row")).to_have_count(
        1 + len(policies), timeout=LATE
    )
    for policy in policies:
        expect(run(page, policy)).to_contain_text("Audit passed")
