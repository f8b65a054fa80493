"""Where a trace comes from: an upload, a log of this server, a sample, or a generator.

A source is JSON.  Names are looked up in a listing, never joined to a path.  A source that is a file may have a field
`reading`: how it is read where it does not tell ({parameter: text}, of formats.check_reading).  It is part of the key
of what is made of the file; a file that is read as it tells has no such field.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any, cast

import numpy as np

from scheduler.broker.address import in_use
from scheduler.errors import FormatError, InputError, Refused, StoreError
from scheduler.formats import Format, check_reading, named_as_trace, parse
from scheduler.formats import estimate as estimate_of
from scheduler.formats import preview as preview_of
from scheduler.formats.reading.cost import Estimate, rounded
from scheduler.formats.reading.decompression import head
from scheduler.formats.reading.preview import Preview
from scheduler.generators import all_generators
from scheduler.model.trace import Trace
from scheduler.params import Param, checked
from scheduler.preparation.samples import FOLDER as SAMPLES
from scheduler.registry import find
from scheduler.results.limits import GiB, Limits, MiB, worker_memory
from scheduler.results.store import Store
from scheduler.results.uploads import content_key, shown_name
from scheduler.wording import counted

TRACES = "QUEUESCOPE_TRACES"  # names the folder of logs
HEADERS = {
    name: re.compile(rf"^;[ \t]*{name}:[ \t]*(.*)$", re.MULTILINE) for name in ("Lesson", "Shows", "Policies", "Title")
}
SEED = Param("seed", 0, 0, 2**53 - 1, help="same seed, same numbers")

HEAD = 2**16  # bytes of a sample that hold its header
Source = dict[str, Any]


@dataclass(frozen=True)
class Sample:
    """A sample trace and what its header tells."""

    name: str
    lesson: str  # what it shows, in a sentence
    shows: str = ""  # where it is from: "campaign-scheduling-2012, proposition 6"
    policies: str = ""  # which policies show it: "ostrich, faircamp placement=list"; to be read by `setups`
    title: str = ""  # its lesson in a few words; the name of the file where the header has none


def logs() -> list[str]:
    """Names of the logs in the folder QUEUESCOPE_TRACES and its folders, sorted; none where it is not set."""
    folder = os.environ.get(TRACES)
    return sorted(_listing(Path(folder), deep=True)) if folder else []


def samples() -> list[Sample]:
    """Every sample trace with what its header tells, sorted by name."""
    return [_sample(name, path) for name, path in sorted(_listing(SAMPLES).items())]


def sample(name: str) -> Sample:
    """The sample of that name.  Raises InputError for one that is not listed."""
    return _sample(name, path_of("sample", name))


def _sample(name: str, path: Path) -> Sample:
    with path.open("rb") as file:
        begin = head(file.read(HEAD)).decode("utf-8", "replace")
    matches = {key: pattern.search(begin) for key, pattern in HEADERS.items()}
    lesson, shows, policies, title = (match.group(1).strip() if match else "" for match in matches.values())
    return Sample(name, lesson, shows, policies, title or name)


def setups(policies: str) -> tuple[tuple[str, dict[str, str]], ...]:
    """(policy, params) of each policy a header names: "fcfs, faircamp placement=list"; empty for an empty text.

    A value with blanks or commas stands in double quotation marks: priority_queues queues="2,0".

    Whether there are such policies and parameters is checked when they are run.  Raises InputError for anything else
    than a name followed by param=value.
    """
    wrong = InputError(
        f"The line of policies is {policies[:80]!r}; wanted: policies separated by commas, each with "
        'its parameters, such as: ostrich, faircamp placement=list, priority_queues queues="2,0".'
    )
    try:
        groups = _groups(policies)
    except ValueError:  # a quotation mark without its second
        raise wrong from None
    entries = []
    for words in groups:
        assignments = [word.partition("=") for word in words[1:]]
        if not words or "=" in words[0] or not all(name and value for name, _, value in assignments):
            raise wrong
        entries.append((words[0], {name: value for name, _, value in assignments}))
    return tuple(entries)


def _groups(policies: str) -> list[list[str]]:
    """The words between commas; what stands in double quotation marks is part of a word, with its blanks and commas."""
    words = shlex.shlex(policies, posix=True, punctuation_chars=",")
    words.whitespace_split, words.quotes, words.escape, words.commenters = True, '"', "", ""
    groups: list[list[str]] = [[]] if policies.strip() else []
    for word in words:
        if word and not word.strip(","):
            groups.extend([] for _ in word)
        else:
            groups[-1].append(word)
    return groups


def _listing(folder: Path, deep: bool = False) -> dict[str, Path]:
    paths = folder.rglob("*") if deep else folder.glob("*")
    return {path.relative_to(folder).as_posix(): path for path in paths if named_as_trace(path.name)}


def path_of(kind: str, name: str) -> Path:
    """The file of a log or sample.  Raises InputError for a name that is not listed."""
    folder = SAMPLES if kind == "sample" else Path(os.environ.get(TRACES) or os.devnull)
    path = _listing(folder, deep=kind == "log").get(name)
    if path is None:
        raise InputError(f"There is no {kind} {str(name)[:80]!r} on this server; choose one of the list.")
    return path


def check(source: Any, store: Store) -> Source:
    """The source with everything checked and filled in.

    Raises InputError (UnknownKey, ParamError), and Refused for a file that takes more to read than a worker may use.
    """
    kind = source.get("kind") if isinstance(source, Mapping) else None
    if kind == "generate":
        entry = find(all_generators(), str(source.get("generator")), "generator")
        params = checked(entry.params, pairs(source.get("params")))
        return {"kind": kind, "generator": entry.key, "params": params, "seed": SEED.check(source.get("seed") or 0)}
    if kind == "upload":
        if not store.has_upload(source.get("key")):
            raise InputError("This file is no longer kept on the server; send it again.")
        upload = {"kind": kind, "key": source["key"], "name": shown_name(source.get("name", "")), **_reading(source)}
        return _affordable(upload, _file(upload, store), store.limits)
    if kind in ("log", "sample"):
        path = path_of(kind, str(source.get("name")))
        log = {"kind": kind, "name": str(source["name"]), "version": _version(path), **_reading(source)}
        return _affordable(log, path, store.limits)
    raise InputError("A workload comes of an upload, a log, a sample or a generator; choose one of them.")


def estimate(source: Source, store: Store) -> Estimate | None:
    """What reading the file of a checked source takes; None for others, and for a file that no reader takes."""
    if source["kind"] == "generate":
        return None
    return _estimate_of(_file(source, store), source["name"])


def _estimate_of(path: Path, name: str) -> Estimate | None:
    try:
        status = path.stat()
        return _estimate(path, name, status.st_size, status.st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=256)
def _estimate(path: Path, name: str, size: int, _changed: int) -> Estimate | None:
    return estimate_of(_looked_at(path), name) if size else None


def _affordable(source: Source, path: Path, limits: Limits) -> Source:
    """The source, where a worker may use what reading its file takes; raises Refused.

    Where there is a broker, workers may have more memory than this machine, and look for themselves.
    """
    cost = _estimate_of(path, source["name"])
    if cost is not None and not in_use():
        check_affordable(cost, source["name"], worker_memory(), limits.seconds)
    return source


def check_affordable(cost: Estimate, name: str, memory: int, seconds: float) -> None:
    """Raise Refused where reading a file takes more than so many bytes of memory, or so many seconds."""
    what = f"{name} has about {counted(rounded(cost.jobs), 'job')} in {max(cost.text // MiB, 1):,} MiB of text, and"
    if cost.memory > memory:
        raise Refused(
            f"{what} reading it takes about {cost.memory / GiB:.2g} GiB of memory; the most here is "
            f"{memory / GiB:.2g} GiB, so send a slice of it."
        )
    if cost.seconds > seconds:
        raise Refused(
            f"{what} reading it takes about {rounded(cost.seconds):,} s of the processor; the most here is "
            f"{seconds:,.0f} s, so send a slice of it."
        )


def _reading(source: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """The field `reading` of a source of a file; none where it is read as it tells.  Raises ParamError."""
    reading = check_reading(source.get("reading"))
    return {"reading": reading} if reading else {}


def pairs(params: Any) -> Mapping[str, Any]:
    """Parameters as they were sent.  Raises InputError for anything but names and values."""
    if not isinstance(params, Mapping | None):
        raise InputError("Parameters are pairs of a name and a value.")
    return params or {}


def _version(path: Path) -> str:
    """Names what is in a file, on whatever machine it lies; read again only where the file has changed."""
    status = path.stat()
    return _content(path, status.st_size, status.st_mtime_ns)


@lru_cache(maxsize=256)
def _content(path: Path, size: int, changed: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def trace_of(source: Source, store: Store) -> Trace:
    """The trace of a checked source.  Raises InputError (FormatError), StoreError."""
    kind = source["kind"]
    if kind == "generate":
        entry = all_generators()[source["generator"]]
        random = np.random.Generator(np.random.PCG64(source["seed"]))
        return entry.generate(random, seed=source["seed"], **source["params"])
    if kind == "upload":
        return _uploaded(source, store)
    path = path_of(kind, source["name"])
    return parse(path.read_bytes(), path.name, source.get("reading"))


def trace_of_workload(store: Store, key: str) -> Trace:
    """The trace a workload was made of, read again.  Raises StoreError when it is gone or has changed."""
    record = store.workload_record(key)
    if not record["source"]:
        raise StoreError("This workload was not made of a trace that is kept here.")
    trace = trace_of(record["source"], store)
    if record["trace_sha256"] and trace.sha256 != record["trace_sha256"]:
        raise StoreError("The trace has changed since this workload was made of it; open it again.")
    return trace


def preview(source: Source, store: Store) -> tuple[Format, Preview | None] | None:
    """How the file of a checked source is read: its format, and its first rows where it has columns; None for others.

    Only what is looked at is taken from the disk.  Raises InputError (FormatError, ParamError), StoreError.
    """
    if source["kind"] == "generate":
        return None
    try:
        return preview_of(_looked_at(_file(source, store)), source["name"], source.get("reading"))
    except (OSError, ValueError):
        raise StoreError("This file is no longer kept on the server; send it again.") from None


def _file(source: Source, store: Store) -> Path:
    """Where the file of a checked source lies."""
    return store.upload_path(source["key"]) if source["kind"] == "upload" else path_of(source["kind"], source["name"])


def _looked_at(path: Path) -> bytes:
    """The content of a file, of which only what is looked at is taken from the disk; raises OSError, ValueError."""
    with path.open("rb") as file:
        return cast(bytes, mmap(file.fileno(), 0, access=ACCESS_READ))


def _uploaded(source: Source, store: Store) -> Trace:
    """The trace of an upload whose content is still the one its key names."""
    content = store.upload(source["key"])
    try:
        trace = parse(content, source["name"], source.get("reading"))
    except FormatError:
        if content_key(content) != source["key"]:
            raise store.damaged_upload(source["key"]) from None
        raise
    if (trace.sha256 or content_key(content)) != source["key"]:
        raise store.damaged_upload(source["key"])
    return trace
