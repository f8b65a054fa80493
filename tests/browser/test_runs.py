"""Runs under way: progress, cancelling, a worker that is killed, answers that are lost - and nothing stays stuck."""

from __future__ import annotations

import re
import signal
from contextlib import suppress
from typing import TYPE_CHECKING

import psutil
import pytest

from tests.browser.conftest import Faults, Server
from tests.browser.steps import (
    BACKFILL,
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
LOST = 3        # answers in a row


def under_way(page: Page, seed: int) -> None:
    """A run that takes some seconds, and has begun."""
    heavy(page, seed)
    simulate(page, (BACKFILL,))
    until(page, PERCENT, BACKFILL, LATE)


def test_progress_is_told_and_a_cancelled_run_can_be_run_again(page: Page) -> None:
    under_way(page, 101)
    bar = run(page, BACKFILL).get_by_role("progressbar")
    expect(bar).to_be_visible()
    expect(run(page, BACKFILL)).to_contain_text(re.compile(r"\d+ %"))
    run(page, BACKFILL).get_by_role("button", name="Cancel").click()
    expect(run(page, BACKFILL)).to_contain_text("Cancelled")
    expect(bar).to_have_count(0)
    run(page, BACKFILL).get_by_role("button", name="Run again").click()
    expect(run(page, BACKFILL).get_by_role("progressbar")).to_be_visible()
    run(page, BACKFILL).get_by_role("button", name="Cancel").click()
    expect(run(page, BACKFILL)).to_contain_text("Cancelled")


def test_a_reload_follows_a_run_and_a_known_run_answers_at_once(page: Page) -> None:
    under_way(page, 102)
    page.reload()
    until(page, PERCENT, BACKFILL)
    finished(page, (BACKFILL,))
    page.get_by_role("link", name="its workload").click()
    loaded(page)
    simulate(page, (BACKFILL,))
    expect(run(page, BACKFILL)).to_contain_text("Audit passed")


def workers(server: Server) -> list[psutil.Process]:
    """The processes that work on runs: started by the fork server, which the program started."""
    return [worker for child in psutil.Process(server.process.pid).children() for worker in child.children()]


def test_a_killed_worker_is_said_and_the_run_can_be_run_again(page: Page, server: Server, faults: Faults) -> None:
    faults.allow(r"status of 500|ended without an answer", "")      # Dash reports the death of its callback
    under_way(page, 103)
    killed = workers(server)
    assert killed
    for worker in killed:
        with suppress(psutil.NoSuchProcess):
            worker.send_signal(signal.SIGKILL)
    expect(run(page, BACKFILL)).to_contain_text("run it again", timeout=LATE)
    run(page, BACKFILL).get_by_role("button", name="Run again").click()
    until(page, PERCENT, BACKFILL, LATE)
    run(page, BACKFILL).get_by_role("button", name="Cancel").click()
    expect(run(page, BACKFILL)).to_contain_text("Cancelled")
    page.get_by_role("link", name="Home", exact=True).click()
    expect(page.get_by_role("button", name="Why do they disagree?")).to_be_visible()


@pytest.mark.parametrize(("how", "seed"), [("failed", 104), ("502", 105)])
def test_lost_answers_do_not_stop_a_run(page: Page, faults: Faults, how: str, seed: int) -> None:
    """For a while every answer is lost, on the way or in a proxy, while a run is under way; then it all goes on."""
    faults.allow(r"ERR_FAILED|status of 502|Failed to fetch|[Cc]allback", "")
    heavy(page, seed)
    asked: list[str] = []

    def lose(route: Route) -> None:
        watching = f'"{ids.WATCH}.n_intervals"' in (route.request.post_data or "") or "cacheKey" in route.request.url
        asked.extend([route.request.url] * watching)
        if not watching or len(asked) > LOST:
            route.continue_()
        elif how == "failed":
            route.abort()
        else:
            route.fulfill(status=502, body="Bad gateway")

    page.route("**/_dash-update-component*", lose)
    simulate(page, (BACKFILL,))
    finished(page, (BACKFILL,))
    assert len(asked) > LOST
    expect(component(page, ids.STATES).get_by_role("progressbar")).to_have_count(0)
