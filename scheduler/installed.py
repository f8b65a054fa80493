"""Packages that somebody installed to bring topics: where they lie, of `scheduler` and of `layouts`.

They are found by their entry points, without importing them.  This module imports nothing of the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

GROUPS = {"scheduler": "queuescope.topics", "layouts": "queuescope.topics.pages"}  # of entry points, by the side


@cache
def packages(side: str) -> Mapping[str, Path]:
    """{name: folder} of the packages with a topic of `scheduler` or `layouts`, in alphabetical order.

    A package that is named and lies nowhere is left out; `registry.with_installed` says what is wrong with it.
    """
    from importlib.metadata import entry_points  # 60 ms, which importing this module shall not take

    names = sorted({point.module.partition(".")[0] for point in entry_points(group=GROUPS[side])})
    return {name: folder for name in names if (folder := _folder(name)) is not None}


def _folder(name: str) -> Path | None:
    spec = find_spec(name)
    places = list(spec.submodule_search_locations or ()) if spec else []
    return Path(places[0]) if places else None
