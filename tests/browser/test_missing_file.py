"""A link to a log this server never saw: which file it needs, another file, the right one, and the same comparison."""

from __future__ import annotations

import hashlib
import re

import pytest

from tests.browser.steps import EASY, FCFS, LATE, SAMPLES, Page, component, drop, expect, finished, ids

playwright = pytest.importorskip("playwright.sync_api")

LOG, OTHER = SAMPLES / "four-policies.swf", SAMPLES / "five-jobs.swf"
GONE = "0123456789abcdef01234567"


def sha(path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def test_a_link_asks_for_its_file_and_opens_the_same_comparison_of_it(page: Page) -> None:
    link = (
        f"/compare?w={GONE}&runs={GONE[::-1]},{GONE[1:]}0&base=1&t0=1&t1=7&file={sha(LOG)},6,cluster.swf&how=fcfs,easy"
    )
    page.goto(link)
    panel = page.get_by_role("region", name="A file that is missing")
    expect(panel).to_contain_text("This link needs the file cluster.swf")
    expect(panel).to_contain_text(f"6 jobs of that log (sha256 {sha(LOG)}…)")
    expect(panel.locator("input[type=file]")).to_be_visible()
    drop(page, "five-jobs.swf", OTHER.read_bytes())
    said = component(page, ids.UPLOAD_STATE)
    for words in ("five-jobs.swf", sha(OTHER), "cluster.swf", sha(LOG), "Nothing has changed"):
        expect(said).to_contain_text(words)
    expect(page).to_have_url(re.compile(f"w={GONE}"))
    panel.locator("input[type=file]").set_input_files(LOG)
    finished(page, [FCFS, EASY], LATE)
    expect(component(page, ids.COMPARE_HEAD)).to_contain_text("cluster.swf")
    expect(page).to_have_url(re.compile("base=1.*t0=1&t1=7"))
    expect(page).to_have_url(re.compile(f"file={sha(LOG)},6,cluster.swf&how=fcfs,easy"))
    expect(page).not_to_have_url(re.compile(f"{GONE}|load="))
    expect(said).to_have_text("")
