"""Large columns lie in files without a name; small ones, and those no file can be written for, stay in memory."""

from __future__ import annotations

import numpy as np

from layouts.memory import mmap_column
from layouts.memory.mmap_threshold import give_back


def test_a_large_column_keeps_its_values_in_a_file_that_has_no_name(tmp_path, monkeypatch):
    monkeypatch.setenv("QUEUESCOPE_HOME", str(tmp_path))
    column = np.arange(mmap_column.LEAST, dtype=np.int32)
    kept = mmap_column.spilled(column)
    assert isinstance(kept.base, np.memmap) and type(kept) is np.ndarray
    assert kept.dtype == column.dtype and np.array_equal(kept, column)
    assert list(tmp_path.iterdir()) == []


def test_columns_out_of_order_in_memory_keep_their_values():
    wide = np.arange(2 * mmap_column.LEAST, dtype=np.uint8).reshape(2, -1)
    for column in (wide, wide[:, ::-1], np.asfortranarray(wide)):
        assert np.array_equal(mmap_column.spilled(column), column)


def test_a_small_column_stays_where_it_is():
    column = np.zeros(mmap_column.LEAST - 1, np.uint8)
    assert mmap_column.spilled(column) is column


def test_where_no_file_can_be_written_memory_is_used(monkeypatch):
    def full(*_args, **_named):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(mmap_column.tempfile, "TemporaryFile", full)
    column = np.zeros(mmap_column.LEAST, np.uint8)
    assert mmap_column.spilled(column) is column


def test_the_c_library_takes_the_size_or_says_it_is_another_one(monkeypatch):
    assert isinstance(give_back(), bool)
    monkeypatch.setattr("layouts.memory.mmap_threshold.sys.platform", "darwin")
    assert give_back() is False
