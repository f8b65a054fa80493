"""Bad links and pages that do not exist: each is said, and the page stays usable."""

from __future__ import annotations

from tests.browser.conftest import Faults
from tests.browser.steps import SAMPLES, Page, choose, component, expect, ids, loaded, open_workload

UNKNOWN = "0123456789abcdef01234567"
BAD = {
    "?w=<script>alert(1)</script>": "which is no key",
    f"?runs={UNKNOWN},{UNKNOWN[::-1]}&t0=nan&t1=-1e999&job=-7&base=99": "Nothing is known here of that run",
}


def test_bad_links_are_said_and_the_page_stays_usable(page: Page, faults: Faults) -> None:
    faults.allow("status of 404", "/no/such/page")
    answer = page.goto("/no/such/page")
    assert answer is not None and answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("No such page")
    page.get_by_role("main").get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", name="Compare", level=1)).to_be_visible()
    open_workload(page, f"?load={UNKNOWN}")
    expect(component(page, ids.LOAD_STATE)).to_contain_text("open the log again")
    expect(page.get_by_role("button", name="Simulate and compare")).to_be_hidden()
    for query, said in BAD.items():
        page.goto(f"/compare{query}")
        expect(page.get_by_role("main")).to_contain_text(said)
        page.get_by_role("navigation").get_by_role("link", name="Workload").click()
        expect(page.get_by_role("heading", name="Workload", level=1)).to_be_visible()
    choose(page, SAMPLES / "five-jobs.swf")
    loaded(page)
