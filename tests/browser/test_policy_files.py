"""A policy that the owner of the machine keeps as a file: chosen in Add a run by the keyboard alone, in both schemes."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import queuescope
from scheduler.results.store import Store
from tests.browser.conftest import Faults, Server, listening
from tests.browser.steps import EASY, FCFS, LATE, SAMPLES, Page, component, expect, finished, ids
from tests.browser.test_access import CONTRAST, axe, violations, wear  # noqa: F401 - axe is a fixture
from tests.cases.server_home import furnished
from tests.conftest import REPOSITORY

TITLE = "aging.py (a file of the owner)"


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The program with the policy of the tutorial in QUEUESCOPE_POLICIES; the address of a comparison there."""
    home, mine = furnished(tmp_path_factory.mktemp("policy-files")), tmp_path_factory.mktemp("my_policies")
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
