"""The content of a page as text, mostly JSON, made once for everybody as long as what it depends on stays the same.

A page of a thousand components takes 30 ms to build and to write.  That is nothing for one visitor, but a hundred who
come at once wait for one another.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any

import orjson
from plotly.io.json import to_json_plotly

from layouts.server.plain_html import joined

MOST = 8  # contents of one page that are kept


class Content:
    """What a page shows at first.

    layout: builds it.  depends_on: all it is made of but the program itself; None where that is not known.  write: what
    is kept of it, JSON that Dash puts into its answer as it is.
    """

    def __init__(
        self,
        layout: Callable[[], Any],
        depends_on: Callable[[], Hashable] | None = None,
        write: Callable[[Any], Any] | None = None,
    ):
        self._layout, self._depends_on, self._write = layout, depends_on, write or as_json
        self._kept: dict[Hashable, Any] = {}
        self._lock = Lock()

    def __call__(self) -> Any:
        """What is written of it; the components where nothing tells what they depend on."""
        if self._depends_on is None:
            return self._layout()
        on = self._depends_on()
        with self._lock:  # who comes while it is made waits for it
            return self._kept.get(on) or self._render(on)

    def _render(self, on: Hashable) -> Any:
        fragment = self._write(self._layout())
        assert self._depends_on is not None
        if self._depends_on() == on:  # else something changed meanwhile
            while len(self._kept) >= MOST:
                del self._kept[next(iter(self._kept))]
            self._kept[on] = fragment
        return fragment


def as_json(layout: Any) -> orjson.Fragment:
    """Components as JSON that is put into an answer as it is; what is only looked at is joined."""
    return orjson.Fragment(to_json_plotly(joined(layout)))
