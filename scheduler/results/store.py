"""What is kept on disk: uploads, workloads and runs, named by what they are; several processes may share it.

root/uploads/<sha256>       files as they were sent
root/workloads/<key>/       tables `jobs` and `campaigns`, record.json
root/runs/<key>/            the tables of a schedule, record.json (run.json of the data's description), and derived
                            tables in folders of their own
root/loads/<key>            which workload came of a source with these options
root/parts/<key>            what came of one part of an experiment, or of one run of a sweep
root/experiments/<key>      what came of a whole one
root/sweeps/<key>           what came of a whole sweep
root/fair_starts/<key>      when jobs of a run would have started without later ones
root/plans/<key>            what a run planned at an instant, where its decisions are not kept
root/replicas/<key>         what came of runs on shaken copies of their workload
root/tasks/<task>/<key>     what came of any other background task
root/health/<key>           what was found in a log
root/owners/<sha256>        who sent that upload
root/visitors/<hash>        how much was kept for a visitor or an address, and when
root/holders/<key>          for which visitor and address that upload, workload, ... is kept, as hashes

Everything is written beside its place and renamed, and never changed afterwards.  Every file has a checksum: of a
table in the record beside it, of a record in itself, of an upload in its name.  What is damaged, of another version or
foreign raises StoreError and is dropped, so that it is made again.  A key from outside is checked before it becomes a
path.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import copy
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import orjson

from scheduler.columns import tables
from scheduler.errors import Refused, StoreError
from scheduler.fingerprint import fingerprint
from scheduler.home import home
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.model.workload import Workload
from scheduler.results.columns import (
    checksums,
    read_accounts,
    read_array,
    read_names,
    read_table,
    write_accounts,
    write_array,
    write_names,
    write_tables,
)
from scheduler.results.folders import DiskSpace, drop, new_folder, room, size, touch, write_file
from scheduler.results.holders import NOBODY, Holder, Holders
from scheduler.results.keys import KEY, UPLOAD_KEY, fits, short_hash
from scheduler.results.limits import Limits, Quota, quota_of
from scheduler.results.records import (
    Record,
    certificate_of,
    notes_of,
    of_run,
    of_workload,
    platform_of,
    sealed,
    unsealed,
)
from scheduler.results.uploads import Upload, receive

SCHEMA = 2  # of the folders; others are refused and made again
NAMED = 1  # of the names of workloads, which links hold: these change with nothing else
KINDS = {
    "uploads": UPLOAD_KEY,
    "workloads": KEY,
    "runs": KEY,
    "loads": KEY,
    "parts": KEY,
    "experiments": KEY,
    "fair_starts": KEY,
    "plans": KEY,
    "sweeps": KEY,
    "replicas": KEY,
    "health": KEY,
}
OWN = "tasks"  # what came of a task that names none of these is in a folder of its own here
RECORD = "record.json"
RUN_TABLES = ("placed", "segments", "places", "virtual", "shares", "promises", "search", "marks", "links", "decisions")
HOLDERS = "holders"
KEPT_OPEN = 16  # workloads and schedules held ready in a process


class Store:
    """The store under a root folder.  Methods may be called from several threads and processes at once.

    holder: for whom it keeps what is put; see `held_by`.
    """

    def __init__(self, root: Path | None = None, limits: Limits | None = None):
        self.root = home() if root is None else Path(root)
        self.limits = limits or Limits.of_environment()
        self._ready: OrderedDict[str, Any] = OrderedDict()  # a few objects, held
        self._alive: WeakValueDictionary[str, Any] = WeakValueDictionary()  # all that somebody holds
        self._lock = threading.Lock()
        with room():
            for kind in KINDS:
                (self.root / kind).mkdir(parents=True, exist_ok=True, mode=0o700)
            for folder in (HOLDERS, OWN):
                (self.root / folder).mkdir(exist_ok=True, mode=0o700)
        self.holder, self.holders = NOBODY, Holders(self.root / HOLDERS)
        self.room = DiskSpace(self.root, (*KINDS, f"{OWN}/*"), self.limits.stored, self.holders)

    # -- for whom

    def held_by(self, holder: Holder) -> Store:
        """The same store, as it keeps things for this holder: all it writes counts for him."""
        store = copy(self)
        store.holder = holder
        return store

    @property
    def quota(self) -> Quota:
        """How much was kept lately, for whom."""
        return quota_of(self.root, self.limits)

    def note_asked(self, key: str) -> None:
        """The holder wants what is here already under this key; of a load or a run also its workload."""
        self.holders.join(key, self.holder)
        workload = self.loaded(key) or (self.record(key).get("workload") if self.has_run(key) else None)
        if isinstance(workload, str):
            self.holders.join(workload, self.holder)

    # -- uploads

    def save_upload(self, chunks: Iterable[bytes], name: str) -> Upload:
        """Keep a file that is streamed in.

        Raises InputError (not a trace, cut off, damaged), Refused (too big, too much for one holder).
        """
        self.quota.check(self.holder)
        upload = receive(chunks, name, self.root / "uploads", self.limits)
        self._wrote("uploads", upload.key, upload.is_new)
        return upload

    def has_upload(self, key: object) -> bool:
        """Whether the file is still here (bad keys: no)."""
        return fits(key, UPLOAD_KEY) and (self.root / "uploads" / str(key)).is_file()

    def upload(self, key: str) -> bytes:
        """An upload as it was sent.  Raises StoreError when it is not here (any more)."""
        path = self._path("uploads", key)
        try:
            content = path.read_bytes()
        except OSError:
            raise StoreError("This file is no longer kept on the server; send it again.") from None
        touch(path)
        return content

    def upload_path(self, key: str) -> Path:
        """Where an upload is kept, for who looks at a little of it.  Raises StoreError for what is no key."""
        return self._path("uploads", key)

    def damaged_upload(self, key: str) -> StoreError:
        """Drop a file that is not what was sent any more, and say so."""
        drop(self._path("uploads", key))
        return StoreError("This file was damaged on the disk of the server and has been dropped; send it again.")

    # -- workloads

    def put_workload(self, workload: Workload, source: Mapping[str, Any] | None = None) -> str:
        """Keep a workload and where it came from; its key.  Same content, name, notes and source: same key."""
        record = of_workload(workload, source)
        key = short_hash([NAMED, record])
        if not self.has_workload(key):
            with self._new("workloads", key, record) as folder:
                record["rows"] = write_tables(
                    folder,
                    {
                        "jobs": workload.jobs,
                        "campaigns": workload.campaigns,
                        **workload.tables,
                        "recorded": workload.recorded,
                    },
                )
                write_names(folder, workload.names)
                write_accounts(folder, workload.accounts)
                for name in ("job_ptr", "members"):
                    write_array(folder / f"{name}.npy", getattr(workload, name))
                    record["rows"][name] = len(getattr(workload, name))
        else:
            self.holders.join(key, self.holder)
        return key

    def has_workload(self, key: object) -> bool:
        """Whether that workload is here, whole (bad keys: no)."""
        return self._has("workloads", key)

    def workload_record(self, key: str) -> Record:
        """Name, hash, platform, options, notes, source and the numbers of `records.summary`.  Raises StoreError."""
        return self._record("workloads", key)

    def workload(self, key: str) -> Workload:
        """The workload, large columns memory-mapped.  Raises StoreError."""
        return self._open("workloads", key, self._read_workload)

    def _read_workload(self, folder: Path, record: Record) -> Workload:
        rows, files = record["rows"], record["files"]
        campaigns = read_table(folder, "campaigns", rows["campaigns"], files) if "campaigns" in rows else None
        added = set(rows) & set(tables()) - {"jobs", "campaigns", "recorded"}  # of topics that are there
        recorded = read_table(folder, "recorded", rows["recorded"], files) if "recorded" in rows else None
        pointers = {
            name: read_array(folder / f"{name}.npy", "i8", rows[name], files) for name in ("job_ptr", "members")
        }
        workload = Workload(
            name=record["name"],
            platform=platform_of(record),
            campaigns=campaigns,
            tables={name: read_table(folder, name, rows[name], files) for name in sorted(added)},
            recorded=recorded,
            jobs=read_table(folder, "jobs", rows["jobs"], files),
            arrivals=record["arrivals"],
            options=record["options"],
            notes=notes_of(record),
            trace_sha256=record["trace_sha256"],
            names=read_names(folder, files),
            accounts=read_accounts(folder, files),
            **pointers,
        )
        workload.__dict__["hash"] = record["hash"]  # the cached property would read every column
        return workload

    # -- loads

    def loaded(self, key: object) -> str | None:
        """Key of the workload that load made; None when it has not, or the workload is gone."""
        workload_key = (self.json("loads", key) or {}).get("workload")
        return workload_key if self.has_workload(workload_key) else None

    # -- runs

    def put_run(
        self, key: str, schedule: Schedule, metrics: Mapping[str, Any], extra: Mapping[str, Any] | None = None
    ) -> None:
        """Keep a schedule and its metrics; `extra` goes into the record (its "workload" is the key of a kept one)."""
        facts = dict(extra or {})
        workload = facts.pop("workload", None) or self.put_workload(schedule.workload)
        record = of_run(workload, schedule, metrics) | facts
        with self._new("runs", key, record) as folder:
            record["rows"] = write_tables(folder, {name: getattr(schedule, name) for name in RUN_TABLES})

    def has_run(self, key: object) -> bool:
        """Whether that run and its workload are here, whole (bad keys: no)."""
        try:
            return self._has("runs", key) and self.has_workload(self.record(str(key))["workload"])
        except (StoreError, KeyError):
            return False

    def record(self, key: str) -> Record:
        """Everything about a run but its tables (run.json).  Raises StoreError."""
        return self._record("runs", key)

    def schedule(self, key: str) -> Schedule:
        """The schedule with its workload, large columns memory-mapped.  Raises StoreError."""
        return self._open("runs", key, self._read_schedule)

    def _read_schedule(self, folder: Path, record: Record) -> Schedule:
        workload = self.workload(record["workload"])
        tables = {
            name: read_table(folder, name, rows, record["files"])
            for name, rows in record["rows"].items()
            if name in RUN_TABLES
        }
        if len(tables["placed"]) != len(workload):
            raise StoreError("the schedule does not belong to its workload")
        return Schedule(
            workload=workload,
            policy=record["policy"],
            params=record["params"],
            seed=record["seed"],
            certificate=certificate_of(record),
            kernel_cpu_seconds=record["kernel_cpu_seconds"],
            fingerprint=record["fingerprint"],
            notes=notes_of(record),
            program_reasons=tuple(record.get("program_reasons", ())),
            **tables,
        )

    def derived(self, key: str, name: str, compute: Callable[[Schedule], Table], schedule: Schedule) -> Table:
        """A table computed from a run (places, steps), kept beside it until the sources of `compute` change.

        Where it cannot be kept (a full disk, a run that is gone) it is made every time.
        """
        folder = self._path("runs", key) / f"{name}-{fingerprint(compute)}"
        try:
            record = unsealed((folder / RECORD).read_bytes())
            return read_table(folder, name, record["rows"], record["files"])
        except (StoreError, OSError, ValueError, TypeError, KeyError):
            drop(folder)
        table = compute(schedule)
        try:
            with new_folder(folder) as draft:
                write_tables(draft, {name: table})
                (draft / RECORD).write_bytes(sealed({"rows": len(table), "files": checksums(draft)}))
            self._count(self.holders.of(key), size(folder))
            self.room.wrote(size(folder), self.in_use)
        except (Refused, StoreError):
            drop(folder)
        return table

    # -- background tasks

    def result(self, kind: str, key: object) -> Record | None:
        """The record of what a background task has left under a key; None where it is not kept, or not whole."""
        if kind == "runs":
            with suppress(StoreError):  # it may be removed between the two questions
                return self.record(str(key)) if self.has_run(key) else None
            return None
        return None if kind == "loads" and self.loaded(key) is None else self.json(kind, key)

    def kinds(self) -> list[str]:
        """All folders that hold what is kept, seen from the root."""
        with room():
            return [*KINDS, *(f"{OWN}/{path.name}" for path in sorted((self.root / OWN).iterdir()))]

    def keys(self, kind: str) -> list[str]:
        """The keys of all that is kept of a kind."""
        shape, folder = KINDS.get(kind, KEY), self.root / kind
        return sorted(path.name for path in folder.iterdir() if fits(path.name, shape)) if folder.exists() else []

    # -- shared

    def put_json(self, kind: str, key: str, record: Mapping[str, Any]) -> None:
        """Keep a record that is a file of its own."""
        path = self._path(kind, key)
        is_new = not path.exists()
        with room():
            path.parent.mkdir(exist_ok=True, mode=0o700)  # the folder of a task may be missing
        write_file(path, sealed({"schema": SCHEMA, "key": key} | dict(record)))
        self._wrote(kind, key, is_new)

    def json(self, kind: str, key: object) -> Record | None:
        """What put_json was told; None where it is missing or damaged, which is the same to whoever asks, or no key."""
        with suppress(StoreError, OSError, ValueError, KeyError, TypeError):
            path = self._path(kind, key)
            record = unsealed(path.read_bytes())
            if record["schema"] == SCHEMA and record["key"] == key:
                touch(path)
                return record
        return None

    def forget(self, kind: str, key: str) -> None:
        """Delete what has this key, on disk and in this process; what others still hold goes when they look again."""
        with self._lock:
            self._ready.pop(key, None)
            self._alive.pop(key, None)
        drop(self._path(kind, key))
        self.holders.forget(key)

    def in_use(self, key: str) -> bool:
        """Whether this process holds what has this key."""
        with self._lock:
            return key in self._alive

    def _path(self, kind: str, key: object) -> Path:
        if not fits(key, KINDS.get(kind, KEY)):
            raise StoreError(f"{str(key)[:40]!r} is not a key of this store; the link is wrong or was cut off.")
        return self.root / kind / str(key)

    @contextmanager
    def _new(self, kind: str, key: str, record: Record) -> Iterator[Path]:
        """A folder to fill; the record is written last, with sizes and checksums of all files."""
        path = self._path(kind, key)
        is_new = not path.exists()
        with new_folder(path) as folder:
            yield folder
            record |= {"key": key, "schema": SCHEMA, "made": time.time(), "files": checksums(folder)}
            (folder / RECORD).write_bytes(sealed(record, orjson.OPT_INDENT_2))
        self._wrote(kind, key, is_new)

    def _wrote(self, kind: str, key: str, is_new: bool) -> None:
        """Note for whom it is kept, count it, and make room.  is_new: whether there was none before."""
        (self.holders.set if is_new else self.holders.join)(key, self.holder)
        count = size(self.root / kind / key)
        self._count(self.holder, count)
        with room():
            self.room.wrote(count, lambda name: name == key or self.in_use(name))

    def _count(self, holder: Holder, count: int) -> None:
        """Count what was kept for a holder; what cannot be counted is kept all the same."""
        with suppress(OSError, StoreError):
            self.quota.count(holder, count)

    def _has(self, kind: str, key: object) -> bool:
        """Whether the folder is here and every file has the size it had when it was written."""
        if not fits(key, KINDS[kind]):
            return False
        try:
            record = self._record(kind, str(key))
            folder = self.root / kind / str(key)
            return all((folder / name).stat().st_size == count for name, (count, _) in record["files"].items())
        except (StoreError, OSError, KeyError, AttributeError, TypeError, ValueError):
            return False

    def _record(self, kind: str, key: str) -> Record:
        path = self._path(kind, key)
        try:
            record = unsealed((path / RECORD).read_bytes())
            if record["schema"] != SCHEMA or record["key"] != key:
                raise ValueError(f"version {record['schema']} of {record['key']}")
        except FileNotFoundError:
            raise StoreError(f"This {kind[:-1]} is not kept on this server (any more); make it again.") from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise self._damaged(kind, key, error) from None
        touch(path)
        return record

    def _damaged(self, kind: str, key: str, error: Exception) -> StoreError:
        """Drop it, and say so."""
        drop(self.root / kind / key)
        return StoreError(
            f"This {kind[:-1]} was damaged or of another version ({error}) and has been dropped; make it again."
        )

    def _open(self, kind: str, key: str, read: Callable[[Path, Record], Any]) -> Any:
        """The object of that key: one per process as long as somebody holds it."""
        path = self._path(kind, key)
        with self._lock:
            stored = self._alive.get(key) if path.exists() else None
        touch(path)
        if stored is None:
            record = self._record(kind, key)
            if kind == "runs":
                self.workload(record.get("workload", ""))  # where that is gone, the run is not to blame
            try:
                stored = read(path, record)
            except (StoreError, KeyError, TypeError, AttributeError, ValueError) as error:
                raise self._damaged(kind, key, error) from None
        with self._lock:
            self._alive[key] = self._ready[key] = stored
            self._ready.move_to_end(key)
            while len(self._ready) > KEPT_OPEN:
                self._ready.popitem(last=False)
        return stored
