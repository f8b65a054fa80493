"""One test of many cases: for files, documents and entries, and for checks that take less time than a test of their own."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import Signature, signature
from pathlib import Path
from typing import Any

import pytest

from tests.cases.sources import ROOT

Test = Callable[..., None]
SHORT = reprlib.Repr()
SHORT.maxstring = SHORT.maxother = 100


def every_case(names: str, cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Like pytest.mark.parametrize, but as one test.  It runs all cases, and its message has a line for each that fails.

    Two of these take every combination.  All cases share the fixtures of the test.  A test without a case fails.
    """
    parameters = [name.strip() for name in names.split(",")]
    values = [tuple(case) if len(parameters) > 1 else (case,) for case in cases]
    rows = [dict(zip(parameters, row, strict=True)) for row in values]

    def decorate(test: Test) -> Test:
        check, others = getattr(test, "combined", (test, [{}]))
        combined = [row | other for row in rows for other in others]

        @wraps(test)
        def together(**fixtures: Any) -> None:
            assert combined, "there is no case"
            failed = failures(check, combined, fixtures)
            assert not failed, f"{len(failed)} of {len(combined)} cases fail\n" + "\n".join(failed)

        needed = [one for one in signature(test).parameters.values() if one.name not in parameters]
        together.__signature__ = Signature(needed)  # pytest reads here which fixtures it needs
        together.combined = (check, combined)
        return together

    return decorate


def failures(check: Test, cases: Sequence[dict[str, Any]], fixtures: dict[str, Any]) -> list[str]:
    """A line for every case in which the check fails: its number and values, the line of the check, the reason."""
    failed = []
    for number, case in enumerate(cases, 1):
        try:
            check(**case, **fixtures)
        except (Exception, pytest.fail.Exception) as error:
            values = ", ".join(f"{name}={label(value)}" for name, value in case.items())
            failed.append(f"{number}. {values}: line {line(error)}: {type(error).__name__}: {error}")
    return failed


def label(value: Any) -> str:
    """A value in a message: a file from the root of the repository, the key or the name of an entry, else its repr."""
    if isinstance(value, Path) and value.is_relative_to(ROOT):
        return value.relative_to(ROOT).as_posix()
    names = [getattr(value, name, None) for name in ("key", "name")]
    return next((name for name in names if name and isinstance(name, str)), SHORT.repr(value))


def line(error: BaseException) -> int:
    """The line of the check at which an error left it; 0 where it was not entered."""
    inside = error.__traceback__ and error.__traceback__.tb_next
    return inside.tb_lineno if inside else 0
