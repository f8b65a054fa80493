"""Which patches of Dash and plotly the scripts of a page leave out; frontend/internals.js says what each does.

A new version of Dash or plotly may not bear one of them: then QUEUESCOPE_WITHOUT_PATCHES="store events" leaves these
out, and everything goes on working, but slower or less surely.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from scheduler.errors import InputError

WITHOUT = "QUEUESCOPE_WITHOUT_PATCHES"
PATCHES = ("store", "presses", "requests", "events", "ticks", "plotly", "scripts")


def left_out(variables: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """The patches that are left out.  Raises InputError in one sentence."""
    named = variables.get(WITHOUT, "").replace(",", " ").split()
    for name in named:
        if name not in PATCHES:
            raise InputError(f"{WITHOUT} names {name[:40]!r}; wanted are some of {', '.join(PATCHES)}.")
    return tuple(named)


def meta_tags(names: tuple[str, ...]) -> list[dict[str, str]]:
    """What the head of a page says to its scripts about it."""
    return [{"name": "queuescope-without-patches", "content": " ".join(names)}] if names else []
