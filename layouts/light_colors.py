"""Which color of the dark scheme is which of the light one, for figures that leave a dark page for white paper.

The colors of layouts/theme.py, and what plots commonly make of them: found here, not listed again.  Figures of Compare
are drawn anew instead (light_figures.py), because some of theirs are mixed with the background in other ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from layouts import theme
from layouts.plots.gantt_ghost import pale

LIGHT, DARK = "light", "dark"


def palette() -> dict[str, str]:
    """{"#rrggbb" of the dark scheme: "#rrggbb" of the light one}; what is the same in both is left out."""
    found = dict(_pairs({name: value for name, value in vars(theme).items() if name.isupper()}))
    hues = [(theme.hue(index, DARK), theme.hue(index, LIGHT)) for index in range(theme.COLORS)]
    for dark, light in hues:
        ghost = pale(dark, DARK), pale(light, LIGHT)
        found |= {dark: light, theme.outline(dark, DARK): theme.outline(light, LIGHT), ghost[0]: ghost[1],
                  theme.outline(ghost[0], DARK): theme.outline(ghost[1], LIGHT)}
    return {dark: light for dark, light in found.items() if dark != light}


def _pairs(value: Any) -> Iterator[tuple[str, str]]:
    """(dark, light) of everything in a value that is told for both schemes."""
    if isinstance(value, dict) and set(value) == {LIGHT, DARK}:
        yield from _same_place(value[DARK], value[LIGHT])
    elif isinstance(value, dict):
        for part in value.values():
            yield from _pairs(part)


def _same_place(dark: Any, light: Any) -> Iterator[tuple[str, str]]:
    if isinstance(dark, str) and isinstance(light, str):
        if dark.startswith("#") and light.startswith("#"):
            yield dark.lower(), light.lower()
    elif isinstance(dark, list | tuple):
        for one, other in zip(dark, light, strict=True):
            yield from _same_place(one, other)
