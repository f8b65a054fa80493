"""Large columns kept in a file instead of in memory: what is not looked at can leave memory, and come back when it is.

A server shows many runs, each of a million jobs or more, and most of the time nobody looks at most of them.  A column
that is made once and only read lies in a file without a name that goes with the last array that shows it; the system
keeps its pages in memory as long as there is room.
"""

from __future__ import annotations

import tempfile

import numpy as np

from scheduler.home import home

LEAST = 1 << 20  # bytes: smaller ones stay where they are


def spilled(column: np.ndarray) -> np.ndarray:
    """The same values, in a file where there are many; in memory where no file can be written."""
    if column.nbytes < LEAST:
        return column
    try:
        with tempfile.TemporaryFile(dir=home()) as file:
            file.write(np.ascontiguousarray(column).data)
            file.flush()
            # "c", for kernels are compiled for arrays that can be written; as a plain array, for they know no other
            return np.asarray(np.memmap(file, column.dtype, "c", shape=column.shape))
    except OSError:
        return column
