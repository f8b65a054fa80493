"""Nicknames that look alike, in several scripts, and signs that nobody sees."""

from __future__ import annotations

import hashlib

import pytest

from scheduler.errors import InputError
from scheduler.results.limits import Limits
from scheduler.topics.classroom import students
from scheduler.topics.classroom.nicknames import are_alike, checked_nickname, skeleton
from scheduler.topics.classroom.rooms import Rooms
from scheduler.topics.lessons.shelf import all_lessons
from tests.cases.small_log import is_one_sentence

ALIKE = {
    "Ana": "\u0410na",  # Cyrillic A
    "Anna": "Ann\u0430",  # Cyrillic a
    "Nina": "\u039d\u0399\u039d\u0391",  # Greek capitals
    "Tom": "\u03a4\u03bfm",  # Greek Tau, omicron
    "Eva": "E\u03bda",  # Greek nu
    "Sosa": "\u0405\u043e\u0455\u0430",  # Cyrillic throughout
    "Paul": "Pau\u217c",  # the Roman numeral fifty
    "Ian": "lan",
    "Ben 1": "Ben l",
    "Bob": "B0b",
    "Marta": "\U0001d40c\U0001d41a\U0001d42b\U0001d42d\U0001d41a",  # mathematical letters
    "Max": "\uff2d\uff41\uff58",  # wide letters
    "Jos\u00e9": "Jose\u0301",  # in one sign and in two
    "Warner": "Wamer",
    "Soso": "S\u0585s\u0585",  # Armenian
    "Lill": "\u13de\u0456ll",  # Cherokee, Ukrainian
    "Otto": "OTTO",
    "Stra\u00dfe": "STRASSE",
    "o": "\u0647",  # Arabic heh, which the data have between marks of direction
}
APART = [
    ("Ana", "Anja"),
    ("Ian", "Lan"),
    ("Jose", "Jos\u00e9"),
    ("Asa", "\u00c5sa"),
    ("\u0418\u0432\u0430\u043d", "Ivan"),
    ("\u0410\u043d\u043d\u0430", "Anna"),  # Cyrillic n is another letter
    ("\u674e", "\u5b59"),
    ("\u0391\u03bb\u03ad\u03be\u03b7\u03c2", "Alex"),
    ("S1", "S2"),
    ("S1", "S11"),
]


def enter(rooms, code, name):
    return students.join(rooms, code, name, hashlib.sha256(name.encode()).hexdigest())


@pytest.fixture
def rooms(tmp_path):
    return Rooms(tmp_path, Limits())


def test_who_looks_like_somebody_in_the_room_is_refused(rooms):
    for name, other in ALIKE.items():
        opened = rooms.open(all_lessons()["convoy"])
        assert enter(rooms, opened.code, other) == other, other  # alone in the room any name is taken
        with pytest.raises(InputError, match="looks the same") as refused:
            enter(rooms, opened.code, name)
        assert is_one_sentence(str(refused.value))
        rooms.delete(opened.code, opened.key)


def test_names_of_all_scripts_are_beside_each_other(rooms):
    code = rooms.open(all_lessons()["convoy"]).code
    for name in dict.fromkeys(name for pair in APART for name in pair if name != "S11"):
        assert enter(rooms, code, name) == name
    assert [pair for pair in APART if are_alike(*pair)] == []


def test_numbered_names_of_a_class_are_apart():
    numbered = [f"S{number}" for number in range(300)]
    assert len({skeleton(name) for name in numbered}) == 300


@pytest.mark.parametrize(
    ("text", "expected"),
    [  # of confusables.txt of the standard: to one sign, to several, to a mark, and those that stay
        ("m", "rn"),
        ("\u0492", "\u0393\u0335"),
        ("\u14af", "\u0393\u00b7"),
        ("\u0497", "\u0436\u0329"),
        ("\U00010425", "\u0418"),
        ("\u043f", "\u03c0"),
        ("1Il|", "llll"),
        ("0", "O"),
        ("\u2025", ".."),
        ("\u03b2", "\u00df"),
        ("abc", "abc"),
        ("\u00e9", "e\u0301"),
    ],
)
def test_skeletons_are_those_of_the_standard(text, expected):
    assert skeleton(text) == skeleton(expected) and skeleton(skeleton(text)) == skeleton(text)


@pytest.mark.parametrize(
    "sign",
    [
        "\u200b",
        "\u200d",
        "\u202e",
        "\u2066",
        "\u2060",
        "\ufeff",
        "\u00ad",
        "\u3164",
        "\u115f",
        "\u034f",
        "\ufe0f",
        "\u2800",
        "\U000e0041",
        "\U000e0101",
    ],
)
def test_signs_that_nobody_sees_are_blanks(sign):
    assert checked_nickname(f"An{sign}a") == "An a" and checked_nickname(f"{sign}Ana{sign}") == "Ana"
    with pytest.raises(InputError, match="empty"):
        checked_nickname(sign * 3)
