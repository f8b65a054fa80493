"""A load that can be divided at will among workers: form, answer, charts, and `queuescope.divisible`.

What is computed is in `scheduler.topics.divisible`, without which this folder cannot be used.

May import `scheduler`, `layouts.frame`, `layouts.words`, `layouts.topics`, and what these may.  Others use TOPIC.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from layouts.topics import Page, Topic


def _page() -> ModuleType:
    from layouts.topics.divisible import divisible_page

    return divisible_page


def _python(services: Any, search: str) -> list[str]:
    from layouts.topics.divisible.load_address import python

    return python(search)


def _divisible() -> Callable:
    from layouts.topics.divisible.library import divisible

    return divisible


TOPIC = Topic(
    "divisible",
    (
        Page(
            path="/divisible",
            title="Divide one load among workers",
            text="A load that can be cut at will, workers behind slow links: who gets how much, and when?",
            icon="plan",
            under="/learn",
            module=_page,
            python=_python,
        ),
    ),
    (Path(__file__).with_name("divisible.css"),),
    {"divisible": _divisible},
)
