"""What if, on Compare: from the popup to a changed run beside the others, and again from its link."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

from tests.browser.conftest import Server
from tests.browser.steps import (
    EASY,
    FCFS,
    LATE,
    Page,
    compare,
    component,
    drawn,
    expect,
    finished,
    ids,
    open_tab,
    press_as_drawn,
    run,
)
from tests.browser.test_access import axe, violations  # noqa: F401 - axe is a fixture

LARGER = f"{FCFS}, 150 processors"


@contextmanager
def no_new_workers(server: Server) -> Iterator[None]:
    """What starts worker processes stands still: whatever is asked for meanwhile is not begun."""
    still = psutil.Process(server.process.pid).children()
    for process in still:
        process.suspend()
    try:
        yield
    finally:
        for process in still:
            process.resume()


def ask_for(page: Page, processors: int) -> None:
    page.get_by_text("What if", exact=True).click()
    page.get_by_role("textbox", name="Processors", exact=True).fill(str(processors))
    page.get_by_role("button", name="Run it").click()
    expect(component(page, ids.CHANGED_MESSAGE)).to_contain_text("The run joins the table as soon as it is simulated.")
    page.keyboard.press("Escape")


def test_a_larger_machine_is_asked_for_cancelled_asked_for_again_and_stays_in_the_link(
    page: Page,
    server: Server,
    axe: str,  # noqa: F811
) -> None:
    compare(page, "steady-load.swf")
    page.get_by_text("What if", exact=True).click()
    page.get_by_role("button", name="Run it").click()
    expect(component(page, ids.CHANGED_MESSAGE)).to_contain_text(
        "Nothing is changed yet; fill in a field, such as the number of processors."
    )
    assert violations(page, axe, within="details[open] > .qs-popup") == []
    page.keyboard.press("Escape")
    with no_new_workers(server):
        stay_usable_while_it_is_made(page, axe)
    finished(page, (EASY, LARGER))
    expect(component(page, ids.COMING_STATE)).to_be_empty()
    expect(run(page, f"{FCFS}, 140 processors")).to_have_count(0)
    expect(page.get_by_role("region", name="Run table")).to_contain_text("150 processors")
    expect(page).to_have_url(re.compile("processors:150"))
    expect(open_tab(page, "winners").get_by_role("figure", name="Who pays")).to_contain_text(LARGER)
    page.reload()
    expect(run(page, LARGER)).to_contain_text("Audit passed", timeout=LATE)
    drawn(page, LATE)


def stay_usable_while_it_is_made(page: Page, axe: str) -> None:  # noqa: F811
    """Ask for a workload, open another tab and load the page anew, cancel it, and ask for another one."""
    coming = component(page, ids.COMING_STATE)
    ask_for(page, 140)
    expect(coming).to_contain_text("Making steady-load.swf with 140 processors.")
    expect(coming.get_by_role("progressbar", name="Progress of the changed workload")).to_have_count(1)
    assert violations(page, axe, within=f"#{ids.COMING_STATE}") == []
    open_tab(page, "waiting")
    expect(coming.get_by_role("button", name="Cancel steady-load.swf with 140 processors")).to_be_visible()
    press_as_drawn(page, ids.COMING_STATE)
    expect(coming).to_contain_text("Cancelled.")
    expect(coming.get_by_role("progressbar")).to_have_count(0)
    ask_for(page, 150)
    expect(coming).to_contain_text("Making steady-load.swf with 150 processors.")
    page.reload()
    expect(coming).to_contain_text("Making steady-load.swf with 150 processors.")
    expect(coming.get_by_role("button", name="Cancel steady-load.swf with 150 processors")).to_be_visible()
    drawn(page)
