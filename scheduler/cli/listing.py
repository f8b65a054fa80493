"""`policies`, `generators`, `metrics`, `formats`: what there is, as a JSON array.

Each entry says key, title, family, source and its parameters with default, bounds, unit, help and choices: enough to
build a form or a call without reading code.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from scheduler.cli import Command
from scheduler.cli.output import as_json, say


def described(entries: Mapping[str, Any]) -> list[dict[str, Any]]:
    """[{key, title, family, params, source}] of a registry's entries."""
    return [{"key": entry.key, "title": entry.title, "family": entry.family,
             "params": [param.describe() for param in entry.params], "source": entry.source}
            for entry in entries.values()]


def _nothing(parser: ArgumentParser) -> None:
    """These commands take no options."""


def _listing(key: str) -> Command:
    def run(args: Namespace) -> int:
        entries = getattr(import_module(f"scheduler.{key}"), f"all_{key}")()
        say(as_json(described(entries)))
        return 0

    return Command(key, f"list the {key} as a JSON array", _nothing, run)


COMMAND = tuple(_listing(key) for key in ("formats", "generators", "metrics", "policies"))
