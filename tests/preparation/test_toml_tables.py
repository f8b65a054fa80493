"""TOML of strangers: read like any other, but for keys of many parts, deep brackets and numbers beyond 64 bits."""

from __future__ import annotations

import tomllib

import pytest

from scheduler.toml_tables import DEEPEST, tables
from tests.cases.every_case import every_case


@every_case(
    "text",
    [
        "a.b.'c d'.\"e.f\" = 1\n[g.h]\ni = [1.5, 2.5]",
        f"a = '{'A word. ' * 100}'",
        f"a = [{', '.join(['0.5'] * 100)}]",
        f"{'a.' * (DEEPEST - 2)}a = 1",
        f"a = {'[' * (DEEPEST - 2)}{']' * (DEEPEST - 2)}",
        "a = 9223372036854775807",
    ],
)
def test_what_people_write_is_read(text):
    assert tables(text) == tomllib.loads(text)


@every_case(
    "text, words",
    [
        (f"b = 1\n{'a.' * DEEPEST}a = 1", "more than 32 parts stands in line 2"),
        ("'a'. " * DEEPEST + "a = 1", "more than 32 parts"),
        ('"\\"".' * DEEPEST + "a = 1", "more than 32 parts"),
        (f"x = {{{'a.' * DEEPEST}a = 1}}", "more than 32 parts"),
        (f"a = {'[' * DEEPEST}{']' * DEEPEST}", "more than 32 deep"),
        ("a = " + "[" * 5_000, "too deep"),
        ("a = " + "9" * 5_000, "too many digits"),
        ("a = 0x" + "f" * 5_000, "too many digits"),
        ("a = [1, [9223372036854775808]]", "too many digits"),
    ],
)
def test_what_costs_more_than_its_length_is_refused(text, words):
    with pytest.raises(ValueError, match=words):
        tables(text)
