"""Runs under way: progress, cancelling, a worker that is killed, answers that are lost - and nothing stays stuck."""

from __future__ import annotations

import re
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

import psutil
import pytest

from tests.browser.conftest import HOME, Faults, Server, delay_answers
from tests.browser.steps import (
    BACKFILL,
    EASY,
    LATE,
    Page,
    component,
    expect,
    finished,
    heavy,
    ids,
    loaded,
    run,
    simulate,
    until,
)

if TYPE_CHECKING:
    from playwright.sync_api import Route

PERCENT = """name => [...document.querySelectorAll('article[aria-label] [role=progressbar]')].some(bar =>
    bar.closest('article').getAttribute('aria-label').endsWith(name) && Number(bar.getAttribute('aria-valuenow')) > 0)"""
LOST = 3  # answers in a row


@pytest.fixture(scope="module")
def busy(visit: Callable[[], Page]) -> str:
    """The address of a workload whose runs take some seconds."""
    return heavy(visit(), 101)


def under_way(page: Page, address: str, policy: str) -> None:
    """A run that takes some seconds, and has begun."""
    page.goto(address)
    loaded(page)
    simulate(page, (policy,))
    until(page, PERCENT, policy, LATE)


def workers(server: Server) -> list[psutil.Process]:
    """The processes that work on runs: started by the fork server, which the program started."""
    working = []
    for child in psutil.Process(server.process.pid).children():
        with suppress(psutil.NoSuchProcess):
            working += child.children()
    return working


@contextmanager
def stopped(server: Server) -> Iterator[None]:
    """The workers stand still, none of them in the middle of writing to the registry, which would stop everybody."""
    registry = sqlite3.connect(HOME / "browser" / "jobs" / "cache.db", timeout=0, isolation_level=None)
    still: list[psutil.Process] = []
    with closing(registry):
        while not still:
            still = workers(server)
            assert still, "the run ended before its worker could be stopped"
            for worker in still:
                with suppress(psutil.NoSuchProcess):
                    worker.suspend()
            try:
                registry.execute("BEGIN IMMEDIATE")
                registry.execute("ROLLBACK")
            except sqlite3.OperationalError:
                resume(still)
                still = []
    try:
        yield
    finally:
        resume(still)


def resume(still: list[psutil.Process]) -> None:
    for worker in still:
        with suppress(psutil.NoSuchProcess):  # it had ended when it was to be stopped
            worker.resume()


def test_a_run_is_cancelled_and_run_again_and_its_worker_killed(page: Page, busy: str, server: Server) -> None:
    under_way(page, busy, BACKFILL)
    card, bar = run(page, BACKFILL), run(page, BACKFILL).get_by_role("progressbar")
    expect(bar).to_be_visible()
    expect(card).to_contain_text(re.compile(r"\d+ %"))
    card.get_by_role("button", name="Cancel").click()
    expect(card).to_contain_text("Cancelled")
    expect(bar).to_have_count(0)
    card.get_by_role("button", name="Run again").click()
    until(page, PERCENT, BACKFILL, LATE)

    killed = workers(server)
    assert killed
    for worker in killed:
        with suppress(psutil.NoSuchProcess):
            worker.send_signal(signal.SIGKILL)
    expect(card).to_contain_text("run it again", timeout=LATE)
    card.get_by_role("button", name="Run again").click()
    until(page, PERCENT, BACKFILL, LATE)
    card.get_by_role("button", name="Cancel").click()
    expect(card).to_contain_text("Cancelled")
    page.get_by_role("link", name="Home", exact=True).click()
    expect(page.get_by_role("heading", name="What does a scheduler do", level=1)).to_be_visible()


def test_a_reload_follows_a_run_and_a_known_run_answers_at_once(page: Page, busy: str, server: Server) -> None:
    under_way(page, busy, EASY)
    with stopped(server):
        page.reload()
        until(page, PERCENT, EASY)
    finished(page, (EASY,))
    page.get_by_role("link", name="its workload").click()
    loaded(page)
    simulate(page, (EASY,))
    expect(run(page, EASY)).to_contain_text("Audit passed")


@pytest.mark.parametrize("milliseconds", [0, 300])  # until an answer comes, if one does
def test_lost_answers_do_not_stop_a_run(page: Page, busy: str, faults: Faults, milliseconds: int) -> None:
    """For a while every answer is lost, on the way and then in a proxy, while a run is under way; then it all goes on."""
    faults.allow(r"ERR_FAILED|status of 502|Failed to fetch|[Cc]allback", "")
    asked: list[str] = []

    def lose(route: Route) -> None:
        watching = f'"{ids.WATCH}.n_intervals"' in (route.request.post_data or "")
        asked.extend([route.request.url] * watching)
        if not watching or len(asked) > 2 * LOST:
            route.continue_()
        elif len(asked) <= LOST:
            route.abort()
        else:
            route.fulfill(status=502, body="Bad gateway")

    page.goto(busy)
    loaded(page)
    if milliseconds:
        delay_answers(page, milliseconds)
    page.route("**/_dash-update-component*", lose)
    simulate(page, (BACKFILL,))
    finished(page, (BACKFILL,))
    assert len(asked) > 2 * LOST
    expect(component(page, ids.STATES).get_by_role("progressbar")).to_have_count(0)
