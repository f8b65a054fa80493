"""One module of a folder is one entry; its key is the module's name.

Keys stand in URLs and stored results, so they never change; titles may.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Any

from scheduler.errors import UnknownKey


@cache
def load(package: str, attribute: str) -> Mapping[str, Any]:
    """{key: entry} of every module of a package that declares `attribute`, in alphabetical order.

    An entry may be one object or a tuple of them (a family of metrics in one file); single entries must have the
    name of their module as key.  Raises ValueError when a key is wrong or taken twice.
    """
    by_key: dict[str, Any] = {}
    path = import_module(package).__path__
    for name in sorted(m.name for m in pkgutil.iter_modules(path)):
        declared = getattr(import_module(f"{package}.{name}"), attribute, None)
        if declared is None:
            continue
        entries = declared if isinstance(declared, tuple) else (declared,)
        for entry in entries:
            if not isinstance(declared, tuple) and entry.key != name:
                raise ValueError(f"{package}/{name}.py declares the key {entry.key!r}; they must agree")
            if entry.key in by_key:
                raise ValueError(f"{package}: the key {entry.key!r} is declared twice")
            by_key[entry.key] = entry
    return by_key


def find(entries: Mapping[str, Any], key: str, noun: str) -> Any:
    """The entry of that key; raises UnknownKey with the close matches."""
    if key in entries:
        return entries[key]
    near = get_close_matches(str(key), entries, 3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(entries)}."
    raise UnknownKey(f"There is no {noun} {str(key)[:40]!r}; {hint}")
