"""Cards that topics show of a workload: a file each in the folder `cards` of a topic that declares CARD."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dash import Dash

from layouts.frame.callbacks import Services
from scheduler import registry
from scheduler.model.workload import Workload
from scheduler.model.workload_options import WorkloadOptions


@dataclass(frozen=True)
class Card:
    """What a topic shows of a workload, and how that may be changed there.

    key: the name of the module, and of the form in the card: its inputs are ids.param(key, ...).  content: of a
    workload, the color scheme and the key of the workload; None where there is nothing to say.  goes_first: whether it
    stands above the options of such a workload, else below them.  options: those with an input in the card.  in_use:
    whether options that are asked for are changed by these.  changed: the options of the page, and the key of the
    button that was pressed -> those that it asks for.  register: what reacts in the card.
    """

    key: str
    content: Callable[[Workload, str, str], Any]
    goes_first: Callable[[Workload], bool]
    options: tuple[str, ...]
    in_use: Callable[[Mapping[str, Any]], bool]
    changed: Callable[[WorkloadOptions, str], WorkloadOptions]
    register: Callable[[Dash, Services], None]


def all_cards() -> Mapping[str, Card]:
    """{key: Card}, in alphabetical order."""
    return registry.load(__name__, "CARD")


def options_of_cards() -> tuple[str, ...]:
    """Options that have an input in a card."""
    return tuple(name for card in all_cards().values() for name in card.options)
