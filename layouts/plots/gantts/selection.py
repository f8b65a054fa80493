"""What is selected, outlined in a Gantt chart: the rectangles of a job, or the stream of its campaign."""

from __future__ import annotations

from layouts import theme
from layouts.gantt import job_facts, outlines
from layouts.gantt.rectangles import JOBS, Rectangles, rectangles
from layouts.state.view import FinishedRun, View


def shapes(run: FinishedRun, boxes: Rectangles, view: View, source: str) -> list[dict]:
    """The outlines of the view's job; nothing where none is selected."""
    jobs, view = run.schedule.workload.jobs, run.view(view)
    if view.job is None or not 0 <= view.job < len(jobs):
        return []
    row = view.job if source in JOBS else int(jobs.campaign[view.job])
    if source == "virtual":
        return _stream(boxes, row, theme.INK[view.scheme])
    return [
        {
            "type": "rect",
            "xref": "x",
            "yref": "y",
            "x0": start,
            "x1": end,
            "y0": low,
            "y1": high,
            "line": {"color": theme.INK[view.scheme], "width": 1.5},
            "name": "selected",
        }
        for start, end, low, high in job_facts.boxes(boxes, boxes.of(row))
    ] + _behind(run, view, source)


def _behind(run: FinishedRun, view: View, source: str) -> list[dict]:
    """In the ghost chart, the stream of the selected job's campaign."""
    if source != "ghost":
        return []
    return _stream(
        rectangles(run.key, run.schedule, "virtual"),
        int(run.schedule.workload.jobs.campaign[view.job]),
        theme.INK[view.scheme],
    )


def _stream(boxes: Rectangles, row: int, ink: str) -> list[dict]:
    """The outline of a campaign's stream as a shape."""
    outline = outlines.stream(boxes, row)
    if outline is None:
        return []
    path = "L".join(f"{x},{y}" for x, y in zip(outline.x.tolist(), outline.y.tolist(), strict=True))
    return [
        {
            "type": "path",
            "xref": "x",
            "yref": "y",
            "path": f"M{path}Z",
            "line": {"color": ink, "width": 1.5},
            "name": "selected",
        }
    ]
