"""Who may take how many seats and rooms, whom the teacher lets in, and who is taken out at once."""

from __future__ import annotations

import hashlib
import sqlite3

import pytest

from scheduler.durations import HOUR, MINUTE
from scheduler.errors import InputError, Refused, TooOften
from scheduler.results.holders import Holder
from scheduler.results.limits import Limits
from scheduler.topics.classroom import admission, answers, outcomes, students, votes
from scheduler.topics.classroom.database import FILE, FIRST
from scheduler.topics.classroom.errors import NotAdmitted
from scheduler.topics.classroom.rooms import OPENINGS, SHARE, UNUSED, Rooms
from scheduler.topics.classroom.students import JOINS, SEATS, WITHIN
from scheduler.topics.lessons.shelf import all_lessons
from tests.topics.classroom.test_classroom import Clock

CONVOY = all_lessons()["convoy"]


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def rooms(tmp_path, clock):
    return Rooms(tmp_path, Limits(), clock)


@pytest.fixture
def room(rooms):
    return rooms.open(CONVOY)


def token(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def join(rooms, room, name, browser="", address="", key=""):
    return students.join(rooms, room.code, name, token(name), Holder(address, browser), key)


def names(rooms, room) -> tuple[str, ...]:
    return outcomes.overview(rooms, room.code, room.key).nicknames


# ---- seats --------------------------------------------------------------------------------------------------------


def test_a_browser_has_a_few_seats(rooms, room):
    for number in range(SEATS):
        join(rooms, room, f"Ada {number}", "ada")
    with pytest.raises(Refused, match=f"has joined room {room.code} {SEATS} times"):
        join(rooms, room, "Ada 9", "ada")
    assert join(rooms, room, "Ada 0", "ada") == "Ada 0"  # the same token once more
    assert join(rooms, room, "Ben", "ben") == "Ben"
    assert join(rooms, rooms.open(CONVOY), "Ada 9", "ada") == "Ada 9"  # another room
    students.leave(rooms, room.code, token("Ada 0"))
    assert join(rooms, room, "Ada 9", "ada") == "Ada 9"


def test_a_client_with_ever_new_cookies_does_not_take_a_room_at_once(rooms, room, clock):
    taken = 0
    for number in range(191):  # within half a second
        clock.now += 0.5 / 191
        try:
            join(rooms, room, f"S{number}", f"cookie {number}", "one address")
            taken += 1
        except TooOften as error:
            assert WITHIN - 0.5 <= error.seconds <= WITHIN
    assert taken == JOINS
    assert join(rooms, room, "Ada", "ada", "another address") == "Ada"


def test_a_class_of_300_behind_one_address_is_in_within_a_minute(rooms, room, clock):
    began, outside = clock.now, [f"S{number}" for number in range(300)]
    while outside:
        for name in list(outside):
            try:
                join(rooms, room, name, name, "the school")
                outside.remove(name)
            except TooOften:
                break
        clock.now += 1
    assert len(names(rooms, room)) == 300 and clock.now - began <= MINUTE


def test_a_clock_that_is_set_back_keeps_nobody_out(rooms, room, clock):
    for number in range(JOINS):
        join(rooms, room, f"S{number}", f"cookie {number}", "the school")
    clock.now -= HOUR
    assert join(rooms, room, "Ada", "ada", "the school") == "Ada"


def test_the_teachers_key_brings_in_a_hundred_at_once(rooms, room):
    admission.guard(rooms, room.code, room.key, True)
    for number in range(100):
        join(rooms, room, f"S{number}", "one browser", "one address", room.key)
    assert len(names(rooms, room)) == 100
    assert join(rooms, room, "Ada", "one browser", "one address") == "Ada"  # those were counted by nobody
    for wrong in ("x", room.key[:-1], token("S1")):
        with pytest.raises(NotAdmitted):
            join(rooms, room, "Eve", "eve", "one address", wrong)


def test_who_joined_from_where_goes_with_the_room(rooms, room, tmp_path):
    join(rooms, room, "Ada", "browser of Ada", "address of Ada")
    opened = rooms.open(CONVOY, 0, Holder("address of a teacher", "browser of a teacher"))
    rooms.delete(room.code, room.key)
    rooms.delete(opened.code, opened.key)
    content = b"".join(path.read_bytes() for path in tmp_path.glob(f"{FILE}*"))
    assert b"of Ada" not in content and b"of a teacher" not in content


# ---- letting in ---------------------------------------------------------------------------------------------------


def test_who_waits_is_no_student_until_let_in(rooms, room):
    join(rooms, room, "Ada")
    admission.guard(rooms, room.code, room.key, True)
    for name in ("Ben", "Cem", "Dan", "Eve"):
        join(rooms, room, name)
    votes.ask(rooms, room.code, room.key, 3)
    votes.show(rooms, room.code, room.key, "/papers")
    seen = outcomes.overview(rooms, room.code, room.key)
    assert (seen.nicknames, seen.waiting) == (("Ada",), ("Ben", "Cem", "Dan", "Eve"))
    assert answers.mine(rooms, room.code, token("Ben")) == ("Ben", 0, votes.WAITING, 0, None, "", 0)
    with pytest.raises(NotAdmitted, match="has not let you in yet"):
        answers.give(rooms, room.code, token("Ben"), 3, 1, "same", 1)
    admission.let_in(rooms, room.code, room.key, "Ben")
    answers.give(rooms, room.code, token("Ben"), 3, 1, "same", 1)
    assert answers.mine(rooms, room.code, token("Ben"))[1:3] == (3, "open")
    admission.refuse(rooms, room.code, room.key, "Cem")
    with pytest.raises(NotAdmitted, match="has not let you in"):
        answers.mine(rooms, room.code, token("Cem"))
    admission.let_all_in(rooms, room.code, room.key)
    seen = outcomes.overview(rooms, room.code, room.key)
    assert (seen.nicknames, seen.waiting) == (("Ada", "Ben", "Dan", "Eve"), ())


def test_who_is_in_cannot_be_refused_and_who_waits_can_all_be(rooms, room):
    join(rooms, room, "Ada")
    admission.guard(rooms, room.code, room.key, True)
    for name in ("Ben", "Cem"):
        join(rooms, room, name)
    admission.refuse(rooms, room.code, room.key, "Ada")
    admission.guard(rooms, room.code, room.key, False)
    assert join(rooms, room, "Dan") == "Dan"
    seen = outcomes.overview(rooms, room.code, room.key)
    assert (seen.nicknames, seen.waiting) == (("Ada", "Dan"), ("Ben", "Cem"))
    admission.refuse_all(rooms, room.code, room.key)
    seen = outcomes.overview(rooms, room.code, room.key)
    assert (seen.nicknames, seen.waiting) == (("Ada", "Dan"), ())
    for act in (admission.let_in, admission.refuse):
        with pytest.raises(InputError, match="Nobody in this room is called 'Ben'"):
            act(rooms, room.code, room.key, "Ben")


# ---- all since ----------------------------------------------------------------------------------------------------


def test_all_who_joined_since_a_moment_are_counted_and_taken_out(rooms, room, clock):
    join(rooms, room, "Ada")
    clock.now += 20 * MINUTE
    join(rooms, room, "Ben")
    clock.now += 10 * MINUTE
    join(rooms, room, "Cem")
    votes.ask(rooms, room.code, room.key, 3)
    clock.now += 3 * MINUTE
    for name in ("Eve 1", "Eve 2"):
        join(rooms, room, name)
    clock.now += 30
    admission.guard(rooms, room.code, room.key, True)
    join(rooms, room, "Dan")
    since = outcomes.overview(rooms, room.code, room.key).since
    assert [tuple(one) for one in since] == [
        ("in the last minute", 2, "Eve 1"),
        ("in the last 5 minutes", 3, "Cem"),
        ("in the last 15 minutes", 4, "Ben"),
        ("since the last question was asked", 3, "Cem"),
    ]
    answers.give(rooms, room.code, token("Eve 2"), 3, 1, "less", 1)
    students.remove_since(rooms, room.code, room.key, since[0].first)
    seen = outcomes.overview(rooms, room.code, room.key)
    assert (seen.nicknames, seen.waiting) == (("Ada", "Ben", "Cem"), ("Dan",))
    assert seen.questions[0].answered == (0,) and seen.since[0] == ("in the last minute", 0, "")
    with pytest.raises(NotAdmitted, match="its teacher has taken you out"):
        answers.mine(rooms, room.code, token("Eve 1"))
    with pytest.raises(InputError, match="Nobody in this room is called 'Eve 1'"):
        students.remove_since(rooms, room.code, room.key, "Eve 1")


# ---- rooms --------------------------------------------------------------------------------------------------------


def test_a_browser_opens_a_few_rooms_that_nobody_joins(rooms):
    opened = [rooms.open(CONVOY, 0, Holder("x", "ada")) for _ in range(UNUSED)]
    with pytest.raises(Refused, match=f"You have opened {UNUSED} rooms that nobody has joined"):
        rooms.open(CONVOY, 0, Holder("x", "ada"))
    join(rooms, opened[0], "Ben")
    assert rooms.open(CONVOY, 0, Holder("x", "ada")).code
    rooms.delete(opened[1].code, opened[1].key)
    assert rooms.open(CONVOY, 0, Holder("x", "ada")).code


def test_one_address_cannot_use_up_the_rooms_of_a_server(rooms, clock):
    """With ever new cookies, and a student in each room, so that none goes after an hour."""
    opened = 0
    for hour in range(12):
        for number in range(OPENINGS + 5):
            clock.now += 5
            try:
                join(rooms, rooms.open(CONVOY, 0, Holder("one address", f"cookie {hour} {number}")), "Ada")
                opened += 1
            except Refused as error:
                assert "your network" in str(error).lower()
        assert opened <= OPENINGS * (hour + 1)
        clock.now += HOUR
    assert opened == rooms.limits.rooms // SHARE
    assert rooms.open(CONVOY, 0, Holder("another address", "ben")).code


# ---- a file of the version before -----------------------------------------------------------------------------------


def test_the_rooms_of_the_version_before_are_there(tmp_path, clock):
    """With their students and answers; and one that nobody has joined stays for its week."""
    with sqlite3.connect(tmp_path / FILE) as db:
        db.executescript(FIRST + "PRAGMA user_version = 1;")
        for code in ("BCDFGH", "JKMNPQ"):
            db.execute(
                "INSERT INTO rooms (code, teacher, lesson, digest, source, seed, opened, touched, step) "
                "VALUES (?, ?, 'convoy', ?, ?, 0, ?, ?, 3)",
                (code, token("key"), CONVOY.digest, CONVOY.source, clock.now, clock.now),
            )
        db.execute(
            "INSERT INTO students (code, token, nickname, folded, joined) VALUES ('BCDFGH', ?, 'Ada', 'ada', ?)",
            (token(token("Ada")), clock.now),
        )
        db.execute("INSERT INTO votes VALUES ('BCDFGH', 3, 1, ?, NULL)", (clock.now,))
        db.execute(
            "INSERT INTO answers VALUES ('BCDFGH', 3, 1, 1, '\"same\"', 'at the same time', 1, 1, ?)", (clock.now,)
        )
    db.close()
    clock.now += 2 * HOUR
    for _ in range(2):  # the second time it is of this version
        rooms = Rooms(tmp_path, Limits(), clock)
        assert rooms.purge() == 0
        seen = outcomes.overview(rooms, "BCDFGH", "key")
        assert seen.nicknames == ("Ada",) and seen.questions[0].answered == (1,)
        assert answers.mine(rooms, "BCDFGH", token("Ada")).answer == "same"
        assert not seen.room.is_guarded and rooms.room("JKMNPQ").code == "JKMNPQ"
        rooms.database.close()
    assert not [path for path in tmp_path.iterdir() if "damaged" in path.name]
    students.join(Rooms(tmp_path, Limits(), clock), "BCDFGH", "Ben", token("Ben"), Holder("x", "ben"))
