"""Parameters are checked once, at the edge, and say what they want."""

from __future__ import annotations

import pytest

from scheduler.errors import ParamError, UnknownKey
from scheduler.params import Param, checked
from scheduler.registry import find

USERS = Param("users", 20, 1, 500, help="how many")
SHARE = Param("share", 0.5, 0, 1)
ORDER = Param("order", "lpt", choices=("lpt", "spt"))
STRICT = Param("strict", True)
LIMIT = Param("limit", None, 0, unit="s", kind=float)


@pytest.mark.parametrize(
    ("param", "given", "value"),
    [
        (USERS, "7", 7),
        (USERS, 7.0, 7),
        (SHARE, "0.25", 0.25),
        (SHARE, 1, 1.0),
        (ORDER, "spt", "spt"),
        (STRICT, "no", False),
        (STRICT, True, True),
        (LIMIT, "", None),
        (LIMIT, "3.5", 3.5),
    ],
)
def test_values_get_their_type(param: Param, given: object, value: object) -> None:
    found = param.check(given)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("param", "given"),
    [
        (USERS, "many"),
        (USERS, 2.5),
        (USERS, 0),
        (USERS, 501),
        (USERS, True),
        (USERS, "1e999"),
        (SHARE, "nan"),
        (SHARE, -0.1),
        (ORDER, "LPT!"),
        (STRICT, "perhaps"),
        (USERS, ""),
        (USERS, None),
        (LIMIT, -1),
        (USERS, [3]),
        (SHARE, {}),
    ],
)
def test_a_wrong_value_is_named_with_what_is_wanted(param: Param, given: object) -> None:
    with pytest.raises(ParamError, match=f"{param.name}.*wanted"):
        param.check(given)


@pytest.mark.parametrize(
    ("param", "words"),
    [
        (Param("n", 1, 1, 1_000_000), "a whole number from 1 to 1,000,000"),
        (Param("x", 0.5, 0.25), "a number, at least 0.25"),
        (Param("x", 1.0, None, 2e7, "s"), "a number, at most 20,000,000 (s)"),
        (Param("x", 1.0, 1e-6, 1e6), "a number from 1e-06 to 1,000,000"),
    ],
)
def test_bounds_are_written_out(param: Param, words: str) -> None:
    assert param.requirement() == words


def test_defaults_fill_what_is_not_given() -> None:
    assert checked((USERS, ORDER), {"users": "3"}) == {"users": 3, "order": "lpt"}


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(ParamError, match="did you mean users"):
        checked((USERS, ORDER), {"user": 3})


def test_an_unknown_key_gets_the_nearest_or_all() -> None:
    with pytest.raises(UnknownKey, match="did you mean easy"):
        find({"easy": 1, "fcfs": 2}, "esy", "policy")
    with pytest.raises(UnknownKey, match="known: easy, fcfs"):
        find({"easy": 1, "fcfs": 2}, "zzz", "policy")
