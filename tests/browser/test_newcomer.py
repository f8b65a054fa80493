"""A newcomer's path: from the start to "which users pay for this policy?", on a log of one's own, in four clicks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.browser.steps import LATE, SAMPLES, Page, expect, log, view

# Clicks of a person, over all pages that are opened on the way.
COUNT = """document.addEventListener('click', event => {
    if (event.isTrusted && event.detail > 0) sessionStorage.setItem('clicks', Number(sessionStorage.getItem('clicks')) + 1);
}, true);"""
MOST = 4


@pytest.mark.parametrize(
    "file, said, side",
    [
        (SAMPLES / "extra-processors.swf", r"user \d+ pays most: \d+ s more in all", "lose"),
        pytest.param(log(), r"no user pays: none waits longer in all", "gain", marks=pytest.mark.exhaustive),
    ],
    ids=lambda value: getattr(value, "stem", ""),
)
def test_which_users_pay_on_an_uploaded_log(page: Page, file: Path, said: str, side: str) -> None:
    page.add_init_script(COUNT)
    page.goto("/")
    page.get_by_role("link", name="Explore a trace").click()
    with page.expect_file_chooser() as chosen:
        page.locator("input[type=file]").click()
    chosen.value.set_files(file)
    page.get_by_role("button", name="Simulate and compare").click(timeout=LATE)
    page.get_by_role("tab", name="Winners and losers").click(timeout=LATE)
    paying = view(page, "Who pays")
    expect(paying).to_be_in_viewport()
    expect(paying).to_contain_text(re.compile(said))
    users = paying.get_by_role("list", name=re.compile(f"^Users who {side} most"))
    expect(users.get_by_role("listitem").first).to_have_text(
        re.compile(rf"user \d+ waits .+ {'longer' if side == 'lose' else 'shorter'} in all")
    )
    assert 3 <= page.evaluate("Number(sessionStorage.getItem('clicks'))") <= MOST
