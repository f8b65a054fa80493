"""A formula is written in the page: an example, an error under its character, what comes of it, and the run."""

from __future__ import annotations

import os
import re

from layouts import ids
from layouts.topics.formula import formula_ids
from tests.browser.steps import EASY, LATE, Page, compare, component, expect, finished, named
from tests.browser.test_access import CONTRAST, axe, violations, wear  # noqa: F401 - axe is a fixture

FORM = "details[open] > .qs-popup"
SHOTS = os.environ.get("QUEUESCOPE_SHOTS")


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")


def test_smallest_area_with_aging_is_written_in_light_and_dark_and_compared(page: Page, axe: str) -> None:  # noqa: F811
    compare(page, "short-and-long-users.swf", (EASY,))
    page.get_by_text("Add a run").click()
    policy = component(page, ids.ADD_POLICY)
    policy.click()
    page.get_by_role("option", name="Formula", exact=True).click()
    priority = page.locator(named(ids.param("policy", "formula.priority")))
    check = component(page, formula_ids.CHECK)
    expect(priority).to_have_value("-requested_time")
    priority.fill("-area + 1000 * wiat")
    expect(check).to_contain_text("priority, character 16: 'wiat' is no name of formulas; did you mean wait?")
    assert check.locator("pre").inner_text().split("\n")[1] == " " * 15 + "^^^^"
    assert violations(page, axe, within=FORM) == []
    shot(page, "formula-error-light")
    for factor in range(
        500, 1001, 100
    ):  # the first may have to wait for machine code; on a busy machine one may take too long
        text = f"-area + {factor} * wait"
        with page.expect_response(lambda answer, text=text: f'"{text}"' in (answer.request.post_data or "")):
            priority.fill(text)
        expect(check).to_contain_text(re.compile("mean wait|press Run it"), timeout=LATE)
        if "mean wait" in check.inner_text():
            break
    expect(check).to_contain_text(re.compile(r"On these [\d,]+ jobs: mean wait .*; the baseline, EASY backfilling: "))
    why = component(page, formula_ids.WHY)
    expect(why.get_by_role("img", name=re.compile("^this formula: who has the"))).to_be_visible()
    expect(why.locator("caption")).to_contain_text(
        re.compile(r"^Why is job \d+ number \d+ of \d+ in the queue when it is submitted")
    )
    assert violations(page, axe, within=FORM) == []
    shot(page, "formula-right-light")
    wear(page, "dark")
    expect(why.get_by_role("img", name=re.compile("^this formula: who has the"))).to_be_visible()
    assert violations(page, axe, [CONTRAST], FORM) == []
    shot(page, "formula-right-dark")
    component(page, formula_ids.EXAMPLE).click()
    page.get_by_role("option", name="F1", exact=True).click()
    expect(priority).to_have_value(re.compile(r"^-\(log10"))
    priority.fill("-area + 1000 * wai")
    expect(check).to_contain_text("did you mean wait?")
    assert violations(page, axe, [CONTRAST], FORM) == []
    shot(page, "formula-error-dark")
    priority.press("End")
    page.keyboard.type("t")
    page.get_by_role("button", name="Run it").click()  # at once: what was typed last is what runs
    finished(page, (EASY, "Formula: -area + 1000 * wait"))
    shot(page, "formula-run-dark")


def test_a_formula_is_written_by_hand(page: Page) -> None:
    page.goto("/by-hand?m=4&p=fcfs&j=0.3.100;1.4.90;2.2.80;3.1.10")
    expect(page.locator(".hand-panel .hand-bar").first).to_be_visible(timeout=LATE)
    priority, passing = component(page, ids.HAND_EXPRESSION), component(page, ids.HAND_PASSING)
    expect(priority).to_be_hidden()
    component(page, ids.HAND_POLICIES).click()
    page.get_by_role("option", name="Formula", exact=True).click()
    page.keyboard.press("Escape")
    expect(priority).to_have_value("-requested_time")
    expect(page.locator(".hand-panel")).to_have_count(2, timeout=LATE)
    priority.fill("-area + 1000 * wiat")
    expect(component(page, ids.HAND_MESSAGE)).to_contain_text(
        "Priority, character 16: 'wiat' is no name of formulas; did you mean wait?"
    )
    priority.fill("-area + 1000 * wait")
    passing.click()
    page.get_by_role("option", name="any", exact=True).click()
    expect(page).to_have_url(re.compile(r"&f=-area%20%2B%201000%20%2A%20wait&passing=any"), timeout=LATE)
    page.reload()
    expect(priority).to_have_value("-area + 1000 * wait", timeout=LATE)
    expect(passing).to_have_value("any")
    expect(page.locator(".hand-panel")).to_have_count(2, timeout=LATE)
    shot(page, "formula-by-hand")
