"""Options that are instants, written as dates: which second of a log a date is, is known once the log is read.

Whoever asks for a log may say begin = 2012-06-01; the date stays a text until then.  A workload holds seconds alone,
so that it is the same workload whichever way it was asked for.  Calls, recipes and plans turn such a date into a
condition of the filter, which takes the same jobs.

>>> in_conditions({"begin": "2012-06-01", "end": "60wk", "where": "queue=1 or user=3"})
{'where': '(queue=1 or user=3) submit>=2012-06-01', 'end': 36288000.0}
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

import numpy as np

from scheduler.errors import ParamError, QueryError
from scheduler.model.calendars import FAR, Calendar, calendar_of_platform
from scheduler.model.trace import Platform, Trace
from scheduler.model.workload_options import CALL_NAMES, OPTIONS, WorkloadOptions
from scheduler.preparation.platform_options import platform_of
from scheduler.query import instants
from scheduler.query.instants import Date

INSTANTS = ("begin", "end")
SIGNS = {"begin": ">=", "end": "<"}  # of submit, where an instant becomes a condition; the day of an end is left out
LENGTHS = tuple(name for name, param in OPTIONS.items() if param.unit == "s")  # may be lengths of time, 36h


def checked(values: Mapping[str, Any] | None) -> dict[str, Any]:
    """{name: value} of options as they come from outside; dates stay texts.  Raises ParamError, WorkloadError."""
    plain = {name: in_seconds(name, value) for name, value in (values or {}).items()}
    dates = {name: str(value) for name, value in plain.items() if isinstance(value, Date)}
    others = {name: value for name, value in plain.items() if name not in dates}
    if "week" in others and dates:
        WorkloadOptions.of(others | dict.fromkeys(dates, 0.0))  # says that both say which jobs are taken
    return WorkloadOptions.of(others).as_json() | dates


def in_seconds(name: str, value: Any) -> Any:
    """A length of time in seconds, or a Date, of a text of an option that takes it; other values as they are."""
    if name not in LENGTHS or not isinstance(value, str):
        return value
    try:
        read = instants.read(value)
    except QueryError:
        return value  # the option says what it wants
    return value if isinstance(read, Date) and name not in INSTANTS else read


def times(values: Mapping[str, Any]) -> dict[str, Any]:
    """The options with every text of a time as seconds, or as a Date where the option is an instant.

    Raises ParamError, with the name an option has in a call, for a text that is no such time.
    """
    read = dict(values)
    for name in LENGTHS:
        if not isinstance(text := values.get(name), str):
            continue
        called = f"{CALL_NAMES.get(name, name)} = {text[:40]!r}"
        try:
            read[name] = instants.read(text)
        except QueryError as error:
            raise ParamError(f"{called}: {error}") from None
        if isinstance(read[name], Date) and name not in INSTANTS:
            raise ParamError(f"{called}; wanted: a length of time, such as 12h or 2d.")
    return read


def in_conditions(values: Mapping[str, Any]) -> dict[str, Any]:
    """The options with lengths of time as seconds, and dates of `begin` and `end` as conditions of the filter.

    Raises ParamError as `times` does.
    """
    read = times(values)
    for name, sign in SIGNS.items():
        if isinstance(read.get(name), Date):
            before = f"({read['where']}) " if read.get("where") else ""
            read["where"] = f"{before}submit{sign}{read.pop(name)}"
    return read


def text_of_date(name: str, value: Any) -> Any:
    """The text of a date of TOML, with or without a time of day; other values as they are.

    Raises ParamError for one with a time zone.
    """
    if not isinstance(value, date):
        return value
    if isinstance(value, datetime) and value.tzinfo is not None:
        raise ParamError(
            f"{name[:40]} = {value}; wanted: a date without a time zone, for dates are those that the "
            "clock of the log shows."
        )
    return value.isoformat()


def resolved(values: Mapping[str, Any], trace: Trace) -> WorkloadOptions:
    """The options of `checked` for a log.

    Raises ParamError for a date where the log does not tell when it starts, WorkloadError where it has no machine.
    """
    dates = {name: values[name] for name in INSTANTS if isinstance(values.get(name), str)}
    options = WorkloadOptions.of({name: value for name, value in values.items() if name not in dates})
    if not dates:
        return options
    clock = calendar_of_platform(platform_of(trace, options.processors, options.clusters)[0])
    return WorkloadOptions.of(options.as_json() | {name: _second(name, text, clock) for name, text in dates.items()})


def _second(name: str, text: str, clock: Calendar | None) -> float:
    try:
        return instants.seconds(text, clock)
    except QueryError as error:
        raise ParamError(f"{name} = {text[:40]!r}: {error}") from None


def written(seconds: float, platform: Platform) -> str | None:
    """The date that is this second of a log, 2012-06-01 or 2012-06-01T14:00; None where no date is exactly that."""
    clock = calendar_of_platform(platform)
    if clock is None or not 0 <= seconds < FAR or seconds != int(seconds):
        return None
    local = float(clock.local(np.array([seconds]))[0])
    date = Date(local, 86_400.0 if local % 86_400 == 0 else 0.0)
    return str(date) if clock.second(local) == seconds else None
