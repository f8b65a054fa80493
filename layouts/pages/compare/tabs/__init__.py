"""The tabs of a comparison: one file each, which says what stands in the tab and for which runs it is offered.

A plot names the tab it belongs to (`Plot.tab`), so a new plot or a new tab is one file.  Only the tab that is shown is
worked out and sent (layouts/pages/compare/tab_bar.py); `parts` are what has to stay in the page whatever is shown,
because callbacks write into it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from layouts.frame.callbacks import Services
from layouts.state.view import FinishedRun, View, alike
from scheduler import registry

Content = Callable[[Services, Sequence[FinishedRun], View], Sequence[Any]]


def always(runs: Sequence[FinishedRun]) -> bool:
    """A tab of any runs."""
    return True


def nothing() -> Sequence[Any]:
    """A tab without parts that stay."""
    return ()


@dataclass(frozen=True)
class Tab:
    """A tab: its place in the bar, and what it shows."""

    key: str
    title: str
    place: int  # from left to right
    content: Content  # of these runs; made when the tab is shown
    applies: Callable[[Sequence[FinishedRun]], bool] = always  # whether these runs have what it is about
    parts: Callable[[], Sequence[Any]] = nothing  # below the content, there from the beginning
    mixed: bool = False  # its content is also of runs with other jobs than the baseline's
    holds: tuple[str, ...] = ()  # parts of a link that it shows: a link with one of them and no tab opens it


def of_same_jobs(tab: Tab) -> Tab:
    """A tab of those runs, of all that are shown, which have the baseline's jobs."""
    return replace(
        tab,
        content=lambda services, runs, view: tab.content(services, alike(runs), view),
        applies=lambda runs: tab.applies(alike(runs)),
    )


def all_tabs() -> Mapping[str, Tab]:
    """{key: Tab}, from left to right."""
    return _entries()


@cache
def _entries() -> Mapping[str, Tab]:
    tabs = sorted(registry.load(__name__, "TAB").values(), key=lambda tab: tab.place)
    return {tab.key: tab if tab.mixed else of_same_jobs(tab) for tab in tabs}
