"""Page processes end at their limits and are replaced, and no visitor keeps the others waiting."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from layouts.server.refusals import refusal
from layouts.web_processes import page_pool
from layouts.web_processes.page_pool import Busy, Costly, Gone, PagePool, PageProcess
from tests.cases.small_log import is_one_sentence
from tests.web_processes import small_site


@pytest.fixture
def pool(monkeypatch) -> Iterator[PagePool]:
    """Two page processes of the small site; seconds of the processor count, however busy the machine is."""
    monkeypatch.setattr(page_pool, "LONGEST", 120.0)
    pool = PagePool(2, partial(PageProcess, small_site.live))
    yield pool
    for process in pool.idle:
        process.end()


def asked(pool: PagePool, path: str, visitor: str = "ana", address: str = "", query: str = "") -> bytes:
    """The content of an answer."""
    environ = {"PATH_INFO": path, "QUERY_STRING": query, "CONTENT_LENGTH": "0"}
    with pool.process_for(visitor, address or visitor) as process:
        process.send(environ, b"", 1.0)
        head, content = process.received(), b""
        assert b"200 OK" in head
        while piece := process.received():
            content += piece
        assert process.taken() >= 0
    return content


def test_what_takes_too_long_ends_and_the_next_is_answered(pool):
    before = {asked(pool, "/process") for _ in range(4)}
    with pytest.raises(Costly) as said:
        asked(pool, "/costly")
    assert is_one_sentence(str(said.value))
    assert pool.report() == {"processes": 2, "idle": 2, "waiting": 0, "ended": 1}
    after = {asked(pool, "/process", visitor) for visitor in ("ana", "ben")}
    assert len(after - before) == 1  # one in place of the one that ended


def test_compiling_does_not_count(pool):
    assert asked(pool, "/compile") == b"compiled"  # two and a half seconds, where one is allowed
    with pytest.raises(Costly):
        asked(pool, "/costly")


def test_an_answer_takes_only_so_much_memory(pool):
    assert asked(pool, "/memory") == b"refused"


def test_a_process_that_ended_is_no_fault_of_the_next_request(pool):
    number = int(asked(pool, "/process"))
    os.kill(number, signal.SIGKILL)
    next(one for one in pool.idle if one.process.pid == number).process.join()
    assert int(asked(pool, "/process")) != number
    with pytest.raises(Gone):
        asked(pool, "/end")
    assert asked(pool, "/process")


def ask_and_hang(pool: PagePool, visitor: str, fifo: Path) -> None:
    """Ask for what never comes, from one address, until the process that works on it is ended."""
    with suppress(Gone):
        asked(pool, "/fifo", visitor, "school", str(fifo))


def test_a_visitor_has_half_and_an_address_all_but_one(tmp_path, monkeypatch):
    """Of four processes: two of Ana's requests hang, a third one waits; one of her neighbor's is answered meanwhile."""
    pool, fifos = PagePool(4, partial(PageProcess, small_site.live)), [tmp_path / "a", tmp_path / "b", tmp_path / "c"]
    monkeypatch.setattr(page_pool, "PATIENCE", 0.2)

    def hang(visitor: str, fifo: Path) -> int:
        """The process of a request that hangs."""
        os.mkfifo(fifo)
        Thread(target=ask_and_hang, args=(pool, visitor, fifo)).start()
        return int(fifo.read_text())

    hanging = [hang("ana", fifos[0]), hang("ana", fifos[1])]
    with pytest.raises(Busy) as said:
        asked(pool, "/process", "ana", "school")
    assert is_one_sentence(str(said.value))
    assert asked(pool, "/process", "ben", "school")
    hanging.append(hang("ben", fifos[2]))
    with pytest.raises(Busy):
        asked(pool, "/process", "cem", "school")
    assert asked(pool, "/process", "dora", "elsewhere")
    monkeypatch.setattr(page_pool, "PATIENCE", 60.0)
    for number in hanging:
        os.kill(number, signal.SIGKILL)
    assert asked(pool, "/process", "ana", "school")


def test_an_answer_nobody_reads_to_its_end_frees_its_place(pool):
    with pytest.raises(KeyboardInterrupt), pool.process_for("ana", "ana") as process:
        process.send({"PATH_INFO": "/large", "QUERY_STRING": ""}, b"", 1.0)
        process.received()
        raise KeyboardInterrupt
    assert pool.report()["idle"] == 2
    assert asked(pool, "/process")


def test_where_no_other_process_begins_a_request_reads_so_until_one_does(pool, monkeypatch):
    for process in pool.idle:
        process.end()
    begin = pool.begin
    monkeypatch.setattr(pool, "begin", lambda: PageProcess(small_site.cannot_begin))
    with pytest.raises(Gone) as said:
        asked(pool, "/process")
    assert is_one_sentence(str(said.value))
    monkeypatch.setattr(pool, "begin", begin)
    assert int(asked(pool, "/process")) > 0


@pytest.mark.parametrize(
    ("life", "reason"),
    [
        (small_site.cannot_begin, r"^The folder of all data cannot be written"),
        (small_site.ends_at_once, r"^A page process ended before it was ready; try it again"),
    ],
)
def test_a_process_that_cannot_begin_says_why_and_that_it_is_worth_another_try(life, reason):
    with pytest.raises(Gone, match=reason) as said:
        PageProcess(life)
    assert refusal(said.value, of_script=False).status_code == 503


def test_only_so_many_requests_of_a_visitor_wait(tmp_path, monkeypatch):
    """Of those who come without a cookie nobody is told from the others of the address, so they are not counted so."""
    pool = PagePool(1, partial(PageProcess, small_site.live))
    monkeypatch.setattr(page_pool, "OF_VISITOR", 1)
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    Thread(target=ask_and_hang, args=(pool, "ana", fifo)).start()
    number = int(fifo.read_text())
    waiting = [
        Thread(target=asked, args=(pool, "/process", visitor, "school")) for visitor in ("ana", "school", "school")
    ]
    for thread in waiting:
        thread.start()
    until_waiting(pool, 3)
    with pytest.raises(Busy) as said:
        asked(pool, "/process", "ana", "school")
    assert is_one_sentence(str(said.value))
    os.kill(number, signal.SIGKILL)
    for thread in waiting:
        thread.join(60)
    assert pool.report() == {"processes": 1, "idle": 1, "waiting": 0, "ended": 1}


def until_waiting(pool: PagePool, count: int) -> None:
    """Return as soon as so many wait."""
    while pool.report()["waiting"] < count:
        os.sched_yield()
