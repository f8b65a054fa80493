"""A table as a folder of .npy files, one per column; large ones are memory-mapped when they are read.

Never pickle: arrays are read with allow_pickle=False, and type and length must be what terms.py and the manifest say.
Mapped columns are copy-on-write, not read-only: the file is as safe, and kernels compile once, since numba takes a
read-only array for another type.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from threading import Lock

import numpy as np

from scheduler.errors import StoreError
from scheduler.table import Table
from scheduler.terms import TABLES

HEADERS = Lock()    # numpy reads a header with Python's parser, of which CPython 3.11 stands no two in threads
MAPPED = 2**20      # bytes from which on a column is mapped: each mapping holds an open file, and those are few


def write_array(path: Path, array: np.ndarray) -> None:
    """One array as .npy, in C order."""
    with path.open("wb") as file:
        np.lib.format.write_array(file, np.ascontiguousarray(array), allow_pickle=False)


def read_array(path: Path, dtype: str, length: int) -> np.ndarray:
    """One array [length]; raises StoreError when the file is missing, damaged or something else."""
    try:
        mapped = path.stat().st_size >= MAPPED
        with HEADERS:
            array = np.asarray(np.load(path, mmap_mode="c" if mapped else None, allow_pickle=False))
    except (OSError, ValueError, EOFError) as error:
        raise StoreError(f"the column {path.name} cannot be read ({type(error).__name__})") from None
    if array.shape != (length,) or array.dtype != np.dtype(dtype):
        raise StoreError(f"the column {path.name} is not {length} values of type {dtype}")
    return array


def write_table(folder: Path, table: Table) -> int:
    """Write folder/<table>.<column>.npy for every column; the number of rows, for the manifest."""
    for name, column in table.columns.items():
        write_array(folder / f"{table.name}.{name}.npy", column)
    return len(table)


def read_table(folder: Path, name: str, rows: int, files: Collection[str] = ()) -> Table:
    """The table as it was written; raises StoreError when a column is missing or damaged.

    files: the names the manifest tells of; an optional column is read where its file is among them.
    """
    found = {key: (folder / f"{name}.{key}.npy", term) for key, term in TABLES[name].items()}
    return Table(name, {key: read_array(path, term.dtype, rows) for key, (path, term) in found.items()
                        if not term.optional or path.name in files})


def write_tables(folder: Path, tables: Mapping[str, Table | None]) -> dict[str, int]:
    """Write those that are there; {table: rows}."""
    return {name: write_table(folder, table) for name, table in tables.items() if table is not None}
