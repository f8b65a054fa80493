"""The views on fairness and waiting, on one small log under six policies: what they say, and what can be done in them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from tests.browser.steps import (
    BACKFILL,
    EASY,
    FCFS,
    LATE,
    Locator,
    Page,
    all_policies,
    compare,
    component,
    drawn,
    expect,
    finished,
    gantts,
    ids,
    in_words,
    link_of,
    open_tab,
    press_as_drawn,
    run,
    tabs,
    until,
    view,
)
from tests.browser.test_access import CONTRAST, axe, violations  # noqa: F401 - axe is a fixture

CONSERVATIVE, FAIR, TABU = (all_policies()[name].title for name in ("conservative", "backfill_fair", "tabu"))
SIX = (FCFS, BACKFILL, EASY, CONSERVATIVE, FAIR, TABU)
BESIDE = (BACKFILL, EASY, CONSERVATIVE, FAIR, TABU)  # what is compared with FCFS, the baseline
VIEWS = {  # title: the runs its caption speaks of
    "Waits of two runs": (),
    "Who pays": BESIDE,
    "Wait and slowdown": SIX,
    "Response": SIX,
    "Mean and spread of normalized wait": SIX,
    "Concentration of waiting (Lorenz)": SIX,
    "Users": (),
    "Why jobs wait": SIX,
    "Why processors idle": SIX,
    "Search for a better plan": (TABU,),
}
THESE = ("Who pays", "Why jobs wait")  # the others with --all; their words: tests/plots


def test_what_can_be_done_in_the_views_of_three_runs(page: Page) -> None:
    page.goto(link_of("bad-estimates.swf", (FCFS, BACKFILL, EASY), "winners"))
    finished(page, (FCFS, BACKFILL, EASY))
    for title in THESE:
        a_view_has_its_heading_its_sentence_and_its_table(page, title, (FCFS, BACKFILL, EASY))
    users_are_sorted_by_keyboard(page)
    fair_starts_are_measured_on_demand(page)
    a_number_of_an_advice_lights_its_jobs(page)
    a_point_between_two_policies_is_a_job(page)
    a_loser_leads_to_why_it_waited(page)
    another_baseline_makes_others_pay(page)


def a_view_has_its_heading_its_sentence_and_its_table(page: Page, title: str, runs: Sequence[str]) -> None:
    figure = view(page, title)
    expect(figure.get_by_role("heading", name=title, exact=True)).to_be_visible()
    for name in (name for name in runs if name in VIEWS[title]):
        expect(in_words(page, title)).to_contain_text(name)
    assert len(in_words(page, title).text_content() or "") > 40
    figure.get_by_text(re.compile(r"[Tt]able \(")).click()
    rows = figure.get_by_role("table").get_by_role("row")
    expect(rows.first).to_be_visible()
    assert rows.count() > 1


def users_grid(page: Page) -> Locator:
    open_tab(page, "fairness")
    heading = page.get_by_role("heading", name="All users", exact=True)
    heading.scroll_into_view_if_needed()
    if not component(page, ids.USERS_GRID).is_visible():
        heading.click()
    return page.get_by_role("region", name="All users")


# Whether the numbers of jobs in the rows that are shown fall, or rise, from the top.
IN_ORDER = """falls => {
    const cells = document.querySelectorAll('[aria-labelledby=all-users] .ag-row [col-id=jobs]');
    const jobs = [...cells].map(cell => Number.parseInt(cell.innerText.replace(/\\s/g, ''), 10));
    return jobs.length > 5 && jobs.every((one, at) => !at || (falls ? jobs[at - 1] >= one : jobs[at - 1] <= one));
}"""


def users_are_sorted_by_keyboard(page: Page) -> None:
    grid = users_grid(page)
    head = grid.locator("[role=columnheader][col-id=user]")
    head.scroll_into_view_if_needed()
    expect(grid.locator(".ag-row [col-id=user]").first).to_be_visible()
    users = grid.locator(".ag-pinned-left-cols-container [role=row] [col-id=user]")
    before = users.all_inner_texts()
    head.focus()
    page.keyboard.press("ArrowRight")
    jobs = grid.locator("[role=columnheader][col-id=jobs]")
    expect(jobs).to_be_focused()
    for order, falling in (("descending", True), ("ascending", False)):
        page.keyboard.press("Enter")
        expect(jobs).to_have_attribute("aria-sort", order)
        until(page, IN_ORDER, falling)  # the head says it first, then come the rows
    page.keyboard.press("Enter")
    expect(jobs).to_have_attribute("aria-sort", "none")
    expect(users).to_have_text(before)


def fair_starts_are_measured_on_demand(page: Page) -> None:
    open_tab(page, "fairness")
    card = component(page, ids.FAIR)
    card.get_by_text("Delay caused by later arrivals", exact=True).click()
    expect(card.get_by_role("button", name=f"Measure the delay caused by later arrivals, {FCFS}")).to_be_visible()
    press_as_drawn(page, ids.FAIR)
    expect(card.locator(".qs-run", has=page.get_by_role("heading", name=FCFS))).to_contain_text(
        "No job started later than without those that came after it. All 400 jobs measured.", timeout=LATE
    )
    expect(card.get_by_role("button", name=f"Measure the delay caused by later arrivals, {EASY}")).to_be_visible()


def a_number_of_an_advice_lights_its_jobs(page: Page) -> None:
    open_tab(page, "waiting")
    note = view(page, "Waits of all jobs").locator(".qs-advice")
    expect(note).to_contain_text(f"Note on {EASY}: Jobs ask for 10.5 times the processor time that they use")
    note.get_by_role("button", name="24 jobs that ask for").click()
    lit = view(page, "Waits of all jobs").locator(".qs-lit-line")
    expect(lit).to_contain_text("Lit: 24 of 400 jobs (requested_time>=")
    lit.get_by_role("button", name="Reset the highlight").click()
    expect(lit).to_contain_text("Drag over the chart")
    expect(component(page, ids.LIT_STRIP)).to_be_empty()  # it stands above all tabs, and moves them when it goes


def a_point_between_two_policies_is_a_job(page: Page) -> None:
    plot = view(page, "Waits of two runs")
    expect(plot.locator(".qs-caption")).to_have_text("A job above the line waits longer than under the baseline.")
    points = plot.locator(".points path")
    expect(points).to_have_count(2 * 400)
    points.first.scroll_into_view_if_needed()
    box = points.first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tip = plot.locator(".hoverlayer")
    expect(tip).to_contain_text("click to see the job")
    job = re.match(r"job (\d+) waits", tip.text_content() or "")
    assert job is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    facts = component(page, ids.FACTS)
    expect(facts.get_by_role("heading", level=2)).to_contain_text(f"Job {job[1]} of user")
    facts.get_by_role("button", name="Close").click()
    expect(facts.get_by_role("heading")).to_have_count(0)


def a_loser_leads_to_why_it_waited(page: Page) -> None:
    losers = view(page, "Who pays").get_by_role("list", name=f"Jobs that lose most, {BACKFILL}")
    view(page, "Who pays").get_by_text("Who loses and gains most").click()
    worst = losers.get_by_role("button").first
    job, user = re.findall(r"\d+", worst.inner_text())[:2]
    worst.click()
    facts = component(page, ids.FACTS)
    expect(facts.get_by_role("heading", level=2)).to_contain_text(f"Job {job} of user {user}")
    expect(facts.get_by_role("heading", level=3)).to_have_text([FCFS, BACKFILL, EASY])
    told = facts.locator(".qs-run", has=page.get_by_role("heading", name=BACKFILL))
    expect(told).to_contain_text(re.compile(r"too few processors free.*waited in all"))
    expect(page).to_have_url(re.compile(r"(?=.*t0=).*job=\d+"))
    facts.get_by_role("button", name="Close").click()
    expect(facts.get_by_role("heading")).to_have_count(0)


def another_baseline_makes_others_pay(page: Page) -> None:
    expect(in_words(page, "Who pays")).to_have_text(re.compile(f"^Beside {FCFS}: under {BACKFILL} .* under {EASY} "))
    run(page, EASY).get_by_role("button", name="Baseline").click()
    expect(in_words(page, "Who pays")).to_have_text(re.compile(f"^Beside {EASY}: under {FCFS} .* under {BACKFILL} "))
    expect(page).to_have_url(re.compile("base=2"))
    expect(view(page, "Who pays").get_by_text("Who loses and gains most")).to_contain_text(f"beside {EASY};")
    drawn(page)


@pytest.mark.exhaustive
def test_a_run_with_exact_requested_times_is_told_apart_and_another_run_is_measured(page: Page) -> None:
    """Without a browser: tests/pages/test_compare_fairness.py."""
    compare(page, "bad-estimates.swf", (FCFS, BACKFILL, EASY), "fairness")
    card = component(page, ids.FAIR)
    card.get_by_text("Delay caused by later arrivals", exact=True).click()
    card.get_by_role("button", name=f"Measure the delay caused by later arrivals, {BACKFILL}").click()
    expect(card.locator(".qs-run", has=page.get_by_role("heading", name=BACKFILL))).to_contain_text(
        "of jobs started later than without those that came after them; the mean miss over all jobs is", timeout=LATE
    )
    page.get_by_text("Add a run").click()
    page.get_by_role("textbox", name="requested times").click()
    page.get_by_role("option", name="exact", exact=True).click()
    page.get_by_role("button", name="Run it").click()  # EASY is what the form offers first
    asked, exact = f"{EASY}, estimates requested", f"{EASY}, estimates exact"
    finished(page, (asked, exact))
    for name in (asked, exact):
        expect(page.get_by_role("region", name="Run table").get_by_role("row", name=name)).to_have_count(1)
        expect(in_words(page, "Wait and slowdown")).to_contain_text(name)
    open_tab(page, "schedule")
    expect(gantts(page)).to_have_count(4)


@pytest.mark.exhaustive
def test_six_runs_can_be_read_in_the_dark_and_each_view_has_its_sentence_and_its_table(
    page: Page,
    axe: str,  # noqa: F811
) -> None:
    """Six runs of 400 jobs whose requested times are up to 20 times too long."""
    page.emulate_media(color_scheme="dark")
    compare(page, "bad-estimates.swf", SIX)
    unreadable = {}
    for tab in tabs(page):
        open_tab(page, tab)
        unreadable[tab] = violations(page, axe, [CONTRAST], f"#{ids.tab_panel(tab)}")
    assert [found for found in unreadable.items() if found[1]] == []
    for title in VIEWS:
        a_view_has_its_heading_its_sentence_and_its_table(page, title, SIX)
