"""The line under a figure, at most 20 words: one quantity in every run.  All that a figure says stands above its table.

The names of runs are not counted: people give them.  One duration or number with its unit counts as one word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from scheduler.wording import enumerated

WORDS = 20
SENTENCE = re.compile(r"(?<=[.!?]) (?=[^a-z])")
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


def beginning(text: str) -> str:
    """What a longer text begins with, in at most 20 words: whole sentences, else the first up to its semicolon."""
    brief = ""
    for sentence in SENTENCE.split(text):
        longer = f"{brief} {sentence}".strip()
        if counted(longer) > WORDS:
            break
        brief = longer
    first = SENTENCE.split(text)[0]
    return brief or (first.split("; ")[0].rstrip(".") + "." if "; " in first else first)


def counted(text: str) -> int:
    """The words of a text; a number with its unit is one."""
    return len(AMOUNT.sub("_", text).split())
