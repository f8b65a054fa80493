"""Small drawings without a library: curves and bars as an SVG that a page shows as a picture.

A drawing has no words, so it can be stretched to any size; the page writes them beside it.  Colors are of one scheme,
so a page shows two pictures and hides one (assets/queuescope.css, .qs-of-light and .qs-of-dark).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote

from dash import html

WIDE, HIGH = 1_000, 300  # units of the drawing
SCHEMES = ("light", "dark")


class Curve(NamedTuple):
    """Values from left to right, None where there is none."""

    values: Sequence[float | None]
    color: str
    filled: bool = False
    dash: str = ""  # as SVG has it: "6 4"
    steps: bool = False
    at: Sequence[float] = ()  # 0 to 1: where each value stands; evenly where empty


def drawing(curves: Sequence[Curve], top: float, lines: Sequence[float] = (), line: str = "") -> str:
    """The SVG of curves from 0 to `top`, with level lines at some values in the color `line`."""
    level = "".join(f'<path d="M0 {_y(value, top)}H{WIDE}" stroke="{line}" stroke-width="1"/>' for value in lines)
    drawn = "".join(_path(curve, top) for curve in curves)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" preserveAspectRatio="none">'
        f'<g fill="none" vector-effect="non-scaling-stroke">{level}{drawn}</g></svg>'
    )


def _path(curve: Curve, top: float) -> str:
    places = curve.at or [index / max(1, len(curve.values) - 1) for index in range(len(curve.values))]
    parts, pen = [], "M"
    for place, value in zip(places, curve.values, strict=True):
        if value is None:
            pen = "M"
            continue
        x, y = round(WIDE * place), _y(value, top)
        parts.append(f"H{x}V{y}" if curve.steps and pen == "L" else f"{pen}{x} {y}")
        pen = "L"
    line = "".join(parts)
    dash = f' stroke-dasharray="{curve.dash}"' if curve.dash else ""
    area = (
        f'<path d="{line}V{HIGH}H{round(WIDE * places[0])}z" fill="{curve.color}" fill-opacity=".22"/>'
        if curve.filled and line
        else ""
    )
    return (
        f'{area}<path d="{line}" stroke="{curve.color}" stroke-width="2" stroke-linejoin="round"{dash} '
        f'vector-effect="non-scaling-stroke"/>'
    )


def _y(value: float, top: float) -> int:
    return round(HIGH * (1 - min(max(value / top, 0.0), 1.0))) if top > 0 else HIGH


def pictures(svg: dict[str, str], words: str) -> list[html.Img]:
    """The picture of each scheme; words: what it shows, for those who do not see it."""
    return [
        html.Img(src="data:image/svg+xml," + quote(svg[scheme]), alt=words, className=f"qs-drawing qs-of-{scheme}")
        for scheme in SCHEMES
    ]
