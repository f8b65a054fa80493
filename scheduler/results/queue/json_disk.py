"""Rows of a diskcache as JSON: whatever a row says of itself, nothing of it is unpickled.

diskcache writes JSON as compressed bytes here, and pickles neither keys nor values.  A row that says that it is pickled
was put there by somebody else, and reading it would run what it holds.
"""

from __future__ import annotations

from typing import Any

from diskcache import JSONDisk
from diskcache.core import MODE_PICKLE


class PickledRow(OSError):
    """A row that is pickled.  diskcache takes a value that cannot be read as one that is not there."""


class JsonDisk(JSONDisk):
    """The rows."""

    def get(self, key: Any, raw: bool) -> Any:
        """The key of a row; raises PickledRow."""
        if not raw:
            raise PickledRow(f"A key in {self._directory} is pickled and not read; remove that folder.")
        return super().get(key, raw)

    def fetch(self, mode: int, filename: str | None, value: Any, read: bool) -> Any:
        """The value of a row; raises PickledRow."""
        if mode == MODE_PICKLE:
            raise PickledRow(f"A value in {self._directory} is pickled and not read; remove that folder.")
        return super().fetch(mode, filename, value, read)
