"""Rooms of a class: votes, counts, shifts, ends of rooms, and what strangers send."""

from __future__ import annotations

import csv
import hashlib
import io
import sqlite3
import threading

import pytest

from scheduler.errors import InputError, Refused, StoreError
from scheduler.results.limits import Limits
from scheduler.topics.classroom import answers, answers_csv, outcomes, students, votes
from scheduler.topics.classroom.database import FILE, Database
from scheduler.topics.classroom.errors import NoRoom, NotAdmitted
from scheduler.topics.classroom.expiry import EMPTY, LIFETIME
from scheduler.topics.classroom.outcomes import NONE, OTHER, Count
from scheduler.topics.classroom.rooms import LETTERS, OPENINGS, Rooms
from scheduler.topics.lessons import cases
from scheduler.topics.lessons.reading import read
from scheduler.topics.lessons.shelf import FILES, all_lessons

LESS, SAME, MORE = "earlier than under FCFS", "at the same time as under FCFS", "later than under FCFS"


class Clock:
    """A clock that is set by hand."""

    def __init__(self):
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


def pass_time(rooms, clock, seconds):
    """Time passes on a server that looks every hour."""
    for _ in range(int(seconds // 3_600)):
        clock.now += 3_600
        rooms.purge()
    clock.now += seconds % 3_600


@pytest.fixture
def rooms(tmp_path, clock):
    return Rooms(tmp_path, Limits(), clock)


def token(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def enter(rooms, code, *names):
    """Students by their names, who are also their tokens."""
    for name in names:
        students.join(rooms, code, name, token(name))


@pytest.fixture
def room(rooms):
    """The room of the convoy: a comparison at step 3, jobs to choose at step 4, a drawing at step 6."""
    opened = rooms.open(all_lessons()["convoy"])
    enter(rooms, opened.code, "Ada", "Ben", "Cem")
    return opened


def give(rooms, room, name, answer, vote=1, step=3, turn=1):
    answers.give(rooms, room.code, token(name), step, vote, answer, turn)


def one_sentence(message: str) -> None:
    assert message.endswith((".", "...")) and "Traceback" not in message and message[0].isupper()


# ---- a room -------------------------------------------------------------------------------------------------------


def test_a_code_is_short_and_read_as_it_is_typed(rooms, room):
    assert len(room.code) == 6 and set(room.code) <= set(LETTERS)
    typed = f" {room.code[:3].lower()}-{room.code[3:].lower()} "
    assert rooms.room(typed).code == room.code


def test_a_room_keeps_the_questions_it_was_opened_with(rooms):
    text = (FILES / "convoy.toml").read_text()
    opened = rooms.open(read(text.encode(), "convoy"))
    first = rooms.room(opened.code)
    later = read(text.replace("The convoy", "Another title").encode(), "convoy")
    assert later.digest != first.digest == read(text.encode(), "convoy").digest
    assert first.case.lesson.title == "The convoy"
    assert rooms.room(rooms.open(later).code).case.lesson.title == "Another title"
    assert rooms.room(opened.code).case.lesson.title == "The convoy"


def test_another_process_sees_the_same(rooms, room, tmp_path, clock):
    votes.ask(rooms, room.code, room.key, 3)
    other = Rooms(tmp_path, Limits(), clock)
    answers.give(other, room.code, token("Ada"), 3, 1, "same", 1)
    assert outcomes.overview(rooms, room.code, room.key).questions[0].answered == (1,)


def test_only_the_key_makes_a_teacher(rooms, room):
    for act in (
        lambda key: votes.ask(rooms, room.code, key, 3),
        lambda key: votes.close(rooms, room.code, key),
        lambda key: votes.reveal(rooms, room.code, key, 3),
        lambda key: votes.start_over(rooms, room.code, key, 3),
        lambda key: votes.show(rooms, room.code, key, "/"),
        lambda key: rooms.delete(room.code, key),
        lambda key: votes.close_door(rooms, room.code, key, True),
        lambda key: answers_csv.table(rooms, room.code, key),
        lambda key: outcomes.overview(rooms, room.code, key),
        lambda key: outcomes.shift(rooms, room.code, key, 3),
        lambda key: outcomes.distribution(rooms, room.code, key, 3, 1),
    ):
        for key in ("", room.key[:-1], room.key + "x", room.code, token("Ada")):
            with pytest.raises(NotAdmitted):
                act(key)
    with pytest.raises(NotAdmitted):
        votes.ask(rooms, "BCDFGH", room.key, 3)


def test_the_file_holds_no_key_and_no_token(rooms, room, tmp_path):
    votes.ask(rooms, room.code, room.key, 3)
    give(rooms, room, "Ada", "same")
    content = b"".join(path.read_bytes() for path in tmp_path.glob(f"{FILE}*"))
    assert room.code.encode() in content and b"Ada" in content
    assert room.key.encode() not in content and token("Ada").encode() not in content


def test_a_room_is_gone_a_week_after_its_last_use(rooms, room, clock, tmp_path):
    pass_time(rooms, clock, LIFETIME - 10)
    votes.ask(rooms, room.code, room.key, 3)
    pass_time(rooms, clock, LIFETIME - 10)
    assert rooms.room(room.code).expires == clock.now + 10
    clock.now += 10
    assert rooms.purge() == 1
    with pytest.raises(NoRoom, match="a week after their last use"):
        rooms.room(room.code)
    assert b"Ada" not in b"".join(path.read_bytes() for path in tmp_path.glob(f"{FILE}*"))


def test_answers_are_use_too(rooms, room, clock):
    votes.ask(rooms, room.code, room.key, 3)
    pass_time(rooms, clock, LIFETIME - 10)
    give(rooms, room, "Ada", "same")
    pass_time(rooms, clock, 3_600)
    assert rooms.room(room.code).code == room.code


def test_no_jump_of_the_clock_ends_a_room(rooms, room, clock):
    votes.ask(rooms, room.code, room.key, 3)
    before = rooms.room(room.code)
    clock.now += LIFETIME + 100
    assert rooms.room(room.code).code == room.code
    give(rooms, room, "Ada", "same")
    other = rooms.open(all_lessons()["convoy"])
    students.join(rooms, other.code, "Ben", "b" * 24)
    assert rooms.purge() == 0
    clock.now -= LIFETIME
    assert rooms.purge() == 0 and rooms.room(room.code).touched == rooms.room(other.code).opened == clock.now
    assert rooms.room(room.code).opened == before.opened
    pass_time(rooms, clock, LIFETIME - 10)
    assert rooms.room(room.code) and rooms.room(other.code)
    clock.now += 10
    assert rooms.purge() == 2


def test_a_clock_that_was_ahead_keeps_nobody_out_when_it_is_set_right(rooms, room, clock):
    votes.ask(rooms, room.code, room.key, 3)
    clock.now += LIFETIME
    for _ in range(OPENINGS):
        rooms.open(all_lessons()["convoy"])
    for turn in range(students.ANSWERS):
        give(rooms, room, "Ada", "same", turn=turn + 1)
    clock.now -= LIFETIME
    rooms.purge()
    clock.now += 60
    assert rooms.room(rooms.open(all_lessons()["convoy"]).code).opened == clock.now
    give(rooms, room, "Ada", "less", turn=students.ANSWERS + 1)
    assert answers.mine(rooms, room.code, token("Ada")).answer == "less"


def test_a_server_that_was_off_finds_its_rooms_again(tmp_path, rooms, room, clock):
    pass_time(rooms, clock, LIFETIME / 2)
    clock.now += 3 * LIFETIME
    again = Rooms(tmp_path, Limits(), clock)
    assert again.purge() == 0
    pass_time(again, clock, LIFETIME / 2 - 3_600)
    assert again.room(room.code).code == room.code
    clock.now += 3_600
    assert again.purge() == 1


def test_a_file_that_says_nothing_of_the_last_look_loses_no_room(rooms, room, clock):
    with rooms.database.writing() as db:
        db.execute("DROP TABLE looks")
    clock.now += 2 * LIFETIME
    assert rooms.purge() == 0 and rooms.room(room.code).touched == clock.now


def test_a_deleted_room_leaves_nothing(rooms, room, tmp_path):
    votes.ask(rooms, room.code, room.key, 3)
    give(rooms, room, "Ada", "same")
    rooms.delete(room.code, room.key)
    with pytest.raises(NotAdmitted):
        answers.mine(rooms, room.code, token("Ada"))
    with sqlite3.connect(tmp_path / FILE) as db:
        for name in ("rooms", "students", "votes", "revealed", "answers"):
            assert db.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,), name
    db.close()
    content = b"".join(path.read_bytes() for path in tmp_path.glob(f"{FILE}*"))
    assert b"Ada" not in content and room.code.encode() not in content


def test_who_leaves_takes_the_answers_along(rooms, room):
    votes.ask(rooms, room.code, room.key, 3)
    give(rooms, room, "Ada", "same")
    students.leave(rooms, room.code, token("Ada"))
    seen = outcomes.overview(rooms, room.code, room.key)
    assert seen.nicknames == ("Ben", "Cem") and seen.questions[0].answered == (0,)


def test_a_damaged_file_is_put_aside(tmp_path):
    (tmp_path / FILE).write_bytes(b"no database, " * 100)
    rooms = Rooms(tmp_path, Limits())
    opened = rooms.open(all_lessons()["convoy"])
    assert rooms.room(opened.code).lesson == "convoy"
    assert [path for path in tmp_path.iterdir() if "damaged" in path.name]


# ---- votes --------------------------------------------------------------------------------------------------------


def test_vote_discuss_vote_reveal(rooms, room):
    assert answers.mine(rooms, room.code, token("Ada"))[1:4] == (0, "before", 0)
    votes.ask(rooms, room.code, room.key, 3)
    give(rooms, room, "Ada", "more")
    give(rooms, room, "Ben", "more")
    give(rooms, room, "Ben", "less", turn=2)
    assert answers.mine(rooms, room.code, token("Ben")).answer == "less"
    votes.close(rooms, room.code, room.key)
    assert outcomes.distribution(rooms, room.code, room.key, 3, 1) == [
        Count(LESS, 1, False),
        Count(SAME, 0, True),
        Count(MORE, 1, False),
    ]
    votes.ask(rooms, room.code, room.key, 3)
    assert answers.mine(rooms, room.code, token("Ben"))[1:5] == (3, "open", 2, None)
    give(rooms, room, "Ada", "same", 2)
    give(rooms, room, "Cem", "same", 2)
    votes.close(rooms, room.code, room.key)
    shift = outcomes.shift(rooms, room.code, room.key, 3)
    assert shift.labels == (LESS, SAME, MORE, NONE) and shift.right == (0, 2)
    assert shift.students == ((0, 0, 0, 1), (0, 0, 0, 0), (0, 1, 0, 0), (0, 1, 0, 0))
    votes.reveal(rooms, room.code, room.key, 3)
    assert answers.mine(rooms, room.code, token("Ada"))[1:5] == (3, "revealed", 2, "same")


def test_what_was_answered_is_hidden_while_a_vote_is_open(rooms, room):
    votes.ask(rooms, room.code, room.key, 3)
    give(rooms, room, "Ada", "more")
    with pytest.raises(InputError, match="once the question is closed"):
        outcomes.distribution(rooms, room.code, room.key, 3, 1)
    assert answers_csv.table(rooms, room.code, room.key).splitlines() == [",".join(answers_csv.COLUMNS)]
    votes.close(rooms, room.code, room.key)
    votes.ask(rooms, room.code, room.key, 3)
    give(rooms, room, "Ada", "same", 2)
    with pytest.raises(InputError, match="once the question is closed"):
        outcomes.shift(rooms, room.code, room.key, 3)
    with pytest.raises(InputError, match="once the question is closed"):
        outcomes.distribution(rooms, room.code, room.key, 3, 2)
    assert len(outcomes.distribution(rooms, room.code, room.key, 3, 1)) == 3
    assert len(answers_csv.table(rooms, room.code, room.key).splitlines()) == 2
    with pytest.raises(InputError):
        outcomes.distribution(rooms, room.code, room.key, 3, 3)


def test_a_vote_is_opened_and_closed_in_order_only(rooms, room):
    with pytest.raises(InputError, match="none to close"):
        votes.close(rooms, room.code, room.key)
    with pytest.raises(InputError, match="once the question has been asked"):
        votes.reveal(rooms, room.code, room.key, 3)
    with pytest.raises(InputError, match="at the steps 3, 4, 6"):
        votes.ask(rooms, room.code, room.key, 1)
    votes.ask(rooms, room.code, room.key, 3)
    with pytest.raises(InputError, match="Question 1 is open"):
        votes.ask(rooms, room.code, room.key, 4)
    with pytest.raises(InputError, match="asked and closed"):
        votes.reveal(rooms, room.code, room.key, 3)
    votes.close(rooms, room.code, room.key)
    votes.ask(rooms, room.code, room.key, 3)
    votes.close(rooms, room.code, room.key)
    with pytest.raises(InputError, match="had its 2 votes"):
        votes.ask(rooms, room.code, room.key, 3)
    votes.reveal(rooms, room.code, room.key, 3)
    with pytest.raises(InputError, match="revealed"):
        votes.ask(rooms, room.code, room.key, 3)
    votes.start_over(rooms, room.code, room.key, 3)
    votes.ask(rooms, room.code, room.key, 3)
    assert answers.mine(rooms, room.code, token("Ada"))[1:4] == (3, "open", 1)


@pytest.mark.parametrize("step", [None, True, "3", 3.0, -1, 10**9, [3], {}])
def test_a_step_that_is_no_question_is_refused(rooms, room, step):
    with pytest.raises(InputError) as refused:
        votes.ask(rooms, room.code, room.key, step)
    one_sentence(str(refused.value))


# ---- answers ------------------------------------------------------------------------------------------------------


def test_an_answer_after_the_end_is_refused_and_the_one_before_counts(rooms, room):
    votes.ask(rooms, room.code, room.key, 3)
    give(rooms, room, "Ada", "same")
    votes.close(rooms, room.code, room.key)
    with pytest.raises(InputError, match="closed"):
        give(rooms, room, "Ada", "more", turn=2)
    votes.ask(rooms, room.code, room.key, 3)
    with pytest.raises(InputError, match="closed"):
        give(rooms, room, "Ada", "more", turn=3)  # of the first vote, on its way since
    assert outcomes.distribution(rooms, room.code, room.key, 3, 1)[1].students == 1
    assert outcomes.overview(rooms, room.code, room.key).questions[0].answered == (1, 0)


def test_an_answer_sent_twice_or_late_is_one_answer(rooms, room):
    votes.ask(rooms, room.code, room.key, 3)
    give(rooms, room, "Ada", "same", turn=5)
    give(rooms, room, "Ada", "same", turn=5)
    give(rooms, room, "Ada", "more", turn=4)  # an older one that comes late
    assert answers.mine(rooms, room.code, token("Ada")).answer == "same"
    assert outcomes.overview(rooms, room.code, room.key).questions[0].answered == (1,)


@pytest.mark.parametrize("answer", [None, "other", 3, [], {}, "x" * 5_000, float("nan"), {"same": 1}, ["same"], True])
def test_what_is_no_answer_is_refused(rooms, room, answer):
    votes.ask(rooms, room.code, room.key, 3)
    with pytest.raises(InputError) as refused:
        give(rooms, room, "Ada", answer)
    one_sentence(str(refused.value))
    assert outcomes.overview(rooms, room.code, room.key).questions[0].answered == (0,)


@pytest.mark.parametrize("field", ["step", "vote", "turn"])
@pytest.mark.parametrize("entry", [None, "1", 1.0, True, -1, 2**60, [1]])
def test_an_answer_that_says_not_where_it_belongs_is_refused(rooms, room, field, entry):
    votes.ask(rooms, room.code, room.key, 3)
    with pytest.raises(InputError):
        answers.give(
            rooms, room.code, token("Ada"), **{"step": 3, "vote": 1, "answer": "same", "turn": 1, field: entry}
        )


def test_strangers_have_no_answer(rooms, room):
    votes.ask(rooms, room.code, room.key, 3)
    other = rooms.open(all_lessons()["convoy"])
    with pytest.raises(NotAdmitted, match=r"There is no room .* or its teacher has taken you out"):
        give(rooms, room, "Eve", "same")
    with pytest.raises(NotAdmitted):
        answers.mine(rooms, other.code, token("Ada"))


def test_too_many_answers_of_one_student_are_refused(rooms, room, clock):
    votes.ask(rooms, room.code, room.key, 3)
    for turn in range(students.ANSWERS):
        give(rooms, room, "Ada", "same", turn=turn)
    with pytest.raises(Refused, match="within a minute"):
        give(rooms, room, "Ada", "more", turn=99)
    give(rooms, room, "Ben", "more")
    clock.now += 61
    give(rooms, room, "Ada", "more", turn=99)
    assert answers.mine(rooms, room.code, token("Ada")).answer == "more"


def test_drawings_are_counted_by_their_first_difference(rooms, room):
    votes.ask(rooms, room.code, room.key, 6)
    right = {"1": 0, "2": 10, "3": 2, "4": 2, "5": 4, "6": 5, "7": 5, "8": 8}
    drawn = {"Ada": right, "Ben": right | {"8": 12}, "Cem": dict.fromkeys(right, 0)}
    for name, starts in drawn.items():
        give(rooms, room, name, starts, step=6)
    votes.close(rooms, room.code, room.key)
    assert {count.label: count.is_right for count in outcomes.distribution(rooms, room.code, room.key, 6, 1)} == {
        "as EASY does": True,
        "first difference: job 8 at 12 min": False,
        "a schedule that cannot be": False,
    }


def test_many_different_answers_become_other_answers(rooms):
    room = rooms.open(all_lessons()["order_matters"])
    names = [f"S{number}" for number in range(30)]
    enter(rooms, room.code, *names)
    step = next(
        number
        for number, one in enumerate(rooms.room(room.code).case.lesson.steps, 1)
        if one.question and one.question.ask == "number"
    )
    for vote in (1, 2):
        votes.ask(rooms, room.code, room.key, step)
        for number, name in enumerate(names):
            give(rooms, room, name, number if vote == 1 else 7, vote, step)
        votes.close(rooms, room.code, room.key)
    rows = outcomes.distribution(rooms, room.code, room.key, step, 1)
    assert len(rows) == outcomes.ROWS + 1 and rows[-1][:2] == (OTHER, 30 - outcomes.ROWS)
    shift = outcomes.shift(rooms, room.code, room.key, step)
    assert sum(map(sum, shift.students)) == 30 and shift.labels[-2:] == (OTHER, NONE)
    assert sum(row[shift.labels.index("7 min")] for row in shift.students) == 30


def test_many_threads_lose_and_double_nothing(rooms, tmp_path):
    room = rooms.open(all_lessons()["convoy"])
    names = [f"S{number}" for number in range(24)]
    enter(rooms, room.code, *names)
    votes.ask(rooms, room.code, room.key, 3)
    faults = []

    def work(own: list[str], shared: Rooms) -> None:
        try:
            for turn, answer in enumerate(("less", "more", "same")):
                for name in own:
                    give(shared, room, name, answer, turn=turn)
        except Exception as error:  # told below
            faults.append(error)
        finally:
            shared.database.close()

    second = Rooms(tmp_path, Limits(), rooms.clock)
    threads = [threading.Thread(target=work, args=(names[at::8], (rooms, second)[at % 2])) for at in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    votes.close(rooms, room.code, room.key)
    assert not faults
    assert [count.students for count in outcomes.distribution(rooms, room.code, room.key, 3, 1)] == [0, 24, 0]


# ---- students and limits ------------------------------------------------------------------------------------------


def test_a_nickname_is_text_and_one_of_its_kind(rooms, room):
    assert students.join(rooms, room.code, "  <b>Eve \u202e\x00 </b>  ", token("e")) == "<b>Eve </b>"
    with pytest.raises(InputError, match="called 'ADA' already"):
        students.join(rooms, room.code, "ADA", token("f"))
    assert students.join(rooms, room.code, "whatever", token("Ada")) == "Ada"  # the same browser once more
    assert len(outcomes.overview(rooms, room.code, room.key).nicknames) == 4


@pytest.mark.parametrize("nickname", ["", "   ", "\u200b\n", None, 7, ["Ada"], "x" * 31, {"a": 1}])
def test_what_is_no_nickname_is_refused(rooms, room, nickname):
    with pytest.raises(InputError) as refused:
        students.join(rooms, room.code, nickname, token("g"))
    one_sentence(str(refused.value))


@pytest.mark.parametrize("sent", [None, "", "short", "x" * 65, "a b" * 10, 7, "ä" * 30])
def test_what_is_no_token_is_refused(rooms, room, sent):
    with pytest.raises(InputError, match="token"):
        students.join(rooms, room.code, "Eve", sent)


def test_limits_are_told_in_sentences(tmp_path, clock):
    rooms = Rooms(tmp_path, Limits(rooms=2, students=2), clock)
    lesson = all_lessons()["convoy"]
    first, _ = rooms.open(lesson), rooms.open(lesson)
    with pytest.raises(Refused, match="has 2 rooms and takes 2 at most"):
        rooms.open(lesson)
    enter(rooms, first.code, "Ada", "Ben")
    with pytest.raises(Refused, match="has 2 students and takes 2 at most"):
        enter(rooms, first.code, "Cem")
    rooms.delete(first.code, first.key)
    assert rooms.open(lesson).code


def test_a_room_that_nobody_has_ever_joined_is_gone_an_hour_after_its_last_use(tmp_path, clock):
    rooms, lesson = Rooms(tmp_path, Limits(rooms=3), clock), all_lessons()["convoy"]
    joined, open_page, alone = (rooms.open(lesson) for _ in range(3))
    enter(rooms, joined.code, "Ada")
    students.leave(rooms, joined.code, token("Ada"))  # it was joined all the same
    with pytest.raises(Refused, match="nobody has joined after an hour"):
        rooms.open(lesson)
    for _ in range(5):  # the teacher's page looks every few minutes
        clock.now += EMPTY / 4
        rooms.note_teacher(rooms.room(open_page.code))
    assert rooms.purge() == 1
    for code in (joined.code, open_page.code):
        assert rooms.room(code).code == code
    with pytest.raises(NoRoom):
        rooms.room(alone.code)
    assert rooms.open(lesson).code


def test_an_answer_simulates_nothing_that_the_opening_has_not(rooms, monkeypatch):
    """Else the first student of a class would wait for kernels to be compiled."""
    opened = rooms.open(all_lessons()["convoy"])
    monkeypatch.setattr(cases, "simulate", None)
    for step in votes.questions(all_lessons()["convoy"]):
        votes.ask(rooms, opened.code, opened.key, step)
        votes.close(rooms, opened.code, opened.key)
        votes.reveal(rooms, opened.code, opened.key, step)
    enter(rooms, opened.code, "Ada")
    votes.start_over(rooms, opened.code, opened.key, 3)
    votes.ask(rooms, opened.code, opened.key, 3)
    give(rooms, opened, "Ada", "less")
    votes.close(rooms, opened.code, opened.key)
    counts = outcomes.distribution(rooms, opened.code, opened.key, 3, 1)
    assert {count.label: count.students for count in counts} == {LESS: 1, SAME: 0, MORE: 0}


def test_a_server_opens_rooms_at_a_pace(rooms, clock):
    for _ in range(OPENINGS):
        rooms.open(all_lessons()["convoy"])
    with pytest.raises(Refused, match="within a minute"):
        rooms.open(all_lessons()["convoy"])
    clock.now += 61
    assert rooms.open(all_lessons()["convoy"]).code


def test_a_closed_door_lets_nobody_in(rooms, room):
    votes.close_door(rooms, room.code, room.key, True)
    with pytest.raises(Refused, match="ask the teacher"):
        enter(rooms, room.code, "Eve")
    enter(rooms, room.code, "Ada")
    votes.close_door(rooms, room.code, room.key, False)
    enter(rooms, room.code, "Eve")
    assert outcomes.overview(rooms, room.code, room.key).nicknames[-1] == "Eve"


# ---- what leaves --------------------------------------------------------------------------------------------------


def test_the_csv_has_every_answer_and_no_formula(rooms, room, clock):
    names = ['=HYPERLINK("http://x")', "+1", "-1", "@SUM(A1)", 'Ann, "the" first', "  =1"]
    enter(rooms, room.code, *names)
    votes.ask(rooms, room.code, room.key, 3)
    clock.now += 12.34
    for name in names:
        give(rooms, room, name, "same")
    votes.close(rooms, room.code, room.key)
    rows = list(csv.DictReader(io.StringIO(answers_csv.table(rooms, room.code, room.key))))
    assert [row["nickname"] for row in rows] == [
        '\'=HYPERLINK("http://x")',
        "'+1",
        "'-1",
        "'@SUM(A1)",
        'Ann, "the" first',
        "'=1",
    ]
    assert {tuple(row.values())[1:] for row in rows} == {("1", "1", SAME, "yes", "12.3")}


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\t=1", "\r1", " =1", "\uff1d1"])
def test_formulas_become_text(text):
    assert answers_csv.harmless(text) == f"'{text}"


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/",
        "//example.org",
        "/\\example.org",
        "javascript:alert(1)",
        "compare",
        "/a\nb",
        "/" + "x" * 5_000,
        None,
        7,
        ["/"],
        "/a\\b",
        "http:/x",
        "//[x",
    ],
)
def test_only_pages_of_this_server_are_shown(rooms, room, address):
    with pytest.raises(InputError, match="none of this server"):
        votes.show(rooms, room.code, room.key, address)


def test_a_page_is_shown_until_a_question_is_asked(rooms, room):
    votes.show(rooms, room.code, room.key, "/compare?w=1&t0=2012-06-01#x")
    assert answers.mine(rooms, room.code, token("Ada")).view == "/compare?w=1&t0=2012-06-01#x"
    votes.ask(rooms, room.code, room.key, 3)
    assert answers.mine(rooms, room.code, token("Ada")).view == ""


def test_a_file_damaged_meanwhile_is_told_in_a_sentence(tmp_path):
    database = Database(tmp_path / "one.db")
    database.shrink()
    (tmp_path / "one.db").write_bytes(b"\xff" * 40_000)
    with pytest.raises(StoreError, match="cannot be read"), Database.reading(database) as db:
        db.execute("PRAGMA cache_size = 0")
        db.execute("SELECT count(*) FROM rooms").fetchone()


def test_a_transaction_that_fails_leaves_nothing(tmp_path):
    database = Database(tmp_path / "one.db")
    with pytest.raises(ZeroDivisionError), database.writing() as db:
        db.execute(
            "INSERT INTO rooms (code, teacher, lesson, digest, source, seed, opened, touched) "
            "VALUES ('x', '', '', '', '', 0, 0, 0)"
        )
        raise ZeroDivisionError
    with database.reading() as db:
        assert db.execute("SELECT count(*) FROM rooms").fetchone()[0] == 0
