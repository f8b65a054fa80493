"""The views of a comparison, each with its question, caption, guards and table, and the facts of what is selected."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import dash_mantine_components as dmc
import numpy as np
from dash import dcc, html, no_update

from layouts import facts, guards, ids, theme
from layouts.callbacks import Services
from layouts.controls import spoken
from layouts.pages import compare_gantts, compare_guarantees, compare_payers, compare_users
from layouts.plots import Plot, all_plots
from layouts.plots.search import searched
from layouts.recent import Recent
from layouts.slices import thin
from layouts.view import Shown, View
from scheduler import explain
from scheduler.durations import human
from scheduler.explain_campaign import campaign_name, explain_campaign
from scheduler.policies import all_policies
from scheduler.schedule import Schedule
from scheduler.simulate import simulate

HEIGHTS = {"active_users": 220, "lateness": 460, "max_stretch": 460, "two_users": 540, "users": 500,
           "who_pays": 380}     # pixels; others: HEIGHT
HEIGHT = 340
# pixels for each run after the third, in plots of all runs that write every run's name beside or above it
NAMED = {"nuwt_cdf": 56, "response_bars": 54, "who_pays": 76}
ONE_PANEL = {"active_users", "lateness", "max_stretch", "nuwt_bars", "nuwt_cdf", "response_bars",
             "two_users", "users", "wait_slowdown", "who_pays"}        # all runs in one
WIDE = {"users", "who_pays"}
MANY, BROAD = 4, {"nuwt_bars", "wait_slowdown"}     # with more runs their names need the whole width
ORDER = ("two_users", "lateness", "campaign_stretch", "max_stretch", "who_pays", "wait_slowdown", "response_bars",
         "nuwt_cdf", "nuwt_bars", "lorenz", "stretch_histogram", "users")
EMPTY = 120         # pixels of a figure with nothing but a sentence in it
WHOLE, CONTEXT = 3, 20      # a difference is shown with 3 runtimes, and 20 times the smaller of delay and runtime
ASIDE = ("At its start", "In the virtual schedule")     # sentences that give no reason
AGAIN: Recent[list[str]] = Recent(600)  # why a job waited, of runs simulated once more for that
LONG = re.compile(r"\d+\.\d{3,}")       # virtual times have more digits than anybody reads
MOST_AGAIN, DEAR = 300_000, 5.0         # jobs, and s of CPU the run took: beyond them nobody wants to wait for reasons
TALLER = 110        # pixels for each run after the second, in plots with a row per run


def views(services: Services, runs: Sequence[Shown], view: View) -> list:
    """The Gantt charts, their modes above them, what shares their axis of time, then the others side by side."""
    plots = [plot for plot in all_plots().values() if plot.applies(runs) and plot.key != "gantt"]
    timed = [figure(plot, runs, view) for plot in plots if plot.axis]
    rest = sorted((plot for plot in plots if not plot.axis), key=place)
    others = [figure(plot, runs, view) for plot in rest]
    panel = compare_guarantees.panel(runs)
    return [contents([plot for plot in plots if plot.axis], rest, panel is not None),
            compare_gantts.gantts(services, runs, view, said("gantt", runs)), *timed,
            *([panel] if panel is not None else []), html.Div(others, className="qs-grid"),
            compare_users.section(runs, view)]


def place(plot: Plot) -> int:
    """Where a plot without an axis of time stands: what few workloads have first, plots of every workload last."""
    return ORDER.index(plot.key) if plot.key in ORDER else len(ORDER)


def contents(timed: Sequence[Plot], rest: Sequence[Plot], proven: bool) -> html.Nav:
    """The way to every view: the page is long."""
    links = [("gantt", all_plots()["gantt"].title), *((plot.key, plot.title) for plot in timed)]
    after = [(plot.key, plot.title) for plot in rest]
    parts = [(f"#figure-{key}", title) for key, title in links]
    parts += [(f"#{compare_guarantees.HEADING}", "Guarantees")] if proven else []
    parts += [(f"#figure-{key}", title) for key, title in after] + [(f"#{compare_users.HEADING}", "All users")]
    return html.Nav([html.B("Views"), *(html.A(title, href=href) for href, title in parts)],
                    className="qs-strip qs-contents", **{"aria-label": "Views of this comparison"})


def figure(plot: Plot, runs: Sequence[Shown], view: View) -> html.Figure:
    """A plot that shows all runs in one figure."""
    drawn = plot.figure(runs, view)
    height = HEIGHTS.get(plot.key, HEIGHT) + more(plot, runs) if plot.axis or drawn.data else EMPTY
    identity = ids.timed("all", plot.key) if plot.axis else ids.graph("all", plot.key)
    graph = dcc.Graph(id=identity, figure=drawn, config=compare_gantts.CONFIG, style={"height": height})
    named = compare_payers.lists(runs, view) if plot.key == "who_pays" else None
    return spoken(plot.title, plot.question, plot.caption(runs, view), html.Div([graph, named, said(plot.key, runs)]),
                  plot.table(runs, view), plot.key, plot.key in WIDE or (plot.key in BROAD and len(runs) > MANY))


def more(plot: Plot, runs: Sequence[Shown]) -> int:
    """Pixels that a plot of many runs is higher than one of two."""
    if plot.key in ONE_PANEL:
        return NAMED.get(plot.key, 0) * max(0, len(runs) - 3)
    drawn = searched(runs) if plot.key == "search" else runs
    return TALLER * max(0, len(drawn) - 2)


def redrawn(runs: Sequence[Shown], view: View, charts: Sequence[dict], others: Sequence[dict], bars: bool,
            ) -> tuple[list, list]:
    """New figures for a window: the Gantt charts when bars are to replace their pictures, the others always."""
    plots, known = all_plots(), {(run.key, source): run for run, source in compare_gantts.lanes(runs, view.mode)}
    made = [compare_gantts.lane(plots["gantt"], runs, known[asked["run"], asked["source"]], asked["source"], view)
            if bars and (asked["run"], asked["source"]) in known else no_update for asked in charts]
    return made, [plots[asked["plot"]].figure(runs, view) if runs and asked["plot"] in plots else no_update
                  for asked in others]


class Parting(NamedTuple):
    """Instants at which a run starts other jobs than the baseline, ascending, and one job of each."""

    time: np.ndarray    # [partings] s
    job: np.ndarray     # [partings] i8, row of jobs


def partings(base: Schedule, other: Schedule) -> Parting:
    """Where two schedules of the same jobs differ; a job that starts elsewhere counts at its earlier start."""
    first, second = base.placed.start, other.placed.start
    rows = np.flatnonzero(first != second)
    time, place = np.unique(np.minimum(first[rows], second[rows]), return_index=True)
    return Parting(time, rows[place])


def next_parting(runs: Sequence[Shown], baseline: int, after: float) -> tuple[float, int] | None:
    """The next instant at which any run parts from the baseline, and the job; after the last one the first again."""
    base = next((run for run in runs if run.index == baseline), runs[0])
    found = [partings(base.schedule, run.schedule) for run in runs if run is not base]
    later = [(float(p.time[at]), int(p.job[at])) for p in found
             if (at := int(np.searchsorted(p.time, after, "right"))) < len(p.time)]
    firsts = [(float(p.time[0]), int(p.job[0])) for p in found if len(p.time)]
    return min(later or firsts, default=None)


def reached(before: Any, window: Any) -> float:
    """After which instant to look on: the difference shown last while it is in view, else just before the view."""
    last, begin, end = (before or {}).get("time"), (window or {}).get("t0"), (window or {}).get("t1")
    if last is not None and (begin is None or end is None or begin <= last <= end):
        return float(last)
    return float(np.nextafter(begin, -np.inf)) if isinstance(begin, int | float) else -np.inf


def framed(runs: Sequence[Shown], job: int) -> dict[str, float]:
    """The window of time that shows every start of a job, all it runs, and what is around."""
    starts = [float(run.schedule.placed.start[job]) for run in runs]
    runtime = float(runs[0].schedule.workload.jobs.runtime[job])
    first, last, delay = min(starts), max(starts) + runtime, max(starts) - min(starts)
    width = max(WHOLE * runtime, 2 * delay, CONTEXT * min(delay, runtime), last - first)
    return {"t0": (first + last - width) / 2, "t1": (first + last + width) / 2}


def said(place: str, runs: Sequence[Shown]) -> html.Ul | None:
    """The guards of a view."""
    sentences = guards.said(place, runs[0].schedule.workload, runs)
    return html.Ul([html.Li(text, className="qs-guard") for text in sentences], className="qs-guards") \
        if sentences else None


def job_facts(runs: Sequence[Shown], job: Any) -> Any:
    """What there is to say of a job in every run: facts, and why it waited."""
    if not runs or not isinstance(job, int) or not 0 <= job < len(runs[0].schedule.workload):
        return None
    first = facts.of_job(runs[0].schedule, job)
    head = (f"Job {first['job_id']} of user {first['user']}: {theme.counted(first['processors'], 'processor')}, ran "
            f"{human(first['runtime'])} of {human(first['requested_time'])} requested")
    return drawer(head, [story(run, job) for run in runs])


def campaign_facts(runs: Sequence[Shown], campaign: Any) -> Any:
    """What there is to say of a campaign in every run of a policy that knows campaigns."""
    virtual = [run for run in runs if run.schedule.virtual is not None]
    known = isinstance(campaign, int) and all(campaign in run.schedule.virtual.campaign for run in virtual)
    if not virtual or not known:
        return None
    head = campaign_name(virtual[0].schedule, campaign)
    return drawer(f"{head[:1].upper()}{head[1:]}",
                  [html.Div([html.H3(run.name), *campaign_story(run, campaign)],
                            className=f"qs-run qs-run-{run.index}") for run in virtual])


def campaign_story(run: Shown, campaign: int) -> list[html.P]:
    """When a campaign might start, what decided, who was ahead: one paragraph a sentence."""
    return [html.P(thin(line), className="qs-small") for line in explain_campaign(run.schedule, campaign)]


def drawer(head: str, stories: list) -> html.Div:
    """A panel beside the page, or below it where that is narrow, with a way to close it."""
    close = dmc.Button("Close", id=ids.FACTS_CLOSE, size="compact-sm", variant="default")
    return html.Div([html.Div([html.H2(head), close], className="qs-drawer-head"),
                     html.Div(stories, className="qs-runs")], className="qs-drawer", tabIndex="0", role="region",
                    **{"aria-label": "Facts"})


def reasons(run: Shown, job: int) -> list[str]:
    """Why a job waited.  A large run keeps no decisions; those between its submission and start are made again.

    Not where that takes long: a search over plans needs a minute for what a queue does in a second.
    """
    schedule, seconds = run.schedule, run.schedule.kernel_cpu_seconds
    missing = schedule.decisions is None and all_policies()[schedule.policy].logs
    if missing and len(schedule.workload) <= MOST_AGAIN and seconds <= DEAR:
        return AGAIN.get((run.key, job), lambda: short(explain.explain(again(schedule, job), job)))
    dear = [f"To simulate the run again for them would take about {human(float(round(seconds)))}."]
    return short([*explain.explain(schedule, job), *(dear if missing and seconds > DEAR else [])])


def again(schedule: Schedule, job: int) -> Schedule:
    """The same run once more, with its decisions from a job's submission to its start."""
    submit, start = float(schedule.placed.submit[job]), float(schedule.placed.start[job])
    return simulate(schedule.workload, schedule.policy, schedule.params, seed=schedule.seed,
                    decisions=(submit, start + 1.0))


def short(told: Sequence[str]) -> list[str]:
    """Sentences without digits that nobody reads."""
    return [LONG.sub(lambda found: f"{float(found[0]):.2f}", text) for text in told]


def story(run: Shown, job: int) -> html.Div:
    """A job in one run: why it waited, then when; what the head and the times say already is not said again."""
    known = facts.of_job(run.schedule, job)
    told = sorted(reasons(run, job)[2:], key=lambda text: text.startswith(ASIDE))
    times = (f"waited {human(known['wait'])} · submitted {human(known['submit'])} · started {human(known['start'])} · "
             f"ended {human(known['end'])}")
    campaign: list[Any] = []
    if run.schedule.virtual is not None and known["campaign"] >= 0:
        campaign = [html.Details([html.Summary("Why its campaign runs when it does"),
                                  *campaign_story(run, known["campaign"])], className="qs-twin")]
    return html.Div([html.H3(run.name), *(html.P(text, className="qs-small") for text in told),
                     html.P(times, className="qs-small qs-soft"), *campaign],
                    className=f"qs-run qs-run-{run.index}")
