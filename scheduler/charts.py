"""Charts as data: what is drawn, without how it looks (`layouts.drawing.data_charts`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Series:
    """One line, set of bars or of points of a chart.  low, high: interval of each y, where it has one."""

    name: str  # what it is about: ours and published ones of one name have one color
    x: tuple[Any, ...]  # numbers, or words for bars
    y: tuple[float | None, ...]
    low: tuple[float | None, ...] = ()
    high: tuple[float | None, ...] = ()
    published: bool = False  # drawn beside ours, hollow
    kind: str = "lines"  # lines | bars | points | steps | bubbles
    sizes: tuple[float | None, ...] = ()  # of bubbles: their areas, written below them
    along: tuple[float, ...] = ()  # of lines: what each point stands for, written at some of them


@dataclass(frozen=True)
class Chart:
    """A chart: values computed here, and published ones beside them where there are any."""

    title: str  # "Figure 4: mean of the maximum stretch"
    x_title: str
    y_title: str
    series: tuple[Series, ...]
    x_log: bool = False
    y_log: bool = False
    caption: tuple[str, ...] = ()  # what it shows, in whole sentences with numbers
    size_title: str = ""  # of bubbles: what their areas are
    along_title: str = ""  # of lines: what their points stand for
