"""A recipe: how a log is read and which jobs are taken of it, as a text that a page and a call can follow again.

It is TOML.  `reading` holds what a file does not tell of itself, the other tables hold options of a workload, those
about cleaning, filters and the platform each in a table of their own.  Only what differs from the defaults stands in
it.  `log` says what it was made for; it can be followed with other logs.  Times may be dates, from = 2012-06-01, on the
clock of the log, or lengths, to = "60wk".

>>> print(write(Recipe({}, WorkloadOptions(leave_out="flurries,one_user", first=500))).split("\\n\\n", 1)[1])
[cleaning]
leave_out = ["flurries", "one_user"]
<BLANKLINE>
[filter]
first = 500
<BLANKLINE>
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scheduler import toml_tables
from scheduler.errors import InputError, ParamError
from scheduler.model.trace import Platform
from scheduler.model.workload_options import CALL_NAMES, LISTS, WorkloadOptions
from scheduler.options import all_options
from scheduler.preparation.dated_options import INSTANTS, checked, text_of_date, times, written

VERSION = 1
NAMED = "queuescope_recipe"  # key of the version
LONGEST = 65_536  # characters
MOST_READING = 40  # parameters of a reading
TABLES = {
    "cleaning": ("leave_out", "unallocated", "overrun", "wide"),
    "filter": ("where", "first", "begin", "end", "week"),
    "platform": ("processors", "clusters", *(name for name, one in all_options().items() if one.table == "platform")),
}
OTHERS = "jobs"  # table of all other options
HEAD = "# A recipe of Queuescope: how a log is read and which jobs are taken of it.\n"


@dataclass(frozen=True)
class Recipe:
    """How a log is read, with which options its jobs are taken, and which log that was, if anybody says so.

    dates: {begin or end: its text} where these are dates, whose seconds only the log tells.
    """

    reading: Mapping[str, str] = field(default_factory=dict)
    options: WorkloadOptions = field(default_factory=WorkloadOptions)
    log: str = ""
    sha256: str = ""
    dates: Mapping[str, str] = field(default_factory=dict)

    @property
    def asked(self) -> dict[str, Any]:
        """{name: value} of all options, dates as texts, as what asks for a log has them."""
        return self.options.as_json() | dict(self.dates)


def of_record(record: Mapping[str, Any]) -> Recipe:
    """The recipe of a workload by its stored record; what the log tells itself is left to the log."""
    chosen = WorkloadOptions.of_record(record.get("options") or {}).chosen()
    texts = [note["text"] for note in record.get("notes") or () if note["rule"] == "processors"]
    if any("of the header" in text for text in texts):
        for name in TABLES["platform"][:2]:
            chosen.pop(name, None)
    dates = _dates(chosen, record)
    options = WorkloadOptions.of({name: value for name, value in chosen.items() if name not in dates})
    source = record.get("source") or {}
    return Recipe(
        dict(source.get("reading") or {}),
        options,
        str(record.get("name") or ""),
        str(record.get("trace_sha256") or ""),
        dates,
    )


def _dates(chosen: Mapping[str, Any], record: Mapping[str, Any]) -> dict[str, str]:
    """The instants among the options that are a date on the clock of the log, as that date."""
    facts = record.get("platform") or {"processors": 1}
    platform = Platform(**facts | {"clusters": tuple(facts.get("clusters") or ())})
    texts = {name: written(chosen[name], platform) for name in INSTANTS if name in chosen}
    return {name: text for name, text in texts.items() if text is not None}


def write(recipe: Recipe) -> str:
    """The text of a recipe."""
    chosen = recipe.options.chosen() | dict(recipe.dates)
    tables: dict[str, dict[str, Any]] = {
        "log": {name: value for name, value in (("name", recipe.log), ("sha256", recipe.sha256)) if value},
        "reading": dict(recipe.reading),
    }
    for table, names in TABLES.items():
        tables[table] = {name: chosen.pop(name) for name in names if name in chosen}
    tables[OTHERS] = chosen
    parts = [f"{HEAD}{NAMED} = {VERSION}\n"]
    for table, values in tables.items():
        lines = [f"{CALL_NAMES.get(name, name)} = {_written(name, value)}\n" for name, value in values.items()]
        parts += [f"[{table}]\n{''.join(lines)}"] if lines else []
    return "\n".join(parts)


def _written(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if name in LISTS:
        return "[" + ", ".join(part if part.isdigit() else _text(part) for part in str(value).split(",")) + "]"
    return _text(str(value))


def _text(value: str) -> str:
    """A basic string of TOML, which is one of JSON but for DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def read(text: str) -> Recipe:
    """The recipe in a text.  Raises InputError (ParamError, WorkloadError), one sentence."""
    if len(text) > LONGEST:
        raise InputError(f"This recipe has {len(text):,} characters; wanted: at most {LONGEST:,}.")
    try:
        tables = toml_tables.tables(text)
    except ValueError as error:
        raise InputError(
            f"This recipe is no TOML ({str(error)[:120]}); wanted: tables such as [cleaning] with lines "
            'such as leave_out = ["flurries"].'
        ) from None
    _check_tables(tables)
    options: dict[str, Any] = {}
    fields = {call: name for name, call in CALL_NAMES.items()}
    for table in (*TABLES, OTHERS):
        for call, value in tables.get(table, {}).items():
            name = fields.get(call, call)
            if name in options:
                raise InputError(f"This recipe sets {call} twice; leave one of the two out.")
            options[name] = _value(call, value)
    log = tables.get("log", {})
    asked = checked(times(options))
    dates = {name: asked.pop(name) for name in INSTANTS if isinstance(asked.get(name), str)}
    return Recipe(
        _reading(tables.get("reading", {})),
        WorkloadOptions.of(asked),
        str(log.get("name", "")),
        str(log.get("sha256", "")),
        dates,
    )


def _check_tables(tables: Mapping[str, Any]) -> None:
    """Raise InputError for another version, or for what is no table of a recipe."""
    version = tables.get(NAMED)
    if version != VERSION or isinstance(version, bool):
        there = f"{NAMED} = {version!r}"[:80] if NAMED in tables else f"no {NAMED}"
        raise InputError(f"This text has {there}; wanted: a recipe that begins with {NAMED} = {VERSION}.")
    names = ("log", "reading", *TABLES, OTHERS)
    listed = ", ".join(f"[{one}]" for one in names)
    for name, table in tables.items():
        if name != NAMED and (name not in names or not isinstance(table, dict)):
            raise InputError(f"{name[:40]!r} is no table of a recipe; wanted: {listed}.")


def _value(name: str, value: Any) -> Any:
    """A value as an option takes it: a list as a text with commas, a date as one.

    Raises ParamError for what no option has.
    """
    value = text_of_date(name, value)
    if isinstance(value, list) and all(isinstance(part, str | int) and not isinstance(part, bool) for part in value):
        return ",".join(map(str, value))
    if not isinstance(value, str | int | float):
        raise ParamError(f"{name[:40]} = {str(value)[:80]}; wanted: a text, a number, a date, true, false or a list.")
    return value


def _reading(values: Mapping[str, Any]) -> dict[str, str]:
    """The table of reading; its names are checked by the format that reads the file."""
    if len(values) > MOST_READING or not all(isinstance(value, str | int | float) for value in values.values()):
        raise InputError(
            f"The table [reading] of this recipe does not read; wanted: at most {MOST_READING} lines such "
            'as time_zone = "Europe/Berlin".'
        )
    return {name: str(value) for name, value in values.items()}
