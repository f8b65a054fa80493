"""What Compare shows now, as one value: what the stores of the page hold, checked.

A callback takes STORES as one group of states and gets a PageState from `read`.  Like a link, what a browser sends is
untrusted: what is no key, number or choice known here is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from dash import State

from layouts import ids
from layouts.state import link
from layouts.state.link import Link
from layouts.state.view import COLORS, View

# Optional: the address also changes when Compare has just been left.
STORES: Mapping[str, State] = {
    name: State(store, "data", allow_optional=True)
    for name, store in (
        ("runs", ids.RUNS),
        ("workload", ids.WORKLOAD),
        ("baseline", ids.BASELINE),
        ("window", ids.WINDOW),
        ("job", ids.JOB),
        ("mode", ids.MODE),
        ("plan", ids.PLAN),
        ("sweep", ids.SWEEP),
        ("look", ids.LOOK),
        ("range", ids.RANGE),
        ("tab", ids.TAB),
        ("finished", ids.FINISHED),
        ("scheme", ids.SCHEME),
    )
}
OF_BOTH = tuple(field.name for field in fields(View) if field.name in {other.name for other in fields(Link)})


@dataclass(frozen=True)
class PageState:
    """What is shown, as its link would say it, and what a link does not say."""

    link: Link
    finished: tuple[str, ...] = ()  # keys of the runs that are complete
    scheme: str = "light"  # light | dark

    def view(self, usual_color: str = COLORS[0]) -> View:
        """The shared selection; usual_color: what a look without a color has."""
        shared = {name: getattr(self.link, name) for name in OF_BOTH}
        return View(**shared | {"color": self.link.color or usual_color, "scheme": self.scheme})


def read(stores: Mapping[str, Any]) -> PageState:
    """The state of what the stores (names as in STORES) hold; a missing one counts as empty."""
    return PageState(
        link.of_stores(stores), _keys(stores.get("finished")), "dark" if stores.get("scheme") == "dark" else "light"
    )


def _keys(value: Any) -> tuple[str, ...]:
    return tuple(str(key) for key in value) if isinstance(value, list | tuple) else ()
