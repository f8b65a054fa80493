"""What if, on Compare: from the popup to a changed run beside the others, and again from its link."""

from __future__ import annotations

import re

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
    run,
)
from tests.browser.test_access import axe, violations  # noqa: F401 - axe is a fixture

LARGER = f"{FCFS}, 150 processors"


def test_a_larger_machine_joins_the_runs_and_stays_in_the_link(page: Page, axe: str) -> None:  # noqa: F811
    compare(page, "steady-load.swf")
    page.get_by_text("What if", exact=True).click()
    page.get_by_role("button", name="Run it").click()
    message = component(page, ids.CHANGED_MESSAGE)
    expect(message).to_contain_text("Nothing is changed yet; fill in a field, such as the number of processors.")
    assert violations(page, axe) == []
    page.get_by_role("textbox", name="Processors", exact=True).fill("150")
    page.get_by_role("button", name="Run it").click()
    expect(message).to_contain_text("The run joins the table as soon as it is simulated.")
    page.keyboard.press("Escape")
    finished(page, (EASY, LARGER))
    expect(page.get_by_role("region", name="Run table")).to_contain_text("150 processors")
    expect(page).to_have_url(re.compile("processors:150"))
    expect(open_tab(page, "winners").get_by_role("figure", name="Who pays")).to_contain_text(LARGER)
    page.reload()
    expect(run(page, LARGER)).to_contain_text("Audit passed", timeout=LATE)
    drawn(page, LATE)
