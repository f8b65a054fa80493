"""A test of many cases runs them all, names every case that fails, and has the fixtures that it asks for."""

from __future__ import annotations

from inspect import signature

import pytest

from scheduler.policies import all_policies
from tests.cases.every_case import every_case
from tests.cases.sources import ROOT


def message_of(test, **fixtures) -> str:
    """What a failing test says."""
    with pytest.raises(AssertionError) as error:
        test(**fixtures)
    return str(error.value)


def test_every_failing_case_is_named_and_no_other():
    @every_case("number, word", [(1, "one"), (2, "two"), (3, "three"), (4, "four")])
    def test(number, word):
        if number == 2:
            raise ValueError(f"no {word}")
        if number == 4:
            with pytest.raises(ValueError):
                int("4")
        assert number != 3, "not this one"

    first, *lines = message_of(test).splitlines()
    assert first == "3 of 4 cases fail"
    assert lines[0].startswith("2. number=2, word='two': line ") and lines[0].endswith("ValueError: no two")
    assert lines[1].startswith("3. number=3") and "AssertionError: not this one" in lines[1]
    assert lines[-1].startswith("4. number=4") and "DID NOT RAISE" in lines[-1]


def test_files_entries_and_long_values_are_named_briefly():
    @every_case("value", [ROOT / "app.py", all_policies()["easy"], "x" * 1_000])
    def test(value):
        assert value is None, "no"

    lines = [one for one in message_of(test).splitlines() if one[:2] in ("1.", "2.", "3.")]
    assert lines[0].startswith("1. value=app.py: ") and lines[1].startswith("2. value=easy: ")
    assert lines[2].startswith("3. value='xxx") and len(lines[2]) < 200


def test_a_test_without_a_case_fails():
    @every_case("value", [])
    def test(value):
        assert value

    assert "there is no case" in message_of(test)


def test_fixtures_are_those_of_the_function():
    seen = []

    @every_case("number", [1, 2])
    def test(number, folder):
        seen.append((number, folder))
        assert folder == "f"

    assert list(signature(test).parameters) == ["folder"]
    test(folder="f")
    assert seen == [(1, "f"), (2, "f")]
    assert message_of(test, folder="g").startswith("2 of 2 cases fail")


def test_the_line_that_failed_is_named():
    @every_case("number", [1])
    def test(number):
        assert number
        assert not number

    line_of_decorator = test.__wrapped__.__code__.co_firstlineno
    assert f"number=1: line {line_of_decorator + 3}: AssertionError" in message_of(test)


def test_two_of_them_take_every_combination():
    seen = []

    @every_case("number", [1, 2])
    @every_case("word", ["one", "two"])
    def test(number, word, folder):
        seen.append((number, word))
        assert (number, word) != (2, "one"), folder

    assert list(signature(test).parameters) == ["folder"]
    assert "number=2, word='one': line" in message_of(test, folder="here").splitlines()[1]
    assert seen == [(1, "one"), (1, "two"), (2, "one"), (2, "two")]


@every_case("number", [1, 2])
def test_pytest_hands_them_over(number, tmp_path):
    assert number in (1, 2) and tmp_path.is_dir()
