"""The phrases of facts in English: of each statement a long one for panels and documents, and a short one for lists.

One module for each subject.  The short one stands behind ` || `; without it the long one stands for both.  How a phrase
is written: scheduler/phrase.py.  May import nothing.  Others use `PHRASES` and `TERMS`, by way of words.py.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping

from scheduler.explain.english import advice, decisions, findings, instants, jobs, stopped, waits

MODULES = (advice, decisions, findings, instants, jobs, stopped, waits)
PARTS = ChainMap(*(getattr(module, "PARTS", {}) for module in MODULES))
TERMS = ChainMap(*(getattr(module, "TERMS", {}) for module in MODULES))
PART = re.compile(r"<(\w+)>")


def forms(text: str, parts: Mapping[str, str] = PARTS) -> tuple[str, str]:
    """The long and the short form of a phrase, with their parts.

    >>> forms("{free} {free:is|are} free || {free} free")
    ('{free} {free:is|are} free', '{free} free')
    """
    while PART.search(text):
        text = PART.sub(lambda part: parts[part[1]], text)
    long, _, short = text.partition(" || ")
    return long, short or long


PHRASES = {what: forms(text) for module in MODULES for what, text in module.PHRASES.items()}
