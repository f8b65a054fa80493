"""What the command line prints: JSON in one form, and a quiet end when nobody listens any more."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Mapping
from typing import Any


def plain(value: Any) -> Any:
    """The value as JSON can hold it: numpy's numbers as Python's, nan and infinity as None."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def as_json(value: Any) -> str:
    """JSON text, indented, in ASCII."""
    return json.dumps(plain(value), indent=2, allow_nan=False)


def say(text: str) -> None:
    """Print a text; a reader who has gone away is no error of ours."""
    try:
        print(text, flush=True)
    except OSError as error:
        # Python flushes once more at its end, and would complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise
