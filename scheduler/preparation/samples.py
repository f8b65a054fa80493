"""The sample traces that come with the program, for the experiments that are about one of them."""

from __future__ import annotations

from scheduler.errors import InputError
from scheduler.formats import swf
from scheduler.model.trace import Trace
from scheduler.program_files import folder

FOLDER = folder("sample_traces")


def sample(name: str) -> Trace:
    """The trace of that name.  Raises InputError where there is none."""
    path = FOLDER / name
    if path.parent != FOLDER or not path.is_file():
        raise InputError(f"There is no sample {name[:80]!r} here; the program is not completely installed.")
    return swf.read(path.read_bytes(), name)
