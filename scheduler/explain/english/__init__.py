"""The phrases of facts in English: of each statement a long one for panels and documents, and a short one for lists.

One module for each subject.  Where none is shorter, the long one stands for both.  How a phrase is written:
scheduler/phrase.py.  May import nothing.  Others use `PHRASES` and `TERMS`, by way of words.py.
"""

from __future__ import annotations

import re
from collections import ChainMap

from scheduler.explain.english import (
    advice,
    campaigns,
    decisions,
    findings,
    grid,
    instants,
    jobs,
    moldable,
    shared_nodes,
    stopped,
    waits,
)

MODULES = (advice, campaigns, decisions, findings, grid, instants, jobs, moldable, shared_nodes, stopped, waits)
PARTS = ChainMap(*(getattr(module, "PARTS", {}) for module in MODULES))
TERMS = ChainMap(*(getattr(module, "TERMS", {}) for module in MODULES))
UNITS = ("processor", "node")  # the second where tasks have needs


def whole(template: str) -> str:
    """A phrase with its parts."""
    while "<" in template:
        template = re.sub(r"<(\w+)>", lambda part: PARTS[part[1]], template)
    return template


PHRASES = {
    what: (whole(long), whole(module.SHORT.get(what, long))) for module in MODULES for what, long in module.LONG.items()
}
