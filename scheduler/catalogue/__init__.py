"""The catalogue: public logs with what is known of them, where they are, and what to do with the file once it is there.

The facts are data (logs.toml).  Each log names the sources its facts were read in; what none of them says is left out
and told as unknown.  Nothing is downloaded.  May import `errors`, `formats` and `health.archive` of `scheduler`.
Others use `all_logs`, `chosen`, `recognized`.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from scheduler.errors import InputError
from scheduler.health.archive import known_logs
from scheduler.health.archive.log_facts import Log

FILE = Path(__file__).with_name("logs.toml")
USES = {
    "teaching": "teaching: small enough for every policy in seconds",
    "backfilling": "backfilling and estimates: requested times are recorded",
    "waits": "waits: what happened can be compared with a simulation",
    "fairness": "fairness: many users",
    "throughput": "very many, mostly small jobs",
    "large": "very large machines and jobs",
    "memory": "memory",
    "gpus": "GPUs",
    "energy": "power and energy",
}
SIZES = {"small": (1, 50_000), "medium": (50_000, 1_000_000), "large": (1_000_000, 10**12)}  # jobs, [from, below)
ERAS = ("1990s", "2000s", "2010s", "2020s")
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Archive:
    """Where several logs come from; what is said here holds for each of them that does not say it itself."""

    key: str
    title: str
    about: str
    get: str
    format: str
    terms: str
    next: str
    command: str
    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class PublicLog:
    """A log that others published.  0 and "" where no source tells."""

    name: str
    archive: Archive
    machine: str
    terms: str
    next: str  # what to do with the file
    why: str  # what it is worth, in a sentence
    sources: tuple[str, ...]  # where its facts were read
    format: str = ""  # key of a format; "": none of ours
    processors: int = 0
    jobs: int = 0
    about_jobs: str = ""  # "about" or "more than"
    begin: str = ""  # 1996-09, or a year
    end: str = ""
    files: tuple[str, ...] = ()
    get: str = ""  # address; "": it is not published
    good_for: tuple[str, ...] = ()  # keys of USES
    faults: tuple[str, ...] = ()
    command: str = ""  # a call for the file
    header: Mapping[str, Any] | None = None  # {computer, installation: beginnings in small letters, jobs}
    sha256: tuple[str, ...] = ()  # of texts that are this log

    @property
    def key(self) -> str:
        """Its name as an address: sdsc-sp2-1998."""
        return "-".join("".join(sign if sign.isalnum() else " " for sign in self.name.lower()).split())

    @property
    def era(self) -> str:
        """One of ERAS, by its beginning."""
        return f"{self.begin[:3]}0s" if self.begin else UNKNOWN

    @property
    def size(self) -> str:
        """One of SIZES, by its jobs."""
        return next((name for name, (low, high) in SIZES.items() if low <= self.jobs < high), UNKNOWN)

    @property
    def span(self) -> str:
        """1996-09 to 1997-08."""
        if not self.begin:
            return f"until {self.end}" if self.end else UNKNOWN
        return " to ".join(filter(None, (self.begin, self.end)))

    @property
    def years(self) -> str:
        """1996-1997."""
        begin, end = self.begin[:4], self.end[:4]
        return "-".join(dict.fromkeys(filter(None, (begin, end)))) if begin else self.span

    def describe(self) -> dict[str, Any]:
        """Everything as JSON; None where no source tells."""
        facts = {one.name: getattr(self, one.name) for one in fields(self)} | {"archive": self.archive.title}
        return {
            "key": self.key,
            **{name: (dict(value) if isinstance(value, Mapping) else value) or None for name, value in facts.items()},
            "era": self.era,
            "size": self.size,
        }


@cache
def all_logs() -> Mapping[str, PublicLog]:
    """{key: log}, by archive and age as in the file.  Raises ValueError where the file is wrong."""
    content = tomllib.loads(FILE.read_text(encoding="utf-8"))
    archives = {one["key"]: Archive(**_frozen(one)) for one in content["archive"]}
    logs = [_log(one, archives[one["archive"]]) for one in content["log"]]
    if len({log.key for log in logs}) < len(logs):
        raise ValueError(f"{FILE.name}: two logs have the same name")
    return {log.key: log for log in logs}


def _log(entry: Mapping[str, Any], archive: Archive) -> PublicLog:
    """An entry, completed by what its archive says for all."""
    shared = {name: getattr(archive, name) for name in ("get", "format", "terms", "next", "command")}
    sources = (*entry["sources"], *(one for one in archive.sources if one not in entry["sources"]))
    return PublicLog(**shared | _frozen(entry) | {"archive": archive, "sources": sources})


def _frozen(entry: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}


def chosen(use: str = "", era: str = "", size: str = "") -> list[PublicLog]:
    """The logs that are good for something, of an era, of a size; "" for any.  Raises InputError for other words."""
    for word, words, noun in ((use, (*USES,), "use"), (era, ERAS, "era"), (size, (*SIZES,), "size")):
        if word and word not in words:
            raise InputError(f"There is no {noun} {word[:40]!r}; wanted: {', '.join(words)}.")
    return [
        log
        for log in all_logs().values()
        if use in (*log.good_for, "") and era in (log.era, "") and size in (log.size, "")
    ]


# ---- which log a file is ---------------------------------------------------------------------------------------------


class Recognition(NamedTuple):
    """A log of the catalogue that a file is, and whether the text is one that is known sign for sign."""

    log: PublicLog
    exact: bool


def recognized(log: Log) -> Recognition | None:
    """The entry of a log: by the hash of its text, else by computer, installation and jobs in its header."""
    by_hash = next((one for one in all_logs().values() if log.trace.sha256 in one.sha256), None)
    if by_hash:
        return Recognition(by_hash, True)
    archive_log = known_logs.recognized(log)
    by_name = all_logs().get(archive_log.name.lower()) if archive_log else None
    same = by_name or next((one for one in all_logs().values() if _is_header(one.header, log)), None)
    return Recognition(same, False) if same else None


def _is_header(header: Mapping[str, Any] | None, log: Log) -> bool:
    if header is None or log.trace.number("MaxJobs") != header["jobs"]:
        return False
    texts = {name: log.trace.keys.get(name.capitalize(), "").casefold() for name in ("computer", "installation")}
    return all(text.startswith(header[name]) for name, text in texts.items())


@cache
def version() -> str:
    """Names the text of the catalogue: what is kept of it is made anew where it has changed."""
    return hashlib.sha256(FILE.read_bytes()).hexdigest()[:12]
