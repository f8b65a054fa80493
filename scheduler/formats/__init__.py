"""Every trace format: one file each, found by looking in this folder.

Formats read bytes and write streams they are handed; they never open files.  How a file is read where it does not tell
(which column is the submit time, which time zone its dates are in) is its reading: {parameter: text}, of the params
that its format declares.

May import `model` and `formats.reading`.  Others use `all_formats`, `recognize`, `parse` and the functions of each
format.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scheduler import registry
from scheduler.errors import FormatError, ParamError
from scheduler.formats.reading import account_tree, several
from scheduler.formats.reading.cost import USUAL, Cost, Estimate, growth
from scheduler.formats.reading.decompression import HEAD, bare, head, packing, plain
from scheduler.formats.reading.preview import Preview
from scheduler.model.account_tree import Tree
from scheduler.model.trace import Trace
from scheduler.params import Param, checked
from scheduler.wording import enumerated

ARCHIVE = ".tar"  # how the name of an archive of several files ends
MOST_TEXT = 200  # characters of a value of a reading
Reading = Mapping[str, str]


@dataclass(frozen=True)
class Format:
    """A named trace format."""

    key: str
    title: str
    family: str  # "trace"
    suffixes: tuple[str, ...]
    sniff: Callable[[bytes], bool]  # is this the head of such a file (unpacked)?
    read: Callable[..., Trace]  # (content, name, **reading) -> Trace; content may be packed
    write: Callable[[Trace], bytes] | None  # write(read(x)) gives every line back
    source: str
    params: tuple[Param, ...] = ()  # of a reading: those without a value are guessed from the file
    preview: Callable[..., Preview] | None = None  # (content, name, **reading) of a file with columns
    pieces: Callable[..., Iterator[Trace]] | None = None  # read(...) piece by piece, for logs too long to be held
    resembles: Callable[[bytes], bool] | None = None  # would its reader tell best what is wrong with such a file?
    cost: Cost = USUAL  # of reading a file


def trace_formats() -> Mapping[str, Format]:
    """{key: Format} of the formats of traces, in alphabetical order."""
    return {key: entry for key, entry in all_formats().items() if entry.family == "trace"}


def wanted() -> str:
    """The titles of the formats of traces: what a file should be in."""
    titles = [entry.title for entry in trace_formats().values()]
    return enumerated(titles, "or")


def suffixes() -> tuple[str, ...]:
    """How names of files with traces end, but for how they are packed."""
    return tuple(dict.fromkeys(suffix for entry in trace_formats().values() for suffix in entry.suffixes))


def named_as_trace(name: str) -> bool:
    """Whether the name of a file ends like that of a trace, plain or packed."""
    return bare(name).endswith((*suffixes(), ARCHIVE))


def all_formats() -> Mapping[str, Format]:
    """{key: Format}, in alphabetical order."""
    return registry.load(__name__, "FORMAT")


def recognize(content: bytes, name: str) -> Format:
    """The format of a content (plain or packed): what it begins with tells it, and its name where several would do.

    A format that knows what its columns mean goes before one that has to guess it.  Raises FormatError.
    """
    begin, entries = head(content), trace_formats()
    if account_tree.sniff(begin):
        raise FormatError(f"{name} is {account_tree.WITH_LOG}.")
    by_name = [entry for entry in entries.values() if bare(name).endswith(entry.suffixes)]
    by_content = [entry for entry in entries.values() if entry.sniff(begin)]
    certain = [entry for entry in by_content if entry.preview is None]
    chosen = [entry for entry in certain or by_content if entry in by_name] or certain or by_content
    chosen = chosen or [entry for entry in entries.values() if entry.resembles and entry.resembles(begin)] or by_name
    if not chosen:
        raise FormatError(
            f"{name} is in no format known here; wanted: {wanted()}, plain or packed with gzip, xz or zstd."
        )
    return chosen[0]


def parse(content: bytes, name: str, reading: Reading | None = None) -> Trace:
    """The trace in a content, whichever format it is, or in the files of an archive (reading/several.py) together.

    Raises FormatError, ParamError.
    """
    if several.is_archive(head(content)):
        whole = plain(content, name, several.LIMIT)
        parts, trees = list[Trace](), dict[str, Tree]()
        for of, text in several.unpacked(several.members(whole, name), name, len(content)):
            if account_tree.sniff(text[:HEAD]):
                trees[of] = account_tree.read(text, of)
            else:
                parts.append(_parse(text, of, reading))
        return several.joined(name, parts, hashlib.sha256(whole).hexdigest(), trees)
    return _parse(content, name, reading)


def _parse(content: bytes, name: str, reading: Reading | None) -> Trace:
    entry = recognize(content, name)
    return entry.read(content, name, **params_of(entry, reading, name))


def preview(content: bytes, name: str, reading: Reading | None = None) -> tuple[Format, Preview | None]:
    """The format of a content, and its first rows where it has columns; of an archive, those of its first file.

    Raises FormatError, ParamError.
    """
    if several.is_archive(head(content)):
        logs = [
            (of, packed)
            for of, packed in several.members(plain(content, name, several.LIMIT), name)
            if not account_tree.sniff(head(packed))
        ]
        if not logs:
            raise FormatError(f"{name} is {account_tree.WITH_LOG}.")
        name, content = logs[0]
    entry = recognize(content, name)
    return entry, entry.preview(content, name, **params_of(entry, reading, name)) if entry.preview else None


def estimate(content: bytes, name: str) -> Estimate | None:
    """What reading a content takes, by its size and its first bytes; None of a file that no reader takes.

    The files of an archive are taken to be like the first log in it.
    """
    begin, text = head(content), int(len(content) * growth(content))
    rows_in = content
    if several.is_archive(begin):
        name, rows_in = several.first_log(begin)
        begin, text = head(rows_in), int(text * growth(rows_in))
    try:
        entry = recognize(begin, name)
        cost = entry.cost
        jobs = cost.rows(rows_in, name) if cost.rows and rows_in is content and not packing(content[:HEAD]) else None
    except FormatError:
        return None
    return cost.of(text, cost.jobs(begin, text) if jobs is None else jobs)


def params_of(entry: Format, reading: Reading | None, name: str) -> dict[str, Any]:
    """The params of a format that a reading sets, checked; raises ParamError for one that the format does not have."""
    settings = dict(reading or {})
    names = {param.name for param in entry.params}
    for param in settings:
        if param not in names:
            takes = f"its reading takes {', '.join(sorted(names))}" if names else "such a file tells all by itself"
            raise ParamError(
                f"{name} is in the format {entry.title}, which is not read with {param[:40]!r} ({takes}); leave it out."
            )
    values = checked(entry.params, settings)
    return {param: value for param, value in values.items() if param in settings and value is not None}


def check_reading(reading: Any) -> dict[str, str]:
    """A reading as it is kept: {param: text} in alphabetical order, without those that are empty.

    Raises ParamError for a param that no format has, or a value that none of its formats takes.
    """
    texts = reading.values() if isinstance(reading, Mapping) else ()
    if not isinstance(reading, Mapping | None) or not all(isinstance(value, str | None) for value in texts):
        raise ParamError("A reading is pairs of a name and a text, such as submit=submit_time.")
    params = {param.name: param for entry in trace_formats().values() for param in entry.params}
    kept = {str(name): value for name, value in (reading or {}).items() if value}
    for name, value in kept.items():
        if len(value) > MOST_TEXT or not value.isprintable():
            raise ParamError(
                f"{name[:40]} has a text of {len(value):,} characters; wanted: at most {MOST_TEXT} that can be printed."
            )
    values = checked([params[name] for name in kept if name in params] or params.values(), kept)
    return {name: str(values[name]) for name in sorted(kept)}
