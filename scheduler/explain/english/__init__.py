"""The phrases of facts in English: of each statement a long one for panels and documents, and a short one for lists.

One module for each subject.  How a phrase is written: scheduler/phrase.py.  May import nothing.  Others
use `PHRASES` and `TERMS`, by way of words.py.
"""

from __future__ import annotations

from collections import ChainMap

from scheduler.explain.english import campaigns, grid, instants, stopped, waits

PHRASES = ChainMap(*(module.PHRASES for module in (campaigns, stopped, grid, waits, instants)))
TERMS = ChainMap(campaigns.TERMS, waits.TERMS)
