"""The Papers page as people use it: find an experiment, run it, read the verdict, go on in Compare."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from layouts.pages.papers import address
from layouts.words.slice_names import thin
from scheduler.papers import all_experiments
from tests.browser.steps import LATE, Page, component, expect, ids, named
from tests.browser.test_access import SIZES, axe, fits, violations, wear  # noqa: F401 - axe is a fixture


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


def finished(page: Page, name: str, seed: int = 0) -> None:
    """Open an experiment and run it at quick scale, if that has not been done yet."""
    page.goto(address.write(name, "quick", seed))
    expect(page.get_by_role("heading", level=2, name=thin(all_experiments()[name][1].title))).to_be_visible()
    panel = component(page, ids.PAPER_STATE)
    expect(panel.locator("p")).not_to_be_empty()
    if not panel.get_by_text("Done.").count():
        panel.get_by_role("button", name="Run").click()
    expect(component(page, ids.PAPER_RESULT)).to_contain_text("Verdict:", timeout=LATE)


def test_the_list_tells_every_experiment_and_its_state(page: Page) -> None:
    page.goto("/papers")
    for name, (paper, experiment) in all_experiments().items():
        group = page.get_by_role("rowgroup").filter(has=page.get_by_role("heading", name=paper.title, exact=True))
        expect(group.get_by_role("link", name=thin(experiment.title)).first).to_have_attribute(
            "href", address.write(name)
        )
        expect(state(page, name)).not_to_be_empty()
    expect(page.locator(".qs-judged").first).to_have_css("border-left-width", "0px")  # no rule of another page's sheet
    outside = page.locator("a.qs-outside").first
    expect(outside).to_have_attribute("rel", "noopener noreferrer")


def test_from_the_list_to_a_verdict_that_survives_a_reload(page: Page) -> None:
    name = cheapest()
    page.goto("/papers")
    page.locator(named(ids.act("experiment-entry", name))).get_by_role("link").click()
    expect(page.get_by_role("heading", level=2, name=thin(all_experiments()[name][1].title))).to_be_visible()
    finished(page, name)
    published = all_experiments()[name][1].published
    table = page.get_by_role("region", name="Values")
    expect(table.get_by_role("row")).not_to_have_count(len(published))
    for value in published:
        expect(table.get_by_role("rowheader", name=value.name).first).to_be_visible()
    expect(table).not_to_contain_text("not run yet")
    verdict = component(page, ids.PAPER_RESULT).get_by_role("heading", name="Verdict:").text_content()
    assert verdict is not None
    page.reload()
    expect(component(page, ids.PAPER_RESULT).get_by_role("heading", name="Verdict:")).to_have_text(verdict)
    page.goto("/papers")
    expect(state(page, name)).to_contain_text("reproduced")


def test_an_outcome_is_saved_as_the_command_line_writes_it_and_another_scale_is_another_address(page: Page) -> None:
    name = cheapest()
    finished(page, name)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save the outcome").click()
    assert waiting.value.suggested_filename == f"{name.replace('/', '-')}-quick-seed0.json"
    saved = json.loads(Path(waiting.value.path()).read_text(encoding="utf-8"))
    assert {"experiment", "scale", "seed", "cpu_seconds", "values", "claims", "differences"} <= set(saved)
    assert saved["experiment"] == name and saved["scale"] == "quick"
    component(page, ids.PAPER_SCALE).get_by_text("Full").click()
    expect(page).to_have_url(re.compile("scale=full"))
    expect(component(page, ids.PAPER_COMMAND)).to_contain_text(f"reproduce {name} --scale full --seed 0")
    page.go_back()
    expect(component(page, ids.PAPER_RESULT)).to_contain_text("Verdict:")
    expect(component(page, ids.PAPER_COMMAND)).to_contain_text("--scale quick")


def test_a_setup_of_an_experiment_opens_finished_in_compare(page: Page) -> None:
    name = cheapest()
    page.goto(address.write(name))
    opening = all_experiments()[name][1].openings[0]
    page.get_by_role("button", name=f"Open in Compare: {opening.title[:1].upper()}{opening.title[1:]}").click()
    expect(page.get_by_role("heading", name="Compare", level=1)).to_be_visible()
    expect(page.get_by_role("article")).to_have_count(len(opening.runs))
    expect(page.get_by_role("article").filter(has_text="Audit")).to_have_count(len(opening.runs), timeout=LATE)
    expect(page.get_by_role("region", name="Run table")).to_be_visible(timeout=LATE)


BAD = {
    "?e=../../x": "no experiment '../../x'",
    "?e=<script>alert(1)</script>": "no experiment",
    "?e={name}&scale=huge": "no scale 'huge'",
    "?e={name}&seed=-1": "seed = -1",
}


def test_a_bad_address_is_said_and_the_page_stays_usable(page: Page) -> None:
    random = next(name for name, (_, experiment) in all_experiments().items() if experiment.random)
    for query, said in BAD.items():
        page.goto("/papers" + query.format(name=random))
        expect(component(page, ids.PAPER_MESSAGE)).to_contain_text(said)
    page.goto("/papers")
    expect(component(page, ids.PAPER_MESSAGE)).to_be_empty()
    expect(page.get_by_role("rowgroup").get_by_role("link").first).to_be_visible()


def test_axe_finds_nothing_on_an_outcome_and_nothing_sticks_out(page: Page, axe: str) -> None:  # noqa: F811
    finished(page, cheapest())
    for scheme in ("light", "dark"):
        wear(page, scheme)
        assert {scheme: violations(page, axe)} == {scheme: []}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)
