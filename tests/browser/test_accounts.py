"""The accounts of a log of Slurm, level by level: by keyboard, by a link, in the dark, for axe, and as numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from layouts.pages.workload.accounts_card import HEADING
from tests.analysis.test_account_levels import SSHARE, sacct
from tests.browser.steps import LATE, Locator, Page, component, expect, fill, ids, loaded, named, open_workload
from tests.browser.test_access import CONTRAST, SIZES, axe, fits, tab_to, violations, wear  # noqa: F401 - axe is a fixture
from tests.cases.csv_rows import rows_of

playwright = pytest.importorskip("playwright.sync_api")


def card(page: Page) -> Locator:
    return page.get_by_role("region", name="Accounts, level by level")


def below(page: Page, name: str) -> Locator:
    return card(page).get_by_role("table", name=f"Below {name}", exact=True)


def test_the_accounts_by_keyboard_by_a_link_and_for_axe(
    page: Page,
    tmp_path: Path,
    axe: str,  # noqa: F811
) -> None:
    open_workload(page)
    send(page, tmp_path)
    go_down_by_keyboard(page)
    page.get_by_role("group", name="The report is per").get_by_text("user", exact=True).click()
    expect(page).to_have_url(re.compile(r"per=user"))
    expect(component(page, ids.USAGE).get_by_role("table", name="Usage per user")).to_be_visible()

    page.reload()  # the link restores both
    shows_both(page)
    nothing_for_axe_and_nothing_sticks_out(page, axe)  # in the dark, too: the page is drawn anew with what it shows
    shows_both(page)

    with page.expect_download() as download:
        card(page).get_by_role("link", name="All levels as CSV").click()
    paths = {row["path"] for row in rows_of(Path(download.value.path()).read_text())}
    assert paths >= {"science/physics/optics", "lone", "unknown"}
    card(page).get_by_role("button", name="Only the jobs of optics").click()
    expect(page.get_by_role("button", name=re.compile("^Edit the condition group"))).to_be_visible(timeout=LATE)
    card(page).get_by_role("navigation", name="Level of the accounts").wait_for()


def send(page: Page, folder: Path) -> None:
    """A log of Slurm together with its tree of accounts."""
    (folder / "jobs.txt").write_bytes(sacct())
    (folder / "tree.txt").write_text(SSHARE)
    page.locator("input[type=file]").set_input_files([folder / "jobs.txt", folder / "tree.txt"])
    fill(page.locator(named(ids.param("options", "processors"))), 64)  # which such a log does not tell
    page.get_by_role("button", name="Apply").first.click()
    loaded(page, LATE)
    expect(below(page, "the log")).to_be_visible()


@pytest.mark.exhaustive
def test_a_log_with_numbers_for_names_keeps_its_accounts(page: Page, tmp_path: Path) -> None:
    """Without a browser: tests/routes/test_upload.py."""
    open_workload(page)
    page.get_by_label("Replace users, accounts and job names by numbers").check()
    send(page, tmp_path)
    expect(below(page, "the log").get_by_role("rowheader")).to_have_count(4)
    expect(component(page, ids.WORKLOAD_BODY)).not_to_contain_text(re.compile("science|physics|optics"))
    card(page).get_by_role("button", name=re.compile("^What .* is made of")).first.click()
    expect(card(page).get_by_role("navigation", name="Level of the accounts").get_by_role("listitem")).to_have_count(2)


def nothing_for_axe_and_nothing_sticks_out(page: Page, axe: str) -> None:  # noqa: F811
    """Of the card; the rest of the page: test_access.py and test_admin_questions.py."""
    for scheme, rules in (("light", ()), ("dark", [CONTRAST])):  # they differ in colors alone
        wear(page, scheme)
        assert {scheme: violations(page, axe, rules, f"[aria-labelledby={HEADING}]")} == {scheme: []}
    for width, height in reversed(SIZES):
        page.set_viewport_size({"width": width, "height": height})
        fits(page, width)


def go_down_by_keyboard(page: Page) -> None:
    below(page, "the log").scroll_into_view_if_needed()
    card(page).get_by_role("link", name="All levels as CSV").focus()
    for account in ("science", "physics"):
        tab_to(page, f"What {account} is made of")
        page.keyboard.press("Enter")
        expect(below(page, account)).to_be_visible()
        expect(card(page).get_by_role("region", name=f"Accounts and users below {account}")).to_be_focused()
    expect(below(page, "physics").get_by_role("rowheader")).to_have_text(["optics", "user eve"])
    expect(page).to_have_url(re.compile(r"account=science/physics$"))


def shows_both(page: Page) -> None:
    """The level of the accounts, and the report per user."""
    loaded(page, LATE)
    expect(below(page, "physics")).to_be_visible()
    expect(component(page, ids.USAGE).get_by_role("table", name="Usage per user")).to_be_visible()
