"""Users share many workers by the number of runs under way, whoever asks for how much and how long runs take."""

from __future__ import annotations

import heapq
from collections import Counter
from math import ceil

import pytest

from scheduler.results.queue.fair_order import Wish, order

USERS, EACH = 100, 3


@pytest.mark.parametrize("places", [50, 100, 200])
def test_nobody_has_more_than_one_and_a_half_times_the_fair_share(places):
    waiting = {
        f"{user}.{run}": Wish(f"{user}.{run}", f"u{user}", float(run), float(1 + (7 * user + 3 * run) % 11))
        for user in range(USERS)
        for run in range(EACH)
    }
    running: list[tuple[float, str, str]] = []
    served: dict[str, float] = {}
    now, most = 0.0, 0.0
    while waiting or running:
        while waiting and len(running) < places:
            at_work = Counter(visitor for _, _, visitor in running)
            wish = order(waiting.values(), at_work, served)[0]
            del waiting[wish.key]
            served[wish.visitor] = now
            heapq.heappush(running, (now + wish.seconds, wish.key, wish.visitor))
        wanting = {wish.visitor for wish in waiting.values()} | {visitor for _, _, visitor in running}
        if waiting:
            share = ceil(places / len(wanting))  # of whole runs
            most = max(most, max(Counter(visitor for _, _, visitor in running).values()) / share)
        now = heapq.heappop(running)[0]
    assert 0 < most <= 1.5


def test_who_asks_for_much_gets_the_second_after_everybodys_first_and_sweeps_come_last():
    wishes = [Wish(f"a{number}", "a", 0.0, 1.0) for number in range(50)]
    wishes += [Wish(f"u{user}", f"u{user}", 1.0, 1.0) for user in range(9)]
    wishes += [Wish(f"s{number}", "sweep x", 0.0, 1.0, background=True) for number in range(5)]
    planned = [wish.key for wish in order(wishes, {}, {})]
    assert planned[0] == "a0" and set(planned[1:10]) == {f"u{user}" for user in range(9)} and planned[10] == "a1"
    assert planned[-5:] == [f"s{number}" for number in range(5)]
