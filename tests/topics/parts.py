"""What the tests of a topic hand to those of the core: a name that a module of theirs has, of every topic that is there."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from scheduler.topics import all_topics


def of_topics(module: str, name: str) -> Iterator[Any]:
    """`name` of tests.topics.KEY.module, where there is such a module that has it."""
    for key in all_topics():
        yield from of_topic(key, module, name)


def of_topic(key: str, module: str, name: str) -> Iterator[Any]:
    """The same of one topic."""
    path = f"{__package__}.{key}"
    if find_spec(path) and find_spec(f"{path}.{module}"):
        found = import_module(f"{path}.{module}")
        if hasattr(found, name):
            yield getattr(found, name)
