"""How many campaigns there are at every gap, and how many of them overlap: what to judge the choice of a gap by."""

from __future__ import annotations

import numpy as np

from layouts import theme
from layouts.figures import Figure, Trace, lay_out, scatter
from layouts.memory.cache import cached
from layouts.state.view import View
from layouts.workload_plots import WorkloadPlot
from scheduler.durations import DAY, HOUR, MINUTE, duration
from scheduler.model.workload import Workload
from scheduler.model.workload_options import OPTIONS
from scheduler.topics.campaigns.preparation.campaign_gaps import Thresholds, recorded, thresholds

LOW, HIGH = 1.0 * MINUTE, 1.0 * DAY  # s, the gaps that are drawn at least
GAPS = (
    *(minutes * MINUTE for minutes in (1, 2, 3, 5, 7, 10, 15, 20, 30, 45)),
    *(hours * HOUR for hours in (1, 1.5, 2, 3, 4, 6, 8, 12, 18, 24)),
)
MERGED, ALONE = "as long as work goes on", "by the gap alone"


def gap_of(workload: Workload) -> float:
    """The gap chosen, or the usual one; s."""
    return float(workload.options.get("gap", OPTIONS["gap"].default))


def at_gaps(workload: Workload) -> Thresholds:
    """Campaigns at GAPS and at the gap chosen, computed once per workload."""
    gaps = sorted({*GAPS, gap_of(workload)})
    return cached(("thresholds", tuple(gaps)), lambda: thresholds(recorded(workload), gaps), workload)


def place(gap: float) -> float:
    """Where a gap is on the axis: log10 of seconds."""
    return float(np.log10(max(gap, 1.0)))


def figure(workload: Workload, view: View) -> Figure:
    """Two panels over the gap: campaigns, both ways to form them; share of them that overlap."""
    if not len(workload):
        return theme.empty("This workload has no jobs.", view.scheme)
    counts = at_gaps(workload)
    x, durations = [place(gap) for gap in counts.gap], [duration(gap) for gap in counts.gap]
    chart = Figure(
        [
            _line(x, durations, values, name, hue, axis, view.scheme)
            for values, name, hue, axis in (
                (counts.merged, MERGED, 0, "y"),
                (counts.alone, ALONE, 1, "y"),
                (counts.overlap, "", 1, "y2"),
            )
        ]
    )
    places, texts = theme.log_ticks(10 ** x[0], 10 ** x[-1])
    mark(chart, gap_of(workload), workload, view.scheme)
    return lay_out(
        chart,
        template=theme.template(view.scheme),
        margin={"t": 48, "b": 44},
        uirevision="campaigns",
        showlegend=True,
        legend=theme.legend_on_top(),
        xaxis={
            "title": {"text": "gap, logarithmic"},
            "tickvals": places,
            "ticktext": texts,
            "anchor": "y2",
            "range": [x[0] - 0.04, x[-1] + 0.04],
        },
        separators=".\u202f",
        yaxis={
            "title": {"text": "campaigns"},
            "tickformat": ",d",
            "rangemode": "tozero",
            "domain": [0.46, 1],
            "nticks": 5,
        },
        yaxis2={
            "title": {"text": "overlapping"},
            "rangemode": "tozero",
            "tickformat": ".0%",
            "domain": [0, 0.34],
            "nticks": 4,
        },
    )


def _line(x: list[float], lengths: list[str], values: np.ndarray, name: str, hue: int, axis: str, scheme: str) -> Trace:
    share = axis == "y2"
    value = "%{y:.1%} begin before the previous one ended" if share else "%{y:,} campaigns " + name
    return scatter(
        x=x,
        y=values,
        name=name,
        yaxis=axis,
        showlegend=not share,
        customdata=lengths,
        mode="lines+markers",
        line={"color": (theme.ACCENT, theme.GREY)[hue][scheme], "width": 2, "dash": "dash" if hue else "solid"},
        marker={"size": 5, "symbol": "diamond" if hue else "circle"},
        hovertemplate="%{customdata}: " + value + "<extra></extra>",
    )


def mark(chart: Figure, gap: float, workload: Workload, scheme: str) -> None:
    """A line through both panels at the gap chosen."""
    x, word = place(gap), "chosen" if workload.options.get("campaigns") == "inferred" else "usual"
    chart.add_shape(type="line", x0=x, x1=x, y0=0, y1=1, yref="paper", line={"color": theme.INK[scheme], "width": 1.5})
    chart.add_annotation(
        x=x, y=1, yref="paper", yanchor="bottom", showarrow=False, text=f"{duration(gap)}, {word}", xanchor=anchor(x)
    )


def anchor(x: float) -> str:
    """Which side of a text is at its place, so that it stays in the figure."""
    along = (x - place(LOW)) / (place(HIGH) - place(LOW))
    return "left" if along < 0.2 else "right" if along > 0.8 else "center"


def caption(workload: Workload) -> list[str]:
    """What the chosen gap gives, and how much hangs on it."""
    if not len(workload):
        return ["This workload has no jobs."]
    counts, gap = at_gaps(workload), gap_of(workload)
    at = int(np.flatnonzero(counts.gap == gap)[0])
    unknown = int((workload.jobs.recorded_wait < 0).sum())
    waits = [f"The waits of {theme.counted(unknown, 'job')} are unknown, so more may overlap."] if unknown else []
    return [
        f"A gap of {duration(gap)} gives {theme.counted(int(counts.alone[at]), 'campaign')}.",
        f"Of those that follow another one of their user, {theme.percent(float(counts.overlap[at]))} begin before that "
        "one has ended.",
        f"Where a campaign goes on as long as work in it does, {theme.number(int(counts.merged[at]))} are left.",
        *waits,
    ]


def table(workload: Workload) -> list[dict]:
    """One row per gap."""
    if not len(workload):
        return []
    return [
        {
            "gap": duration(gap),
            "campaigns by the gap alone": alone,
            "as long as work goes on": merged,
            "overlapping": theme.percent(share),
        }
        for gap, alone, merged, share in zip(*(column.tolist() for column in at_gaps(workload)), strict=True)
    ]


WORKLOAD_PLOT = WorkloadPlot(
    "campaigns",
    "Campaigns by gap",
    "How many campaigns are there, and how much hangs on the gap?",
    figure,
    caption,
    table,
    3 * (len(GAPS) + 1),
    "campaigns",
    place=1,
    height=320,
)
