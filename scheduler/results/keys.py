"""Names of what is kept: hashes of what it is.  A key from outside is checked before it becomes a path."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import orjson

KEY = re.compile(r"[0-9a-f]{24}")
UPLOAD_KEY = re.compile(r"[0-9a-f]{64}")


def short_hash(value: Any) -> str:
    """24 hex digits (96 bits) naming a JSON value."""
    text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_SERIALIZE_NUMPY)
    return hashlib.sha256(text).hexdigest()[:24]


def is_key(key: object) -> bool:
    """Whether this has the form of the key of a run, a load, a workload, a part or an experiment."""
    return fits(key, KEY)


def fits(key: object, shape: re.Pattern[str]) -> bool:
    """Whether this is a text of that shape, from end to end."""
    return isinstance(key, str) and shape.fullmatch(key) is not None
