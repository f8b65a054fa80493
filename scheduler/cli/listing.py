"""`policies`, `generators`, `metrics`, `formats`: what there is, as a table, or as JSON with all that is declared.

In JSON each entry says key, title, family, source and its parameters with default, bounds, unit, help and choices:
enough to build a form or a call without reading code.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any

from scheduler.cli.output import as_json, declare_json, say, table
from scheduler.command import Command
from scheduler.topics import offer

Columns = Mapping[str, Callable[[Any], str]]  # {head: the text of an entry}
BETTER = {"lower": "lower", "higher": "higher", "": "neither"}


def described(entries: Mapping[str, Any]) -> list[dict[str, Any]]:
    """[{key, title, family, params, source}] of a registry's entries."""
    return [
        {
            "key": entry.key,
            "title": entry.title,
            "family": entry.family,
            "params": [param.describe() for param in entry.params],
            "source": entry.source,
        }
        for entry in entries.values()
    ]


def parameters(entry: Any) -> str:
    """The parameters with their defaults and units, "factor=2, period=600 s"; the name alone of one that is not set."""
    return ", ".join(
        param.name if param.default in (None, "") else f"{param.name}={assigned(param.default)} {param.unit}".rstrip()
        for param in entry.params
    )


def assigned(default: Any) -> str:
    """A default as --param takes it."""
    if isinstance(default, bool):
        return "yes" if default else "no"
    return f"{default:g}" if isinstance(default, float) else str(default)


def suffixes(entry: Any) -> str:
    """The names of files of a format."""
    return ", ".join(f"*{suffix}" for suffix in entry.suffixes)


def as_table(entries: Iterable[Any], columns: Columns) -> str:
    """The entries as rows, by their keys."""
    every = {"key": lambda entry: entry.key, "title": lambda entry: entry.title, **columns}
    return table(tuple(every), [[text(entry) for text in every.values()] for entry in entries])


def offered() -> str:
    """Offer what the owner of this machine has, and say where it lies; raises InputError."""
    return " ".join(offer())


def _listing(key: str, columns: Columns, before: Callable[[], str] | None = None) -> Command:
    """before: what is done first; it may give a sentence that is said below the table."""

    def run(args: Namespace) -> int:
        place = before() if before else ""
        entries = getattr(import_module(f"scheduler.{key}"), f"all_{key}")()
        say(as_json(described(entries)) if args.json else as_table(entries.values(), columns))
        if place and not args.json:
            say(place)
        return 0

    return Command(key, f"list the {key}", declare_json, run)


COMMAND = (
    _listing("formats", {"files": suffixes, "can be": lambda entry: "read, written" if entry.write else "read"}),
    _listing("generators", {"family": lambda entry: entry.family, "parameters": parameters}),
    _listing(
        "metrics",
        {
            "unit": lambda entry: entry.unit or "1",
            "better": lambda entry: BETTER[entry.better],
            "family": lambda entry: entry.family,
        },
    ),
    _listing("policies", {"family": lambda entry: entry.family, "parameters": parameters}, offered),
)
