"""Rows of a diskcache as JSON: whatever a row says of itself, nothing of it is unpickled.

diskcache writes JSON as compressed bytes here, and pickles neither keys nor values.  A row that says that it is pickled
was put there by somebody else, and reading it would run what it holds.
"""

from __future__ import annotations

import zlib
from typing import Any

from diskcache import JSONDisk
from diskcache.core import MODE_PICKLE

NO_JSON = (zlib.error, ValueError, TypeError, RecursionError)  # what reading another program's row raises


class PickledRow(OSError):
    """A row that is pickled.  diskcache takes a value that cannot be read as one that is not there."""


class JsonDisk(JSONDisk):
    """The rows."""

    def get(self, key: Any, raw: bool) -> Any:
        """The key of a row; as it stands there where it is no JSON.  Raises PickledRow."""
        if not raw:
            raise PickledRow(f"A key in {self._directory} is pickled and not read; remove that folder.")
        try:
            return super().get(key, raw)
        except NO_JSON:
            return key

    def fetch(self, mode: int, filename: str | None, value: Any, read: bool) -> Any:
        """The value of a row; as it stands there where it is no JSON.  Raises PickledRow."""
        if mode == MODE_PICKLE:
            raise PickledRow(f"A value in {self._directory} is pickled and not read; remove that folder.")
        try:
            return super().fetch(mode, filename, value, read)
        except NO_JSON:
            return value
