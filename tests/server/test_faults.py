"""The same fault again and again does not fill the log."""

from __future__ import annotations

import logging

from layouts.server import faults
from layouts.server.faults import Faults


def broken(name: str) -> None:
    raise KeyError(name)


def also_broken() -> None:
    raise TypeError("wrong")


def caught(call, *given) -> Exception:
    try:
        call(*given)
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def test_a_fault_is_written_in_full_a_few_times_and_then_in_a_line(caplog):
    seen = Faults(logging.getLogger("queuescope"))
    numbers = [seen.log(caught(broken, f"x{at}")) for at in range(faults.IN_FULL + 3)]
    assert len(set(numbers)) == len(numbers)
    assert [record.exc_info is not None for record in caplog.records] == [True] * faults.IN_FULL + [False] * 3
    assert all(number in record.getMessage() for number, record in zip(numbers, caplog.records, strict=True))
    assert caplog.records[-1].getMessage().endswith(f"for the {faults.IN_FULL + 3}th time")


def test_another_fault_is_new(caplog):
    seen = Faults(logging.getLogger("queuescope"))
    for _ in range(faults.IN_FULL + 1):
        seen.log(caught(broken, "x"))
    seen.log(caught(also_broken))
    assert [record.exc_info is not None for record in caplog.records][-2:] == [False, True]


def test_what_is_remembered_of_faults_is_bounded(monkeypatch):
    monkeypatch.setattr(faults, "DIFFERENT", 3)
    seen = Faults(logging.getLogger("queuescope"))
    for kind in range(10):
        seen.log(type(f"Fault{kind}", (Exception,), {})())
    assert len(seen._seen) <= 3
