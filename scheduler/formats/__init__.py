"""Every trace format: one file each, found by looking in this folder.

Formats read bytes and write streams they are handed; they never open files.

May import `model` and `formats.reading`.  Others use `all_formats` and the functions of each format.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from scheduler import registry
from scheduler.model.trace import Trace
from scheduler.params import Param


@dataclass(frozen=True)
class Format:
    """A named trace format."""

    key: str
    title: str
    family: str                             # "trace"
    suffixes: tuple[str, ...]
    sniff: Callable[[bytes], bool]          # is this the head of such a file (uncompressed)?
    read: Callable[[bytes, str], Trace]     # (content, name) -> Trace; content may be gzipped
    write: Callable[[Trace], bytes] | None  # write(read(x)) gives every line back
    source: str
    params: tuple[Param, ...] = ()


def all_formats() -> Mapping[str, Format]:
    """{key: Format}, in alphabetical order."""
    return registry.load(__name__, "FORMAT")
