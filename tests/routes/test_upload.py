"""Files that are sent: whose they are, and names that are replaced by numbers before anything is kept."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from flask import Flask

from layouts.routes import upload
from layouts.server.web import VISITOR
from scheduler.formats import swf
from scheduler.results.queue import deletion
from scheduler.results.store import Store

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
