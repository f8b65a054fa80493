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


def trace_formats() -> Mapping[str, Format]:
    """{key: Format} of the formats of traces, in alphabetical order."""
    return {key: entry for key, entry in all_formats().items() if entry.family == "trace"}


def wanted() -> str:
    """The titles of the formats of traces: what a file should be in."""
    return " or ".join(entry.title for entry in trace_formats().values())


def suffixes() -> tuple[str, ...]:
    """How names of files with traces end."""
    return tuple(dict.fromkeys(suffix for entry in trace_formats().values() for suffix in entry.suffixes))


def all_formats() -> Mapping[str, Format]:
    """{key: Format}, in alphabetical order."""
    return registry.load(__name__, "FORMAT")
