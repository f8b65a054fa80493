"""The line under a figure, at most 20 words: one quantity in every run, or the sentences its caption begins with.

A caption is a list of whole sentences, and all of it stands above the table of the figure.  The names of runs are not
counted: people give them.  One duration or number with its unit counts as one word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import accumulate

from scheduler.wording import enumerated

WORDS = 20
TIED = "\u00a0"  # between a number and its unit, so that no line ends there
AMOUNT = re.compile(r"\d[\d.,\u202f]*[ \u00a0](?:%|d|h|min|s)(?:[ \u00a0]\d+[ \u00a0](?:h|min|s))?(?!\w)")


def contrast(quantity: str, values: Sequence[tuple[str, float]], in_words: Callable[[float], str]) -> str:
    """The quantity in every run: "Half wait at most 2 h under FCFS and 1 h under EASY."; of many the least and most.

    values: (name of the run, its value), in the order of the runs.  Empty where there are none.
    """
    if not values:
        return ""
    texts = [in_words(value).replace(" ", TIED) for _, value in values]
    if len(values) > 1 and len(set(texts)) == 1:
        return f"{quantity} {texts[0]} under {enumerated([name for name, _ in values])}."
    parts = [f"{text} under {name}" for text, (name, _) in zip(texts, values, strict=True)]
    if len(parts) <= 2:
        return f"{quantity} {' and '.join(parts)}."
    order = sorted(range(len(values)), key=lambda at: values[at][1])
    return f"{quantity} {parts[order[0]]} to {parts[order[-1]]}."


def line_and_whole(caption: list[str], headline: str = "") -> tuple[str, str]:
    """The line under a figure, and what stands above its table: all sentences, "" where the line has them all.

    Without a headline the line is the first sentence and those after it that make at most 20 words with it.
    """
    totals = accumulate(map(counted, caption))
    first = [one for at, (one, words) in enumerate(zip(caption, totals, strict=True)) if at == 0 or words <= WORDS]
    line, whole = headline or " ".join(first), " ".join(caption)
    return line, "" if line == whole else whole


def counted(text: str) -> int:
    """The words of a text; a number with its unit is one."""
    return len(AMOUNT.sub("_", text).split())
