"""Compare: four views that move together, a table against a baseline, a job's story, and links that restore it all."""

from __future__ import annotations

import re

import pytest

from scheduler.policies import all_policies
from tests.browser.conftest import forget
from tests.browser.steps import (
    BACKFILL,
    CAMPAIGN_FCFS,
    EASY,
    FCFS,
    OSTRICH,
    POISSON,
    PROFILES,
    Locator,
    Page,
    chart_of,
    compare,
    compare_by_page,
    component,
    drag,
    drawn,
    expect,
    finished,
    gantts,
    generated_link,
    hold,
    ids,
    named,
    open_tab,
    plot_box,
    run,
    settled,
    show_whole_log,
    shown,
    until,
)

GANG = all_policies()["gang"].title


def table(page: Page) -> Locator:
    return page.get_by_role("region", name="Run table")


TOLD = """window => {       // the address follows the charts, and what is done next is done to it
    const told = new URLSearchParams(location.search), near = 0.01 * (window[1] - window[0]);
    return ["t0", "t1"].every((name, i) => Math.abs(Number(told.get(name)) - window[i]) <= near);
}"""


def drag_once(page: Page) -> list[float]:
    """Zoom into the middle of the first Gantt chart; the range all have then."""
    before = settled(page, 3)
    drag(page, gantts(page).first, 0.4, 0.6)
    window = settled(page, 3, other_than=before)
    until(page, TOLD, window)
    return window


def tip_of_a_crowded_chart(page: Page) -> Locator:
    """Rest the pointer low in the first chart, where users have a few pixels each."""
    box = plot_box(gantts(page).first)
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.95 * box["height"])
    return page.locator(".qs-tip")


def test_twenty_thousand_jobs_by_table_by_views_and_by_charts_that_zoom(page: Page) -> None:
    """The same jobs on every machine, and so many that a fifth of the time is a picture in both charts."""
    page.goto(generated_link(POISSON, (FCFS, EASY), jobs=20_000))
    finished(page, (FCFS, EASY))
    expect(gantts(page)).to_have_count(2)
    mean_wait = table(page).get_by_role("row", name=EASY).get_by_role("cell").first
    expect(mean_wait).to_contain_text(re.compile(r"▼\s(\d[\d.]*\s%|\d[\d.]*x).* shorter \(.*\), better"))
    expect(table(page).get_by_role("row", name=FCFS)).to_contain_text("baseline")
    expect(page.get_by_role("main")).to_contain_text("Submit times are fixed as given")
    expect(page.get_by_role("main")).to_contain_text("20\u202f000 jobs")

    begin, end = settled(page, 3)
    width = end - begin
    with page.expect_response(lambda answer: "/picture/" in answer.url and answer.ok):
        window = drag_once(page)
    assert window == pytest.approx([begin + 0.4 * width, begin + 0.6 * width], abs=0.01 * width)
    shown(page, window, "picture")

    run(page, EASY).get_by_role("button", name="Baseline").click()
    expect(table(page).get_by_role("row", name=FCFS)).to_contain_text("worse")
    expect(table(page).get_by_role("row", name=EASY)).to_contain_text("baseline")
    expect(page).to_have_url(re.compile("base=1"))
    assert settled(page, 3) == pytest.approx(window)
    page.reload()
    finished(page, (FCFS, EASY))
    assert settled(page, 3) == pytest.approx(window, rel=1e-6)
    shown(page, window, "picture")
    expect(table(page).get_by_role("row", name=EASY)).to_contain_text("baseline")

    open_tab(page, "schedule")  # whose charts are brought to the same window, and have buttons
    expect(page.get_by_role("main")).to_contain_text("Rows are chosen for drawing")
    before = settled(page, 2, other_than=[begin, end])
    assert before == pytest.approx(window, rel=1e-6)
    for _ in range(6):
        page.get_by_role("button", name="Zoom in").click()
        before = settled(page, 2, other_than=before)
    assert before[1] - before[0] < 0.05 * width
    shown(page, before, "bars")
    page.get_by_role("button", name="Whole log").click()
    assert settled(page, 2, other_than=before) == pytest.approx([begin, end])
    shown(page, [begin, end], "picture")
    expect(tip_of_a_crowded_chart(page)).to_contain_text(re.compile(r"^user: (\d+|others)"))
    page.mouse.move(0, 0)
    open_tab(page, "overview")  # brought to the same window
    assert settled(page, 3, other_than=window) == pytest.approx([begin, end])
    for name in ("Underutilization", "Normalized user wait time", "Histogram of stretches"):
        expect(chart_of(page, name)).to_contain_text(EASY)


# The tabs that are chosen at one time or another in the half second after both are pressed.
BOTH_PRESSED = """([first, second]) => new Promise(done => {
    const chosen = new Set(), end = performance.now() + 500;
    for (const name of [first, second]) document.getElementById(name).click();
    (function look() {
        chosen.add(document.querySelector('#tabs [aria-selected=true]').id);
        if (performance.now() < end) requestAnimationFrame(look); else done([...chosen]);
    })();
})"""


def test_from_a_file_to_the_story_of_a_job_and_to_a_link_that_shows_the_same(page: Page, base_url: str) -> None:
    compare_by_page(page, "five-jobs.swf")
    facts = component(page, ids.FACTS)
    heading = facts.get_by_role("heading", level=2)
    box = plot_box(gantts(page).first)
    page.mouse.click(box["x"] + 0.1 * box["width"], box["y"] + 0.9 * box["height"])
    expect(heading).to_contain_text(re.compile(r"Job \d+ of user \d+"))
    expect(facts.get_by_role("heading", level=3)).to_have_text([FCFS, EASY])
    expect(facts.get_by_role("table").first).to_contain_text("wait")
    expect(page).to_have_url(re.compile(r"job=\d+"))
    facts.get_by_role("button", name="Close").click()
    expect(facts.get_by_role("heading")).to_have_count(0)
    expect(page).not_to_have_url(re.compile(r"job="))

    first, second = (ids.tab_button(key) for key in ("waiting", "idle"))
    assert page.evaluate(BOTH_PRESSED, [first, second]) == [second]  # the second stays
    expect(page).to_have_url(re.compile("tab=idle"))

    for key, job in (("ArrowRight", "Job 1 "), ("ArrowRight", "Job 2 "), ("ArrowLeft", "Job 1 ")):
        page.keyboard.press(key)
        expect(heading).to_contain_text(job)
    open_tab(page, "schedule")
    page.get_by_role("button", name="Next difference").click()
    expect(facts).to_contain_text("Job 4")
    expect(facts).to_contain_text("backfilled")
    before = page.evaluate("new URLSearchParams(location.search).get('job')")
    page.keyboard.press("ArrowLeft")
    job = until(
        page,
        "before => { const job = new URLSearchParams(location.search).get('job'); return job !== before && job; }",
        before,
    )
    expect(facts.locator(f"[data-about='{job}']")).to_be_visible()
    expect(heading).to_contain_text("Job")

    open_tab(page, "overview")
    show_whole_log(page)
    window = drag_once(page)
    expect(page).to_have_url(re.compile(r"job=\d+&.*t1="))
    link, title = page.url, heading.inner_text()
    page.reload()
    same_is_shown(page, window, title, link)
    page.evaluate("sessionStorage.clear()")
    page.goto("about:blank")
    forget(page.context, base_url)  # as in another browser
    page.goto(link)
    same_is_shown(page, window, title, link)


def same_is_shown(page: Page, window: list[float], title: str, link: str) -> None:
    finished(page, (FCFS, EASY))
    assert settled(page, 3) == pytest.approx(window, rel=1e-6)
    expect(component(page, ids.FACTS).get_by_role("heading", level=2)).to_have_text(title)
    assert page.url == link


def test_runs_are_added_and_removed(page: Page) -> None:
    compare(page, "five-jobs.swf")
    page.get_by_text("Add a run").click()
    page.get_by_role("textbox", name="Policy").click()
    expect(page.get_by_text("Usual for such a workload")).to_be_visible()
    expect(page.get_by_role("option", name=OSTRICH)).to_have_count(0)  # needs campaigns
    page.get_by_role("option", name=BACKFILL).click()
    page.get_by_role("button", name="Run it").click()
    expect(gantts(page)).to_have_count(3)
    finished(page, (FCFS, EASY, BACKFILL))
    keys = re.search(r"runs=([0-9a-f,]+)", page.url)[1].split(",")
    schedule = page.request.get(f"/export/{keys[2]}/jobs.csv").body()
    for name in (FCFS, BACKFILL):
        page.get_by_role("button", name=f"Remove: {name}").click()
    expect(gantts(page)).to_have_count(1)
    drawn(page)
    page.get_by_text("Add a run").click()
    page.get_by_text("Or a schedule of another program").click()
    expect(component(page, ids.ADD_MESSAGE)).to_be_empty()
    page.get_by_label("Its name").fill("Another simulator")
    page.get_by_label("Its file").set_input_files({"name": "theirs.csv", "mimeType": "text/csv", "buffer": schedule})
    finished(page, (EASY, "Another simulator"))
    expect(gantts(page)).to_have_count(2)
    drawn(page)
    expect(run(page, FCFS)).to_have_count(0)
    run_it_before_its_form_has_come(page)


def run_it_before_its_form_has_come(page: Page) -> None:
    """The form of backfilling is still there then, whose parameter gang scheduling does not have."""
    expect(page.locator(named(ids.param("policy", "backfill.ties")))).to_be_attached()
    held = hold(page, f"{ids.ADD_POLICY}.value")
    page.get_by_text("Add a run").click()
    page.get_by_role("textbox", name="Policy").click()
    page.get_by_role("option", name=GANG).click()
    page.get_by_role("button", name="Run it").click()
    finished(page, (EASY, GANG))
    assert len(held) == 1
    held[0].continue_()
    drawn(page)


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
