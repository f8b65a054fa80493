"""Two workloads beside each other: from the choice to the charts, exchanged, from a pasted link, and for axe."""

from __future__ import annotations

import re

from tests.browser.steps import LATE, Page, component, expect, first_of, hold, ids, loaded, workload_link
from tests.browser.test_access import axe, violations, wear  # noqa: F401 - axe is a fixture

FIRST, SECOND = "steady-load.swf", "five-jobs.swf"


def open_sample(page: Page, name: str) -> str:
    """Open it on Workload, until its name stands in the header, as one of those opened lately; its link."""
    link = workload_link(name)
    page.goto(link)
    loaded(page, LATE)
    expect(component(page, ids.OPEN_WORK)).to_contain_text(name)
    return link


def paste(page: Page, link: str) -> None:
    field = component(page, ids.BESIDE_LINK)
    field.fill(link)
    field.press("Enter")


def test_two_workloads_are_chosen_and_exchanged_and_links_are_answered(page: Page, axe: str) -> None:  # noqa: F811
    link = open_sample(page, FIRST)
    open_sample(page, SECOND)
    a_pasted_link_outlives_a_choice_that_the_page_fills_in(page, link)
    a_refused_link_is_told_whatever_the_address_before_says(page)
    paste(page, "/workload?w=" + "0" * 24)
    expect(component(page, ids.BESIDE_MESSAGE)).to_contain_text("is not kept on this server")
    a_choice_outlives_the_answer_to_the_address_before(page)
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


def a_refused_link_is_told_whatever_the_address_before_says(page: Page) -> None:
    addresses = hold(page, "beside-names.data...")
    page.go_back()
    answer, refusal = first_of(page, addresses), page.get_by_text("is no link of a workload")
    paste(page, "https://elsewhere.org/")
    expect(refusal).to_be_visible()
    answer.continue_()
    expect(component(page, ids.BESIDE_MESSAGE)).to_contain_text("Choose two workloads.")
    expect(refusal).to_be_visible()


def a_choice_outlives_the_answer_to_the_address_before(page: Page) -> None:
    addresses = hold(page, "beside-names.data...")
    page.go_back()
    answer = first_of(page, addresses)
    expect(component(page, ids.BESIDE_FIRST)).to_have_value(SECOND)
    component(page, ids.BESIDE_SECOND).click()
    page.get_by_role("option", name=FIRST).click()
    answer.continue_()


def a_pasted_link_outlives_a_choice_that_the_page_fills_in(page: Page, link: str) -> None:
    """On a slow server the link can be sent before the first choice is filled in."""
    key = link.partition("w=")[2]
    names, links = hold(page, "beside-names.data..."), hold(page, f'"value":"{link}"')
    page.get_by_role("link", name="Set beside another workload").click()
    expect(component(page, ids.BESIDE_LINK)).to_be_visible()
    paste(page, link)
    pasted = first_of(page, links)
    first_of(page, names).continue_()
    expect(component(page, ids.BESIDE_FIRST)).to_have_value(SECOND)
    pasted.continue_()
    expect(page).to_have_url(re.compile(r"/beside\?w=[0-9a-f]+&other=" + key + "$"))
