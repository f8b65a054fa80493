"""The views only campaigns have, on samples that open finished: their captions, the guarantees, and why a campaign waits."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import queuescope
from layouts.plots import all_plots
from scheduler.results.sources import setups
from scheduler.results.store import Store
from tests.browser.conftest import SERVER_HOME
from tests.browser.steps import (
    LATE,
    SAMPLES,
    Locator,
    Page,
    component,
    drawn,
    expect,
    ids,
    in_words,
    open_tab,
    tabs,
    until,
)

FAIRCAMP = "campaign-deadlines.swf"
PARETO = "pareto-two-users.swf"
APPENDIX = "ostrich-appendix.swf"
HELD = "held-back.swf"
POLICIES = {
    name: setups(re.findall("^; Policies: (.*)$", (SAMPLES / name).read_text(), re.MULTILINE)[0])
    for name in (FAIRCAMP, PARETO, APPENDIX, HELD)
}


def finished_link(name: str) -> str:
    """The link of a sample under the policies that it names, whose runs are made first, in this process."""
    trace = queuescope.load(SAMPLES / name, store=Store(SERVER_HOME))
    return queuescope.compare(trace, [queuescope.policy(key, **params) for key, params in POLICIES[name]]).address


@pytest.fixture(scope="module")
def opened(visit: Callable[[], Page]) -> Callable[[str], Page]:
    """Open a sample finished; the page stays open for all tests of this sample."""
    pages: dict[str, Page] = {}

    def open_sample(name: str) -> Page:
        if name not in pages:
            page = visit()
            page.goto(finished_link(name))
            expect(page.get_by_role("heading", name="Compare", level=1)).to_be_visible(timeout=LATE)
            runs = page.get_by_role("article")
            expect(runs.first).to_be_visible(timeout=LATE)
            # the first one may have to be compiled, and the views come before the last run has ended
            expect(runs.filter(has_not_text="Audit passed")).to_have_count(0, timeout=LATE)
            expect(component(page, ids.COMPARE_HEAD)).to_contain_text(name)
            # the views of the first runs stay until those of all runs are there: a column of small charts for each run
            expect(page.locator(".qs-glance-gantts > div")).to_have_count(runs.count(), timeout=LATE)
            drawn(page, LATE)
            pages[name] = page
        pages[name].bring_to_front()
        return pages[name]

    return open_sample


def panel(page: Page) -> Locator:
    open_tab(page, "campaigns")
    return page.get_by_role("region", name="Guarantees, checked on these runs")


def verdicts(page: Page) -> Locator:
    """What the last column says, row by row."""
    return panel(page).locator("tbody tr td:last-child b")


def titles(page: Page) -> list[str]:
    """The views of all tabs but Overview, which shows some of them small, in order."""
    return [title for key in tabs(page)[1:] for title in open_tab(page, key).locator("figcaption h3").all_inner_texts()]


def test_the_worked_example_its_views_guarantees_drawers_and_tabs(opened: Callable[[str], Page]) -> None:
    page = opened(APPENDIX)
    views_of_the_worked_example(page)
    guarantees_hold_on_the_worked_example(page)
    the_drawer_of_a_campaign_says_why(page)
    every_tab_is_reached_by_keys_and_nothing_is_drawn_again(page)
    the_drawer_of_a_job_says_why_its_campaign_waits(page)


def views_of_the_worked_example(page: Page) -> None:
    expect(in_words(page, "Users sharing the virtual schedule")).to_contain_text(
        "at most 3 users active at once, so that each has 2 of 6 processors"
    )
    expect(in_words(page, "Pieces of campaigns")).to_contain_text(
        "2 of 4 campaigns are cut into pieces, campaign 1 of user 1 into 2"
    )
    expect(in_words(page, "Stretch of campaigns")).to_contain_text(
        "3 of 4 campaigns have a stretch below 2, none above 20; the highest is 2; none comes closer to its bound than 45.5 %"
    )
    expect(in_words(page, "Worst stretch of each user")).to_contain_text("on average 1.85 (median 1.88)")
    offered = set(titles(page))
    assert {plot.title for plot in all_plots().values() if plot.tab == "campaigns"} & offered
    assert not {"What two users can get", "Deadlines and completions"} & offered


def guarantees_hold_on_the_worked_example(page: Page) -> None:
    expect(verdicts(page)).to_have_text(["✓\u00a0holds"] * 4)
    expect(panel(page)).to_contain_text("4 of 4 hold.")
    expect(panel(page).get_by_role("row", name="Flow time of a campaign")).to_contain_text("15 s")
    expect(panel(page).get_by_role("row", name="Last start after the virtual completion")).to_contain_text("below 0 %")
    expect(panel(page)).to_contain_text("No guarantee is checked for Campaigns, first come, first served.")


def the_drawer_of_a_campaign_says_why(page: Page) -> None:
    open_tab(page, "overview")  # keys go from campaign to campaign in the charts that are shown
    facts = component(page, ids.FACTS)
    for name in ("Campaign 1 of user 1", "Campaign 1 of user 2", "Campaign 1 of user 3"):
        page.keyboard.press("Shift+Period")
        expect(facts.get_by_role("heading", level=2)).to_contain_text(name)
    page.keyboard.press("Shift+Period")
    expect(facts.get_by_role("heading", level=2)).to_contain_text("Campaign 2 of user 3")
    expect(facts).to_contain_text(
        "It was not allowed to start before 7 s, 2 s later: until then its user's previous campaign "
        "was not complete in the virtual schedule"
    )
    expect(facts).to_contain_text("Its tag is 24")
    expect(facts).to_contain_text("it had the smallest tag of the campaigns with jobs left")
    facts.get_by_role("button", name="Close").click()
    expect(facts.get_by_role("heading")).to_have_count(0)


def every_tab_is_reached_by_keys_and_nothing_is_drawn_again(page: Page) -> None:
    open_tab(page, "overview")
    page.evaluate("document.querySelector('.js-plotly-plot').kept = true")
    page.locator("[id='tab-numbers']").focus()
    for key, tab in (
        ("ArrowLeft", "steps"),
        ("ArrowLeft", "campaigns"),
        ("Home", "overview"),
        ("ArrowLeft", "numbers"),
        ("ArrowRight", "overview"),
    ):
        page.keyboard.press(key)
        expect(page.locator(f"[id='tab-{tab}']")).to_be_focused()
        expect(page.locator(f"[id='panel-{tab}']")).to_be_visible()
        expect(page.get_by_role("tabpanel")).to_have_count(1)
    assert page.evaluate("document.querySelector('.js-plotly-plot').kept") is True
    expect(page).to_have_url(re.compile("runs="))
    expect(page).not_to_have_url(re.compile("tab="))
    # a tab tells the store a moment after it was opened; told after the way back, it would open the tab again
    until(page, "tab => dash_component_api.getLayout(tab).props.data === 'overview'", ids.TAB)
    page.go_back()
    expect(page.locator("[id='panel-numbers']")).to_be_visible()
    expect(page).to_have_url(re.compile("tab=numbers"))


def the_drawer_of_a_job_says_why_its_campaign_waits(page: Page) -> None:
    open_tab(page, "schedule")
    component(page, ids.SEARCH).fill("job 31")
    component(page, ids.SEARCH).press("Enter")
    facts = component(page, ids.FACTS)
    expect(facts.get_by_role("heading", level=2)).to_contain_text("Job 31 of user 2")
    why = facts.get_by_text("Why its campaign runs when it does")
    expect(why).to_have_count(2)
    why.last.click()
    expect(facts).to_contain_text("It waited 8 s. Ahead of it was campaign 1 of user 1 (submitted at 0 s).")


@pytest.mark.exhaustive
def test_deadlines_of_faircamp_what_others_make_of_them_and_marks_in_both_schemes(
    opened: Callable[[str], Page],
) -> None:
    """Without a browser: tests/topics/campaigns/test_campaign_plots.py and tests/topics/campaigns/test_compare_guarantees.py."""
    page = opened(FAIRCAMP)
    expect(in_words(page, "Deadlines and completions")).to_contain_text("FairCamp meets all 5 deadlines.")
    expect(in_words(page, "Deadlines and completions")).to_contain_text(
        "MultiCamp misses 2 of 5 deadlines; the worst, campaign 1 of user 2, by 5 s."
    )
    assert "Pieces of campaigns" not in titles(page)  # nobody cuts any
    expect(verdicts(page)).to_have_text(["✓\u00a0holds"] * 3)
    expect(panel(page)).to_contain_text("No guarantee is checked for Campaigns, first come, first served; Round robin")
    runs_that_share_a_picture_differ_in_their_marks(page)


def runs_that_share_a_picture_differ_in_their_marks(page: Page) -> None:
    """In their shape, not in color alone, in the dark too."""
    open_tab(page, "campaigns")
    symbols = """() => {
        const chart = document.querySelector('[aria-labelledby=figure-lateness] .js-plotly-plot');
        return chart && chart.data ? [chart.data.map(trace => trace.marker.symbol), chart.data[0].marker.color] : null;
    }"""
    shapes, color = until(page, symbols)
    assert len(set(shapes)) == len(shapes) == 4
    page.emulate_media(color_scheme="dark")
    assert (
        until(
            page,
            f"""before => {{
        const found = ({symbols})();
        return found && JSON.stringify(found[1]) !== JSON.stringify(before) && found[0]; }}""",
            color,
        )
        == shapes
    )


@pytest.mark.exhaustive
def test_what_two_users_can_get_and_where_guarantees_end(opened: Callable[[str], Page]) -> None:
    """Without a browser: tests/topics/campaigns/test_campaign_plots.py and tests/topics/campaigns/test_compare_guarantees.py."""
    page = opened(PARETO)
    expect(in_words(page, "What two users can get")).to_contain_text("optimal: (4 s, 11 s), (8 s, 10 s), (11 s, 7 s).")
    expect(in_words(page, "What two users can get")).to_contain_text("MULTICMAX reaches (4 s, 11 s), an optimal one")
    order = titles(page)
    assert order.index("What two users can get") + 1 == order.index("Stretch of campaigns")
    page = opened(HELD)
    expect(verdicts(page)).to_have_text(["✓\u00a0holds"] * 4 + ["\u2013\u00a0not guaranteed here"] * 4)
    expect(panel(page)).to_contain_text("4 of 8 hold; 4 are not guaranteed here")
    expect(panel(page).get_by_role("row", name="OStrich, hold off Stretch of a campaign")).to_contain_text(
        "jobs may start here before their campaign's virtual start; within the bound all the same"
    )
