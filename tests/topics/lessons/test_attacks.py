"""What once ended a server, sent to a real one: it says why there is no answer, and goes on answering others."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from threading import Thread

import pytest

from scheduler.topics.lessons import lesson_link
from tests.cases.server_home import furnished
from tests.conftest import REPOSITORY

PATIENCE = 300.0  # s an answer may take, whatever else the machine does
CLICKS = 3  # as many as there are page processes
RULE = "tabu period=50000 iterations=1000 most=1000000"
ENDLESS = f"""title = "Long"
goal = "See {{span}}."
misconception = "None."
minutes = 1
place = 1
unit = "h"
processors = 4
rules = ["{RULE}"]
columns = ["submit", "processors", "runtime", "requested_time"]
jobs = [{", ".join(f"[{job}, {1 + job % 4}, {270_000 - job}, 270000]" for job in range(50))}]

[values]
span = {{of = "makespan", rule = "{RULE}"}}

[[steps]]
kind = "look"
rules = ["{RULE}"]
text = "Look."
"""


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Where a server listens whose answers may take two seconds of the processor each."""
    home = furnished(tmp_path_factory.mktemp("attacked"))
    server = subprocess.Popen(
        [sys.executable, "app.py", "--port", "0"],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ
        | {"QUEUESCOPE_HOME": str(home), "QUEUESCOPE_LIMITS": "pages=3 answer=2", "PYTHONUNBUFFERED": "1"},
    )
    assert server.stdout is not None
    said = re.search(r"http://127\.0\.0\.1:(\d+)", server.stdout.readline())
    assert said
    yield int(said[1])
    server.terminate()
    server.communicate()


def get(port: int, path: str, cookie: str = "") -> tuple[int, str, str]:
    """(status, text, cookie) of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path, headers={"Cookie": cookie})
        answer = connection.getresponse()
        return (
            answer.status,
            answer.read().decode("utf-8", "replace"),
            (answer.headers.get("Set-Cookie") or "").partition(";")[0],
        )
    finally:
        connection.close()


def test_a_lesson_in_a_link_that_never_ends_keeps_nobody_waiting(port):
    """620 characters: fifty jobs of 30 years, under a search that would go on for ever."""
    path, mine = f"/lesson-sheet?file={lesson_link.pack(ENDLESS)}", get(port, "/")[2]
    refused: list[tuple[int, str]] = []
    clicks = [Thread(target=lambda: refused.append(get(port, path, mine)[:2])) for _ in range(CLICKS)]
    for click in clicks:
        click.start()
    others = [get(port, "/")[0] for _ in range(CLICKS)]
    assert others == [200] * CLICKS and not refused  # while the first click is still being worked on
    assert get(port, "/health")[0] == 200
    for click in clicks:
        click.join()
    said = {
        400: "takes more than 2 s of the processor",
        503: "This server answers others just now",
    }  # of a slow machine
    assert [status for status, text in refused if said[status] in text].count(400) > 0
    assert len(refused) == CLICKS
    assert get(port, "/", mine)[0] == 200
