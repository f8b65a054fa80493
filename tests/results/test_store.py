"""The store: what is put is what comes back, whole or not at all, however it is treated meanwhile."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import os
import stat
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scheduler.errors import InputError, Refused, StoreError
from scheduler.model.notes import Note
from scheduler.model.schedule import Certificate, Schedule
from scheduler.model.table import Table
from scheduler.model.trace import Platform
from scheduler.model.workload import Workload
from scheduler.results import columns, folders, records, sources, uploads
from scheduler.results.limits import Limits
from scheduler.results.store import Store

SWF = b"; MaxProcs: 4\n" + b"1 0 -1 10 1 -1 -1 1 20 -1 1 1 1 1 1 1 -1 -1\n" * 50
NO_KEYS = (
    "",
    "..",
    "../../etc/passwd",
    "a" * 23,
    "a" * 25,
    "A" * 24,
    "g" * 24,
    "a" * 23 + "\n",
    "/" * 24,
    None,
    7,
    ["a"],
)


def workload(jobs: int = 6, name: str = "hand.swf", seed: int = 1) -> Workload:
    random = np.random.default_rng(seed)
    runtime = random.integers(1, 50, jobs).astype(float)
    none = np.full(jobs, -1)
    table = Table.of(
        "jobs",
        line=np.arange(1, jobs + 1),
        job_id=np.arange(1, jobs + 1),
        submit=np.sort(random.integers(0, 100, jobs)),
        runtime=runtime,
        requested_time=runtime + 1,
        processors=random.integers(1, 4, jobs),
        user=np.arange(jobs) % 2,
        user_id=np.arange(jobs) % 2,
        group=none,
        queue=none,
        partition=none,
        campaign=none,
        recorded_wait=none,
        repaired=none * 0,
    )
    return Workload(
        name,
        Platform(8, clusters=(4, 4)),
        table,
        options={"size": "requested"},
        trace_sha256="ab",
        notes=(Note("cut", 2, (3, 5), "repair", sentence="2 runtimes cut."),),
    )


def schedule(of: Workload) -> Schedule:
    n = len(of)
    none = np.zeros(n)
    start = np.cumsum(of.jobs.runtime) + 100
    placed = Table.of(
        "placed",
        job=np.arange(n),
        submit=of.jobs.submit,
        start=start,
        end=start + of.jobs.runtime,
        processors=of.jobs.processors,
        cluster=none,
        preemptions=none,
        migrations=none,
        flags=none,
    )
    shares = Table.of("shares", time=[0, 1.5], user=[0, 1], share=[4.0, 0.1])
    return Schedule(
        of,
        "fcfs",
        placed,
        params={"depth": 3},
        seed=7,
        shares=shares,
        kernel_cpu_seconds=0.25,
        certificate=Certificate(("space", "order"), n, None, ("fine",)),
        fingerprint="f00",
        notes=(Note("n", sentence="A note."),),
    )


def same(first: Table | None, second: Table | None) -> bool:
    if first is None or second is None:
        return first is second
    return list(first) == list(second) and all(
        np.array_equal(first.columns[c], second.columns[c]) and first.columns[c].dtype == second.columns[c].dtype
        for c in first
    )


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "home")


def kept(store: Store, key: str = "0" * 24) -> str:
    """A run that is in the store."""
    store.put_run(key, schedule(workload()), {"wait_mean": 3.5})
    return key


def leftovers(root: Path) -> list[Path]:
    return [path for path in root.rglob(".*")]


# -- workloads and runs


def test_a_workload_comes_back_as_it_was(store: Store):
    given = workload()
    key = store.put_workload(given, {"kind": "sample", "name": "hand.swf"})
    for reader in (store, Store(store.root)):
        found = reader.workload(key)
        assert same(found.jobs, given.jobs) and found.campaigns is None
        assert (found.platform, found.notes, found.options, found.name, found.arrivals, found.trace_sha256) == (
            given.platform,
            given.notes,
            given.options,
            given.name,
            given.arrivals,
            given.trace_sha256,
        )
        assert found.hash == given.hash
    record = store.workload_record(key)
    assert record["source"] == {"kind": "sample", "name": "hand.swf"} and record["jobs"] == 6 and record["users"] == 2
    assert record["work"] == float((given.jobs.runtime * given.jobs.processors).sum())
    assert record["load"] == pytest.approx(record["work"] / (8 * (given.jobs.submit[-1] - given.jobs.submit[0])))


def test_campaigns_and_pointers_come_back(store: Store):
    base = workload(3)
    groups = Table.of(
        "campaigns",
        user=[0, 1],
        index=[0, 0],
        previous=[-1, 0],
        think_time=[0, 9],
        work=[1, 2],
        longest=[1, 2],
        inferred=[0, 0],
    )
    given = Workload("c", base.platform, base.jobs, groups, np.array([0, 2, 3]), np.array([1, 0, 2]), "closed")
    found = Store(store.root).workload(store.put_workload(given))
    assert same(found.campaigns, groups) and found.arrivals == "closed"
    assert found.job_ptr.tolist() == [0, 2, 3] and found.members.tolist() == [1, 0, 2]


def test_names_come_back_and_where_there_are_none_no_file_is_written(store: Store):
    names = {"user_id": ("ada", "Zoë <b>"), "partition": ("batch",)}
    key = store.put_workload(replace(workload(), names=names))
    assert Store(store.root).workload(key).names == names
    path = store.root / "workloads" / key / "names.json"
    flipped(path, 12)
    with pytest.raises(StoreError, match="again"):
        Store(store.root).workload(key)
    plain = store.put_workload(workload(name="numbers.swf"))
    assert store.workload(plain).names == {} and not (store.root / "workloads" / plain / "names.json").exists()


def test_the_key_of_a_workload_tells_all_that_a_page_shows(store: Store):
    keys = {
        store.put_workload(workload()),
        store.put_workload(workload(name="other.swf")),
        store.put_workload(workload(seed=2)),
        store.put_workload(workload(), {"kind": "log"}),
    }
    assert len(keys) == 4
    assert store.put_workload(workload()) in keys


def test_a_run_comes_back_as_it_was(store: Store):
    given = schedule(workload())
    store.put_run("1" * 24, given, {"wait_mean": 2.5, "nuwt_mean": None, "odd": float("nan")}, {"threshold": 10.0})
    found = Store(store.root).schedule("1" * 24)
    for name in ("placed", "segments", "places", "virtual", "shares", "decisions"):
        assert same(getattr(found, name), getattr(given, name)), name
    assert same(found.workload.jobs, given.workload.jobs)
    for name in ("policy", "params", "seed", "certificate", "kernel_cpu_seconds", "fingerprint", "notes"):
        assert getattr(found, name) == getattr(given, name), name
    record = store.record("1" * 24)
    assert record["metrics"] == {"wait_mean": 2.5, "nuwt_mean": None, "odd": None}
    assert record["threshold"] == 10.0 and record["audit"]["checks"] == ["space", "order"] and record["machine"]


def test_schedules_of_one_workload_share_it_and_keep_their_type_for_the_kernels(store: Store, monkeypatch):
    monkeypatch.setattr(columns, "MAPPED", 1)
    kept(store, "1" * 24), kept(store, "2" * 24)
    reader = Store(store.root)
    first, second = reader.schedule("1" * 24), reader.schedule("2" * 24)
    assert first.workload is second.workload
    column = first.workload.jobs.submit
    assert type(column) is np.ndarray and column.flags.writeable and column.flags.c_contiguous


def test_writing_into_a_mapped_column_leaves_the_file_alone(store: Store, monkeypatch):
    monkeypatch.setattr(columns, "MAPPED", 1)
    key = kept(store)
    Store(store.root).schedule(key).placed.start[:] = -5
    assert (Store(store.root).schedule(key).placed.start >= 0).all()


def test_an_empty_table_comes_back_empty(store: Store):
    given = schedule(workload())
    empty = Schedule(**given.__dict__ | {"shares": given.shares.take(np.array([], int))})
    store.put_run("3" * 24, empty, {})
    assert len(Store(store.root).schedule("3" * 24).shares) == 0


def test_folders_are_for_the_owner_only(store: Store):
    kept(store)
    for path in [p for p in store.root.rglob("*") if p.is_dir()]:
        assert stat.S_IMODE(path.stat().st_mode) == 0o700, path


# -- damage


def columns_of(store: Store, key: str) -> list[Path]:
    return sorted((store.root / "runs" / key).glob("placed.*.npy"))


def missing(folder: Path) -> None:
    (folder / "placed.start.npy").unlink()


def truncated(folder: Path) -> None:
    path = folder / "placed.start.npy"
    path.write_bytes(path.read_bytes()[:-9])


def foreign_type(folder: Path) -> None:
    np.save(folder / "placed.start.npy", np.arange(6))


def pickled(folder: Path) -> None:
    np.save(folder / "placed.start.npy", np.array([object()] * 6, dtype=object), allow_pickle=True)


def bad_json(folder: Path) -> None:
    (folder / "record.json").write_text("{")


def changed(folder: Path, **facts: object) -> None:
    record = records.unsealed((folder / "record.json").read_bytes())
    (folder / "record.json").write_bytes(records.sealed(record | facts))


def old_schema(folder: Path) -> None:
    changed(folder, schema=0)


def foreign_key(folder: Path) -> None:
    changed(folder, key="9" * 24)


def no_rows(folder: Path) -> None:
    changed(folder, rows=None)


def wrong_rows(folder: Path) -> None:
    changed(folder, rows={"placed": 5})


def other_value(folder: Path) -> None:
    """One bit of the last start is another; its size is the same."""
    flipped(folder / "placed.start.npy", -2)


def other_record(folder: Path) -> None:
    record = folder / "record.json"
    record.write_bytes(record.read_bytes().replace(b'"wait_mean": 3.5', b'"wait_mean": 1.5'))


def flipped(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize(
    "harm",
    [
        missing,
        truncated,
        foreign_type,
        pickled,
        bad_json,
        old_schema,
        foreign_key,
        no_rows,
        wrong_rows,
        other_value,
        other_record,
    ],
)
def test_damaged_runs_are_refused_dropped_and_can_be_made_again(store: Store, harm):
    key = kept(store)
    harm(store.root / "runs" / key)
    reader = Store(store.root)
    with pytest.raises(StoreError, match="again"):
        reader.schedule(key)
    assert not (store.root / "runs" / key).exists() and not reader.has_run(key)
    kept(reader, key)
    assert len(reader.schedule(key).placed) == 6 and reader.has_run(key)


@pytest.mark.parametrize("harm", [missing, truncated, bad_json, old_schema, foreign_key, other_record])
def test_a_damaged_run_does_not_count_as_known(store: Store, harm):
    key = kept(store)
    assert store.has_run(key)
    harm(store.root / "runs" / key)
    assert not store.has_run(key)


def test_a_run_without_its_workload_is_not_known_but_not_to_blame(store: Store):
    key = kept(store)
    folders.drop(store.root / "workloads" / store.record(key)["workload"])
    assert not store.has_run(key)
    with pytest.raises(StoreError, match="workload"):
        Store(store.root).schedule(key)
    assert (store.root / "runs" / key).exists()


def test_what_is_not_there_is_said_in_a_sentence(store: Store):
    for ask in (store.schedule, store.record, store.workload, store.workload_record):
        with pytest.raises(StoreError, match="not kept on this server"):
            ask("5" * 24)


@pytest.mark.parametrize("key", NO_KEYS, ids=repr)
def test_keys_from_outside_never_become_paths(store: Store, key):
    (store.root / "etc").mkdir()
    for ask in (store.schedule, store.record, store.workload, store.workload_record, store.upload):
        with pytest.raises(StoreError, match="not a key"):
            ask(key)
    assert not store.has_run(key) and not store.has_workload(key) and not store.has_upload(key)
    assert store.loaded(key) is None and store.json("loads", key) is None
    assert all(store.result(kind, key) is None for kind in store.kinds())
    with pytest.raises(StoreError, match="not a key"):
        store.put_run(key, schedule(workload()), {})


# -- derived tables


def test_derived_tables_are_made_once_and_again_when_their_sources_change(store: Store, monkeypatch):
    key, calls, run = kept(store), [], schedule(workload())

    def make(run: Schedule) -> Table:
        calls.append(1)
        return Table.of("steps", time=[0, 1], busy=[2, 0], demand=[2, 0], waiting=[0, 0], held=[0, 0])

    first = store.derived(key, "steps", make, run)
    assert same(Store(store.root).derived(key, "steps", make, run), first) and len(calls) == 1
    monkeypatch.setattr("scheduler.results.store.fingerprint", lambda *roots: "another")
    assert same(store.derived(key, "steps", make, run), first) and len(calls) == 2


def test_a_damaged_derived_table_is_made_again_and_a_gone_run_is_no_obstacle(store: Store):
    key = kept(store)
    table = Table.of("places", segment=[0], first=[0], count=[2], tasks=[1])
    store.derived(key, "places", lambda run: table, schedule(workload()))
    next((store.root / "runs" / key).glob("places-*/places.first.npy")).write_bytes(b"?")
    assert same(store.derived(key, "places", lambda run: table, schedule(workload())), table)
    assert same(Store(store.root).derived("7" * 24, "places", lambda run: table, schedule(workload())), table)
    assert not (store.root / "runs" / ("7" * 24)).exists()


def test_a_flipped_bit_anywhere_is_noticed_and_the_rest_made_again(store: Store, monkeypatch):
    """In every file of a workload and a run, mapped or not: never is another value given out."""
    monkeypatch.setattr(columns, "MAPPED", 1)
    key = kept(store)
    given, home = store.schedule(key), store.record(key)["workload"]
    for kind, name in (("runs", key), ("workloads", home)):
        for path in sorted((store.root / kind / name).iterdir()):
            flipped(path, path.stat().st_size // 2)
            reader = Store(store.root)
            with pytest.raises(StoreError, match="again"):
                reader.schedule(key)
            assert not (store.root / kind / name).exists(), path
            kept(reader, key)
            assert same(Store(store.root).schedule(key).placed, given.placed)


def test_a_flipped_bit_in_a_derived_table_or_a_small_record_is_noticed(store: Store):
    key = kept(store)
    table = Table.of("places", segment=[0], first=[0], count=[2], tasks=[1])
    store.derived(key, "places", lambda run: table, schedule(workload()))
    flipped(next((store.root / "runs" / key).glob("places-*/places.first.npy")), -8)
    assert same(store.derived(key, "places", lambda run: table, schedule(workload())), table)
    store.put_json("parts", "8" * 24, {"result": 1.25})
    assert store.json("parts", "8" * 24)["result"] == 1.25
    flipped(store.root / "parts" / ("8" * 24), -3)
    assert store.json("parts", "8" * 24) is None


@pytest.mark.parametrize("place", [-5, 12])
@pytest.mark.parametrize("packed", [False, True])
def test_an_upload_that_is_not_what_was_sent_is_dropped(store: Store, place, packed):
    content = b"; MaxProcs: 4\n" + b"".join(
        b"%d %d 5 60 4 -1 -1 4 90 -1 1 7 2 -1 3 -1 -1 -1\n" % (n, 10 * n) for n in range(9)
    )
    upload = store.save_upload([gzip.compress(content) if packed else content], "a.swf")
    source = {"kind": "upload", "key": upload.key, "name": "a.swf"}
    assert len(sources.trace_of(source, store)) == 9
    flipped(store.root / "uploads" / upload.key, place)
    with pytest.raises(StoreError, match="damaged on the disk of the server and has been dropped; send it again"):
        sources.trace_of(source, store)
    assert not store.has_upload(upload.key)


# -- room


def aged(store: Store, kind: str, key: str, age: float) -> None:
    now = store.root.stat().st_mtime
    os.utime(store.root / kind / key, (now - age, now - age))


def test_the_oldest_unused_go_first(tmp_path: Path):
    store = Store(tmp_path)
    for number in range(4):
        kept(store, str(number) * 24)
    for number, age in ((0, 100), (1, 400), (2, 300), (3, 200)):
        aged(store, "runs", str(number) * 24, age)
    one = folders.size(tmp_path / "runs" / ("0" * 24))
    others = folders.size(tmp_path / "workloads")
    tight = Store(tmp_path, Limits(stored=others + 2 * one + one // 2))
    assert tight.room.make(tight.in_use) == ["1" * 24, "2" * 24]
    assert [tight.has_run(str(n) * 24) for n in range(4)] == [True, False, False, True]


def test_what_this_process_uses_stays_and_reading_is_using(tmp_path: Path):
    kept(Store(tmp_path), "1" * 24), kept(Store(tmp_path), "2" * 24)
    for key, age in (("1" * 24, 900), ("2" * 24, 100)):
        aged(Store(tmp_path), "runs", key, age)
    tight = Store(tmp_path, Limits(stored=1))
    held = tight.schedule("1" * 24)
    assert tight.room.make(tight.in_use) == ["2" * 24]
    assert tight.has_run("1" * 24) and len(held.placed) == 6


def test_a_store_keeps_its_limit_by_itself(tmp_path: Path):
    probe = Store(tmp_path / "probe")
    kept(probe)
    one = folders.size(tmp_path / "probe" / "runs")
    store = Store(tmp_path / "home", Limits(stored=5 * one))
    for number in range(10):
        kept(store, str(number) * 24)
    assert store.has_run("9" * 24) and not store.has_run("0" * 24)
    assert sum(folders.size(store.root / kind) for kind in ("runs", "workloads", "uploads")) <= 5 * one


def test_what_a_killed_process_left_is_cleaned_up(store: Store):
    half = store.root / "runs" / ".tmpabc"
    half.mkdir()
    fresh = store.root / "uploads" / ".tmpdef"
    fresh.write_bytes(b"being written")
    aged(store, "runs", ".tmpabc", 2 * folders.ABANDONED)
    store.room.make(store.in_use)
    assert not half.exists() and fresh.exists()


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_a_sentence_and_leaves_nothing_half_written(store: Store, monkeypatch):
    monkeypatch.setattr(columns.np.lib.format, "write_array", full)
    with pytest.raises(Refused, match="disk of this server is full"):
        store.put_workload(workload())
    with pytest.raises(Refused, match="disk of this server is full"):
        store.put_run("1" * 24, schedule(workload()), {})
    assert not list((store.root / "runs").iterdir()) and not list((store.root / "workloads").iterdir())
    table = Table.of("places", segment=[0], first=[0], count=[2], tasks=[1])
    monkeypatch.undo()
    key = kept(store)
    monkeypatch.setattr(columns.np.lib.format, "write_array", full)
    assert same(store.derived(key, "places", lambda run: table, schedule(workload())), table)
    assert leftovers(store.root) == [] and store.has_run(key)


def test_a_disk_that_fills_up_during_an_upload(store: Store, monkeypatch):
    monkeypatch.setattr(uploads.os, "replace", full)
    with pytest.raises(Refused, match="disk of this server is full"):
        store.save_upload([SWF], "a.swf")
    assert not list((store.root / "uploads").iterdir())


def test_a_counter_that_cannot_be_written_is_no_reason_to_lose_a_result(store: Store, monkeypatch):
    monkeypatch.setattr(type(store.room.counter), "open", full)
    with pytest.raises(OSError, match="No space"):
        store.room.counter.open("ab")
    assert store.room._counted(5) == store.limits.stored


# -- uploads


def test_an_upload_is_named_by_its_plain_content(store: Store):
    key = hashlib.sha256(SWF).hexdigest()
    for number, content in enumerate((SWF, gzip.compress(SWF, mtime=1), gzip.compress(SWF, 1, mtime=2))):
        saved = store.save_upload([content[:3], content[3:7], content[7:]], f"trace-{number}.swf.gz")
        assert (saved.key, saved.bytes, saved.plain_bytes) == (key, len(content), len(SWF))
        assert saved.name == f"trace-{number}.swf.gz"
    assert store.upload(key) == SWF and store.has_upload(key)
    assert [path.name for path in (store.root / "uploads").iterdir()] == [key]


def test_several_members_and_padding_are_one_content(store: Store):
    content = gzip.compress(SWF[:100]) + b"\0" * 50 + gzip.compress(SWF[100:]) + b"\0" * 512
    for chunks in ([content], [content[i : i + 7] for i in range(0, len(content), 7)]):
        saved = store.save_upload(chunks, "x")
        assert saved.key == hashlib.sha256(SWF).hexdigest() and saved.plain_bytes == len(SWF)


def test_a_file_of_very_many_gzip_members_is_refused_while_it_streams(store: Store):
    members, read = gzip.compress(b"", mtime=0) * 1_000, []
    chunks = (read.append(i) or members for i in range(10_000))
    with pytest.raises(InputError, match="more than 10,000 gzip members; unpack it"):
        store.save_upload(chunks, "x")
    assert len(read) == 11
    assert not list((store.root / "uploads").iterdir())


def bomb(size: int) -> bytes:
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb") as file:
        for _ in range(size >> 20):
            file.write(b"1" * 2**20)
    return out.getvalue()


@pytest.mark.parametrize(
    "before",
    [b"", gzip.compress(SWF, mtime=0), gzip.compress(SWF, mtime=0) + b"\0" * 99],
    ids=["alone", "second member", "after padding"],
)
def test_a_gzip_bomb_is_refused_while_it_streams(tmp_path: Path, monkeypatch, before):
    store = Store(tmp_path, Limits(plain=4 * 2**20))
    content, read = before + bomb(64 * 2**20), []

    def chunks():
        for begin in range(0, len(content), 4096):
            read.append(begin)
            yield content[begin : begin + 4096]

    with pytest.raises(Refused, match="more than 4 MiB of text"):
        store.save_upload(chunks(), "bomb.gz")
    assert len(read) < len(content) / 4096 / 4
    assert not list((tmp_path / "uploads").iterdir())


def test_plain_text_that_is_too_much_is_refused(tmp_path: Path):
    store = Store(tmp_path, Limits(plain=2**20, uploaded=2**19))
    with pytest.raises(Refused, match="more than 0 MiB"):
        store.save_upload(iter(lambda: SWF, None), "endless")
    assert not list((tmp_path / "uploads").iterdir())


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "empty"),
        (gzip.compress(b"", mtime=0), "empty"),
        (gzip.compress(SWF, mtime=0)[:-9], "ends in the middle"),
        (gzip.compress(SWF, mtime=0)[:5], "ends in the middle"),
        (gzip.compress(SWF, mtime=0)[:-8] + b"\0" * 8, "damaged"),
        (gzip.compress(SWF, mtime=0) + b"garbage", "damaged"),
        (b"PK\x03\x04" + SWF, "zip archive"),
        (b"BZh91AY" + SWF, "bzip2"),
        (b"\xfd7zXZ\x00" + SWF, "xz"),
    ],
    ids=[
        "nothing",
        "packed nothing",
        "cut off",
        "cut off early",
        "wrong checksum",
        "garbage behind",
        "zip",
        "bz2",
        "xz",
    ],
)
def test_what_is_no_trace_is_said_in_a_sentence(store: Store, content: bytes, sentence: str):
    for chunks in ([content], [bytes([byte]) for byte in content]):
        with pytest.raises(InputError, match=sentence):
            store.save_upload(chunks, "x.swf.gz")
    assert not list((store.root / "uploads").iterdir())


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\logs\\a.swf", "a.swf"),
        ("a\x00\n\u202eb.swf", "ab.swf"),
        ("", "trace"),
        ("x" * 500, "x" * 120),
        ("..", ".."),
        ("/", "trace"),
        ("KTH SP2 (1996).swf", "KTH SP2 (1996).swf"),
    ],
    ids=range(8),
)
def test_the_name_of_an_upload_is_only_shown(store: Store, name: str, shown: str):
    saved = store.save_upload([SWF], name)
    assert saved.name == shown
    assert [path.name for path in (store.root / "uploads").iterdir()] == [saved.key]
    assert {path.name for path in store.root.parent.iterdir()} == {"home"}


def test_an_upload_that_is_gone_is_said_in_a_sentence(store: Store):
    with pytest.raises(StoreError, match="send it again"):
        store.upload("a" * 64)
