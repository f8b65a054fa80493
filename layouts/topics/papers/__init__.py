"""Papers: the page of their experiments, run again beside the published numbers, and `queuescope.reproduce`.

What is run is in `scheduler.topics.papers`, without which this folder cannot be used.

May import `scheduler`, `layouts.server`, `layouts.drawing`, `layouts.frame`, `layouts.words`, `layouts.plots`,
`layouts.workload_plots`, `layouts.topics`, and what these may; and of the library `queuescope.work`.  Others use TOPIC.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from layouts.state.shapes import DICT
from layouts.topics import Page, Topic
from layouts.topics.papers import paper_ids


def _page() -> ModuleType:
    from layouts.topics.papers import papers_page

    return papers_page


def _python(services: Any, search: str) -> list[str]:
    from layouts.topics.papers.library import python

    return python(search)


def _reproduce() -> Callable:
    from layouts.topics.papers.library import reproduce

    return reproduce


def _in_tray(spec: Mapping[str, Any]) -> tuple[str, str]:
    from layouts.topics.papers.address import in_tray

    return in_tray(spec)


TOPIC = Topic(
    "papers",
    (Page(path="/papers", title="Papers", under="", module=_page, key="KeyP", python=_python),),
    (Path(__file__).with_name("papers.css"),),
    {"reproduce": _reproduce},
    {f"{paper_ids.ASKED}.data": DICT, f"{paper_ids.SHAPE}.data": dict[str, list[Any] | None] | None},
    tray={"reproduce": _in_tray},
)
