"""Gantt charts in words and as a table: what each run is like, what is marked, lit and drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from layouts import theme
from layouts.drawing import query_mask
from layouts.drawing.tables import First, joined
from layouts.gantt import job_facts
from layouts.gantt.job_colors import of_one_user
from layouts.gantt.rectangles import JOBS, OF_ROWS
from layouts.plots.gantts import lateness_rows, plan_chart, policy_marks
from layouts.plots.gantts import rows as gantt_rows
from layouts.plots.gantts.bars import MOST_BARS, are_small, few
from layouts.plots.gantts.charts import ROWS_OF, charts, drawn, extent_of, window_of
from layouts.state.view import COLORS, ROWS, FinishedRun, View
from layouts.words import unit_names
from layouts.words.contrasts import contrast
from scheduler.durations import human
from scheduler.model.user_names import label, of_user

MOST = 200  # rows of the table, per run
GHOST = (
    "Dashed outlines are the virtual schedule: an outline's height is its user's share of the machine then, its "
    "place is stacked by user, so it says how much and when, not which processors."
)
LAGS = (
    "Each campaign has a row, by user and in the order of submission, from the completion it was promised to its "
    "real one, where the arrow is."
)
ONE_USER = "All tasks are one user's, so colors tell neighboring tasks apart, eight in turn, and nothing else."
OUTLINES = "Dashed outlines are the virtual schedule; an outline's height is its user's share of the machine."
STREAMS = (
    "In the virtual schedule the k users who have a campaign in it have m/k processors each: a step in the "
    "streams is a change of k."
)


def caption(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """What each run is like as a whole: jobs, how long it takes, and who waits longest."""
    with_jobs = [run for run in runs if len(run.schedule.placed)]
    sentences = plan_chart.describe(with_jobs, view)
    sentences += [_sentence(run) for run in with_jobs] if view.mode != "lag" else []
    kinds = [charts(run, view.mode, view.rows) for run in with_jobs]
    late = [run for run, kind in zip(with_jobs, kinds, strict=True) if "lag" in kind]
    sentences += [one for run in late for one in lateness_rows.describe(run)]
    if any("ghost" in kind for kind in kinds):
        sentences.append(GHOST)
    elif any("lag" in kind for kind in kinds):
        sentences.append(LAGS)
    elif any("virtual" in kind for kind in kinds):
        sentences.append(STREAMS)
    sentences += [f"Rows: {gantt_rows.RESTS[OF_ROWS[view.rows]]}."] if with_jobs and view.rows != ROWS[0] else []
    sentences += [text for run in with_jobs if (text := policy_marks.describe(run))]
    if view.color == COLORS[0] and any(of_one_user(run.schedule.workload) for run in with_jobs):
        sentences.append(ONE_USER)
    sentences += _plain(with_jobs, view)
    return sentences + _lit(with_jobs, view) or ["No run has jobs to show."]


def headline(runs: Sequence[FinishedRun], view: View) -> str:
    """The longest wait in every run, or how to read dashed outlines; empty of a plan and of lateness."""
    with_jobs = [run for run in runs if len(run.schedule.placed)]
    sources = {source for run in with_jobs for source in charts(run, view.mode, view.rows)}
    if "ghost" in sources:
        return OUTLINES
    if "lag" in sources or plan_chart.describe(with_jobs, view):
        return ""
    return contrast("The longest wait is", [(run.name, float(run.schedule.wait.max())) for run in with_jobs], human)


def _plain(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """Whose bars have no outlines, and why."""
    thin = [
        run.name
        for run in runs
        if any(_small(run, runs, view, source) for source in charts(run, view.mode, view.rows) if source in JOBS)
    ]
    whose = "" if len(thin) == len(runs) else f" of {', '.join(thin)}"
    return [f"The bars{whose} have no outlines, which would hide them: most are a few pixels thin."] if thin else []


def _small(run: FinishedRun, runs: Sequence[FinishedRun], view: View, source: str) -> bool:
    boxes = drawn(run, runs, view, source)
    window = window_of(view, extent_of(runs, view, boxes, source), ROWS_OF[source])
    inside = boxes.inside(window, MOST_BARS + 1)
    return few(len(inside), source, window) and are_small(boxes, inside, window)


def _lit(runs: Sequence[FinishedRun], view: View) -> list[str]:
    """How many jobs the query of the view lights."""
    lit = query_mask.chosen(runs, view)
    if lit is None:
        return []
    return [f"In full color: {theme.number(int(lit.sum()))} of {theme.counted(len(lit), 'job')} ({view.only})."]


def _sentence(run: FinishedRun) -> str:
    schedule, jobs = run.schedule, run.schedule.workload.jobs
    wait = schedule.wait
    worst = int(wait.argmax())
    span = float(schedule.placed.end.max() - schedule.placed.submit.min())
    machine = theme.counted(schedule.workload.platform.processors, unit_names.part(schedule.workload))
    begin = f"{run.name}: {theme.counted(len(jobs), 'job')} on {machine} in {human(span)}"
    if wait[worst] <= 0:
        return f"{begin}; no job waits."
    return (
        f"{begin}; the longest wait is {human(float(wait[worst]))} (job {jobs.job_id[worst]}"
        f"{of_user(schedule.workload, int(jobs.user_id[worst]))})."
    )


def table(runs: Sequence[FinishedRun], view: View) -> list[dict]:
    """The first jobs of the window, run by run, in the order of their starts; campaigns and their lags in that mode."""
    return joined(
        lateness_rows.table(run, MOST)
        if "lag" in charts(run, view.mode, view.rows) and len(run.schedule.placed)
        else plan_chart.table(run, view) or _rows(run, runs, view)
        for run in runs
    )


def _rows(run: FinishedRun, runs: Sequence[FinishedRun], view: View) -> list[dict]:
    if not len(run.schedule.placed):
        return []
    boxes = drawn(run, runs, view, OF_ROWS[view.rows])
    rows = boxes.row[boxes.inside(window_of(view, boxes.extent))]
    jobs = np.count_nonzero(np.bincount(rows))
    _, first = np.unique(rows[: 20 * MOST], return_index=True)
    keep = ("job_id", "user", "processors", "submit", "start", "end", "wait")
    return First(
        (
            {"run": run.name}
            | {name: facts[name] for name in keep}
            | {"user": label(run.schedule.workload, facts["user"])}
            for facts in (job_facts.of_job(run.schedule, int(row)) for row in rows[np.sort(first)[:MOST]])
        ),
        jobs,
    )
