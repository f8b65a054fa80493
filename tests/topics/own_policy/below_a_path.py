"""A program in Python where Queuescope is below a path of another server."""

from __future__ import annotations

import re

from layouts.topics.own_policy import python_files
from tests.browser.conftest import FACTOR
from tests.browser.steps import LATE, Page, expect

PYTHON = 240_000 * FACTOR  # ms that Python may take to load


def visit(page: Page, root: str, prefix: str) -> None:
    """A program is run, and Python is asked for."""
    with page.expect_request(re.compile(re.escape(f"{root}{python_files.FOLDER}")), timeout=PYTHON):
        run_a_program(page, root)


def run_a_program(page: Page, root: str) -> None:
    page.goto(f"{root}/own-policy?jobs=sample:five-jobs.swf")
    expect(page.locator("#program-workload")).to_be_visible(timeout=LATE)
    page.get_by_role("button", name="Run", exact=True).click()
