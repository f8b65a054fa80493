"""One look per policy: the same color, dash and marker in every figure that compares policies.

A look follows from the place of the policy among all, so it needs no table; a name that means no policy takes what the
others of its figure leave free.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from layouts import theme
from scheduler.policies import all_policies, special_last, usual_policies

STROKES = {
    "solid": "",
    "dash": "9 5",
    "dot": "2 4",
    "dashdot": "9 4 2 4",
    "longdash": "15 6",
    "longdashdot": "15 5 2 5",
}
MARKERS = ("circle", "square", "diamond", "triangle-up", "cross", "star", "pentagon", "hexagon")


class Look(NamedTuple):
    """Index of a color, of a dash and of a marker."""

    color: int
    dash: int
    marker: int

    @property
    def stroke(self) -> str:
        """The dash as SVG has it."""
        return STROKES[theme.DASHES[self.dash]]

    def paint(self, scheme: str) -> str:
        """The color in a scheme."""
        return theme.run_color(self.color, scheme)


def look(place: int) -> Look:
    """The look of a place: colors change first, then dashes and markers with them."""
    colors = len(theme.DASHES)
    return Look(place % colors, (place // colors + place) % colors, place % len(MARKERS))


@cache
def places() -> dict[str, int]:
    """{name in small letters: place of the policy}; keys, short names and titles."""
    place_of: dict[str, int] = {}
    usual = [key for kind in special_last() for key in usual_policies(kind)]  # those seen most have the clearest looks
    for place, key in enumerate(dict.fromkeys((*usual, *all_policies()))):
        policy = all_policies()[key]
        for name in (key, key.replace("_", " "), policy.short, policy.title):
            if name:
                place_of.setdefault(name.casefold(), place)
    return place_of


def policy_place(name: str) -> int | None:
    """The place of the policy a name means, or begins with: "EASY, 24 h"; None for another name."""
    text = name.casefold().strip()
    words = [word for word in places() if text == word or text.startswith((f"{word} ", f"{word},", f"{word}:"))]
    return places()[max(words, key=len)] if words else None


def looks(names: Sequence[str]) -> dict[str, Look]:
    """{name: look} of the names of one figure, in their order."""
    chosen = {name: policy_place(name) for name in names}
    taken = {place % len(theme.DASHES) for place in chosen.values() if place is not None}
    free = [place for place in range(len(theme.DASHES)) if place not in taken] or list(range(len(theme.DASHES)))
    others = [name for name, place in chosen.items() if place is None]
    left = {name: free[at % len(free)] + len(theme.DASHES) * (at // len(free)) for at, name in enumerate(others)}
    look_of: dict[str, Look] = {}
    for name, place in chosen.items():
        seen = look(left[name] if place is None else place)
        while seen in look_of.values():  # a policy that is there twice keeps its color
            seen = seen._replace(dash=(seen.dash + 1) % len(theme.DASHES), marker=(seen.marker + 1) % len(MARKERS))
        look_of[name] = seen
    return look_of
