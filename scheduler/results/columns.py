"""A table as a folder of .npy files, one per column; large ones are memory-mapped when they are read.

Every file has a checksum in the manifest, looked at whenever it is opened: a value that is wrong by one bit would be
shown as audited.  It is the CRC-32 of zlib, which finds any change of up to 32 bits in a row and misses one of four
thousand million others.  It guards against a
disk that errs, not against somebody who may write the folder, since he may write the manifest, too.

Never pickle: arrays are read with allow_pickle=False, and type and length must be what `scheduler.columns` and the
manifest say.
Mapped columns are copy-on-write, not read-only: the file is as safe, and kernels compile once, since numba takes a
read-only array for another type.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock

import numpy as np
import orjson

from scheduler.columns import tables
from scheduler.errors import StoreError
from scheduler.model.account_tree import Account, Tree
from scheduler.model.table import Table
from scheduler.wording import counted

PIECE = 2**20  # bytes read at a time
HEADERS = Lock()  # numpy reads a header with Python's parser, of which CPython 3.11 stands no two in threads
Manifest = Mapping[str, Sequence[int]]  # {name of a file: (bytes, checksum)}
ACCOUNTS = "accounts.json"  # the tree of accounts
NAMES = "names.json"  # of users, groups, queues and partitions
MAPPED = 2**20  # bytes from which on a column is mapped: each mapping holds an open file, and those are few


def write_array(path: Path, array: np.ndarray) -> None:
    """One array as .npy, in C order."""
    with path.open("wb") as file:
        np.lib.format.write_array(file, np.ascontiguousarray(array), allow_pickle=False)


def checksum(path: Path) -> int:
    """CRC-32 of a file, never all of it in memory."""
    crc = 0
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            crc = zlib.crc32(piece, crc)
    return crc


def checksums(folder: Path) -> dict[str, list[int]]:
    """{name: [bytes, checksum]} of the files of a folder: its manifest."""
    return {path.name: [path.stat().st_size, checksum(path)] for path in sorted(folder.iterdir()) if path.is_file()}


def read_array(path: Path, dtype: str, length: int, files: Manifest) -> np.ndarray:
    """One array [length]; raises StoreError when the file is missing, damaged or something else."""
    try:
        if checksum(path) != files[path.name][1]:
            raise StoreError(f"the column {path.name} is not what was written")
        mapped = path.stat().st_size >= MAPPED
        with HEADERS:
            array = np.asarray(np.load(path, mmap_mode="c" if mapped else None, allow_pickle=False))
    except (OSError, ValueError, EOFError, KeyError, IndexError, TypeError) as error:
        raise StoreError(f"the column {path.name} cannot be read ({type(error).__name__})") from None
    if array.shape != (length,) or array.dtype != np.dtype(dtype):
        raise StoreError(f"the column {path.name} is not {counted(length, 'value')} of type {dtype}")
    return array


def write_table(folder: Path, table: Table) -> int:
    """Write folder/<table>.<column>.npy for every column; the number of rows, for the manifest."""
    for name, column in table.columns.items():
        write_array(folder / f"{table.name}.{name}.npy", column)
    return len(table)


def read_table(folder: Path, name: str, rows: int, files: Manifest) -> Table:
    """The table as it was written; raises StoreError when a column is missing or damaged.

    An optional column is read where its file is in the manifest.
    """
    columns = {key: (folder / f"{name}.{key}.npy", term) for key, term in tables()[name].items()}
    return Table(
        name,
        {
            key: read_array(path, term.dtype, rows, files)
            for key, (path, term) in columns.items()
            if not term.optional or path.name in files
        },
    )


def write_names(folder: Path, names: Mapping[str, tuple[str, ...]]) -> None:
    """Write folder/names.json; nothing where there are no names."""
    if names:
        (folder / NAMES).write_bytes(orjson.dumps(names))


def read_names(folder: Path, files: Manifest) -> dict[str, tuple[str, ...]]:
    """The names as they were written, none where there are none; raises StoreError when they are damaged."""
    if NAMES not in files:
        return {}
    try:
        if checksum(folder / NAMES) != files[NAMES][1]:
            raise StoreError(f"the file {NAMES} is not what was written")
        return {column: tuple(names) for column, names in orjson.loads((folder / NAMES).read_bytes()).items()}
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise StoreError(f"the file {NAMES} cannot be read ({type(error).__name__})") from None


def write_accounts(folder: Path, tree: Tree) -> None:
    """Write folder/accounts.json; nothing where there is no tree of accounts."""
    if tree:
        (folder / ACCOUNTS).write_bytes(orjson.dumps([list(one) for one in tree]))


def read_accounts(folder: Path, files: Manifest) -> Tree:
    """The tree of accounts as it was written, () where there is none; raises StoreError when it is damaged."""
    if ACCOUNTS not in files:
        return ()
    try:
        if checksum(folder / ACCOUNTS) != files[ACCOUNTS][1]:
            raise StoreError(f"the file {ACCOUNTS} is not what was written")
        return tuple(Account(*one) for one in orjson.loads((folder / ACCOUNTS).read_bytes()))
    except (OSError, ValueError, TypeError) as error:
        raise StoreError(f"the file {ACCOUNTS} cannot be read ({type(error).__name__})") from None


def write_tables(folder: Path, tables: Mapping[str, Table | None]) -> dict[str, int]:
    """Write those that are there; {table: rows}."""
    return {name: write_table(folder, table) for name, table in tables.items() if table is not None}
