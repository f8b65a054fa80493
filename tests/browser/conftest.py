"""One running dashboard per test process, and pages on which any error or any foreign request fails the test."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.cases.server_home import furnished
from tests.cases.width import ALL
from tests.conftest import HOME, REPOSITORY, TEST_LOGS

HERE = Path(__file__).parent
# Chromium without its windows draws the same pages in four fifths of the time; --all takes what people use.
SHELL, WHOLE = ("chromium-headless-shell",), ("chromium", "chromium-browser", "google-chrome")
NAMES = WHOLE if ALL else SHELL + WHOLE
SERVER_HOME = HOME / "browser"  # where the program under test keeps all
PATIENCE = 300.0  # s until the program has to listen
FACTOR = float(os.environ.get("QUEUESCOPE_PATIENCE", "1"))  # below 1 while tests are written: those that fail end soon
# ms that every answer of the server takes longer: what a test does not wait for then shows, also on a fast machine.
LATENCY = float(os.environ.get("QUEUESCOPE_LATENCY", "0"))


def chromium() -> str | None:
    """The browser to drive: CHROMIUM, else the first one found."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = None if chromium() else f"no Chromium found: CHROMIUM is not set, and there is no {', no '.join(NAMES)}"
    for item in items:
        if missing and HERE in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=missing))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": chromium(),
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-sync",
            "--disable-background-networking",
            "--disable-component-update",
        ],
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], base_url: str) -> dict[str, Any]:
    return {
        **browser_context_args,
        "base_url": base_url,
        "viewport": {"width": 1280, "height": 720},
        "color_scheme": "light",
        "reduced_motion": "reduce",
    }


@dataclass(frozen=True)
class Server:
    """A running dashboard."""

    address: str
    process: subprocess.Popen
    log: Path


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The program in a process of its own, with the home of this test run and the real logs where they are."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = furnished(SERVER_HOME)
    log = home / "server.log"
    known = {**os.environ, "QUEUESCOPE_HOME": str(home), "PYTHONUNBUFFERED": "1"}
    if TEST_LOGS.is_dir():
        known["QUEUESCOPE_TRACES"] = str(TEST_LOGS)
    with log.open("wb") as written:
        process = subprocess.Popen(
            [sys.executable, "app.py", "--port", str(port)],
            cwd=REPOSITORY,
            env=known,
            stdout=written,
            stderr=subprocess.STDOUT,
        )
    try:
        running = Server(f"http://127.0.0.1:{port}", process, log)
        listening(running)
        yield running
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def listening(running: Server) -> None:
    """Return as soon as /health answers."""
    until = time.monotonic() + PATIENCE
    while running.process.poll() is None and time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"{running.address}/health", timeout=30):
                return
        except (urllib.error.URLError, ConnectionError):
            with contextlib.suppress(subprocess.TimeoutExpired):
                running.process.wait(0.1)  # asking without a break takes the time that the program needs to start
    pytest.fail(f"the program does not listen:\n{running.log.read_text(errors='replace')}")


@pytest.fixture(scope="session")
def base_url(server: Server) -> str:
    return server.address


@dataclass
class Faults:
    """What pages did that no page may do.  Only what a test provokes itself is allowed, by that test."""

    found: list[str] = field(default_factory=list)
    allowed: list[tuple[re.Pattern[str], str]] = field(default_factory=list)

    def allow(self, text: str, address: str) -> None:
        """Expect console errors that match `text` about addresses that contain `address`."""
        self.allowed.append((re.compile(text), address))

    def watch(self, page: Any) -> Any:
        """Collect the faults of a page; the page."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.found.append(f"page error: {error.stack}"))
        page.on("request", lambda request: self._request(request.url))
        if LATENCY:
            delay_answers(page, LATENCY)
        return page

    def _console(self, message: Any) -> None:
        where = str(message.location.get("url", ""))
        expected = any(text.search(message.text) and address in where for text, address in self.allowed)
        if message.type == "error" and not expected:
            self.found.append(f"console: {message.text} ({where})")

    def _request(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("data", "blob") and parts.hostname != "127.0.0.1":
            self.found.append(f"request to another host: {address}")


def delay_answers(page: Any, milliseconds: float) -> None:
    """Let every answer to a page come so much later; it lasts as long as the page does."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1},
    )


@pytest.fixture
def faults() -> Iterator[Faults]:
    """The faults of all pages of a test; there must be none at its end."""
    collected = Faults()
    yield collected
    assert collected.found == []


@pytest.fixture(scope="module")
def lasting() -> Iterator[Faults]:
    """The faults of the pages that the tests of a file share; see `visit`."""
    collected = Faults()
    yield collected
    assert collected.found == []


@pytest.fixture(autouse=True)
def nothing_lasting(lasting: Faults) -> Iterator[None]:
    """A fault of a shared page fails the test in which it happens, not those after it."""
    yield
    found, lasting.found = lasting.found, []
    assert found == []


@pytest.fixture(autouse=True)
def no_fault_of_the_program(server: Server) -> Iterator[None]:
    """A callback or a route that fails writes a numbered fault to the log; the page may hide it, the test may not."""
    before = server.log.stat().st_size
    yield
    with server.log.open("rb") as log:
        log.seek(before)
        written = log.read().decode(errors="replace")
    assert not re.findall(r"queuescope fault [0-9a-f]{6}", written), written[-6_000:]


@pytest.fixture(scope="session")
def warm(
    browser_type: Any,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Any]:
    """A browser with a cache on disk: what the scripts of a page compile to is kept, which halves the time of a page."""
    browser = browser_type.launch_persistent_context(
        tmp_path_factory.mktemp("browser"), **browser_type_launch_args, **browser_context_args
    )
    browser.set_default_timeout(120_000 * FACTOR)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def visit(warm: Any, lasting: Faults, base_url: str) -> Iterator[Callable[[], Any]]:
    """Open a page that the tests of a file share, watched: to load a comparison costs seconds, to look at it does not.

    A test that changes such a page brings it back, or begins by saying what it needs.
    """
    opened = []

    def open_page() -> Any:
        opened.append(lasting.watch(warm.new_page()))
        return opened[-1]

    yield open_page
    for page in opened:
        page.close()
    forget(warm, base_url)


@pytest.fixture
def context(warm: Any, base_url: str) -> Iterator[Any]:
    """That browser, for another visitor: only its cache, and what the tests of the file share, remains after a test."""
    before = list(warm.pages)  # never none: with no page left the browser would end
    yield warm
    for page in warm.pages:
        if page not in before:
            page.close()
    forget(warm, base_url)


def forget(warm: Any, base_url: str) -> None:
    """What a visitor leaves in the browser goes; its cache stays."""
    session = warm.new_cdp_session(warm.pages[0])
    session.send("Storage.clearDataForOrigin", {"origin": base_url, "storageTypes": "cookies,local_storage,indexeddb"})
    session.detach()
    warm.clear_cookies()
    warm.clear_permissions()


@pytest.fixture
def page(context: Any, faults: Faults) -> Any:
    """A page of a visitor of its own, watched."""
    return faults.watch(context.new_page())


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    """Show beside a failure what its pages say, and the end of the server's log."""
    report = (yield).get_result()
    values = getattr(item, "funcargs", {})
    if not report.failed:
        return
    for name, value in values.items():
        if hasattr(value, "is_closed") and not value.is_closed():
            with contextlib.suppress(Exception):  # a page that hangs has nothing to say
                report.sections.append(
                    (f"text of {name}: {value.url}", value.inner_text("body", timeout=2_000)[:6_000])
                )
    running = values.get("server")
    if isinstance(running, Server):
        report.sections.append(("log of the server", running.log.read_text(errors="replace")[-6_000:]))
