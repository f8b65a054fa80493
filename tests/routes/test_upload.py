"""Files that are sent: whose they are, and names that are replaced by numbers before anything is kept."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from flask import Flask

from layouts.routes import upload
from layouts.server.web import VISITOR
from scheduler.analysis.workloads import account_levels
from scheduler.formats import parse, swf
from scheduler.formats.reading.several import archive
from scheduler.preparation.build import workload
from scheduler.results.holders import NOBODY, Holder
from scheduler.results.limits import Limits
from scheduler.results.queue import deletion
from scheduler.results.store import Store
from tests.analysis.test_account_levels import SSHARE, T0, USERS, sacct

OURS = {"X-Requested-With": "fetch", "X-File-Name": "cluster.swf.gz"}
LOG = b"""; Version: 2.2
; Computer: Test
; MaxProcs: 4
; Note: user 70 is Alice Example
7 0 1 100 2 -1 -1 2 600 -1 1 70 900 55 1 1 -1 -1
8 5 1 100 2 -1 -1 2 600 -1 1 -1 900 -1 1 1 -1 -1
9 9 1 100 2 -1 -1 2 600 -1 1 12 100 44 1 1 -1 -1
3 12 1 100 2 -1 -1 2 600 -1 1 70 100 55 1 1 -1 -1
"""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.fixture
def client(store):
    server = Flask("upload")
    server.secret_key = "upload"
    upload.register(server, store)
    client = server.test_client()
    with client.session_transaction() as session:
        session[VISITOR] = "a" * 24
    return client


def kept(store: Store) -> list[str]:
    return sorted(path.name for path in (store.root / "uploads").iterdir())


@pytest.mark.parametrize("content", [LOG, gzip.compress(LOG)])
def test_names_are_replaced_before_the_file_is_kept(client, store, content):
    answer = client.post("/upload", data=content, headers=OURS | {"X-Numbers": "yes"}).json
    assert kept(store) == [answer["key"]] and answer["name"] == "cluster.swf"
    text = store.upload(answer["key"])
    assert b"Alice" not in text and b"; MaxProcs: 4" in text
    trace = swf.read(text, answer["name"])
    assert trace.columns["user_id"].tolist() == [1, -1, 2, 1] and trace.columns["group_id"].tolist() == [1, 1, 2, 2]
    assert trace.columns["executable"].tolist() == [1, -1, 2, 1] and trace.columns["job_id"].tolist() == [7, 8, 9, 3]
    assert deletion.owns(store, answer["key"], "a" * 24)


def test_the_tree_of_accounts_stays_with_numbers_for_names(client, store):
    both = archive({"jobs.txt": sacct(), "tree.txt": SSHARE.encode()})
    answer = client.post(
        "/upload", data=both, headers=OURS | {"X-File-Name": "jobs.txt and 1 more.tar", "X-Numbers": "yes"}
    ).json
    assert kept(store) == [answer["key"]]
    content = store.upload(answer["key"])
    assert not any(
        name.encode() in content for name in ("optics", "physics", "science", "idle", "lone", "ann", "eve", "zoe")
    )
    numbered, named = (
        workload(parse(content, answer["name"]), processors=64),
        workload(parse(both, "both.tar"), processors=64),
    )
    rows, wanted = account_levels.whole(numbered), account_levels.whole(named)
    number = {}  # of each name, which the order of the first jobs tells
    for name, numbers in (("account", numbered.jobs.group), ("user", numbered.jobs.user_id)):
        column = {"account": 1, "user": 0}[name]
        number[name] = {
            USERS[n % len(USERS)][column]: str(value) for n, value in zip(range(1, 61), numbers.tolist(), strict=True)
        }
    assert sorted(set(number["account"].values())) == ["-1", "1", "2", "3", "4"]
    by_path = {(row["path"], row["user"]): row for row in rows}
    assert len(by_path) == len(wanted)
    for row in wanted:
        path = "/".join(
            "unknown" if name == "unknown" else number["account"].get(name, "5") for name in row["path"].split("/")
        )
        user = number["user"].get(row["user"], "")
        twin = by_path[path, user]
        same = ("depth", "jobs", "users", "processor_hours", "wait_90", "promised_share")
        assert [twin[name] for name in same] == pytest.approx([row[name] for name in same], nan_ok=True), row


def test_what_more_a_log_of_slurm_tells_stays_with_numbers_for_names(client, store):
    log = (
        "JobID|User|Account|Partition|QOS|Submit|Eligible|Start|End|AllocCPUS|ReqCPUS|State|Timelimit\n"
        f"1|ann|optics|long|high|{T0}|{T0 + 5}|{T0 + 9}|{T0 + 99}|4|4|TIMEOUT|00:02:00\n"
        f"2|bo|optics|short|low|{T0 + 3}|{T0 + 3}|{T0 + 9}|{T0 + 70}|2|2|COMPLETED|00:02:00\n"
    ).encode()
    answer = client.post("/upload", data=log, headers=OURS | {"X-File-Name": "jobs.txt", "X-Numbers": "yes"}).json
    plain, named = parse(store.upload(answer["key"]), answer["name"]), parse(log, "jobs.txt")
    assert b"optics" not in store.upload(answer["key"]) and "user_id" not in plain.names
    assert plain.names["partition"] == ("long", "short")
    for column in ("submit", "wait", "runtime", "allocated_processors", "requested_time", "status"):
        assert plain.columns[column].tolist() == named.columns[column].tolist(), column
    assert plain.extra["eligible"].tolist() == named.extra["eligible"].tolist()


def test_what_does_not_read_is_not_kept_when_its_names_are_to_go(client, store):
    answer = client.post("/upload", data=b"Alice,Bob\n" * 20, headers=OURS | {"X-Numbers": "yes"})
    assert answer.status_code == 400 and kept(store) == [] and not list((store.root).glob("owners/*"))


def test_a_file_kept_with_its_names_before_stays(client, store):
    first = client.post("/upload", data=LOG, headers=OURS).json["key"]
    second = client.post("/upload", data=LOG, headers=OURS | {"X-Numbers": "yes"}).json["key"]
    assert kept(store) == sorted([first, second]) and first != second


def test_a_file_is_of_who_sent_it(client, store):
    key = client.post("/upload", data=LOG, headers=OURS).json["key"]
    assert deletion.owns(store, key, "a" * 24) and not deletion.owns(store, key, "b" * 24)
    names = b"".join(path.read_bytes() for path in (store.root / "owners").iterdir())
    assert b"a" * 24 not in names, "the id of a visitor's cookie is not written down"


def test_a_file_is_kept_for_the_cookie_and_the_address_it_comes_from(client, store):
    def sent(content: bytes, address: str) -> Holder:
        answer = client.post("/upload", data=content, headers=OURS, environ_base={"REMOTE_ADDR": address})
        return store.holders.of(answer.json["key"])

    first = sent(LOG, "192.0.2.1")
    assert first.visitor and sent(LOG.replace(b"Alice", b"Bob"), "192.0.2.1") == first
    with client.session_transaction() as session:
        session[VISITOR] = "b" * 24
    assert sent(LOG.replace(b"Alice", b"Cem"), "192.0.2.1").address == first.address
    assert sent(LOG, "192.0.2.1") == Holder(first.address)
    assert sent(LOG, "192.0.2.2") == NOBODY


def test_a_new_cookie_is_no_new_quota(client, store):
    store.limits = Limits(visitor_kept=1, address_kept=2 * len(LOG))
    statuses = []
    for number, cookie in enumerate("aabcd"):
        with client.session_transaction() as session:
            session[VISITOR] = cookie * 24
        answer = client.post("/upload", data=LOG.replace(b"70", b"7%d" % number), headers=OURS)
        statuses.append((answer.status_code, answer.json.get("message", "")[:40]))
    assert [status for status, _ in statuses] == [200, 413, 200, 413, 413]
    assert statuses[1][1].startswith("For you ") and statuses[3][1].startswith("For all who come from your address")
