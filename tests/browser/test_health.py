"""The health card: what was found in a log, leaving jobs out and taking them back, a recipe, and a log that is deleted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from scheduler.exports.reading_recipes import recovered
from tests.browser.steps import Locator, Page, choose, component, expect, ids, loaded, number_of, open_workload
from tests.cases.width import ALL

# Job 1 runs past its request, jobs 2 and 3 share a number, job 5 has no runtime.
LOG = b"""; Version: 2.2
; Computer: Test
; Note: who made this log knows it
; MaxProcs: 4
1 0 0 100 2 -1 -1 2 60 -1 1 1 1 1 1 1 -1 -1
2 10 0 10 2 -1 -1 2 20 -1 1 1 1 1 1 1 -1 -1
2 20 0 50 1 -1 -1 1 100 -1 1 2 1 1 1 1 -1 -1
4 25 0 50 1 -1 -1 1 100 -1 1 3 1 1 1 1 -1 -1
5 30 0 0 1 -1 -1 1 60 -1 0 2 1 1 1 1 -1 -1
"""


KINDS = ("PNG: Column", "CSV", "SVG: Page", "PDF: Page")  # of saved figures, each with its recipe


def card(page: Page) -> Locator:
    return page.get_by_role("region", name="Health of the log")


def test_jobs_are_left_out_and_taken_back_a_recipe_is_followed_and_the_log_deleted(
    page: Page, tmp_path: Path, run: Callable[..., tuple[int, str, str]]
) -> None:
    file = tmp_path / "cluster.swf"
    file.write_bytes(LOG)
    open_workload(page)
    choose(page, file)
    loaded(page)
    leave_out_and_take_back(page)
    text = follow_recipes(page)
    figure = page.locator("figure").filter(has=page.get_by_role("heading", name="Arrivals"))
    expect(figure.locator(".js-plotly-plot .main-svg").first).to_be_attached()  # what is not drawn is not in the menu
    for kind in KINDS if ALL else KINDS[:2]:
        saved = saved_as(page, figure, kind, tmp_path)
        assert recovered(saved.read_bytes(), kind) == text, kind
        code, described, complaint = run("inspect", file, "--recipe", saved)
        assert code == 0, complaint
        assert json.loads(described)["jobs"] == 2
        assert f"# {json.loads(described)['workload_hash']}\n" in text
    delete_with_its_workload(page, file)


def leave_out_and_take_back(page: Page) -> None:
    """The jobs of a finding."""
    switch = card(page).get_by_role("group", name="Jobs of: Duplicate job numbers")
    keep, leave_out = (switch.get_by_role("button", name=name) for name in ("Keep", "Leave out"))
    expect(keep).to_have_attribute("aria-pressed", "true")
    card(page).locator("[data-finding=duplicate_ids] summary").click()
    jobs = card(page).get_by_role("region", name="Jobs of: Duplicate job numbers")
    expect(jobs.get_by_role("cell").first).to_have_text("7")
    expect(number_of(page, "jobs")).to_have_text("4")
    leave_out.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Changed:")).to_contain_text(re.compile(r"jobs\s*4 → 3"))
    expect(leave_out).to_have_attribute("aria-pressed", "true")
    keep.click()
    expect(keep).to_have_attribute("aria-pressed", "true")
    expect(number_of(page, "jobs")).to_have_text("4")


def follow_recipes(page: Page) -> str:
    """Save the recipe, follow a wrong one and a right one; the whole text of that."""
    card(page).get_by_text("Recipe: the same jobs again").click()
    text = card(page).get_by_label("Recipe (TOML)")
    expect(text).to_have_value(re.compile(r"queuescope_recipe = 1[\s\S]*sha256"))
    with page.expect_download() as download:
        card(page).get_by_role("link", name="Download recipe.toml").click()
    assert Path(download.value.path()).read_text() == text.input_value()
    text.fill("queuescope_recipe = 1\n[cook]\nx = 1")
    card(page).get_by_role("button", name="Follow this recipe").click()
    expect(card(page).get_by_text("'cook' is no table of a recipe")).to_be_visible()
    text.fill('queuescope_recipe = 1\n[cleaning]\nleave_out = ["duplicate_ids", "ran_past_request"]\n')
    card(page).get_by_role("button", name="Follow this recipe").click()
    expect(page.get_by_role("status").filter(has_text="Changed:")).to_contain_text(re.compile(r"jobs\s*4 → 2"))
    expect(number_of(page, "jobs")).to_have_text("2")  # the pictures of the workload before have gone
    expect(text).to_have_value(re.compile(r"(?=[\s\S]*leave_out)[\s\S]*sha256"))  # no more what was typed
    return text.input_value()


def saved_as(page: Page, figure: Locator, kind: str, folder: Path) -> Path:
    """The file that the menu of a figure saves."""
    figure.get_by_role("button", name="Save").click()
    with page.expect_download() as download:
        page.get_by_role("menuitem", name=kind).click()
    path = folder / download.value.suggested_filename
    path.write_bytes(Path(download.value.path()).read_bytes())
    return path


def delete_with_its_workload(page: Page, file: Path) -> None:
    """The log with numbers for names, for good."""
    open_workload(page)
    page.get_by_label("Replace users, accounts and job names by numbers").check()
    choose(page, file)
    loaded(page)
    expect(page).to_have_url(re.compile(r"\?w="))  # while it is read the address is that of the load
    address = page.url
    expect(component(page, ids.HEALTH)).not_to_contain_text("who made this log")
    card(page).get_by_text("Delete this log").click()
    card(page).get_by_role("button", name="Delete it for good").click()
    expect(component(page, ids.UPLOAD_STATE)).to_contain_text("The log is deleted, with 1 workload")
    page.goto(address)
    expect(page.get_by_text("This workload is no longer kept on the server")).to_be_visible()
