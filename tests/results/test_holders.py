"""For whom something is kept: whoever floods the store loses what is his own, and may have so much made for him."""

from __future__ import annotations

import gzip
import os
from itertools import count
from pathlib import Path

import pytest
from flask import Flask, session

from layouts.frame import openings
from layouts.frame.callbacks import Services, load_spec, run_spec, start
from layouts.server import web
from layouts.server.background import fork, prepare_workers
from scheduler.errors import Refused
from scheduler.model.table import Table
from scheduler.results import folders, specs
from scheduler.results.folders import Entry, eviction_order
from scheduler.results.holders import NOBODY, Holder, Holders, network
from scheduler.results.limits import LONG, VISITORS, Limits, Quota
from scheduler.results.queue import runs as runs_module
from scheduler.results.queue.processes import handle
from scheduler.results.queue.runs import Runs
from scheduler.results.store import KINDS, Store
from tests.cases.asking import asking
from tests.cases.small_log import is_one_sentence

ANN, BOB, ANN_AT_HOME = asking("ann"), asking("bob"), asking("ann", "198.51.100.9")
SAMPLE = {"do": "load", "source": {"kind": "sample", "name": "five-jobs.swf"}}
LINE = b"1 1 1 1 1 -1 -1 1 1 -1 1 1 1 1 1 1 -1 -1\n"


def flood(number: int, jobs: int = 2_000) -> bytes:
    """A small file that becomes large tables; another one for each number."""
    return gzip.compress(f"; MaxProcs: 4\n; Note: {number}\n".encode() + LINE * jobs, mtime=0)


def opened(runs: Runs, content: bytes, holder: Holder, name: str = "a.swf.gz") -> str:
    """The key of the workload of a file that somebody sent and opened."""
    upload = runs.store.held_by(holder).save_upload([content], name)
    return worked(runs, load_spec({"kind": "upload", "key": upload.key, "name": name}, {}), holder)


def worked(runs: Runs, spec: dict, holder: Holder) -> str:
    (ticket,) = runs.submit([spec], holder.visitor, holder)
    runs.work([ticket.key])
    assert runs.status(ticket.key).state == "done", runs.status(ticket.key).message
    return runs.result(ticket.key)


def entry(name: str, used: float, size: int, holder: Holder, is_in_use: bool = False) -> Entry:
    return Entry(used, size, Path(name), holder, is_in_use)


# ---- who goes first -------------------------------------------------------------------------------------------------


def test_of_who_has_most_the_oldest_goes_again_and_again():
    entries = [
        entry("shared", 1, 50, NOBODY),
        entry("home", 2, 70, ANN_AT_HOME),
        entry("ann new", 9, 40, ANN),
        entry("ann old", 8, 40, ANN),
        entry("bob", 3, 30, BOB),
        entry("bob in use", 0, 30, BOB, True),
    ]
    # One address has 140: ann 80, bob 60; then 100: ann 40, bob 60; then 70, as much as that of ann at home.
    names = [one.path.name for one in eviction_order(entries)]
    assert names[:2] == ["ann old", "bob"] and sorted(names[2:4]) == ["ann new", "home"] and names[4:] == ["shared"]


def test_a_flood_pushes_out_what_is_its_own(tmp_path: Path):
    """13 files, each of some kB, of somebody with a new cookie for each, become ten times what a server keeps."""
    wide = Runs(Store(tmp_path))
    early = [opened(wide, flood(100 + number, 50), holder) for number, holder in enumerate((ANN, BOB, ANN_AT_HOME))]
    others = [
        worked(wide, run_spec(key, "easy"), holder) for key, holder in zip(early, (ANN, BOB, ANN_AT_HOME), strict=True)
    ]
    before = sum(folders.size(tmp_path / kind) for kind in KINDS)
    opened(wide, flood(0), asking("flood 0", "203.0.113.5"))
    one = sum(folders.size(tmp_path / kind) for kind in KINDS) - before
    assert one > 800 * len(flood(0))
    runs = Runs(Store(tmp_path, Limits(stored=before + 2 * one)))
    for number in range(1, 13):
        opened(runs, flood(number), asking(f"flood {number}", "203.0.113.5"))
    assert all(runs.store.has_workload(key) for key in early) and all(runs.store.has_run(key) for key in others)
    assert sum(folders.size(tmp_path / kind) for kind in KINDS) <= runs.store.limits.stored
    assert len(list((tmp_path / "workloads").iterdir())) in (3 + 1, 3 + 2)  # of the flood the last ones


def test_what_is_asked_for_at_two_addresses_is_nobodys(tmp_path: Path):
    runs = Runs(Store(tmp_path))
    workload, holders = opened(runs, flood(1, 9), ANN), runs.store.holders
    run = worked(runs, run_spec(workload, "easy"), ANN)
    (load,) = (path.name for path in (tmp_path / "loads").iterdir())
    (upload,) = (path.name for path in (tmp_path / "uploads").iterdir())
    keys = (upload, load, workload, run)
    assert [holders.of(key) for key in keys] == [ANN] * 4
    opened(runs, flood(1, 9), BOB)
    worked(runs, run_spec(workload, "easy"), BOB)
    assert [holders.of(key) for key in keys] == [Holder(ANN.address)] * 4
    opened(runs, flood(1, 9), ANN_AT_HOME)
    worked(runs, run_spec(workload, "easy"), ANN_AT_HOME)
    assert [holders.of(key) for key in keys] == [NOBODY] * 4
    opened(runs, flood(1, 9), ANN)
    assert [holders.of(key) for key in keys] == [NOBODY] * 4


def test_who_simulates_the_jobs_of_another_address_shares_them(tmp_path: Path):
    runs = Runs(Store(tmp_path))
    workload = opened(runs, flood(1, 9), ANN)
    run = worked(runs, run_spec(workload, "easy"), ANN_AT_HOME)
    assert runs.store.holders.of(workload) == NOBODY and runs.store.holders.of(run) == ANN_AT_HOME


def test_an_older_home_goes_on_and_its_entries_are_nobodys(tmp_path: Path):
    old = Runs(Store(tmp_path))
    workload = opened(old, flood(1, 9), NOBODY)
    (tmp_path / "holders").rmdir()
    runs = Runs(Store(tmp_path))
    assert opened(runs, flood(1, 9), ANN) == workload and runs.store.holders.of(workload) == NOBODY
    assert runs.store.has_workload(workload)


def test_what_is_gone_is_held_by_nobody(tmp_path: Path):
    runs = Runs(Store(tmp_path))
    opened(runs, flood(1, 9), ANN)
    upload = next(runs.store.holders.keys())
    runs.store.holders.set("f" * 24, ANN)  # an entry that vanished in another way
    assert len(list(runs.store.holders.keys())) > 3 and upload
    assert runs.store.room.make(runs.store.in_use) == []
    assert runs.store.holders.of("f" * 24) == NOBODY
    tight = Store(tmp_path, Limits(stored=1))
    assert len(tight.room.make(tight.in_use)) >= 3 and list(tight.holders.keys()) == []


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"ann 192.0.2.1", b"a" * 24, b"a" * 24 + b" " + b"g" * 24])
def test_what_another_program_wrote_names_nobody(tmp_path: Path, content: bytes):
    (tmp_path / "key").write_bytes(content)
    assert Holders(tmp_path).of("key") == NOBODY


# ---- who asks -------------------------------------------------------------------------------------------------------


def test_cookies_and_addresses_are_kept_as_hashes(tmp_path: Path):
    runs = Runs(Store(tmp_path))
    opened(runs, flood(1, 9), ANN)
    files = [path for kind in ("holders", VISITORS) for path in (tmp_path / kind).iterdir()]
    assert {path.name for path in (tmp_path / VISITORS).iterdir()} == {ANN.visitor, ANN.address}
    assert files and not any(
        word in path.read_bytes() + path.name.encode() for path in files for word in (b"ann", b"192.0.2")
    )
    assert Holder.of("ann", "192.0.2.1", b"another secret").address != ANN.address


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_all_addresses_of_one_line_count_as_one(address: str, counts_as: str):
    assert network(address) == counts_as


def test_who_has_no_address_is_known_by_the_cookie_alone():
    assert asking("ann", "").address != asking("bob", "").address


@pytest.mark.parametrize("secret", ["a text", b"bytes"])
def test_a_request_says_who_holds_what_it_makes(secret: str | bytes):
    server = Flask(__name__)
    server.secret_key = secret
    origin = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "192.0.2.7"}
    with server.test_request_context(environ_base=origin):
        mine = web.holder()
        assert mine == web.holder() and mine.visitor and mine.address
    with server.test_request_context(environ_base=origin):
        assert web.holder() == mine  # who sends no cookie
    with server.test_request_context(environ_base=origin):
        session[web.VISITOR] = "a cookie"
        assert web.holder().address == mine.address and web.holder().visitor != mine.visitor
    assert web.holder() == NOBODY


# ---- on whose behalf it is made -------------------------------------------------------------------------------------


def test_a_worker_process_makes_it_for_who_asked(tmp_path: Path):
    runs = Runs(Store(tmp_path))
    (ticket,) = runs.submit([SAMPLE], "ann", ANN)
    owner = runs.jobs.take(ticket.key, handle())
    prepare_workers(("scheduler.results.queue.runs",))
    process = fork(runs_module.work_off, str(tmp_path), ticket.key, owner)
    process.join(120)
    assert runs.status(ticket.key).state == "done"
    workload = runs.result(ticket.key)
    assert runs.store.holders.of(ticket.key) == runs.store.holders.of(workload) == ANN
    assert runs.store.quota.used(ANN.visitor) >= folders.size(tmp_path / "workloads" / workload)


def test_what_a_page_makes_is_for_who_asked(tmp_path: Path):
    store = Store(tmp_path)
    services = Services(tmp_path, store, Runs(store))
    server = Flask(__name__)
    server.secret_key = "secret"
    spec = specs.check(SAMPLE, store)
    with server.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.7"}):
        workload, mine = openings.load_now(services, spec), web.holder()
        started = start(services, [run_spec(workload, "easy")])
        services.runs.work(started.keys)
        assert store.holders.of(workload) == store.holders.of(started.keys[0]) == mine != NOBODY
    with server.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.8"}):
        start(services, [run_spec(workload, "easy")])
        assert store.holders.of(workload) == store.holders.of(started.keys[0]) == NOBODY
        store.limits = Limits(visitor_kept=1)
        store.held_by(web.holder()).save_upload([b"; a log\n"], "a.swf")
        with pytest.raises(Refused, match="visitor_kept"):
            openings.load_now(services, spec)


def test_who_asks_is_no_part_of_the_key(tmp_path: Path):
    runs = Runs(Store(tmp_path))
    workload = opened(runs, flood(1, 9), ANN)
    (first,) = runs.submit([run_spec(workload, "easy")], "ann", ANN)
    (second,) = runs.submit([run_spec(workload, "easy")], "bob", ANN_AT_HOME)
    assert first.key == second.key and not second.fresh


def test_everything_that_is_made_counts_for_who_asked(tmp_path: Path):
    runs = Runs(Store(tmp_path))
    workload = opened(runs, flood(1, 9), ANN)
    run = worked(runs, run_spec(workload, "easy"), ANN)
    worked(runs, {"do": "fair_start", "run": run}, ANN)
    worked(runs, {"do": "replicas", "runs": [run], "replicas": 3, "shake": 60}, ANN)
    table = Table.of("places", segment=[0], first=[0], count=[2], tasks=[1])
    runs.store.derived(run, "places", lambda schedule: table, runs.store.schedule(run))  # for a picture anybody sees
    total = sum(folders.size(tmp_path / kind) for kind in KINDS)
    used = runs.store.quota.used(ANN.visitor)
    assert used == runs.store.quota.used(ANN.address) == total and total > 20 * len(flood(1, 9))
    assert {runs.store.holders.of(path.name) for kind in KINDS for path in (tmp_path / kind).iterdir()} == {ANN}


# ---- how much -------------------------------------------------------------------------------------------------------


def test_a_small_file_that_becomes_large_uses_up_what_one_may_have(tmp_path: Path):
    runs = Runs(Store(tmp_path, Limits(visitor_kept=300_000, address_kept=500_000)))
    workload = opened(runs, flood(0, 9), ANN)
    worked(runs, run_spec(workload, "easy"), ANN)
    opened(runs, flood(1), ANN)
    for act in (
        lambda: opened(runs, flood(2), ANN),
        lambda: runs.submit([run_spec(workload, "fcfs")], "ann", ANN),
        lambda: opened(runs, flood(2), ANN_AT_HOME),
    ):
        with pytest.raises(Refused, match=r"For you .* for one visitor; go on tomorrow") as refused:
            act()
        assert is_one_sentence(str(refused.value))
    assert runs.submit([run_spec(workload, "easy")], "ann", ANN)[0].state == "done"  # it is there already
    opened(runs, flood(3), BOB)
    with pytest.raises(Refused, match=r"all who come from your address .* for one address") as refused:
        opened(runs, flood(4, 9), asking("cem"))
    assert is_one_sentence(str(refused.value))
    opened(runs, flood(5), asking("cem", "203.0.113.5"))


def test_many_lines_are_summed_up_and_nothing_is_lost(tmp_path: Path):
    times = count(1_000_000_000)
    quota = Quota(tmp_path / VISITORS, Limits(), lambda: next(times))
    for _ in range(4 * LONG // 14):
        quota.add("a" * 24, 7)
    assert (tmp_path / VISITORS / ("a" * 24)).stat().st_size <= LONG + 14
    assert quota.used("a" * 24) == 7 * (4 * LONG // 14)


def test_a_damaged_count_counts_nothing(tmp_path: Path):
    store = Store(tmp_path)
    store.held_by(ANN).save_upload([b"; a log\n"], "a.swf")
    (tmp_path / VISITORS / ANN.visitor).write_bytes(b"\xff no numbers")
    store.held_by(ANN).save_upload([b"; a log\n"], "a.swf")
    assert store.quota.used(ANN.visitor) == 0 and store.quota.used(ANN.address) > 0


def test_the_files_of_who_is_gone_are_dropped(tmp_path: Path):
    store = Store(tmp_path)
    store.held_by(ANN).save_upload([b"; a log\n"], "a.swf")
    for path in (tmp_path / VISITORS).iterdir():
        os.utime(path, (1, 1))
    store.held_by(asking("bob", "203.0.113.5")).save_upload([b"; a log\n"], "a.swf")
    assert len(list((tmp_path / VISITORS).iterdir())) == 2
