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
from layouts.state.view import COLORS, ROWS, Shown, View
from layouts.words import unit_names
from scheduler.durations import human
from scheduler.model.user_names import of_user

MOST = 200                      # rows of the table, per run
GHOST = ("Dashed outlines are the virtual schedule: an outline's height is its user's share of the machine then, its "
         "place is stacked by user, so it says how much and when, not which processors.")
LAGS = ("Each campaign has a row, by user and in the order of submission, from the completion it was promised to its "
        "real one, where the arrow is.")
ONE_USER = "All tasks are one user's, so colors tell neighboring tasks apart, eight in turn, and nothing else."
STREAMS = ("In the virtual schedule the k users who have a campaign in it have m/k processors each: a step in the "
           "streams is a change of k.")


def caption(runs: Sequence[Shown], view: View) -> str:
    """What each run is like as a whole: jobs, how long it takes, and who waits longest."""
    known = [shown for shown in runs if len(shown.schedule.placed)]
    told = plan_chart.said(known, view) + ([_said(shown) for shown in known] if view.mode != "lag" else [])
    kinds = [charts(shown, view.mode, view.rows) for shown in known]
    told += [lateness_rows.said(shown) for shown, kind in zip(known, kinds, strict=True) if "lag" in kind]
    if any("ghost" in kind for kind in kinds):
        told.append(GHOST)
    elif any("lag" in kind for kind in kinds):
        told.append(LAGS)
    elif any("virtual" in kind for kind in kinds):
        told.append(STREAMS)
    told += [f"Rows: {gantt_rows.RESTS[OF_ROWS[view.rows]]}."] if known and view.rows != ROWS[0] else []
    told += [text for shown in known if (text := policy_marks.said(shown))]
    if view.color == COLORS[0] and any(of_one_user(shown.schedule.workload) for shown in known):
        told.append(ONE_USER)
    told += _plain(known, view)
    return " ".join(told + _lit(known, view)) or "No run has jobs to show."


def _plain(runs: Sequence[Shown], view: View) -> list[str]:
    """Whose bars have no outlines, and why."""
    thin = [shown.name for shown in runs if any(_small(shown, runs, view, source) for source in
                                                charts(shown, view.mode, view.rows) if source in JOBS)]
    whose = "" if len(thin) == len(runs) else f" of {', '.join(thin)}"
    return [f"The bars{whose} have no outlines, which would hide them: most are a few pixels thin."] if thin else []


def _small(shown: Shown, runs: Sequence[Shown], view: View, source: str) -> bool:
    found = drawn(shown, runs, view, source)
    window = window_of(view, extent_of(runs, view, found, source), ROWS_OF[source])
    inside = found.inside(window, MOST_BARS + 1)
    return few(len(inside), source, window) and are_small(found, inside, window)


def _lit(runs: Sequence[Shown], view: View) -> list[str]:
    """How many jobs the query of the view lights."""
    lit = query_mask.chosen(runs, view)
    if lit is None:
        return []
    return [f"In full color: {theme.number(int(lit.sum()))} of {theme.counted(len(lit), 'job')} ({view.only})."]


def _said(shown: Shown) -> str:
    schedule, jobs = shown.schedule, shown.schedule.workload.jobs
    wait = schedule.wait
    worst = int(wait.argmax())
    span = float(schedule.placed.end.max() - schedule.placed.submit.min())
    machine = theme.counted(schedule.workload.platform.processors, unit_names.part(schedule.workload))
    begin = f"{shown.name}: {theme.counted(len(jobs), 'job')} on {machine} in {human(span)}"
    if wait[worst] <= 0:
        return f"{begin}; no job waits."
    return (f"{begin}; the longest wait is {human(float(wait[worst]))} (job {jobs.job_id[worst]}"
            f"{of_user(int(jobs.user_id[worst]))}).")


def table(runs: Sequence[Shown], view: View) -> list[dict]:
    """The first jobs of the window, run by run, in the order of their starts; campaigns and their lags in that mode."""
    return joined(
        lateness_rows.table(shown, MOST) if "lag" in charts(shown, view.mode, view.rows) and len(shown.schedule.placed)
        else plan_chart.table(shown, view) or _rows(shown, runs, view) for shown in runs)


def _rows(shown: Shown, runs: Sequence[Shown], view: View) -> list[dict]:
    if not len(shown.schedule.placed):
        return []
    found = drawn(shown, runs, view, OF_ROWS[view.rows])
    rows = found.row[found.inside(window_of(view, found.extent))]
    jobs = np.count_nonzero(np.bincount(rows))
    _, first = np.unique(rows[:20 * MOST], return_index=True)
    keep = ("job_id", "user", "processors", "submit", "start", "end", "wait")
    return First(({"run": shown.name} | {name: said[name] for name in keep} for said in (
        job_facts.of_job(shown.schedule, int(row)) for row in rows[np.sort(first)[:MOST]])), jobs)
