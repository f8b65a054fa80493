"""The addresses of a class: who may ask for what, and what every refusal says."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from layouts.routes import classroom_routes
from layouts.routes.classroom_routes import ACTS, KEY, TOKEN
from layouts.server import bodies, hosts
from scheduler.classroom.rooms import Rooms
from scheduler.results.limits import Limits
from tests.cases.small_log import is_one_sentence

OURS = {"X-Requested-With": "fetch"}
MINE = "m" * 30


@pytest.fixture
def client(tmp_path):
    server = Flask("class")
    hosts.register(server)
    bodies.register(server, classroom_routes.LARGER)
    classroom_routes.register(server, Rooms(tmp_path, Limits(students=2)))
    return server.test_client()


def post(client, path, sent=None, headers=None, **more):
    return client.post(path, json={} if sent is None else sent, headers={**OURS, **(headers or {})}, **more)


@pytest.fixture
def room(client):
    """(code, headers of the teacher) of a room with one student."""
    opened = post(client, "/class/rooms", {"lesson": "convoy"}).json
    assert post(client, f"/class/{opened['code']}/join", {"nickname": "Ada", "token": MINE}).json == {
        "nickname": "Ada",
        "code": opened["code"],
    }
    return opened["code"], {KEY: opened["key"]}


def test_a_question_is_asked_answered_and_closed(client, room):
    code, teacher = room
    assert post(client, f"/class/{code}/teach", {"act": "ask", "step": 4}, teacher).status_code == 200
    answer = post(
        client, f"/class/{code}/answer", {"step": 4, "vote": 1, "answer": ["3", "4"], "turn": 7}, {TOKEN: MINE}
    )
    assert answer.json == {"turn": 7}
    mine = client.get(f"/class/{code}/mine.json", headers={TOKEN: MINE})
    assert mine.json == {
        "nickname": "Ada",
        "step": 4,
        "phase": "open",
        "vote": 1,
        "answer": [3, 4],
        "view": "",
        "changes": 1,
    }
    assert "no-store" in mine.headers["Cache-Control"]
    counts = client.get(f"/class/{code}/room.json", headers=teacher)
    assert counts.json == {"code": code, "changes": 1, "students": 1, "answered": 1}
    assert post(client, f"/class/{code}/teach", {"act": "close"}, teacher).status_code == 200
    table = post(client, f"/class/{code}/answers.csv", headers=teacher)
    assert table.mimetype == "text/csv" and b'"jobs 3, 4"' in table.data and b"Ada" in table.data
    assert post(client, f"/class/{code}/teach", {"act": "ask", "step": 4}, teacher).status_code == 200
    assert client.get(f"/class/{code}/room.json", headers=teacher).json["answered"] == 0  # of the second vote


def test_a_student_sees_no_answer_of_others_and_no_key(client, room):
    code, teacher = room
    post(client, f"/class/{code}/join", {"nickname": "Ben", "token": "b" * 30})
    post(client, f"/class/{code}/teach", {"act": "ask", "step": 3}, teacher)
    post(client, f"/class/{code}/answer", {"step": 3, "vote": 1, "answer": "more", "turn": 1}, {TOKEN: "b" * 30})
    text = client.get(f"/class/{code}/mine.json", headers={TOKEN: MINE}).text
    assert "Ben" not in text and "more" not in text and teacher[KEY] not in text


def test_the_teacher_takes_a_student_out_with_the_answers(client, room):
    code, teacher = room
    post(client, f"/class/{code}/join", {"nickname": "Ben", "token": "b" * 30})
    post(client, f"/class/{code}/teach", {"act": "ask", "step": 3}, teacher)
    for token in (MINE, "b" * 30):
        post(client, f"/class/{code}/answer", {"step": 3, "vote": 1, "answer": "more", "turn": 1}, {TOKEN: token})
    assert post(client, f"/class/{code}/teach", {"act": "remove", "nickname": " ben "}, {KEY: "x"}).status_code == 403
    assert post(client, f"/class/{code}/teach", {"act": "remove", "nickname": " ben "}, teacher).status_code == 200
    counts = client.get(f"/class/{code}/room.json", headers=teacher).json
    assert (counts["students"], counts["answered"], counts["changes"]) == (1, 1, 2)
    gone = client.get(f"/class/{code}/mine.json", headers={TOKEN: "b" * 30})
    assert gone.status_code == 403 and "taken you out" in gone.json["message"]
    assert (
        post(
            client, f"/class/{code}/answer", {"step": 3, "vote": 1, "answer": "more", "turn": 2}, {TOKEN: "b" * 30}
        ).status_code
        == 403
    )
    post(client, f"/class/{code}/teach", {"act": "close"}, teacher)
    table = post(client, f"/class/{code}/answers.csv", headers=teacher).text
    assert "Ada" in table and "Ben" not in table
    for nickname in ("Ben", "", None, 3, "x" * 99):
        refused = post(client, f"/class/{code}/teach", {"act": "remove", "nickname": nickname}, teacher)
        assert refused.status_code == 400 and is_one_sentence(refused.json["message"])
    assert post(client, f"/class/{code}/join", {"nickname": "Ben", "token": "c" * 30}).status_code == 200


def test_other_sites_change_nothing(client, room):
    code, teacher = room
    paths = [f"/class/{code}/{name}" for name in classroom_routes.POSTS if name != "rooms"] + ["/class/rooms"]
    for path in paths:
        without = client.post(path, json={"act": "delete"}, headers=teacher)
        assert without.status_code == 403, path
        foreign = post(client, path, {"act": "delete"}, {**teacher, "Origin": "https://example.org"})
        assert foreign.status_code == 403, path
    assert client.get(f"/class/{code}/room.json", headers=teacher).status_code == 200


@pytest.mark.parametrize(
    ("path", "sent", "status"),
    [
        ("/class/rooms", {"lesson": "convoi"}, 400),
        ("/class/rooms", {"lesson": ["convoy"]}, 400),
        ("/class/rooms", [], 400),
        ("/class/rooms", {"lesson": "convoy", "seed": "1"}, 400),
        ("/class/rooms", {"lesson": "convoy", "seed": 10**9}, 400),
        ("/class/XXXXXX/join", {"nickname": "Eve", "token": "e" * 30}, 404),
        ("/class/CODE/join", {"nickname": "Ada", "token": "e" * 30}, 400),
        ("/class/CODE/join", {"nickname": "x" * 99, "token": "e" * 30}, 400),
        ("/class/CODE/join", {"nickname": "Eve"}, 400),
        ("/class/CODE/answer", {"step": 3, "vote": 1, "answer": "same", "turn": 1}, 403),
        ("/class/CODE/leave", {}, 403),
        ("/class/CODE/teach", {"act": "ask", "step": 3}, 403),
        ("/class/CODE/teach", {"act": "sing"}, 400),
        ("/class/CODE/answers.csv", {}, 403),
        ("/class/CODE/teach", "ask", 400),
        ("/class/CODE/teach", {"act": {"a": 1}}, 400),
    ],
)
def test_every_refusal_is_a_sentence(client, room, path, sent, status):
    answer = post(client, path.replace("CODE", room[0]), sent)
    assert answer.status_code == status, answer.text
    assert is_one_sentence(answer.json["message"]) or answer.json["message"].count(".") <= 2


@pytest.mark.parametrize("act", ACTS)
def test_nothing_a_teacher_does_works_with_another_key(client, room, act):
    code, _ = room
    for wrong in ({}, {KEY: "x" * 32}, {KEY: MINE}):
        assert post(client, f"/class/{code}/teach", {"act": act, "step": 3, "address": "/"}, wrong).status_code == 403


def test_a_full_room_is_no_reason_to_ask_again(client, room):
    post(client, f"/class/{room[0]}/join", {"nickname": "Ben", "token": "b" * 30})
    full = post(client, f"/class/{room[0]}/join", {"nickname": "Cem", "token": "c" * 30})
    assert full.status_code == 409 and "takes 2 at most" in full.json["message"]


def test_a_body_is_small_and_json(client, room):
    large = post(client, f"/class/{room[0]}/answer", {"answer": "x" * 20_000}, {TOKEN: MINE})
    assert large.status_code == 413
    odd = client.post(
        f"/class/{room[0]}/answer", data=b"\xff{", headers={**OURS, TOKEN: MINE, "Content-Type": "application/json"}
    )
    assert odd.status_code == 400 and is_one_sentence(
        json.loads(odd.text)["message"] if odd.is_json else odd.text.strip()
    )


def test_the_picture_leads_to_this_server_only(client, room):
    picture = client.get(f"/class/{room[0]}/qr.svg?at=http://localhost:8050")
    assert picture.status_code == 200 and picture.mimetype == "image/svg+xml" and picture.data.startswith(b"<svg")
    for at in (
        "",
        "https://example.org",
        "javascript:alert(1)",
        "http://localhost/x",
        "http://a@localhost",
        "//localhost",
    ):
        assert client.get(f"/class/{room[0]}/qr.svg", query_string={"at": at}).status_code == 400, at
    assert client.get("/class/XXXXXX/qr.svg?at=http://localhost").status_code == 404


def test_who_leaves_is_forgotten(client, room):
    code, teacher = room
    assert post(client, f"/class/{code}/leave", headers={TOKEN: MINE}).status_code == 200
    assert client.get(f"/class/{code}/mine.json", headers={TOKEN: MINE}).status_code == 403
    assert client.get(f"/class/{code}/room.json", headers=teacher).json["students"] == 0


def test_what_follows_a_shown_page_is_refused_once_another_one_or_none_is_shown(client, room):
    code, teacher = room

    def show(address, after=None):
        sent = {"act": "show", "address": address, **({} if after is None else {"after": after})}
        return post(client, f"/class/{code}/teach", sent, teacher)

    def view():
        return client.get(f"/class/{code}/mine.json", headers={TOKEN: MINE}).json["view"]

    assert show("/compare?at=0").status_code == 200
    for _ in range(2):  # a message whose answer is lost comes twice
        assert show("/compare?at=5", "/compare?at=0").status_code == 200
    assert view() == "/compare?at=5"
    late = show("/papers", "/compare?at=0")
    assert late.status_code == 409 and is_one_sentence(late.json["message"]) and view() == "/compare?at=5"
    post(client, f"/class/{code}/teach", {"act": "ask", "step": 4}, teacher)
    assert show("/papers", "/compare?at=5").status_code == 409 and view() == ""
    sent = {"act": "show", "address": "/papers", "after": ""}
    assert post(client, f"/class/{code}/teach", sent, {KEY: "x"}).status_code == 403
