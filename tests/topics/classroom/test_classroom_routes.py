"""The addresses of a class: who may ask for what, and what every refusal says."""

from __future__ import annotations

import json
from collections import Counter
from types import SimpleNamespace

import pytest
from flask import Flask

from layouts.server import bodies, hosts, web
from layouts.topics.classroom import routes
from layouts.topics.classroom.routes import ACTS, KEY, TOKEN
from scheduler.results.limits import Limits
from scheduler.topics.classroom import students
from scheduler.topics.classroom.rooms import UNUSED, Rooms
from tests.cases.small_log import is_one_sentence

OURS = {"X-Requested-With": "fetch"}
MINE = "m" * 30


def site(home, limits) -> Flask:
    """A server of classes alone; /cookie brings the cookie, as every page does."""
    server = Flask("class")
    web.with_cookies(server, b"for this test")
    hosts.register(server)
    bodies.register(server, routes.LARGER)
    routes.register(server, SimpleNamespace(of_topics={"classroom": Rooms(home, limits)}))
    server.add_url_rule("/cookie", "cookie", web.visitor)
    return server


@pytest.fixture
def client(tmp_path):
    return site(tmp_path, Limits(students=2)).test_client()


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
    assert counts.json == {
        "code": code,
        "changes": 1,
        "students": 1,
        "newest": 1,
        "waiting": 0,
        "since": [[1, "Ada"], [1, "Ada"], [1, "Ada"], [0, ""]],
        "answered": 1,
    }
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
    paths = [f"/class/{code}/{name}" for name in routes.POSTS if name != "rooms"] + ["/class/rooms"]
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
    # which tells nobody whether there is a room
    assert client.get("/class/XXXXXX/qr.svg?at=http://localhost").status_code == 200


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


def test_a_client_without_a_cookie_takes_no_more_seats_than_a_browser(tmp_path):
    """191 seats in half a second: each request without a cookie, or with one that no server has signed."""
    server = site(tmp_path, Limits())
    opened = post(server.test_client(), "/class/rooms", {"lesson": "convoy"}).json
    statuses: Counter[int] = Counter()
    for number in range(191):
        forged = {"Cookie": f"queuescope=made-up-{number}"} if number % 2 else {}
        sent = {"nickname": f"S{number}", "token": f"{number:030d}"}
        answer = post(server.test_client(use_cookies=False), f"/class/{opened['code']}/join", sent, forged)
        statuses[answer.status_code] += 1
    assert statuses == {200: students.SEATS, 409: 191 - students.SEATS}
    assert is_one_sentence(answer.json["message"]) and "allow cookies" in answer.json["message"]
    assert "queuescope=" in answer.headers["Set-Cookie"]  # a browser is counted for itself from then on
    assert post(server.test_client(), "/class/rooms", {"lesson": "convoy"}).status_code == 200


def test_a_client_with_ever_new_cookies_comes_in_at_a_pace_and_is_told_when(tmp_path):
    server = site(tmp_path, Limits())
    opened = post(server.test_client(), "/class/rooms", {"lesson": "convoy"}).json

    def join(number, address, **headers):
        browser = server.test_client()
        browser.get("/cookie")
        sent = {"nickname": f"S{number}", "token": f"{number:030d}"}
        return post(browser, f"/class/{opened['code']}/join", sent, headers, environ_base={"REMOTE_ADDR": address})

    answers = [join(number, "192.0.2.7") for number in range(students.JOINS + 5)]
    assert [answer.status_code for answer in answers] == [200] * students.JOINS + [409] * 5
    assert 0 < answers[-1].json["seconds"] <= students.WITHIN and is_one_sentence(answers[-1].json["message"])
    assert join(100, "192.0.2.8").status_code == 200
    for number in range(200, 300):  # a rehearsal
        assert join(number, "192.0.2.7", **{KEY: opened["key"]}).status_code == 200
    assert join(301, "192.0.2.7", **{KEY: "x" * 32}).status_code == 403


def test_twenty_rooms_by_one_client(tmp_path):
    server = site(tmp_path, Limits())
    browser = site_browser(server.test_client())
    statuses = [post(browser, "/class/rooms", {"lesson": "convoy"}).status_code for _ in range(20)]
    assert statuses == [200] * UNUSED + [409] * (20 - UNUSED)
    without = [post(server.test_client(), "/class/rooms", {"lesson": "convoy"}).status_code for _ in range(10)]
    assert without == [200] * UNUSED + [409] * (10 - UNUSED)  # counted by their address


def test_what_is_told_without_a_seat_is_the_same_for_every_code(client, room):
    """Else codes could be found out where nobody counts them."""
    code = room[0]
    for path, headers in (("mine.json", {TOKEN: "e" * 30}), ("room.json", {KEY: "e" * 30})):
        there, none = (client.get(f"/class/{one}/{path}", headers=headers) for one in (code, "XXXXXX"))
        assert there.status_code == none.status_code == 403
        assert there.json["message"].replace(code, "XXXXXX") == none.json["message"]
    for path in ("answer", "leave", "teach", "answers.csv"):
        sent = {"step": 3, "vote": 1, "answer": "same", "turn": 1, "act": "close"}
        there, none = (post(client, f"/class/{one}/{path}", sent, {TOKEN: "e" * 30}) for one in (code, "XXXXXX"))
        assert there.status_code == none.status_code == 403
        assert there.json["message"].replace(code, "XXXXXX") == none.json["message"]


def test_where_too_many_codes_were_guessed_nobody_learns_which_are_right(client, room):
    guessed = {"environ_base": {web.GUESSED: "7.5", "REMOTE_ADDR": "192.0.2.7"}}
    sent = {"nickname": "Ben", "token": "b" * 30}
    there, none = (post(client, f"/class/{code}/join", sent, **guessed) for code in (room[0], "XXXXXX"))
    assert (there.status_code, there.json) == (none.status_code, none.json) and there.status_code == 409
    assert is_one_sentence(there.json["message"]) and there.json["seconds"] == 7.5
    mine = client.get(f"/class/{room[0]}/mine.json", headers={TOKEN: MINE}, **guessed)
    assert mine.json["nickname"] == "Ada"  # who is in stays in
    assert post(client, f"/class/{room[0]}/join", sent, room[1], **guessed).status_code == 200  # brought by the teacher


def test_a_class_joins_the_room_of_its_own_network_whoever_guesses_beside_it(client, room):
    own = {"environ_base": {web.GUESSED: "7.5"}}
    sent = {"nickname": "Ben", "token": "b" * 30}
    assert post(client, f"/class/{room[0]}/join", sent, **own).status_code == 200
    assert post(client, "/class/XXXXXX/join", sent, **own).status_code == 409


def test_the_teacher_lets_in_refuses_and_takes_out_all_since(tmp_path):
    client = site(tmp_path, Limits()).test_client()
    opened = post(client, "/class/rooms", {"lesson": "convoy"}).json
    code, teacher = opened["code"], {KEY: opened["key"]}

    def teach(act, nickname=""):
        return post(client, f"/class/{code}/teach", {"act": act, "nickname": nickname}, teacher).status_code

    def enters(name):
        sent = {"nickname": name, "token": name * 8}
        return post(site_browser(client), f"/class/{code}/join", sent).status_code

    def told(name):
        return client.get(f"/class/{code}/mine.json", headers={TOKEN: name * 8})

    assert teach("guard-door") == 200 and enters("Ada") == enters("Ben") == enters("Cem") == 200
    assert told("Ada").json["phase"] == "waiting"
    assert (teach("let-in", "Ada"), teach("refuse", "Ben"), teach("let-in", "Ben")) == (200, 200, 400)
    assert told("Ada").json["phase"] == "before" and told("Ben").status_code == 403
    counts = client.get(f"/class/{code}/room.json", headers=teacher).json
    assert (counts["students"], counts["waiting"], counts["newest"]) == (1, 1, 3)
    assert teach("let-all-in") == 200 and teach("remove-since", "Cem") == 200
    assert told("Ada").status_code == 200 and told("Cem").status_code == 403
    assert teach("refuse-all") == teach("free-door") == 200


def site_browser(client):
    """Another browser of the same server, with a cookie of its own."""
    other = client.application.test_client()
    other.get("/cookie")
    return other
