"""The Papers page as people use it: find an experiment, run it, read the verdict, go on in Compare."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from layouts.topics.papers import address, paper_ids
from layouts.words.slice_names import thin_spaces
from scheduler.topics.papers.experiments import all_experiments
from tests.browser.steps import LATE, Page, component, expect, ids, named, until
from tests.browser.test_access import CONTRAST, SIZES, axe, fits, go_to, violations, wear  # noqa: F401 - axe is a fixture


def cheapest() -> str:
    """The experiment that is done soonest, among those with a setup to open."""
    found = {
        name: experiment.cpu_seconds["quick"]
        for name, (_, experiment) in all_experiments().items()
        if experiment.openings
    }
    return min(found, key=lambda name: (found[name], name))


def state(page: Page, name: str) -> Any:
    return page.locator(named(ids.act("experiment-state", name)))


def finished(page: Page, name: str) -> None:
    """Go to an experiment and run it at quick scale, if that has not been done yet."""
    go_to(page, address.write(name, "quick", 0))
    expect(page.get_by_role("heading", level=2, name=thin_spaces(all_experiments()[name][1].title))).to_be_visible()
    panel = component(page, paper_ids.STATE)
    done, run = panel.get_by_text("Done."), page.locator(named(ids.act("paper-run", "quick/0")))
    expect(done.or_(run)).to_be_visible()
    if run.count():
        run.click()
    expect(component(page, paper_ids.RESULT)).to_contain_text("Verdict:", timeout=LATE)


def test_from_the_list_to_a_verdict_that_is_kept_saved_and_opened_in_compare(page: Page, axe: str) -> None:  # noqa: F811
    name = cheapest()
    page.goto("/papers?e=../../x")
    expect(component(page, paper_ids.MESSAGE)).to_contain_text("no experiment '../../x'")
    go_to(page, "/papers")
    expect(component(page, paper_ids.MESSAGE)).to_be_empty()
    look_at_the_list(page)
    page.locator(named(ids.act("experiment-entry", name))).get_by_role("link").click()
    finished(page, name)
    look_at_the_outcome(page, axe)
    verdict = read_the_values(page, name)
    save_the_outcome(page, name)
    choose_another_scale(page, name)
    expect(component(page, paper_ids.RESULT).get_by_role("heading", name="Verdict:")).to_have_text(verdict)
    go_to(page, "/papers")
    expect(state(page, name)).to_contain_text("reproduced")
    open_a_setup(page, name)


# Whether each of these components has words; the titles of papers, each with [address, words] of its links.
TOLD = """wanted => wanted.every(parts => {
    const name = JSON.stringify(Object.fromEntries(Object.entries(parts).sort()));
    return document.querySelector(`[id='${name}']`)?.textContent;
})"""
LISTED = """() => [...document.querySelectorAll('[role=rowgroup], tbody')].filter(group => group.querySelector('h2, h3')).map(group => [
    group.querySelector('h2, h3').textContent,
    [...group.querySelectorAll('a[href^="/papers"]')].map(link => [link.getAttribute('href'), link.textContent])])"""


def look_at_the_list(page: Page) -> None:
    """It tells every experiment and its state."""
    until(page, TOLD, [ids.act("experiment-state", name) for name in all_experiments()])
    listed = {heading: dict(links) for heading, links in page.evaluate(LISTED)}
    for name, (paper, experiment) in all_experiments().items():
        assert thin_spaces(experiment.title) in listed[paper.title][address.write(name)]
    expect(page.locator(".qs-judged").first).to_have_css("border-left-width", "0px")  # no rule of another page's sheet
    outside = page.locator("a.qs-outside").first
    expect(outside).to_have_attribute("rel", "noopener noreferrer")


def look_at_the_outcome(page: Page, axe: str) -> None:  # noqa: F811
    """Axe finds nothing, and nothing sticks out."""
    for scheme, rules in (("dark", [CONTRAST]), ("light", [])):
        wear(page, scheme)
        assert {scheme: violations(page, axe, rules)} == {scheme: []}
    for width, height in reversed(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)


def read_the_values(page: Page, name: str) -> str:
    """Every published value stands in the table; the verdict."""
    published = all_experiments()[name][1].published
    table = page.get_by_role("region", name="Values")
    expect(table.get_by_role("row")).not_to_have_count(len(published))
    for value in published:
        expect(table.get_by_role("rowheader", name=value.name).first).to_be_visible()
    expect(table).not_to_contain_text("not run yet")
    return component(page, paper_ids.RESULT).get_by_role("heading", name="Verdict:").text_content() or ""


def save_the_outcome(page: Page, name: str) -> None:
    """As the command line writes it."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save the outcome").click()
    assert waiting.value.suggested_filename == f"{name.replace('/', '-')}-quick-seed0.json"
    saved = json.loads(Path(waiting.value.path()).read_text(encoding="utf-8"))
    assert {"experiment", "scale", "seed", "cpu_seconds", "values", "claims", "differences"} <= set(saved)
    assert saved["experiment"] == name and saved["scale"] == "quick"


def choose_another_scale(page: Page, name: str) -> None:
    """It is another address."""
    component(page, paper_ids.SCALE).get_by_text("Full").click()
    expect(page).to_have_url(re.compile("scale=full"))
    expect(component(page, paper_ids.COMMAND)).to_contain_text(f"reproduce {name} --scale full --seed 0")
    page.go_back()
    expect(component(page, paper_ids.RESULT)).to_contain_text("Verdict:")
    expect(component(page, paper_ids.COMMAND)).to_contain_text("--scale quick")


def open_a_setup(page: Page, name: str) -> None:
    """It is finished in Compare."""
    go_to(page, address.write(name))
    opening = all_experiments()[name][1].openings[0]
    page.get_by_role("button", name=f"Open in Compare: {opening.title[:1].upper()}{opening.title[1:]}").click()
    expect(page.get_by_role("heading", name="Compare", level=1)).to_be_visible()
    expect(page.get_by_role("article")).to_have_count(len(opening.runs))
    expect(page.get_by_role("article").filter(has_text="Audit")).to_have_count(len(opening.runs), timeout=LATE)
    expect(page.get_by_role("region", name="Run table")).to_be_visible(timeout=LATE)
