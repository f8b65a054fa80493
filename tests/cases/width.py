"""How wide tests go: fewer cases in the usual run, all of them with `python -m pytest --all`."""

from __future__ import annotations

import os
from typing import TypeVar

Number = TypeVar("Number", int, float)
ALL = os.environ.get("QUEUESCOPE_TESTS") == "all"


def width(usual: Number, every: Number) -> Number:
    """How many cases a test looks at: `usual`, or `every` of them with --all."""
    return every if ALL else usual
