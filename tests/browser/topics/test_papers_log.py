"""An experiment on a log: send one, run it on that, read what came of it, and go on with the log in Compare."""

from __future__ import annotations

import re

import pytest

from layouts.topics.papers import address, paper_ids
from scheduler.topics.papers.experiments.fairness_2012.runs import NAMES
from tests.browser.steps import LATE, SAMPLES, Page, choose, component, expect, loaded, open_workload

FIG1 = "fairness-2012/fig1"
FILE = SAMPLES / "short-and-long-users.swf"


@pytest.mark.exhaustive  # the usual run has the trip of test_papers
def test_an_experiment_runs_on_an_uploaded_log_and_the_address_restores_it(page: Page) -> None:
    open_workload(page)
    choose(page, FILE)
    loaded(page, LATE)
    page.goto(address.write(FIG1, "quick"))
    expect(
        component(page, paper_ids.STATE)
    ).not_to_be_empty()  # what the address says is there: a list that opens stays open
    page.get_by_role("textbox", name="log").click()
    page.get_by_role("option", name=FILE.name).click()
    expect(page).to_have_url(re.compile(r"log=[0-9a-f]{64}/short-and-long-users\.swf"))
    expect(component(page, paper_ids.COMMAND)).to_contain_text(f"--log {FILE.name}")
    expect(component(page, paper_ids.STATE)).to_contain_text("for all 6 logs of the paper (this one: by its size)")
    component(page, paper_ids.STATE).get_by_role("button", name="Run", exact=True).click()
    outcome = component(page, paper_ids.RESULT)
    expect(outcome).to_contain_text("Verdict:", timeout=LATE)
    expect(outcome).to_contain_text("short-and-long-users is none of the paper's logs")
    table = outcome.get_by_role("region", name="Values: short-and-long-users")
    for name in NAMES.values():
        expect(table.get_by_role("rowheader", name=name, exact=True)).to_be_visible()
    bubbles = outcome.get_by_role("figure", name="short-and-long-users: mean wait and bounded slowdown")
    expect(bubbles.locator(".js-plotly-plot .points path")).to_have_count(len(NAMES) - 1)  # without FCFS
    page.reload()
    expect(component(page, paper_ids.LOG)).to_have_value(FILE.name)
    expect(outcome).to_contain_text("Verdict:")
    page.get_by_role("button", name=re.compile("Open in Compare")).click()
    expect(page.get_by_role("heading", name="Compare", level=1)).to_be_visible()
    expect(page).to_have_url(re.compile("/compare.*runs="))
    expect(page.get_by_role("article")).to_have_count(4, timeout=LATE)
