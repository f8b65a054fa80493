"""Bad links, pages that do not exist, and what every answer carries."""

from __future__ import annotations

from tests.browser.conftest import Faults, Server
from tests.browser.steps import SAMPLES, Page, choose, component, expect, ids, loaded, open_workload

UNKNOWN = "0123456789abcdef01234567"
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


BAD = {
    "?runs=../../etc/passwd": "which is no key",
    "?w=<script>alert(1)</script>": "which is no key",
    f"?w={UNKNOWN}&runs={UNKNOWN}": "not kept on this server",
    f"?runs={UNKNOWN},{UNKNOWN[::-1]}&t0=nan&t1=-1e999&job=-7&base=99": "Nothing is known here of that run",
}


def test_a_bad_link_is_said_and_the_page_stays_usable(page: Page) -> None:
    for query, said in BAD.items():
        page.goto(f"/compare{query}")
        expect(page.get_by_role("main")).to_contain_text(said)
        page.get_by_role("navigation").get_by_role("link", name="Workload").click()
        expect(page.get_by_role("heading", name="Workload", level=1)).to_be_visible()
    choose(page, SAMPLES / "five-jobs.swf")
    loaded(page)


def test_a_workload_that_is_gone_is_said(page: Page) -> None:
    for query in (f"?w={UNKNOWN}", f"?load={UNKNOWN}", "?w=../../etc/passwd"):
        open_workload(page, query)
        expect(component(page, ids.LOAD_STATE)).to_contain_text("open the log again")
        expect(page.get_by_role("button", name="Simulate and compare")).to_be_hidden()


def test_an_address_that_does_not_exist(page: Page, faults: Faults) -> None:
    faults.allow("status of 404", "/no/such/page")
    answer = page.goto("/no/such/page")
    assert answer is not None and answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("No such page")
    page.get_by_role("main").get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", name="Compare", level=1)).to_be_visible()


def test_every_answer_carries_the_security_headers(page: Page) -> None:
    for path in ("/", "/health", "/assets/queuescope.js", "/no/such/page", f"/picture/{UNKNOWN}/real/x.png"):
        headers = page.request.get(path).headers
        assert {name: headers.get(name) for name in HEADERS} == HEADERS, path
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy, path
        scripts = next(rule for rule in policy.split("; ") if rule.startswith("script-src"))
        assert "unsafe" not in scripts, path


def test_health_and_cookie(page: Page, server: Server) -> None:
    assert page.request.get("/health").json()["status"] == "ok"
    page.goto("/divisible")
    cookie = next(cookie for cookie in page.context.cookies() if cookie["name"] == "queuescope")
    assert cookie["httpOnly"] and cookie["sameSite"] == "Lax"


def test_an_upload_from_elsewhere_is_refused(page: Page) -> None:
    answer = page.request.post("/upload", data=b"; UnixStartTime: 0\n")
    assert answer.status == 403
