"""Two workloads beside each other: from the choice to the charts, exchanged, from a pasted link, and for axe."""

from __future__ import annotations

import re

import pytest

from tests.browser.steps import LATE, SAMPLES, Page, choose, component, expect, hold, ids, loaded, open_workload
from tests.browser.test_access import axe, violations, wear  # noqa: F401 - axe is a fixture

FIRST, SECOND = "steady-load.swf", "five-jobs.swf"


def open_sample(page: Page, name: str) -> None:
    """Open it on Workload, until all is drawn and its name stands in the header."""
    open_workload(page)
    choose(page, SAMPLES / name)
    loaded(page, LATE)
    expect(component(page, ids.OPEN_WORK)).to_contain_text(name)


def test_two_of_those_opened_lately(page: Page, axe: str) -> None:  # noqa: F811
    for name in (FIRST, SECOND):
        open_sample(page, name)
    page.get_by_role("link", name="Set beside another workload").click()
    expect(component(page, ids.BESIDE_MESSAGE)).to_contain_text("Choose two workloads.")
    component(page, ids.BESIDE_SECOND).click()
    page.get_by_role("option", name=FIRST).click()
    expect(page.get_by_role("heading", level=2).first).to_have_text(f"{SECOND} beside {FIRST}")
    expect(page).to_have_url(re.compile(r"/beside\?w=[0-9a-f]+&other=[0-9a-f]+$"))
    expect(page.get_by_role("figure", name="Runtime", exact=True)).to_contain_text("Cliff's delta")
    page.get_by_role("button", name="Exchange").click()
    expect(page.get_by_role("heading", level=2).first).to_have_text(f"{FIRST} beside {SECOND}")
    page.reload()
    expect(page.get_by_role("figure", name="Runtime", exact=True).locator(".main-svg").first).to_be_visible()
    assert violations(page, axe) == []
    wear(page, "dark")
    assert violations(page, axe, ["color-contrast"]) == []


@pytest.mark.parametrize(
    "text, words",
    [("https://elsewhere.org/", "is no link of a workload"), ("/workload?w=" + "0" * 24, "is not kept on this server")],
)
def test_a_link_that_leads_nowhere_is_said(page: Page, text: str, words: str) -> None:
    open_sample(page, FIRST)
    page.get_by_role("link", name="Set beside another workload").click()
    expect(component(page, ids.BESIDE_MESSAGE)).to_contain_text("Choose two workloads.")  # else that could come last
    field = component(page, ids.BESIDE_LINK)
    field.fill(text)
    field.press("Enter")
    expect(component(page, ids.BESIDE_MESSAGE)).to_contain_text(words)


def test_a_pasted_link_outlives_a_choice_that_the_page_fills_in(page: Page) -> None:
    """On a slow server the link can be sent before the first choice is filled in."""
    open_sample(page, FIRST)
    first = page.url.partition("?")[2].partition("&")[0]
    open_sample(page, SECOND)
    names, links = hold(page, "beside-names.data..."), hold(page, f'"value":"/workload?{first}"')
    page.get_by_role("link", name="Set beside another workload").click()
    field = component(page, ids.BESIDE_LINK)
    with page.expect_request(lambda request: f'"value":"/workload?{first}"' in (request.post_data or "")):
        field.fill(f"/workload?{first}")
        field.press("Enter")
    names[0].continue_()
    expect(component(page, ids.BESIDE_FIRST)).to_have_value(SECOND)
    links[0].continue_()
    expect(page).to_have_url(re.compile(r"/beside\?w=[0-9a-f]+&other=" + first.removeprefix("w=") + "$"))
