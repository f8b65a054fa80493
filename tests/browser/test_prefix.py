"""Below a path of another server: a small proxy that serves /lab/queuescope and nothing else, and a person who works there."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import pytest

from layouts import ids
from tests.browser.conftest import Faults, Server, listening
from tests.browser.steps import EASY, FCFS, LATE, SAMPLES, component, expect, finished, loaded, open_tab, simulate
from tests.conftest import HOME, REPOSITORY

PREFIX = "/lab/queuescope"
KEPT = ("connection", "keep-alive", "transfer-encoding", "content-length", "date", "server")     # headers of a connection


class Proxy(NamedTuple):
    """What people see of it, and what was asked for that is not below the prefix."""

    address: str
    outside: list[str]


@pytest.fixture
def proxy(tmp_path) -> Iterator[Proxy]:
    """The program behind a proxy, which hands on what is below the prefix, as it is."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    if (HOME / "compiled").exists():
        (tmp_path / "compiled").symlink_to((HOME / "compiled").resolve(), target_is_directory=True)
    settings = {**os.environ, "QUEUESCOPE_HOME": str(tmp_path), "QUEUESCOPE_PREFIX": f"{PREFIX}/", "PYTHONUNBUFFERED": "1"}
    log = tmp_path / "server.log"
    with log.open("wb") as written:
        process = subprocess.Popen([sys.executable, "app.py", "--port", str(port)], cwd=REPOSITORY, env=settings, stdout=written,
                                   stderr=subprocess.STDOUT)
    front, outside = proxied(port)
    try:
        listening(Server(f"http://127.0.0.1:{port}", process, log))
        yield Proxy(f"http://127.0.0.1:{front.server_port}", outside)
    finally:
        front.shutdown()
        front.server_close()
        process.terminate()
        process.wait(60)


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
            asked = urllib.request.Request(f"http://127.0.0.1:{port}{self.path}", body or None, headers, method=self.command)
            try:
                with urllib.request.build_opener(Stays).open(asked, timeout=120) as answer:
                    self.reply(answer.status, answer.headers, answer.read())
            except urllib.error.HTTPError as error:
                self.reply(error.code, error.headers, error.read())
            except OSError:         # the program has ended
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


def test_a_log_is_compared_below_a_path(page, proxy: Proxy, faults: Faults) -> None:
    root = proxy.address + PREFIX
    page.goto(root)
    assert page.url == f"{root}/"
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=LATE)
    nav = component(page, ids.NAV)
    nav.get_by_role("link", name="Workload").click()
    page.wait_for_url(f"{root}/workload")
    page.locator("input[type=file]").set_input_files(SAMPLES / "steady-load.swf")
    loaded(page, LATE)
    assert page.url.startswith(f"{root}/workload?w=")
    simulate(page, (FCFS, EASY))
    assert page.url.startswith(f"{root}/compare?")
    finished(page, (FCFS, EASY))
    panel = open_tab(page, "schedule")
    image = panel.locator(".js-plotly-plot image").first
    expect(image).to_be_attached(timeout=LATE)
    assert image.get_attribute("href").startswith(("data:", f"{PREFIX}/picture/"))
    cookies = [one for one in page.context.cookies(f"{root}/") if one["name"] == "queuescope"]
    assert [one["path"] for one in cookies] == [f"{PREFIX}/"]
    address = page.url
    page.keyboard.press("g")
    page.keyboard.press("h")
    page.wait_for_url(f"{root}/")
    nav.get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", name=re.compile(f"^{EASY}"))).to_be_visible(timeout=LATE)
    assert page.url.startswith(address.split("&")[0])
    run = re.search(r"runs=([0-9a-f]+)", page.url)
    assert run and page.request.get(f"{root}/export/{run[1]}/jobs.csv").text().startswith("job_id,")
    assert proxy.outside == [] and faults.found == []
