"""Runs under way: progress, cancelling, a worker that is killed, answers that are lost - and nothing stays stuck."""

from __future__ import annotations

import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

import psutil
import pytest

import queuescope
from layouts.pages.compare.compare_page import TICK
from scheduler.results.store import Store
from tests.browser.conftest import SERVER_HOME, Faults, Server, delay_answers
from tests.browser.steps import (
    BACKFILL,
    EASY,
    LATE,
    Page,
    component,
    expect,
    finished,
    ids,
    loaded,
    run,
    simulate,
    until,
)
from tests.browser.test_what_if import no_new_workers

if TYPE_CHECKING:
    from playwright.sync_api import Request, Route

PERCENT = """name => [...document.querySelectorAll('article[aria-label] [role=progressbar]')].some(bar =>
    bar.closest('article').getAttribute('aria-label').endsWith(name) && Number(bar.getAttribute('aria-valuenow')) > 0)"""
LOST = 3  # answers in a row
CALLS = "**/_dash-update-component*"


def under_way(page: Page, address: str, policy: str) -> None:
    """A run that takes some seconds, and has begun."""
    page.goto(address)
    loaded(page)
    simulate(page, (policy,))
    until(page, PERCENT, policy, LATE)


def workers(server: Server) -> list[psutil.Process]:
    """The processes that work on runs: started by the fork server as page processes are, but give way to those."""
    program = psutil.Process(server.process.pid)
    working = []
    for child in program.children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if child.nice() > program.nice():
                working.append(child)
    return working


@contextmanager
def stopped(server: Server) -> Iterator[None]:
    """The workers stand still, none of them in the middle of writing to the registry, which would stop everybody."""
    registry = sqlite3.connect(SERVER_HOME / "jobs" / "cache.db", timeout=0, isolation_level=None)
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


def test_a_run_is_followed_cancelled_run_again_and_its_worker_killed(page: Page, server: Server) -> None:
    trace = queuescope.generate("poisson", 101, store=Store(SERVER_HOME), jobs=120_000, load=10)
    under_way(page, f"/workload?w={trace.key}", BACKFILL)
    card, bar = run(page, BACKFILL), run(page, BACKFILL).get_by_role("progressbar")
    expect(bar).to_be_visible()
    expect(card).to_contain_text(re.compile(r"\d+ %"))
    with stopped(server):
        page.reload()
        until(page, PERCENT, BACKFILL)
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


@pytest.mark.exhaustive  # the usual run loses answers in test_unanswered
def test_lost_answers_do_not_stop_a_run(page: Page, server: Server, faults: Faults) -> None:
    """For a while every answer is lost, on the way and then in a proxy, while a run is awaited; then it all goes on.

    Each answer takes longer than from tick to tick, so that what is under way is asked for again before it is answered.
    """
    faults.allow(r"ERR_FAILED|status of 502|Failed to fetch|[Cc]allback", "")
    few = queuescope.generate("poisson", 102, store=Store(SERVER_HOME), jobs=8, load=1)
    page.goto(f"/workload?w={few.key}")
    loaded(page)
    delay_answers(page, 2 * TICK)
    lose_answers(page, server, EASY)


def lose_answers(page: Page, server: Server, policy: str) -> None:
    """Of those about a run that is not begun before answers come again."""
    asked: list[str] = []

    def lose(route: Route) -> None:
        if not watches(route.request):
            route.fallback()
            return
        asked.append(route.request.url)
        if len(asked) <= LOST:
            route.abort()
        elif len(asked) <= 2 * LOST:
            route.fulfill(status=502, body="Bad gateway")
        else:
            route.continue_()

    page.route(CALLS, lose)
    with no_new_workers(server), page.expect_response(lambda answer: answer.ok and watches(answer.request)):
        simulate(page, (policy,))
    finished(page, (policy,))
    assert len(asked) > 2 * LOST
    page.unroute(CALLS, lose)
    expect(component(page, ids.STATES).get_by_role("progressbar")).to_have_count(0)


def watches(request: Request) -> bool:
    """Whether a request asks how far the runs are."""
    return f'"{ids.WATCH}.n_intervals"' in (request.post_data or "")
