"""Own policy: a student writes, runs and compares a program; hostile programs harm nobody; the worker reaches nothing.

A policy that the owner of the machine keeps as a file is chosen in Add a run by the keyboard alone, in both schemes.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import queuescope
from layouts.topics.own_policy import python_files
from scheduler.results.store import Store
from tests.browser.conftest import FACTOR, Faults, Server, listening
from tests.browser.steps import EASY, FCFS, LATE, SAMPLES, Page, component, expect, finished, ids, until
from tests.browser.test_access import CONTRAST, axe, violations, wear  # noqa: F401 - axe is a fixture
from tests.browser.test_prefix import PREFIX, Proxy, proxy  # noqa: F401 - proxy is a fixture
from tests.cases.server_home import furnished as furnished_home
from tests.conftest import REPOSITORY
from tests.topics.own_policy.below_a_path import run_a_program

PYTHON = 240_000 * FACTOR  # ms that Python may take to load, and a program to run
SAID, STATE, TEXT = "#program-said", "#program-state", "#program-text"


@pytest.fixture
def elsewhere() -> Iterator[tuple[str, list[str]]]:
    """(address, what it was asked for) of another server on this machine."""
    asked: list[str] = []

    class Listener(BaseHTTPRequestHandler):
        def answer(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    for method in ("GET", "POST", "OPTIONS", "HEAD"):
        setattr(Listener, f"do_{method}", Listener.answer)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", asked
    server.shutdown()
    server.server_close()


def opened(page: Page, search: str = "?jobs=sample:five-jobs.swf") -> None:
    page.goto(f"/own-policy{search}")
    expect(page.locator("#program-workload")).to_be_visible(timeout=LATE)
    furnished(page)


def furnished(page: Page) -> None:
    """The script of the page has the text and its buttons: before that a press of Run does nothing."""
    expect(page.locator("#program-lines[data-of]")).to_have_count(1)


def allow(page: Page, seconds: int) -> None:
    """When a program that does not end is ended."""
    page.locator("#program-seconds").select_option(str(seconds))


def run(page: Page, program: str | None = None) -> None:
    """Run a program to its end."""
    if program is not None:
        page.locator(TEXT).fill(program)
    page.get_by_role("button", name="Run", exact=True).click()
    until(page, "() => !document.querySelector('[data-program=run]').disabled", timeout=int(PYTHON))


def test_a_student_writes_a_policy_that_stays_compares_it_and_shares_it(page: Page, axe: str) -> None:  # noqa: F811
    page.goto("/learn")
    page.get_by_role("link", name=re.compile("^Own policy")).click()
    expect(page.locator("#program-workload")).to_contain_text("400 jobs on 64 processors", timeout=LATE)
    furnished(page)
    what_is_written_in_the_middle_stays(page)
    expect(page.locator("#program-workload")).to_contain_text("400 jobs on 64 processors", timeout=LATE)
    begin_with_aging(page)
    expect(page.locator(TEXT)).to_have_value(re.compile("AGING = 2.0"))
    expect(page.locator("#program-name")).to_have_value(re.compile("^Smallest area first"))
    page.locator(TEXT).press("Control+Enter")
    result = page.get_by_role("region", name="The program beside usual policies")
    expect(result.get_by_role("row", name=re.compile("^Smallest area first"))).to_be_visible(timeout=PYTHON)
    for title in (FCFS, EASY):
        expect(result.get_by_role("row", name=re.compile(f"^{title}"))).to_contain_text(
            re.compile(r"min|h \d"), timeout=LATE
        )
    for scheme, rules in (("light", ()), ("dark", [CONTRAST])):  # they differ in colors alone
        page.emulate_media(color_scheme=scheme)
        expect(page.locator(f"html[data-mantine-color-scheme={scheme}]")).to_have_count(1)
        assert {scheme: violations(page, axe, rules)} == {scheme: []}
    shared = page.url
    page.get_by_role("link", name="Compare them").click()
    expect(
        page.get_by_role("heading", name=re.compile(r"^Smallest area first, with aging \(own policy\)"))
    ).to_be_visible(timeout=LATE)
    component(page, ids.SEARCH).fill("job 21")
    component(page, ids.SEARCH).press("Enter")
    expect(page.get_by_text(re.compile("as a program from outside decided: “area"))).to_be_visible(timeout=LATE)
    page.evaluate("() => localStorage.removeItem('queuescope program')")  # as in somebody else's browser
    page.goto("about:blank")
    page.goto(shared)
    expect(page.locator("#program-origin")).to_contain_text("came with the link")
    expect(page.locator(TEXT)).to_have_value(re.compile("AGING = 2.0"))
    expect(page.locator("#program-workload")).to_be_visible(timeout=LATE)
    expect(page.locator(STATE)).to_have_text("")  # and it does not run by itself


def begin_with_aging(page: Page) -> None:
    """Take one of the programs that are offered."""
    page.get_by_role("textbox", name="Begin with").click()
    page.get_by_role("option", name=re.compile("^Smallest area first, with aging")).click()


def what_is_written_in_the_middle_stays(page: Page) -> None:
    """Undo brings it back, and so does a reload."""
    text = page.locator(TEXT)
    before = text.input_value()
    at = before.index("\n") + 1
    text.evaluate("(field, at) => { field.focus(); field.setSelectionRange(at, at); }", at)
    page.keyboard.type("# mine")
    page.keyboard.press("Enter")
    assert text.input_value() == before[:at] + "# mine\n" + before[at:]
    begin_with_aging(page)
    expect(text).to_have_value(re.compile("AGING"))
    text.focus()
    page.keyboard.press("ControlOrMeta+z")
    expect(text).to_have_value(before[:at] + "# mine\n" + before[at:])
    page.reload()
    expect(text).to_have_value(before[:at] + "# mine\n" + before[at:])
    furnished(page)


PLAIN = """
def schedule(now, queue, running, free):
    for job in queue:
        if job.processors > free:
            break
        yield job
        free -= job.processors
"""
ATTEMPTS = (
    """
def attempt(name, act):
    try:
        print(name, "did it", str(act())[:80])
    except BaseException as error:
        print(name, "refused", type(error).__name__)

import js
for one in ("fetch", "eval", "Function", "XMLHttpRequest", "WebSocket", "EventSource", "Worker", "importScripts", "postMessage",
            "indexedDB", "caches", "document", "location", "navigator", "self", "globalThis"):
    attempt("js." + one, lambda: getattr(js, one))
import pyodide_js
from pyodide import code, http
attempt("run_js", lambda: code.run_js("1 + 1"))
attempt("constructor", lambda: pyodide_js.runPython.constructor("return 1")())
for where in ("OWN", "OTHER"):
    attempt("open_url", lambda: http.open_url(where))
    attempt("pyfetch", lambda: http.pyfetch(where).send(None))
    attempt("urllib", lambda: __import__("urllib.request").request.urlopen(where))
    attempt("package", lambda: pyodide_js.loadPackage(where + "a-1.0-py3-none-any.whl") and 1 / 0)
def connect():
    import socket
    one = socket.socket()
    one.connect(("127.0.0.1", PORT))
    one.send(b"GET / HTTP/1.0\\r\\n\\r\\n")
attempt("socket", connect)
attempt("system", lambda: 1 / (__import__("os").system("ls") == 0))
attempt("subprocess", lambda: __import__("subprocess").run(["ls"]))
attempt("fork", lambda: __import__("os").fork())
attempt("thread", lambda: __import__("threading").Thread(target=print).start())
def memory():
    kept = []
    while True:
        kept.append(bytearray(20_000_000))
attempt("memory", memory)
attempt("one large text", lambda: "x" * 10**10)
def again():
    return again()
attempt("recursion", again)
attempt("exit", lambda: __import__("sys").exit())
"""
    + PLAIN
)
FORGED = (
    """
import json
dumps = json.dumps
def forged(value, **more):
    if isinstance(value, dict) and value.get("kind") == "done":
        start = value["start"]
        CHANGE
        value["reasons"], value["reason"] = ["<img src=x>"], [0] * len(start)
    return dumps(value, **more)
json.dumps = forged
"""
    + PLAIN
)
# What a program that has changed its own outcome sends, and what the page says of it.
FORGERIES = {
    "start[2] = 1.0": "Job 3 (line 13) starts at 1 s, before its submission at 7200 s.",
    "start[1] = -5.0": "Job 2 (line 12) starts at -5 s, before its submission",
    "start[:] = [10800.0] * 5": "of 4 processors busy at 10800 s, when job ",
    "start[4] = float('nan')": "Job 5 (line 15) never starts.",
    "start[4] = None": "Job 5 (line 15) never starts.",
    "start[4] = '<b>0</b>'": "Job 5 (line 15) never starts.",
    "start.append(start[0])": "wanted: as many of each.",
    "start.pop()": "wanted: as many of each.",
    "start[:] = []": "wanted: as many of each.",
    "value['start'] = {'0': 1}": "wanted: as many of each.",
    "value['start'] = 'x' * 10 ** 6": "wanted: as many of each.",
    "start *= 10 ** 5": "wanted: as many of each.",
    "value['kind'] = 'progress'": "did not end within 5 s, and was ended",
}
USUAL = "start[2] = 1.0"  # the one of the usual run; all kinds in tests/results/test_foreign_run.py
ATTEMPTED, ESCAPES = 35, 18  # lines that ATTEMPTS prints; what FREE tries
WRONG = """def schedule(now, queue, running, free):
    print("<b>bold</b>", len(queue))
    raise ValueError("<img src=x onerror=alert(1)>")
"""
RECURSIVE = "def schedule(now, queue, running, free):\n    return schedule(now, queue, running, free)\n"
ENDLESS = (
    """
while True:
    print("<script>alert(1)</script>" * 50)
"""
    + PLAIN
)


# What somebody could do who has left Python behind.
FREE = """
const outcome = {};
const attempt = async (name, act) => {
  try { await act(); outcome[name] = 'did it'; } catch (error) { outcome[name] = `refused ${error.name}`; }
};
const socket = address => new Promise((done, failed) => { const one = new WebSocket(address); one.onopen = done; one.onerror = failed; });
self.onmessage = async () => {
  self.onmessage = null;
  await attempt('own page', () => fetch('OWN/health'));
  await attempt('own jobs', () => fetch('OWN/own-policy/jobs.json'));
  await attempt('own post', () => fetch('OWN/own-policy/schedule', {method: 'POST', body: '{}'}));
  await attempt('other host', () => fetch('OTHERx'));
  await attempt('other host without answer', () => fetch('OTHERy', {mode: 'no-cors'}));
  await attempt('parts of the way', () => fetch('OWNFOLDER../../health'));
  await attempt('request', () => new Promise((done, failed) => {
    const one = new XMLHttpRequest(); one.onload = done; one.onerror = () => failed(new TypeError('blocked')); one.open('GET', 'OWN/health'); one.send(); }));
  await attempt('socket', () => socket('OTHERz'.replace('http', 'ws')));
  await attempt('events', () => new Promise((done, failed) => {
    const one = new EventSource('OTHERe'); one.onopen = done; one.onerror = () => failed(new TypeError('blocked')); }));
  await attempt('eval', () => eval('1'));
  await attempt('function', () => new Function('return 1')());
  await attempt('text as code', () => new Promise((done, failed) => {
    setTimeout('self.evaluated = true', 0); setTimeout(() => (self.evaluated ? done() : failed(new TypeError('blocked'))), 200); }));
  await attempt('module of data', () => import('data:text/javascript,1'));
  await attempt('module of a blob', () => import(URL.createObjectURL(new Blob(['1'], {type: 'text/javascript'}))));
  await attempt('module of another host', () => import('OTHERm.js'));
  await attempt('own script', () => import('OWN/assets/queuescope.js'));
  await attempt('worker', () => new Promise((done, failed) => {
    const one = new Worker('OWN/own-policy/worker.js', {type: 'module'}); one.onmessage = done; one.onerror = () => failed(new TypeError('blocked'));
    one.postMessage({}); setTimeout(done, 3000); }));
  await attempt('its files', () => fetch('OWNFOLDERpyodide-lock.json').then(answer => { if (!answer.ok) throw new Error(); }));
  self.postMessage({kind: 'error', sentence: JSON.stringify(outcome), line: 0, trace: ''});
};
"""


@pytest.mark.exhaustive  # a program that is stopped and the headers of its worker are in the usual run
def test_hostile_programs_harm_nobody_and_the_worker_reaches_its_files_alone(
    page: Page, faults: Faults, elsewhere: tuple[str, list[str]], base_url: str
) -> None:
    other, asked = elsewhere
    faults.allow("Content Security Policy|Failed to load|Refused to|violates|blocked|ERR_", "")
    the_worker_reaches_its_files_and_nothing_else(page, other, base_url)
    assert asked == []
    allow(page, 60)  # on a machine that other work keeps busy
    page.locator(TEXT).fill(ENDLESS)
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(SAID)).to_contain_text("[More output is left out.]", timeout=PYTHON)
    assert len(page.locator(SAID).inner_text()) < 25_000
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator(STATE)).to_have_text("Stopped.")
    forged(page, USUAL)
    run(page, WRONG)
    expect(page.locator(SAID)).to_contain_text("Line 3 of program raises")
    expect(page.locator(SAID)).to_contain_text("<b>bold</b> 2")
    expect(page.locator(SAID)).to_contain_text("ValueError: <img src=x onerror=alert(1)>")
    expect(page.locator("#program-lines b")).to_have_text("3")
    assert page.locator("#page img, #page script, #page b:has-text('bold')").count() == 0

    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    run(
        page,
        ATTEMPTS.replace("OWN", f"{base_url}/health")
        .replace("OTHER", other)
        .replace("PORT", other.split(":")[2].strip("/")),
    )
    lines = page.locator(SAID).inner_text().strip().splitlines()
    assert len(lines) == ATTEMPTED and [line for line in lines if "refused" not in line] == []
    expect(page.locator("#program-result")).to_contain_text("keeps every rule", timeout=LATE)
    fetched = {url.removeprefix(base_url) for url in requests if "/_dash" not in url}
    assert "/health" not in fetched and all(
        url.startswith(("/own-policy", python_files.FOLDER, "/runs.json", "/assets")) for url in fetched
    ), fetched
    assert asked == []


def the_worker_reaches_its_files_and_nothing_else(page: Page, other: str, base_url: str) -> None:
    """The script of the worker is another here, with the policy that the server sends."""
    script = FREE.replace("OWNFOLDER", base_url + python_files.FOLDER).replace("OWN", base_url).replace("OTHER", other)

    def answer(route: object) -> None:
        response = route.fetch()  # type: ignore[attr-defined]
        route.fulfill(response=response, body=script)  # type: ignore[attr-defined]

    page.route("**/own-policy/worker.js*", answer, times=1)  # the one that is loaded ahead afterwards is the usual one
    opened(page)
    run(page)
    text = page.locator(SAID).locator("p").inner_text()
    outcomes = dict(re.findall(r'"([^"]+)":"([^"]+)"', text))
    assert len(outcomes) == ESCAPES and outcomes.pop("its files") == "did it"
    assert [name for name, words in outcomes.items() if not words.startswith("refused")] == []


def forged(page: Page, change: str) -> None:
    """Run a program that has changed its own outcome, and read what the page says of it."""
    words = FORGERIES[change]
    run(page, FORGED.replace("CHANGE", change))
    expect(page.locator(SAID)).to_contain_text(words)
    expect(page.locator("#program-result")).to_be_empty()
    if "starts at" in words:
        expect(page.locator(SAID)).to_contain_text("The schedule breaks a rule")
        expect(page.get_by_role("img", name=re.compile(f"^{words[:5]}"))).to_be_visible()
        expect(page.locator(".qs-play-bar.qs-play-marked")).to_have_count(1)


@pytest.mark.exhaustive
def test_every_forgery_is_told_and_what_does_not_end_is_ended(page: Page, faults: Faults) -> None:
    assert ATTEMPTED + ESCAPES + len(FORGERIES) + len((WRONG, ENDLESS, RECURSIVE)) >= 50
    faults.allow("Content Security Policy|Failed to load|Refused to", "")
    opened(page)
    for change, words in FORGERIES.items():
        allow(page, 5 if "within 5 s" in words else 60)
        forged(page, change)
    allow(page, 5)
    run(page, ENDLESS)
    expect(page.locator(SAID)).to_contain_text("did not end within 5 s, and was ended")
    allow(page, 60)
    run(page, RECURSIVE)
    expect(page.locator(SAID)).to_contain_text("RecursionError")
    run(page, PLAIN)
    expect(page.locator("#program-result")).to_contain_text("keeps every rule", timeout=LATE)
    assert page.locator("#page img, #page script").count() == 0


@pytest.mark.exhaustive  # the usual run sees where Python is asked for
def test_own_policies_work_below_a_path(page: Page, proxy: Proxy, faults: Faults) -> None:  # noqa: F811
    root, addresses = proxy.address + PREFIX, []
    page.on("request", lambda request: addresses.append(request.url))
    page.on("worker", lambda worker: addresses.append(worker.url))
    run_a_program(page, root)
    result = page.get_by_role("region", name="The program beside usual policies")
    expect(result.get_by_role("row").nth(2)).to_contain_text(re.compile(r"min|h"), timeout=PYTHON)
    assert any(address.startswith(f"{root}{python_files.FOLDER}") for address in addresses)
    page.get_by_role("link", name="Compare them").click()
    page.wait_for_url(re.compile(re.escape(root) + r"/compare\?"))
    finished(page, (FCFS, EASY))
    assert proxy.outside == [] and faults.found == []


# -- files of the owner of the machine ----------------------------------------------------------------------------------

TITLE = "aging.py (a file of the owner)"


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The program with the policy of the tutorial in QUEUESCOPE_POLICIES; the address of a comparison there."""
    home, mine = furnished_home(tmp_path_factory.mktemp("policy-files")), tmp_path_factory.mktemp("my_policies")
    text = (REPOSITORY / "docs" / "own-policy.md").read_text()
    tutorial = text[text.index("## From nothing") :]
    (mine / "aging.py").write_text(re.findall(r"```python\n(.*?)```", tutorial, re.DOTALL)[0])
    mine.chmod(0o700)
    trace = queuescope.load(SAMPLES / "five-jobs.swf", store=Store(home))
    link = queuescope.compare(trace, ["fcfs", "easy"]).address
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = Path(home) / "server.log"
    settings = {**os.environ, "QUEUESCOPE_HOME": str(home), "QUEUESCOPE_POLICIES": str(mine), "PYTHONUNBUFFERED": "1"}
    with log.open("wb") as written:
        process = subprocess.Popen(
            [sys.executable, "app.py", "--port", str(port)],
            cwd=REPOSITORY,
            env=settings,
            stdout=written,
            stderr=subprocess.STDOUT,
        )
    try:
        listening(Server(f"http://127.0.0.1:{port}", process, log))
        yield f"http://127.0.0.1:{port}{link}"
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.mark.exhaustive  # the usual run reads such files without a browser
def test_a_file_is_run_beside_the_others_by_keyboard(page: Page, faults: Faults, own_server: str, axe: str) -> None:  # noqa: F811
    page.goto(own_server)
    finished(page, (FCFS, EASY))
    page.locator("summary", has_text="Add a run").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("aging.py")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Policy")).to_have_value(TITLE)
    page.get_by_role("button", name="Run it").press("Enter")
    finished(page, (FCFS, EASY, TITLE))
    for scheme, rules in (("light", ()), ("dark", [CONTRAST])):  # they differ in colors alone
        wear(page, scheme)
        assert {scheme: violations(page, axe, rules, f"#{ids.STATES}")} == {scheme: []}
    component(page, ids.SEARCH).focus()
    page.keyboard.type("job 3")
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("“the smallest, at "))).to_be_visible(timeout=LATE)
