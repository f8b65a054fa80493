"""Only hosts that nobody else can be called are answered, and changes come from own pages, also behind a proxy."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from flask import Flask

from layouts import site as entry
from layouts.server import hosts
from layouts.server.web import SECURE
from scheduler.compiled import own
from tests.cases.small_log import is_one_sentence
from tests.conftest import REPOSITORY

REBOUND = {"Host": "evil.example:8050"}


def made(monkeypatch, listed: str = ""):
    monkeypatch.setenv(hosts.SETTING, listed)
    server = Flask("hosts")
    hosts.register(server)
    server.add_url_rule("/", "page", lambda: "page", methods=["GET", "POST"])
    return server.test_client()


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8050", "127.0.0.1:8050", "[::1]:8050", "192.168.7.3", "LOCALHOST."]
)
def test_addresses_in_digits_and_this_machine_are_answered(monkeypatch, host):
    assert made(monkeypatch).get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "evil@127.0.0.1",
        "127.0.0.1@evil.example",
        "evil.example:80#localhost",
        "[::1",
        "a/localhost",
        "queue.example.org.evil.example",
        "xqueue.example.org",
    ],
)
@pytest.mark.parametrize("listed", ["", "queue.example.org, .lab.example"])
def test_a_name_that_points_here_is_refused(monkeypatch, host, listed):
    answer = made(monkeypatch, listed).get("/", headers={"Host": host})
    assert (answer.status_code, answer.mimetype) == (400, "text/plain")
    assert is_one_sentence(answer.text)
    assert hosts.SETTING in answer.text


@pytest.mark.parametrize("host", ["queue.example.org", "QUEUE.example.org:443", "a.lab.example", "lab.example"])
def test_listed_names_are_answered(monkeypatch, host):
    assert made(monkeypatch, "queue.example.org, .lab.example").get("/", headers={"Host": host}).status_code == 200


def test_the_host_it_was_told_to_listen_on_is_answered(monkeypatch):
    monkeypatch.setenv(hosts.SETTING, "")
    hosts.answer_as("teacher.lan")
    client = made(monkeypatch, os.environ[hosts.SETTING])
    assert client.get("/", headers={"Host": "teacher.lan:8050"}).status_code == 200
    assert client.get("/", headers={"Host": "pupil.lan:8050"}).status_code == 400


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://127.0.0.1:8050"}, 200),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Origin": "http://127.0.0.1:9999"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://localhost:3000"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://queue.example.org"}, 200),  # a proxy gave another host
        ({"Origin": "https://queue.example.org"}, 403),
    ],
)
def test_a_change_comes_from_an_own_page(monkeypatch, headers, status):
    client = made(monkeypatch)
    assert client.post("/", headers={"Host": "127.0.0.1:8050", **headers}).status_code == status
    assert client.get("/", headers={"Host": "127.0.0.1:8050", **headers}).status_code == 200


def test_behind_a_proxy_that_rewrites_the_host_the_listed_name_counts(monkeypatch):
    client = made(monkeypatch, "queue.example.org")
    for origin, status in (("http://queue.example.org", 200), ("http://other.example.org", 403)):
        assert client.post("/", headers={"Host": "127.0.0.1:8050", "Origin": origin}).status_code == status


def test_every_route_of_the_program_is_guarded(tmp_path, monkeypatch):
    client = entry.create_app(tmp_path).server.test_client()
    for path in ("/", "/runs.json", "/assets/queuescope.js", "/sheet", "/_dash-layout", "/picture/x/real/y"):
        assert client.get(path, headers=REBOUND).status_code == 400
    for path in ("/upload", "/_dash-update-component", "/export/figure.pdf", f"/runs/{'a' * 24}/cancel"):
        answer = client.post(path, data=b"{}", headers={"X-Requested-With": "fetch", "Origin": "http://evil.example"})
        assert answer.status_code == 403
        assert "Content-Security-Policy" in answer.headers
    answer = client.post(
        f"/runs/{'a' * 24}/cancel",
        headers={"X-Requested-With": "fetch", "Origin": "https://queue.example.org", "Sec-Fetch-Site": "same-origin"},
    )
    assert answer.status_code == 404  # asked for, and nothing of his is there


@pytest.mark.parametrize(("setting", "secure"), [("", False), ("yes", True)])
def test_cookies_are_for_https_only_where_that_is_set(tmp_path, monkeypatch, setting, secure):
    monkeypatch.setenv(SECURE, setting)
    cookie = (
        entry.create_app(tmp_path).server.test_client().get("/", base_url="https://localhost").headers["Set-Cookie"]
    )
    assert ("Secure" in cookie) == secure


@pytest.mark.parametrize(("inside", "mode"), [("", 0o777), ("", 0o770), ("jobs", 0o777)])
def test_a_home_that_others_may_write_to_is_refused_in_a_sentence(tmp_path, inside, mode):
    (tmp_path / inside).mkdir(exist_ok=True)
    (tmp_path / inside).chmod(mode)
    with pytest.raises(SystemExit, match=f"^Others may write to {re.escape(str(tmp_path / inside))},"):
        own(tmp_path)


def test_a_program_with_such_a_home_ends_with_the_sentence_alone(tmp_path):
    home = tmp_path / "home"
    (home / "jobs").mkdir(parents=True)
    (home / "jobs").chmod(0o777)
    ended = subprocess.run(
        [sys.executable, "-m", "scheduler", "policies"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        env=os.environ | {"QUEUESCOPE_HOME": str(home)},
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"Others may write to {home / 'jobs'}")
    assert "Traceback" not in ended.stderr
    assert not (home / "compiled").exists()
