"""A lesson in a link: the same lesson comes out of it, and whatever else stands there ends in a sentence."""

from __future__ import annotations

import base64
import random
import re
import zlib

import pytest

from layouts.topics.lessons import body, lesson_address, lesson_sheet, own_lesson
from layouts.topics.lessons.lesson_progress import Record
from scheduler.errors import InputError, QueuescopeError
from scheduler.topics.lessons import lesson_link
from scheduler.topics.lessons.reading import MOST_BYTES
from scheduler.topics.lessons.shelf import all_lessons
from tests.cases.small_log import is_one_sentence
from tests.pages.test_pages import texts
from tests.topics.lessons.test_reading import FILES, GOOD


def packed(content: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


@pytest.mark.parametrize("key", [key for key, lesson in all_lessons().items() if not lesson.sample])
def test_every_lesson_fits_into_a_link_and_comes_out_the_same(key):
    lesson = lesson_link.of_text(all_lessons()[key].source.encode())
    address = lesson_address.write(lesson, 0, 2)
    place = lesson_address.read(address.partition("?")[2])
    assert place.step == 2 and place.case.lesson == lesson and len(address) < 8_000
    assert not lesson_link.check(lesson)
    assert lesson_address.write(place.case.lesson, 0, 2) == address
    assert "2. " in texts(body.body(place, Record()))


def test_a_linked_lesson_has_variants_and_a_sheet():
    lesson = lesson_link.of_text(GOOD.encode())
    search = lesson_address.write(lesson, 3).partition("?")[2]
    assert lesson_address.read(search).case.jobs == lesson_link.case(lesson, 3).jobs != lesson.jobs
    sheet = lesson_sheet.document(search, False)
    assert lesson.title in sheet and "Question 3" in sheet


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "A" * 5_999,
        "A" * 200_000,
        "%%%",
        packed(b"\xff\xfe"),
        packed(b"title = 1"),
        packed(GOOD.encode())[:-9],
        packed(b"#" * (MOST_BYTES + 1)),
        packed(b" " * 50_000_000),
        packed((GOOD + "\n[[steps]]\nkind = 'x'\n").encode()),
        "\u0663" * 40,
        packed(b"[" * 9_000),
    ],
)
def test_a_hostile_link_ends_in_a_sentence(text):
    with pytest.raises(InputError) as refused:
        lesson_link.unpack(text)
    assert is_one_sentence(str(refused.value)) or str(refused.value).count(". ") <= 1


def test_a_link_holds_no_sample():
    source = next(lesson.source for lesson in all_lessons().values() if lesson.sample)
    with pytest.raises(InputError, match="names a sample"):
        lesson_link.unpack(packed(source.encode()))


def test_a_lesson_too_long_for_a_link_says_so():
    noise = random.Random(1)
    text = GOOD.replace("See why", "".join(noise.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(1_900)))
    long = text + "".join(f'\n[[steps]]\nkind = "tell"\ntext = "{noise.getrandbits(5_000):x}"\n' for _ in range(8))
    assert "Shorten" in texts(own_lesson.preview(long))


def test_the_preview_shows_every_answer():
    words = texts(own_lesson.preview(GOOD))
    assert "Right: at the same time as under FCFS" in words
    assert "Wrong: later than under FCFS. You expect that passing delays the first job." in words
    assert "5 of the variants 1 to 5 show the phenomenon" in words and "job 2 at 10 min" in words


def test_the_preview_says_what_a_lesson_falls_short_of():
    wrong = GOOD.replace("mistakes = [", 'mistakes = [{rule = "easy", says = "It is so."}, ', 1)
    words = texts(own_lesson.preview(wrong))
    assert "the mistake easy gives the right answer. Choose a rule with another answer" in words
    assert "Take the lesson" not in words and "can be taken and given to students, once this is right" in words
    assert "Take the lesson" in texts(own_lesson.preview(GOOD))
    assert "Line 15: unit" in texts(own_lesson.preview(GOOD.replace('unit = "min"', 'unit = "weeks"')))


TRY = """
[[steps]]
kind = "try"
text = "Let job 2 start earlier."
rule = "fcfs"
change = ["runtime"]
of_jobs = [1]
goal = [{left = {of = "start", job = 2, rule = "fcfs"}, is = "<", right = 8}]
solution = [[1, "runtime", 5]]
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            '"runtime", 5]',
            '"runtime", 9]',
            "the solution does not meet the goal. Start of job 2: 9 min; wanted: below 8 min.",
        ),
        ("solution = ", "# ", "there is no solution"),
        ("right = 8", "right = 80", "met before anything is changed"),
        ("[[1, ", "[[3, ", "the solution cannot be. Only the cells of the table can be changed here."),
    ],
)
def test_the_preview_checks_what_is_to_be_tried(old, new, words):
    assert old in TRY
    assert "Step 8:" not in texts(own_lesson.preview(GOOD + TRY))
    preview = texts(own_lesson.preview(GOOD + TRY.replace(old, new)))
    assert "Step 8:" in preview and words in preview


def test_errors_of_a_pasted_text_begin_with_the_line():
    assert texts(own_lesson.preview(GOOD.replace('unit = "min"', 'unit = "weeks"'))).strip().startswith("Line ")
    assert texts(own_lesson.preview(GOOD + "\nx = [1\n")).strip().startswith("The text does not read as TOML")


@pytest.mark.parametrize(
    "text", [None, 7, "", "  ", [], "x" * (MOST_BYTES + 1), "<script>alert(1)</script>", "\ud800", "\0"]
)
def test_what_is_no_lesson_ends_in_a_sentence(text):
    assert texts(own_lesson.preview(text)).strip().endswith(".")


def test_mutated_lessons_end_in_a_lesson_or_a_sentence():
    lots = random.Random(7)
    lines, ends = GOOD.splitlines(), {"lesson": 0, "sentence": 0}
    for _ in range(150):
        changed = list(lines)
        for _ in range(lots.randint(1, 3)):
            at = lots.randrange(len(changed))
            word = lots.choice(["", "0", "-1", "1e308", "[]", "{}", '""', "nan", "true", '"easy"', "99999999", "inf"])
            parts = changed[at].split("=", 1)
            changed[at] = lots.choice(
                [f"{parts[0]}= {word}", "", changed[at].replace("2", "9"), changed[at].replace('"', "", 1)]
            )
        try:
            lesson = lesson_link.of_text("\n".join(changed).encode())
            lesson_link.check(lesson)
            ends["lesson"] += 1
        except QueuescopeError as error:
            assert str(error)
            ends["sentence"] += 1
    assert min(ends.values()) > 10, ends


def test_mistakes_of_a_choice_that_are_one_option_are_named():
    text = (FILES / "easy_conservative.toml").read_text()
    assert not lesson_link.check(lesson_link.of_text(text.encode()))
    before = 'ask = "choice"'
    mistake = re.search(r'mistakes = \[\s*(\{rule = "(.*?)", says = "[^"]*"\})', text[text.index(before) :], re.S)
    twice = text.replace(mistake[1], f"{mistake[1]}, {mistake[1]}", 1)
    rule = mistake[2]
    assert f"the mistakes {rule} and {rule} give the same answer" in texts(own_lesson.preview(twice))


def test_no_job_is_made_wider_than_the_machine():
    wide = TRY.replace('"runtime"', '"processors"').replace(", 5]]", ", 9]]")
    words = texts(own_lesson.preview(GOOD + wide))
    assert "Processors of job 1 is" in words and "; wanted: a number from 1 to 4." in words
