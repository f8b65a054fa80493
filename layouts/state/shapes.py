"""The shapes of what the stores and fields of pages hold, as far as callbacks rest on them.

They are checked before any callback (layouts.server.calls).  What a browser has kept from an older version has to pass,
too, so a shape tells no more than is relied on.
"""

from __future__ import annotations

from typing import Any, Literal

from layouts import ids

TEXT = str | None
DICT = dict[str, Any] | None
LIST = list[Any] | None
NUMBER = float | None
SHAPES: dict[str, Any] = {
    f"{ids.SCHEME}.data": Literal["light", "dark"] | None,
    f"{ids.UPLOADED}.data": {"key": str, "name": str},
    f"{ids.HOME_STEP}.value": NUMBER,
    f"{ids.POLICIES}.value": LIST,
    f"{ids.RUNS}.data": LIST,
    f"{ids.FINISHED}.data": LIST,
    f"{ids.BASELINE}.data": NUMBER,
    f"{ids.WINDOW}.data": DICT,
    f"{ids.LOOK}.data": DICT,
    f"{ids.PICKED}.data": DICT,
    f"{ids.ADD_POLICY}.value": TEXT,
    f"{ids.ADD_SHOWN}.data": TEXT,
}
