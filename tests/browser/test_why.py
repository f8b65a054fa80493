"""Why a job waited, on the page: facts, then reasons with culprits one can walk to, and the way back."""

from __future__ import annotations

import re

from tests.browser.steps import (
    EASY,
    FCFS,
    Locator,
    Page,
    component,
    expect,
    finished,
    ids,
    link_of,
    plot_box,
    run,
    until,
    view,
)
from tests.browser.test_access import CONTRAST, axe, violations, wear  # noqa: F401 - axe is a fixture


def facts(page: Page) -> Locator:
    return component(page, ids.FACTS)


def heading(page: Page) -> Locator:
    return facts(page).get_by_role("heading", level=2)


def reasons(page: Page, name: str) -> Locator:
    """The card of a run in the drawer."""
    return facts(page).locator(".qs-run", has=page.get_by_role("heading", name=name, level=3))


def test_the_drawer_of_a_job_has_facts_reasons_and_culprits_to_walk_to_and_back(page: Page, axe: str) -> None:  # noqa: F811
    """FCFS beside EASY on five jobs."""
    page.goto(link_of("five-jobs.swf", tab="schedule"))
    finished(page, (FCFS, EASY))
    reasons_of_the_job_left_behind_do_not_come_to_the_next(page)
    a_click_brings_facts_then_reasons_and_culprits_lead_on_and_back(page)
    axe_finds_nothing_in_the_drawer(page, axe)
    a_run_named_in_the_drawer_shows_the_job_there(page)
    a_run_removed_while_its_job_is_selected_leaves_the_other(page)


def reasons_of_the_job_left_behind_do_not_come_to_the_next(page: Page) -> None:
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(heading(page)).to_contain_text("Job 4 of user 4")
    expect(reasons(page, EASY)).to_contain_text("backfilled")
    expect(reasons(page, FCFS)).to_contain_text("waited in all")
    captions = facts(page).locator(".qs-split caption").all_inner_texts()
    assert captions and all("job 4 " in text.lower() for text in captions)
    page.keyboard.press("Escape")
    expect(heading(page)).to_have_count(0)


def a_click_brings_facts_then_reasons_and_culprits_lead_on_and_back(page: Page) -> None:
    box = plot_box(view(page, "Gantt chart").locator(".qs-gantt .js-plotly-plot").first)
    page.mouse.click(box["x"] + 0.1 * box["width"], box["y"] + 0.9 * box["height"])
    expect(heading(page)).to_contain_text(re.compile(r"Job \d+ of user \d+"))
    expect(facts(page).get_by_role("table").first).to_contain_text("baseline")

    page.keyboard.press("v")  # job 4, which FCFS makes wait
    expect(heading(page)).to_contain_text("Job 4 of user 4")
    told = reasons(page, FCFS)
    expect(told.get_by_role("table").first).to_contain_text("waited in all")
    expect(told.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile("^Waited .*kept free for the head of the queue")
    )
    expect(reasons(page, EASY)).to_contain_text("ahead of job 3")
    expect(facts(page)).to_contain_text("shorter")

    culprit = told.get_by_role("button", name="Go to job").first
    number = re.findall(r"\d+", culprit.inner_text())[0]
    culprit.press("Enter")
    expect(heading(page)).to_contain_text(f"Job {number} of")
    expect(page).to_have_url(re.compile(f"job={int(number) - 1}(&|$)"))
    back = facts(page).get_by_role("button", name="Back to job 4")
    back.press("Enter")
    expect(heading(page)).to_contain_text("Job 4 of user 4")
    expect(facts(page).get_by_role("button", name="Back to job 4")).to_have_count(0)


def axe_finds_nothing_in_the_drawer(page: Page, axe: str) -> None:  # noqa: F811
    expect(reasons(page, FCFS)).to_contain_text("waited in all")
    for scheme, rules in (("light", ()), ("dark", [CONTRAST])):  # they differ in colors alone
        wear(page, scheme)
        assert {scheme: violations(page, axe, rules)} == {scheme: []}
    for width, height in ((1024, 768), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        root = "document.documentElement"
        until(page, f"width => innerWidth === width && {root}.scrollWidth <= {root}.clientWidth", width)
    page.keyboard.press("Escape")
    expect(heading(page)).to_have_count(0)


def a_run_named_in_the_drawer_shows_the_job_there(page: Page) -> None:
    page.keyboard.press("v")
    expect(heading(page)).to_contain_text("Job 4 of user 4")
    facts(page).get_by_role("button", name=f"Show it under {EASY}").click()
    expect(page).to_have_url(re.compile("t0=.*t1="))
    expect(heading(page)).to_contain_text("Job 4 of user 4")


def a_run_removed_while_its_job_is_selected_leaves_the_other(page: Page) -> None:
    expect(reasons(page, FCFS)).to_contain_text("waited in all")
    run(page, FCFS).get_by_role("button", name="Remove").click()
    expect(facts(page).get_by_role("heading", level=3)).to_have_text([EASY])
    expect(reasons(page, EASY)).to_contain_text("backfilled")
