"""Below a path of another server: a small proxy that serves /lab/queuescope and nothing else, and a person who works there."""

from __future__ import annotations

import io
import os
import re
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import pytest

from layouts import ids
from tests.browser.conftest import Faults, Server, listening
from tests.browser.steps import EASY, FCFS, LATE, SAMPLES, component, expect, finished, loaded, open_tab, simulate, view
from tests.cases.server_home import furnished
from tests.conftest import REPOSITORY
from tests.topics.parts import of_topics

PREFIX = "/lab/queuescope"
KEPT = ("connection", "keep-alive", "transfer-encoding", "content-length", "date", "server")  # headers of a connection


class Proxy(NamedTuple):
    """What people see of it, and what was asked for that is not below the prefix."""

    address: str
    outside: list[str]


@pytest.fixture(scope="module")
def proxy(tmp_path_factory) -> Iterator[Proxy]:
    """The program behind a proxy, which hands on what is below the prefix, as it is."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = furnished(tmp_path_factory.mktemp("prefix"))
    settings = {**os.environ, "QUEUESCOPE_HOME": str(home), "QUEUESCOPE_PREFIX": f"{PREFIX}/", "PYTHONUNBUFFERED": "1"}
    log = home / "server.log"
    with log.open("wb") as written:
        process = subprocess.Popen(
            [sys.executable, "app.py", "--port", str(port)],
            cwd=REPOSITORY,
            env=settings,
            stdout=written,
            stderr=subprocess.STDOUT,
        )
    front, outside = proxied(port)
    try:
        listening(Server(f"http://127.0.0.1:{port}", process, log))
        yield Proxy(f"http://127.0.0.1:{front.server_port}", outside)
    finally:
        front.shutdown()
        front.server_close()
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def proxied(port: int) -> tuple[ThreadingHTTPServer, list[str]]:
    """A proxy before that port, and the paths it was asked for and does not have."""
    outside: list[str] = []

    class Front(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def pass_on(self) -> None:
            if not f"{self.path.partition('?')[0]}/".startswith(f"{PREFIX}/"):
                outside.append(self.path)
                self.reply(404, {}, b"another program of this host")
                return
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
            asked = urllib.request.Request(
                f"http://127.0.0.1:{port}{self.path}", body or None, headers, method=self.command
            )
            try:
                with urllib.request.build_opener(Stays).open(asked, timeout=120) as answer:
                    self.reply(answer.status, answer.headers, answer.read())
            except urllib.error.HTTPError as error:
                self.reply(error.code, error.headers, error.read())
            except ConnectionError:  # whoever asked has gone
                self.close_connection = True
            except OSError:  # the program has ended
                self.reply(502, {}, b"")

        def reply(self, status: int, headers: Any, body: bytes) -> None:
            self.send_response(status)
            for name, value in headers.items():
                if name.lower() not in KEPT:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    for method in ("GET", "POST", "HEAD"):
        setattr(Front, f"do_{method}", Front.pass_on)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Front)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, outside


class Stays(urllib.request.HTTPRedirectHandler):
    """A redirect is the browser's to follow."""

    def redirect_request(self, *_: object) -> None:
        return None


@pytest.mark.exhaustive  # the usual run opens the sample below a path
def test_a_log_is_compared_below_a_path(page, proxy: Proxy, faults: Faults) -> None:
    root = proxy.address + PREFIX
    assert page.request.get(root).url == f"{root}/"
    page.goto(f"{root}/workload")
    nav = component(page, ids.NAV)
    page.locator("input[type=file]").set_input_files(SAMPLES / "steady-load.swf")
    loaded(page, LATE)
    expect(page).to_have_url(re.compile(re.escape(f"{root}/workload?w=")))
    simulate(page, (FCFS, EASY))
    expect(page).to_have_url(re.compile(re.escape(f"{root}/compare?")))
    finished(page, (FCFS, EASY))
    panel = open_tab(page, "schedule")
    image = panel.locator(".js-plotly-plot image").first
    expect(image).to_have_attribute("href", re.compile(f"^(data:|{PREFIX}/picture/)"), timeout=LATE)
    cookies = [one for one in page.context.cookies(f"{root}/") if one["name"] == "queuescope"]
    assert [one["path"] for one in cookies] == [f"{PREFIX}/"]
    address = page.url
    page.keyboard.press("g")
    page.keyboard.press("h")
    expect(page).to_have_url(f"{root}/")
    expect(
        page.get_by_role("heading", name="What does a scheduler do to the people who wait?", level=1)
    ).to_be_visible()
    nav.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", name=re.compile(f"^{EASY}"))).to_be_visible(timeout=LATE)
    assert page.url.startswith(address.split("&")[0])
    downloads_below_a_path(page)
    assert proxy.outside == [] and faults.found == []


def downloads_below_a_path(page) -> None:
    """What Compare gives away: a figure with the recipe of its jobs, the jobs of a run, a bundle that names its address."""
    open_tab(page, "overview")
    view(page, "Response").get_by_role("button", name="Save").click()
    with page.expect_download(timeout=LATE) as waited:
        page.get_by_role("menuitem", name="SVG: Page").click()
    assert b"queuescope_recipe = 1" in waited.value.path().read_bytes()
    open_tab(page, "numbers")
    with page.expect_download(timeout=LATE) as waited:
        page.get_by_role("region", name="Downloads of each run").get_by_role("link", name="CSV").first.click()
    assert waited.value.path().read_bytes().startswith(b"job_id,")
    with page.expect_download(timeout=LATE) as waited:
        page.get_by_role("button", name="Bundle with the figures").click()
    archive = zipfile.ZipFile(io.BytesIO(waited.value.path().read_bytes()))
    assert f"Shown at: {page.url.split('/compare')[0]}/compare?" in archive.read("README.txt").decode()


def test_the_sample_by_hand_and_topics_work_below_a_path(page, proxy: Proxy, faults: Faults) -> None:
    root = proxy.address + PREFIX
    page.goto(f"{root}/compare")
    open_tab(page, "schedule")
    image = page.locator("#panel-schedule .js-plotly-plot image").first
    expect(image).to_have_attribute("href", re.compile(f"^(data:|{PREFIX}/picture/)"), timeout=LATE)
    page.goto(f"{root}/by-hand")
    expect(page.locator(".hand-panel .hand-bar").first).to_be_visible(timeout=LATE)
    page.locator(f"#{ids.HAND_GRID} .ag-row[row-index='0'] [col-id='processors']").dblclick()
    page.keyboard.press("Control+A")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(re.escape(root) + r"/by-hand\?"))
    for visit in of_topics("below_a_path", "visit"):
        visit(page, root, PREFIX)
    assert proxy.outside == [] and faults.found == []
