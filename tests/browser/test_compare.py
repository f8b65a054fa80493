"""Compare: four views that move together, a table against a baseline, a job's story, and links that restore it all."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from scheduler.policies import all_policies
from tests.browser.steps import (
    CAMPAIGN_FCFS,
    EASY,
    FCFS,
    OSTRICH,
    OWN_STORAGE,
    POISSON,
    PROFILES,
    Locator,
    Page,
    chart_of,
    compare,
    component,
    drag,
    drawn,
    expect,
    finished,
    gantts,
    generated_link,
    hold,
    ids,
    link_of,
    open_tab,
    plot_box,
    run,
    settled,
    show_whole_log,
    shown,
    until,
)

MIDDLE = (1_800_450, 2_700_675)  # s: a fifth of steady-load.swf
GANG = all_policies()["gang"].title


@pytest.fixture(scope="module")
def large(visit: Callable[[], Page]) -> Page:
    """FCFS beside EASY on 20,000 jobs; all time is shown, and FCFS is the baseline.

    The same jobs on every machine, and so many that a fifth of the time is a picture in both charts.
    """
    page = visit()
    page.goto(generated_link(POISSON, (FCFS, EASY), jobs=20_000))
    finished(page, (FCFS, EASY))
    return page


@pytest.fixture(scope="module")
def small(visit: Callable[[], Page]) -> Page:
    """FCFS beside EASY on five jobs, none of them selected."""
    page = visit()
    compare(page, "five-jobs.swf")
    return page


def table(page: Page) -> Locator:
    return page.get_by_role("region", name="Run table")


def test_four_views_and_the_table(large: Page) -> None:
    page = large
    expect(gantts(page)).to_have_count(2)
    for name in ("Underutilization", "Normalized user wait time", "Histogram of stretches"):
        expect(chart_of(page, name)).to_contain_text(EASY)
    open_tab(page, "schedule")
    expect(page.get_by_role("main")).to_contain_text("Rows are chosen for drawing")
    open_tab(page, "overview")
    assert settled(page, 3)
    mean_wait = table(page).get_by_role("row", name=EASY).get_by_role("cell").first
    expect(mean_wait).to_contain_text(re.compile(r"▼\s(\d[\d.]*\s%|\d[\d.]*x).* shorter \(.*\), better"))
    expect(table(page).get_by_role("row", name=FCFS)).to_contain_text("baseline")
    expect(page.get_by_role("main")).to_contain_text("Submit times are fixed as given")
    expect(page.get_by_role("main")).to_contain_text("20\u202f000 jobs")


def test_the_tip_of_a_crowded_chart_names_what_is_drawn_at_that_height(large: Page) -> None:
    open_tab(large, "schedule")
    show_whole_log(large)
    chart = gantts(large).first
    shown(large, settled(large, 2), "picture")
    box = plot_box(chart)
    large.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.95 * box["height"])
    tip = large.locator(".qs-tip")
    expect(tip).to_contain_text(re.compile(r"^user: (\d+|others)"))
    large.mouse.move(0, 0)
    open_tab(large, "overview")


def drag_once(page: Page) -> list[float]:
    """Zoom into the middle of the first Gantt chart; the range all have then."""
    open_tab(page, "overview")
    show_whole_log(page)
    before = settled(page, 3)
    drag(page, gantts(page).first, 0.4, 0.6)
    window = settled(page, 3, other_than=before)
    until(
        page,
        """window => {       // the address follows the charts, and what is done next is done to it
        const told = new URLSearchParams(location.search), near = 0.01 * (window[1] - window[0]);
        return ["t0", "t1"].every((name, i) => Math.abs(Number(told.get(name)) - window[i]) <= near);
    }""",
        window,
    )
    return window


def test_a_drag_zooms_every_view_into_pictures_and_then_bars(large: Page) -> None:
    open_tab(large, "overview")
    show_whole_log(large)
    begin, end = settled(large, 3)
    width = end - begin
    with large.expect_response(lambda answer: "/picture/" in answer.url and answer.ok):
        window = before = drag_once(large)
    assert window == pytest.approx([begin + 0.4 * width, begin + 0.6 * width], abs=0.01 * width)
    shown(large, window, "picture")
    expect(large).to_have_url(re.compile(r"t0=.*t1="))
    open_tab(large, "schedule")  # whose charts are brought to the same window, and have buttons
    assert settled(large, 2, other_than=[begin, end]) == pytest.approx(window)
    for _ in range(6):
        large.get_by_role("button", name="Zoom in").click()
        before = settled(large, 2, other_than=before)
    assert before[1] - before[0] < 0.05 * width
    shown(large, before, "bars")
    large.get_by_role("button", name="Whole log").click()
    assert settled(large, 2, other_than=before) == pytest.approx([begin, end])
    shown(large, [begin, end], "picture")
    open_tab(large, "overview")  # brought to the same window
    assert settled(large, 3, other_than=window) == pytest.approx([begin, end])


def test_the_baseline_changes_in_place_and_in_the_address(large: Page) -> None:
    page = large
    open_tab(page, "overview")
    show_whole_log(page)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"job=\d+"))
    facts = component(page, ids.FACTS).get_by_role("heading", level=2)
    expect(facts).to_contain_text("Job 1 ")
    window = drag_once(page)
    run(page, EASY).get_by_role("button", name="Baseline").click()
    expect(table(page).get_by_role("row", name=FCFS)).to_contain_text("worse")
    expect(table(page).get_by_role("row", name=EASY)).to_contain_text("baseline")
    expect(page).to_have_url(re.compile(r"base=1.*t0=.*t1="))
    assert settled(page, 3) == pytest.approx(window)
    expect(page).to_have_url(re.compile(r"job=\d+"))


def test_another_browser_sees_what_a_link_says(page: Page) -> None:
    """Window, baseline and job; where both runs differ in what is few enough for bars."""
    page.add_init_script(OWN_STORAGE)
    link = f"{link_of('steady-load.swf')}&job=3&base=1&t0={MIDDLE[0]}&t1={MIDDLE[1]}"
    page.goto(link)
    finished(page, (FCFS, EASY))
    assert settled(page, 2) == pytest.approx(MIDDLE, rel=1e-6)
    shown(page, MIDDLE, "bars", "picture")  # EASY is through with more jobs by then
    expect(table(page).get_by_role("row", name=EASY)).to_contain_text("baseline")
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_contain_text("Job 4 ")
    assert link in page.url


# The tabs that are chosen at one time or another in the half second after both are pressed.
BOTH_PRESSED = """([first, second]) => new Promise(done => {
    const chosen = new Set(), end = performance.now() + 500;
    for (const name of [first, second]) document.getElementById(name).click();
    (function look() {
        chosen.add(document.querySelector('#tabs [aria-selected=true]').id);
        if (performance.now() < end) requestAnimationFrame(look); else done([...chosen]);
    })();
})"""


def test_of_two_tabs_pressed_in_quick_turn_the_second_stays(small: Page) -> None:
    page = small
    first, second = (ids.tab_button(key) for key in ("waiting", "idle"))
    assert page.evaluate(BOTH_PRESSED, [first, second]) == [second]
    expect(page).to_have_url(re.compile("tab=idle"))


def test_a_click_tells_the_story_of_a_job(small: Page) -> None:
    open_tab(small, "overview")
    box = plot_box(gantts(small).first)
    small.mouse.click(box["x"] + 0.1 * box["width"], box["y"] + 0.9 * box["height"])
    facts = component(small, ids.FACTS)
    expect(facts.get_by_role("heading", level=2)).to_contain_text(re.compile(r"Job \d+ of user \d+"))
    expect(facts.get_by_role("heading", level=3)).to_have_text([FCFS, EASY])
    expect(facts.get_by_role("table").first).to_contain_text("wait")
    expect(small).to_have_url(re.compile(r"job=\d+"))
    facts.get_by_role("button", name="Close").click()
    expect(facts.get_by_role("heading")).to_have_count(0)
    expect(small).not_to_have_url(re.compile(r"job="))


def test_arrows_go_from_job_to_job_and_on_to_the_next_difference(small: Page) -> None:
    facts = component(small, ids.FACTS)
    heading = facts.get_by_role("heading", level=2)
    for job in ("Job 1 ", "Job 2 "):
        small.keyboard.press("ArrowRight")
        expect(heading).to_contain_text(job)
    small.keyboard.press("ArrowLeft")
    expect(heading).to_contain_text("Job 1 ")
    open_tab(small, "schedule")
    small.get_by_role("button", name="Next difference").click()
    expect(facts).to_contain_text("Job 4")
    expect(facts).to_contain_text("backfilled")


def test_runs_are_added_and_removed(small: Page) -> None:
    """One before the form of its policy has come: EASY has a parameter that gang scheduling does not have."""
    held = hold(small, f"{ids.ADD_POLICY}.value")
    small.get_by_text("Add a run").click()
    small.get_by_role("textbox", name="Policy").click()
    expect(small.get_by_text("Usual for such a workload")).to_be_visible()
    expect(small.get_by_role("option", name=OSTRICH)).to_have_count(0)  # needs campaigns
    small.get_by_role("option", name=GANG).click()
    small.get_by_role("button", name="Run it").click()
    expect(gantts(small)).to_have_count(3)
    finished(small, (FCFS, EASY, GANG))
    assert len(held) == 1
    held[0].continue_()
    drawn(small)
    small.unroute_all()
    for name in (FCFS, GANG):
        small.get_by_role("button", name=f"Remove: {name}").click()
    expect(gantts(small)).to_have_count(1)
    drawn(small)
    expect(run(small, FCFS)).to_have_count(0)


def test_a_schedule_of_another_program_is_added(small: Page) -> None:
    runs = re.search(r"runs=([0-9a-f,]+)", small.url)
    assert runs is not None
    schedule = small.request.get(f"/export/{runs[1].split(',')[0]}/jobs.csv").body()
    small.get_by_text("Add a run").click()
    small.get_by_text("Or a schedule of another program").click()
    expect(component(small, ids.ADD_MESSAGE)).to_be_empty()
    small.get_by_label("Its name").fill("Another simulator")
    small.get_by_label("Its file").set_input_files({"name": "theirs.csv", "mimeType": "text/csv", "buffer": schedule})
    finished(small, (EASY, "Another simulator"))
    expect(gantts(small)).to_have_count(2)


@pytest.mark.exhaustive  # test_gantt_modes drags in such charts in the usual run
def test_ostrich_beside_its_virtual_schedule(page: Page) -> None:
    page.goto(generated_link(PROFILES, (OSTRICH, CAMPAIGN_FCFS), 3, jobs=400))
    finished(page, (OSTRICH, CAMPAIGN_FCFS))
    expect(gantts(page)).to_have_count(3)
    expect(gantts(page).filter(has_text="virtual schedule")).to_have_count(1)
    expect(gantts(page).filter(has_text="real schedule")).to_have_count(2)
    expect(page.get_by_role("main")).to_contain_text("compare campaigns, not clock times")
    before = settled(page, 4)
    drag(page, gantts(page).filter(has_text="virtual schedule"), 0.3, 0.5)
    window = settled(page, 4, other_than=before)
    open_tab(page, "campaigns")  # users of the virtual schedule, and pieces of campaigns
    assert settled(page, 2, other_than=before) == pytest.approx(window)
