"""Who has the processors when, small: the schedule of a formula that is being typed, below that of the baseline."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import NamedTuple

from dash import html

from layouts.drawing.sketch import SCHEMES
from layouts.gantt import raster
from layouts.gantt.rectangles import real
from layouts.memory.cache import cached
from scheduler.analysis.placement import place
from scheduler.durations import human
from scheduler.model.schedule import Schedule
from scheduler.wording import counted

WIDE, HIGH = 640, 44  # pixels


class Drawn(NamedTuple):
    """A schedule and what it is called."""

    name: str
    schedule: Schedule


def sketches(drawn: Sequence[Drawn]) -> html.Div:
    """A strip for each schedule, all over the same time."""
    until = max(float(one.schedule.placed.end.max(initial=0)) for one in drawn)
    begin = min(float(one.schedule.placed.submit.min(initial=until)) for one in drawn)
    if not begin < until:
        return html.Div()
    return html.Div(
        [html.Figure([html.Figcaption(one.name), *pictures(one, begin, until)]) for one in drawn],
        className="qs-formula-sketch",
    )


def pictures(drawn: Drawn, begin: float, until: float) -> list[html.Img]:
    """The strip in both schemes, of which the page shows one."""
    words = (
        f"{drawn.name}: who has the {counted(drawn.schedule.workload.platform.processors, 'processor')} in the "
        f"{human(until - begin)} from the first submission on; each user has a color."
    )
    contents = cached(("formula sketch", begin, until), lambda: _drawn(drawn.schedule, begin, until), drawn.schedule)
    return [
        html.Img(
            src=f"data:image/png;base64,{content}", alt=words, width=WIDE, height=HIGH, className=f"qs-of-{scheme}"
        )
        for scheme, content in zip(SCHEMES, contents, strict=True)
    ]


def _drawn(schedule: Schedule, begin: float, until: float) -> list[str]:
    """PNG of each scheme in base64."""
    bars = real(schedule, schedule.table("places") if schedule.has_places else place(schedule))
    window = (begin, until, 0.0, float(schedule.workload.platform.processors))
    index, _ = raster.draw(bars, window, WIDE, HIGH)
    return [b64encode(raster.png(index, scheme)).decode() for scheme in SCHEMES]
