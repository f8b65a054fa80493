"""The health card: what was found in a log, leaving jobs out and taking them back, a recipe, and a log that is deleted."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from scheduler.exports.reading_recipes import recovered
from tests.browser.conftest import Faults
from tests.browser.steps import Page, choose, component, expect, ids, loaded, number_of, open_workload
from tests.cases.small_log import ROOT

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


def opened(page: Page, folder: Path, numbers: bool = False) -> None:
    path = folder / "cluster.swf"
    path.write_bytes(LOG)
    open_workload(page)
    if numbers:
        page.get_by_label("Replace users, accounts and job names by numbers").check()
    choose(page, path)
    loaded(page)


def card(page: Page):
    return page.get_by_role("region", name="Health of the log")


def test_jobs_of_a_finding_are_shown_left_out_and_taken_back(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path)
    switch = card(page).get_by_role("group", name="Jobs of: Duplicate job numbers")
    expect(switch.get_by_role("button", name="Keep")).to_have_attribute("aria-pressed", "true")
    card(page).locator("[data-finding=duplicate_ids] summary").click()
    expect(
        card(page).get_by_role("region", name="Jobs of: Duplicate job numbers").get_by_role("cell").first
    ).to_have_text("7")
    expect(number_of(page, "jobs")).to_have_text("4")
    switch.get_by_role("button", name="Leave out").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Changed:")).to_contain_text(re.compile(r"jobs\s*4 → 3"))
    expect(switch.get_by_role("button", name="Leave out")).to_have_attribute("aria-pressed", "true")
    switch.get_by_role("button", name="Keep").click()
    expect(switch.get_by_role("button", name="Keep")).to_have_attribute("aria-pressed", "true")
    expect(number_of(page, "jobs")).to_have_text("4")


def test_a_recipe_is_followed_and_a_wrong_one_refused(page: Page, tmp_path: Path) -> None:
    opened(page, tmp_path)
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
    expect(text).to_have_value(
        re.compile(r"(?=[\s\S]*leave_out)[\s\S]*sha256")
    )  # the whole recipe, no more what was typed
    figure = page.locator("figure").filter(has=page.get_by_role("heading", name="Arrivals"))
    expect(figure.locator(".js-plotly-plot .main-svg").first).to_be_attached()  # what is not drawn is not in the menu
    for kind in ("SVG: Page", "PNG: Column", "PDF: Page", "CSV"):
        figure.get_by_role("button", name="Save").click()
        with page.expect_download() as download:
            page.get_by_role("menuitem", name=kind).click()
        content = Path(download.value.path()).read_bytes()
        assert recovered(content, kind) == text.input_value(), kind
        path = tmp_path / download.value.suggested_filename
        path.write_bytes(content)
        call = [sys.executable, "-m", "scheduler", "inspect", str(tmp_path / "cluster.swf"), "--recipe", str(path)]
        described = json.loads(subprocess.run(call, capture_output=True, check=True, cwd=ROOT).stdout)
        assert described["jobs"] == 2 and f"# {described['workload_hash']}\n" in text.input_value()


def test_a_log_is_deleted_with_its_workload(page: Page, faults: Faults, tmp_path: Path) -> None:
    opened(page, tmp_path, numbers=True)
    expect(page).to_have_url(re.compile(r"\?w="))  # while it is read the address is that of the load
    address = page.url
    expect(component(page, ids.HEALTH)).not_to_contain_text("who made this log")
    card(page).get_by_text("Delete this log").click()
    card(page).get_by_role("button", name="Delete it for good").click()
    expect(component(page, ids.UPLOAD_STATE)).to_contain_text("The log is deleted, with 1 workload")
    page.goto(address)
    expect(page.get_by_text("This workload is no longer kept on the server")).to_be_visible()
