"""Where processors are busy in only one of two runs: a run against the baseline, by the number of busy processors.

Their number is honest where their names are not: which processor a job has is chosen for drawing for most policies.
"""

from __future__ import annotations

from collections.abc import Sequence

from layouts import theme
from layouts.drawing.query_mask import baseline
from layouts.figures import Figure, lay_out, lay_out_axes
from layouts.gantt import pair_hit_test
from layouts.gantt.difference import Areas
from layouts.gantt.difference_raster import colors
from layouts.gantt.rectangles import OF_ROWS
from layouts.plots.gantts import legend as gantt_legend
from layouts.plots.gantts import overlay_chart
from layouts.plots.gantts.overlay_chart import sides
from layouts.state.view import FinishedRun, View
from layouts.words.contrasts import contrast

UNIT = "processor-seconds"
HOUR, MANY = 3_600.0, 100_000.0  # s; processor-seconds from which on a sentence tells hours
BY = {
    "processors": "by the number of busy processors at each time",
    "users": "by the number of processors each user has busy at each time",
    "sizes": "by the number of processors busy with jobs of each size",
    "queues": "by the number of processors busy with jobs of each queue of the log",
    "queue": "job by job",
}
STACKED = (
    "Busy processors{} are counted and stacked from the bottom: which of them a job has is chosen for drawing "
    "and no difference between policies."
)


def figure(runs: Sequence[FinishedRun], view: View, run: int) -> Figure:
    """The chart of runs[run] against the baseline, in the rows of the view; always a picture."""
    chart = overlay_chart.framed(runs, view, run, "difference")
    if not chart.meta:
        return chart
    mine, base = sides(runs, view, runs[run])
    overlay_chart.pictured(chart, view, tuple(chart.meta["window"]))
    lay_out(chart, meta={"queuescope": {"most": -1}})  # no bars take its place
    if view.rows == "processors" and not runs[run].schedule.workload.has_clusters:
        lay_out_axes(chart, "y", title={"text": "busy processors"})  # else the rows have the names of clusters
    chart.layout["annotations"] = [
        {
            "text": legend(view.scheme),
            "x": 1,
            "y": 1,
            "name": gantt_legend.NAME,
            "xref": "paper",
            "xanchor": "right",
            "yref": "paper",
            "yanchor": "bottom",
            "yshift": 2,
            "showarrow": False,
            "font": {"size": 11},
        }
    ]
    own = pair_hit_test.apart(mine, base, OF_ROWS[view.rows])[1]
    overlay_chart.chosen(chart, view, lambda job: pair_hit_test.stretch(mine, own, job))
    return chart


def meanings(scheme: str) -> list[tuple[str, str]]:
    """(color, what it means)."""
    words = ("in both, same jobs", "in both, other jobs", "only in the baseline", "only in this run")
    return list(zip(colors(scheme), words, strict=True))


def legend(scheme: str) -> str:
    """What the colors mean, a square before each."""
    marks = [f'<span style="color:{color}">\u25a0</span> {word}' for color, word in meanings(scheme)]
    return "busy  " + "  ".join(marks)


def areas(runs: Sequence[FinishedRun], view: View) -> list[tuple[FinishedRun, Areas]]:
    """Each run but the baseline, with the processor-seconds that are busy in both and in only one of the two."""
    base = baseline(runs, view.baseline)
    pairs = []
    for run in runs:
        if run is not base and len(run.schedule.placed):
            pairs.append(
                (
                    run,
                    pair_hit_test.job_by_job(run.schedule, base.schedule)
                    if view.rows == "queue"
                    else pair_hit_test.apart(*sides(runs, view, run), OF_ROWS[view.rows])[0].areas(),
                )
            )
    return pairs


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """How much is busy in only one of the two, run by run, in exact numbers."""
    base = baseline(runs, view.baseline)
    sentences = [_sentence(run, base, area) for run, area in areas(runs, view)]
    parted = view.rows == "processors" and base.schedule.workload.has_clusters
    return [
        f"Differences from {base.name}, {BY[view.rows]}{' in each cluster' if parted else ''}.",
        *sentences,
        *([] if view.rows == "queue" else [STACKED.format(" of each cluster" if parted else "")]),
    ]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """How much of what is busy is busy in only one of the two, run by run."""
    base = baseline(runs, view.baseline)
    values = [
        (run.name, (area.baseline + area.run) / (area.baseline + area.run + 2 * (area.same + area.others)))
        for run, area in areas(runs, view)
        if area.baseline + area.run + area.same + area.others > 0
    ]
    return contrast(f"Busy in only one of the two, beside {base.name}:", values, theme.percent)


def _sentence(run: FinishedRun, base: FinishedRun, area: Areas) -> str:
    alone, both = area.baseline + area.run, area.same + area.others
    hours = alone + both >= MANY

    def amount(area: float) -> str:
        return theme.number(area / HOUR if hours else area)

    unit = "processor-h" if hours else UNIT
    if not alone:
        return f"{run.name}: no difference in what is busy."
    same = f", {theme.percent(area.same / both)} of them with the same jobs" if both and area.others else ""
    return (
        f"{run.name}: {amount(area.run)} {unit} are busy only here and {amount(area.baseline)} only "
        f"under {base.name}, together {theme.percent(alone / (alone + 2 * both))} of those of both runs; "
        f"{amount(both)} are busy in both{same}."
    )


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """The processor-seconds of each kind, run by run."""
    base = baseline(runs, view.baseline)
    return [
        {
            "run": run.name,
            "baseline": base.name,
            f"busy only in the run ({UNIT})": area.run,
            f"only in the baseline ({UNIT})": area.baseline,
            f"in both, same jobs ({UNIT})": area.same,
            f"in both, other jobs ({UNIT})": area.others,
        }
        for run, area in areas(runs, view)
    ]
