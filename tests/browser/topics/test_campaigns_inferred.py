"""Campaigns of a log that declares none: the gap is moved and judged, applied with one click, and taken back."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Faults
from tests.browser.steps import (
    LATE,
    OSTRICH,
    SAMPLES,
    Locator,
    Page,
    choose,
    component,
    drop,
    expect,
    fill,
    ids,
    loaded,
    named,
    number_of,
    open_workload,
    picture,
    to_run,
    until,
)

# User 7 submits at 0, 60 and 4000 s, user 3 at 100 and 2000 s; every job waits 10 s and runs for 500 s, but the first
# one of user 3 runs for an hour, so the second begins while it does.
SUBMITS = ((0, 7, 500), (60, 7, 500), (100, 3, 3600), (2000, 3, 500), (4000, 7, 500))
LOG = "; MaxProcs: 4\n" + "".join(
    f"{i} {submit} 10 {runtime} 1 -1 -1 1 4000 -1 1 {user} -1 -1 -1 -1 -1 -1\n"
    for i, (submit, user, runtime) in enumerate(SUBMITS, 1)
)


def card(page: Page) -> Locator:
    return component(page, ids.WORKLOAD_BODY).get_by_role("region", name="Campaigns", exact=True)


def gap(page: Page) -> Locator:
    return card(page).get_by_role("textbox", name="Gap (s)")


def dropped(page: Page, text: str) -> None:
    drop(page, "mine.swf", text.encode())
    expect(card(page).get_by_role("heading", name="What if these jobs were campaigns?")).to_be_visible(timeout=LATE)
    loaded(page)


def option(page: Page, label: str, choice: str) -> None:
    card(page).get_by_role("textbox", name=label).click()
    page.get_by_role("option", name=choice).click()


def test_campaigns_are_tried_applied_and_taken_back(page: Page, faults: Faults) -> None:
    """A gap by number and by slider, inferred and taken back with a click each, then another log on the same page."""
    open_workload(page)
    dropped(page, LOG)
    try_gaps(page)
    infer_and_take_back(page)
    choose_overlaps_and_think_times(page)

    choose(page, SAMPLES / "ostrich-appendix.swf")  # it declares its campaigns: nothing is guessed
    expect(card(page)).to_contain_text("The file declares 4 campaigns.")
    loaded(page)
    expect(card(page).get_by_role("heading", level=3)).to_have_count(2)
    picture(page, "Sizes of campaigns")
    expect(page.locator(named(ids.act("apply", "campaigns")))).to_have_count(0)
    assert not faults.found


@pytest.mark.exhaustive
def test_think_times_of_a_log_without_waits_are_drawn(page: Page) -> None:
    open_workload(page)
    dropped(page, LOG.replace(" 10 ", " -1 "))
    expect(card(page).get_by_role("textbox", name="Think times")).to_have_value("drawn, exponential")
    card(page).get_by_role("button", name="Infer campaigns").click()
    expect(card(page).get_by_role("heading", name="Campaigns", exact=True)).to_be_visible()
    expect(card(page)).to_contain_text("think times not of the log")


def try_gaps(page: Page) -> None:
    """Nothing is applied yet."""
    expect(card(page).get_by_role("heading", level=3)).to_have_count(2)
    picture(page, "Sizes of campaigns")
    expect(card(page)).to_contain_text("A gap of 30 min gives 4 campaigns")
    fill(gap(page), 5_000)
    expect(component(page, ids.GAP_MESSAGE)).to_contain_text("1 h 23 min: 2 campaigns by the gap alone")
    expect(card(page)).to_contain_text("not applied yet")
    fill(gap(page), -5)
    expect(component(page, ids.GAP_MESSAGE)).to_contain_text("gap = -5; wanted: a number from 0")
    fill(gap(page), 86_400)
    until(page, "() => Number(document.querySelector('[role=slider]').getAttribute('aria-valuenow')) > 4.93")
    card(page).get_by_role("slider").focus()
    page.keyboard.press("Home")
    expect(gap(page)).to_have_value("60")
    expect(component(page, ids.GAP_MESSAGE)).to_contain_text("1 min: 4 campaigns by the gap alone")


def infer_and_take_back(page: Page) -> None:
    fill(gap(page), 1_800)
    expect(to_run(page).get_by_text(OSTRICH)).to_have_count(0)
    card(page).get_by_role("button", name="Infer campaigns").click()
    expect(card(page).get_by_role("heading", name="Campaigns", exact=True)).to_be_visible()
    loaded(page)
    expect(number_of(page, "campaigns")).to_have_text("3")
    expect(page.get_by_role("heading", name="mine.swf, campaigns by a gap of 30 min")).to_be_visible()
    expect(card(page)).to_contain_text("merged: they overlapped")
    expect(page.get_by_role("main")).to_contain_text("3 campaigns inferred")
    expect(to_run(page).get_by_text(OSTRICH)).to_have_count(1)
    card(page).get_by_role("button", name="Back to jobs without campaigns").click()
    expect(card(page).get_by_role("heading", name="What if these jobs were campaigns?")).to_be_visible()
    loaded(page)
    expect(page.get_by_role("heading", name="mine.swf", exact=True)).to_be_visible()


def choose_overlaps_and_think_times(page: Page) -> None:
    expect(card(page).get_by_role("textbox", name="Think time (s)")).to_be_disabled()
    option(page, "Campaigns that overlap", "chain, no think time")
    option(page, "Think times", "drawn, exponential")
    expect(card(page).get_by_role("textbox", name="Think time (s)")).to_be_enabled()
    card(page).get_by_role("textbox", name="Think time (s)").fill("60")
    card(page).get_by_role("button", name="Infer campaigns").click()
    expect(card(page).get_by_role("heading", name="Campaigns", exact=True)).to_be_visible()
    loaded(page)
    expect(number_of(page, "campaigns")).to_have_text("4")
    expect(page.get_by_role("main")).to_contain_text("drawn, exponential with a mean of 1 min and seed 0")
    expect(card(page)).to_contain_text("overlapped, now chained")
