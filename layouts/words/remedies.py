"""What helps against an error, and the other choice that a note leaves, as something to press.

>>> offers((Remedy("processors", words="give more processors"), Remedy("wide", "drop")))
(Offer(words='Leave out the wide jobs', option='wide', value='drop'),)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scheduler.errors import Remedy

# Of every remedy with a value that an error has.
WORDS = {
    ("wide", "drop"): "Leave out the wide jobs",
    ("campaigns", "inferred"): "Infer campaigns from who submitted when",
    ("needs", "whole"): "Give every task a whole node",
    ("needs", "drawn"): "Draw what tasks need from a model",
    ("needs", "declared"): "Take the needs that the file declares",
    ("overrun", "cut"): "Cut runtimes at the requested times",
    ("overrun", "extend"): "Raise requested times to the runtimes",
    ("arrivals", "recorded"): "Submit jobs as recorded",
    ("arrivals", "closed"): "Submit campaigns after their predecessors",
    ("think", "constant"): "Give all campaigns one think time",
    ("think", "exponential"): "Draw think times",
    ("unrequested", "longest"): "Take the longest request for missing ones",
    ("unrequested", "runtime"): "Take runtimes for missing requests",
}


class Offer(NamedTuple):
    """An option of the workload with a value, and what it does in words."""

    words: str
    option: str
    value: str


# Of the rule of a note (Note.rule): the other choices there are.  "" takes the option away.
OF_NOTES = {
    "unusable_unallocated": (Offer("Keep them", "unallocated", "keep"),),
    "unallocated_kept": (Offer("Leave them out", "unallocated", "drop"),),
    "overrun_cut": (Offer("Raise the requested times instead", "overrun", "extend"),),
    "overrun_extended": (Offer("Cut the runtimes instead", "overrun", "cut"),),
    "size_substituted": (
        Offer("Take the allocated processors of all", "size", "allocated"),
        Offer("Take the requested processors of all", "size", "requested"),
    ),
    "estimate_exact": (Offer("Take the requested times of the log", "estimates", "requested"),),
    "estimate_modeled": (Offer("Take the requested times of the log", "estimates", "requested"),),
    "estimate_missing": (Offer("Give all jobs exact requests", "estimates", "exact"),),
    "work_raised": (Offer("Keep the runtimes as they are", "superlinear", "keep"),),
    "superlinear_kept": (Offer("Raise them until they do as much work", "superlinear", "raise"),),
    "load_scaled": (Offer("Take the submit times of the log", "load", ""),),
}


def of_note(rule: str, options: Mapping[str, Any]) -> Offer | None:
    """The other choice that a note of this rule leaves, where the workload was made with these options; else None."""
    others = (offer for offer in OF_NOTES.get(rule, ()) if str(options.get(offer.option) or "") != offer.value)
    return next(others, None)


def offers(remedies: Iterable[Remedy]) -> tuple[Offer, ...]:
    """Those remedies of an error that can be pressed, in their order."""
    pairs = ((one.option, one.value) for one in remedies)
    return tuple(Offer(WORDS[pair], *pair) for pair in pairs if pair in WORDS)
