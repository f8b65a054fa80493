"""Names of runs where there is little room: run cards, tables and captions have them in full.

What tells two runs of a policy apart, its parameters, stands at the end of the name, so the middle is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from scheduler.policies import Policy

ABBREVIATED = re.compile(r"\(([A-Z]{2,})\)$")  # how the title of a policy ends that gives its abbreviation


def short(text: str, most: int) -> str:
    """A name of at most `most` characters: its middle is left out, for what tells runs apart stands at the end."""
    if len(text) <= most:
        return text
    tail = text[len(text) - 2 * most // 3 :]
    tail = tail.partition(" ")[2] or tail  # from the start of a word
    return f"{text[: most - 3 - len(tail)].rstrip(' ,')} \u2026 {tail}"


def distinct(texts: Sequence[str], most: int) -> list[str]:
    """short() of each; those that would read the same have their number in front."""
    names = [short(text, most) for text in texts]
    return [
        f"{at} {short(text, most - len(str(at)) - 1)}" if names.count(name) > 1 else name
        for at, (text, name) in enumerate(zip(texts, names, strict=True), 1)
    ]


def in_sentence(name: str, policy: Policy) -> str:
    """A run in a sentence: the short name of its policy, and in brackets what follows a comma.

    A name that does not begin with the title of the policy stays as it is.
    """
    title = policy.title
    if name != title and not name.startswith(f"{title}, "):
        return name
    head, *parts = (policy.short or title).split(", ")
    parts += [name[len(title) + 2 :]] * (name != title)
    return f"{head} ({', '.join(parts)})" if parts else head


def called(title: str, parts: Sequence[str]) -> str:
    """A run: the title of its policy, or its abbreviation where more follows, and what tells the run from others."""
    match = ABBREVIATED.search(title)
    return ", ".join([match[1] if match and parts else title, *parts])
