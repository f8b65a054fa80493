"""What a message or a note asks for, as something to press: options of the workload with a value.

>>> remedies("Job 3 (line 5) asks for 9 of 8 processors; give more processors, or choose wide drop.")
(Remedy(words='Leave out the wide jobs', option='wide', value='drop'),)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from scheduler.model.workload_options import OPTIONS

WORDS = {
    ("wide", "drop"): "Leave out the wide jobs",
    ("campaigns", "inferred"): "Infer campaigns from who submitted when",
    ("needs", "whole"): "Give every task a whole node",
    ("needs", "drawn"): "Draw what tasks need from a model",
    ("overrun", "extend"): "Raise requested times to the runtimes",
    ("arrivals", "recorded"): "Submit jobs as recorded",
    ("arrivals", "closed"): "Submit campaigns after their predecessors",
}


class Remedy(NamedTuple):
    """An option with the value that a message asks for, and what it does in words."""

    words: str
    option: str
    value: str


# Of the rule of a note (Note.rule): the other choices there are.  "" takes the option away.
OF_NOTES = {
    "unusable_unallocated": (Remedy("Keep them", "unallocated", "keep"),),
    "unallocated_kept": (Remedy("Leave them out", "unallocated", "drop"),),
    "overrun_cut": (Remedy("Raise the requested times instead", "overrun", "extend"),),
    "overrun_extended": (Remedy("Cut the runtimes instead", "overrun", "cut"),),
    "size_substituted": (
        Remedy("Take the allocated processors of all", "size", "allocated"),
        Remedy("Take the requested processors of all", "size", "requested"),
    ),
    "estimate_exact": (Remedy("Take the requested times of the log", "estimates", "requested"),),
    "estimate_modeled": (Remedy("Take the requested times of the log", "estimates", "requested"),),
    "estimate_missing": (Remedy("Give all jobs exact requests", "estimates", "exact"),),
    "work_raised": (Remedy("Keep the runtimes as they are", "superlinear", "keep"),),
    "superlinear_kept": (Remedy("Raise them until they do as much work", "superlinear", "raise"),),
    "load_scaled": (Remedy("Take the submit times of the log", "load", ""),),
}


def of_note(rule: str, options: Mapping[str, Any]) -> Remedy | None:
    """The other choice that a note of this rule leaves, where the workload was made with these options; else None."""
    others = (remedy for remedy in OF_NOTES.get(rule, ()) if str(options.get(remedy.option) or "") != remedy.value)
    return next(others, None)


def remedies(message: str) -> tuple[Remedy, ...]:
    """The remedies that a message names as "choose needs 'whole' or 'drawn'", in its order."""
    pairs = [
        (match["option"], value)
        for match in _pattern().finditer(message)
        for value in re.findall(r"[a-z]+", match["values"])
        if value in OPTIONS[match["option"]].choices
    ]
    return tuple(Remedy(WORDS[pair], *pair) for pair in dict.fromkeys(pairs) if pair in WORDS)


def options_named(message: str) -> frozenset[str]:
    """The options that the part of a message names which says what to do."""
    advice = re.sub(r"^.*?(?:; |\. )", "", message) if re.search(r"; |\. ", message) else message
    words = set(re.findall(r"[a-z_]+", advice.lower()))
    return frozenset(name for name in OPTIONS if name in words)


@cache
def _pattern() -> re.Pattern[str]:
    names = "|".join(name for name, param in OPTIONS.items() if param.choices)
    return re.compile(rf"\b[Cc]hoose (?P<option>{names}) (?P<values>[^.;]*)")
