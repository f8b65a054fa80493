"""Deleting a log everywhere: the file, what was made of it, and what came of that.

Only who sent a file may delete it.  One that several have sent stays for the others: then only the claim of who asks is
given up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from scheduler.errors import InputError, StoreError
from scheduler.results.folders import drop, room
from scheduler.results.records import unsealed
from scheduler.results.store import RECORD, Store

OWNERS = "owners"  # folder of the files that say who sent an upload
BY_FIELD = ("uploads", "workloads", "runs", "loads", "health")  # the others are searched for what they are of


class Deleted(NamedTuple):
    """What was deleted: whether the file is gone, its workloads, their runs, and all keys that name any of it."""

    file: bool
    workloads: int
    runs: int
    keys: frozenset[str]


def claim(store: Store, upload: str, visitor: str) -> None:
    """Note that this visitor has sent that file."""
    folder = store.root / OWNERS
    with room():
        folder.mkdir(exist_ok=True, mode=0o700)
        if not owns(store, upload, visitor):
            with (folder / upload).open("a", encoding="ascii") as file:
                file.write(f"{_name(visitor)}\n")


def owns(store: Store, upload: object, visitor: str) -> bool:
    """Whether this visitor has sent that file, and it is here (bad keys: no)."""
    return store.has_upload(upload) and bool(visitor) and _name(visitor) in _owners(store, str(upload))


def is_claimed(store: Store, upload: str) -> bool:
    """Whether anybody has sent that file to have it kept."""
    return bool(_owners(store, upload))


def delete(store: Store, upload: str, visitor: str) -> Deleted:
    """Delete a file and all that was made of it.  Raises InputError for a file of somebody else."""
    if not owns(store, upload, visitor):
        raise InputError(
            "Only who sent a log can delete it, from the browser it was sent with; this one was sent by "
            "somebody else, or is gone already."
        )
    others = [owner for owner in _owners(store, upload) if owner != _name(visitor)]
    path = store.root / OWNERS / upload
    if others:
        with room():
            path.write_text("".join(f"{owner}\n" for owner in others), "ascii")
        return Deleted(False, 0, 0, frozenset())
    workloads = {
        key: record for key, record in _records(store, "workloads") if (record.get("source") or {}).get("key") == upload
    }
    runs = [key for key, record in _records(store, "runs") if record.get("workload") in workloads]
    keys = {upload, *workloads, *runs, *(str(record.get("hash")) for record in workloads.values())}
    for kind in ("loads", "health"):
        for key, record in _records(store, kind):
            source = record.get("source") or (record.get("spec") or {}).get("source") or {}
            if source.get("key") == upload or record.get("workload") in workloads:
                store.forget(kind, key)
    for kind in store.kinds():
        for key, content in _contents(store, kind) if kind not in BY_FIELD else ():
            if any(one.encode() in content for one in keys):
                store.forget(kind, key)
    for kind, gone in (("runs", runs), ("workloads", workloads), ("uploads", [upload])):
        for key in gone:
            store.forget(kind, key)
    drop(path)
    return Deleted(True, len(workloads), len(runs), frozenset(keys))


def _owners(store: Store, upload: str) -> list[str]:
    with suppress(OSError, UnicodeDecodeError):
        return (store.root / OWNERS / upload).read_text("ascii").split()
    return []


def _name(visitor: str) -> str:
    """A visitor as the file names it, which does not give away the id of the cookie."""
    return hashlib.sha256(f"owner {visitor}".encode()).hexdigest()[:24]


def _contents(store: Store, kind: str) -> Iterator[tuple[str, bytes]]:
    """(key, record as it is written) of everything of that kind."""
    for key in store.keys(kind):
        path = store.root / kind / key
        with suppress(OSError):
            yield key, (path / RECORD if path.is_dir() else path).read_bytes()


def _records(store: Store, kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """(key, record) of everything of that kind that reads."""
    for key, content in _contents(store, kind):
        with suppress(StoreError, ValueError, KeyError, TypeError):
            yield key, unsealed(content)
