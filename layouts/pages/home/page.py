"""Home: a finished comparison of five jobs that can be stepped through, and the three ways to go on.

The two schedules are simulated here, not drawn by hand.  A step is an instant at which something happens in either;
right of the step's instant nothing is drawn but the reservation the head holds.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import dash_mantine_components as dmc
import numpy as np
import plotly.graph_objects as go
from dash import ClientsideFunction, Dash, Input, Output, State, ctx, dcc, html, no_update

from layouts import ids, theme
from layouts.frame.callbacks import Services
from layouts.frame.controls import spoken
from layouts.pages.home import doors
from scheduler.analysis.placement import place
from scheduler.durations import human
from scheduler.engine.decision_log import KINDS
from scheduler.explain import job as explain
from scheduler.formats import swf
from scheduler.model.schedule import Schedule
from scheduler.model.table import Table
from scheduler.policies import all_policies, usual_policies
from scheduler.preparation.build import workload
from scheduler.simulate import simulate

SAMPLES = Path(__file__).parents[3] / "sample_traces"
FIVE = "five-jobs.swf"
PAIR = usual_policies("jobs")
SLIVER = 0.008      # of the whole time: how wide a job is drawn that starts at this very instant
CLOCK = re.compile(r"\b(\d\d):(\d\d):(\d\d)\b")
GLOSSARY = ("FCFS: first come, first served. EASY: the same, but a later job may start early (be backfilled) "
            "where that does not delay the first.")
BLANK = {"xaxis": {"visible": False}, "yaxis": {"visible": False}, "paper_bgcolor": "rgba(0,0,0,0)",
         "plot_bgcolor": "rgba(0,0,0,0)"}
CHART = 290         # pixels of the two charts
HEIGHT = 490        # pixels of the finished card, kept free until it is there
REASONED = ("From", "Then", "It was backfilled", "It started at")      # how sentences that tell a reason begin


class Comparison(NamedTuple):
    """Two schedules of the same jobs, where their jobs stand, and the instants at which something happens."""

    schedules: tuple[Schedule, ...]
    places: tuple[Table, ...]
    instants: np.ndarray        # [steps] s
    divergence: float | None    # s: the first instant at which they decide differently
    job: int                    # the job that gains most: row of jobs


def short(policy: str) -> str:
    """What a policy is called in a sentence."""
    entry = all_policies()[policy]
    return entry.short or entry.title


def title(policy: str) -> str:
    """The title of a policy, with its short name where that is not in it."""
    name, words = short(policy), all_policies()[policy].title
    return words if name in words else f"{words} ({name})"


@cache
def comparison() -> Comparison:
    """The five jobs under both policies."""
    jobs = workload(swf.read((SAMPLES / FIVE).read_bytes(), FIVE))
    first, second = (simulate(jobs, policy) for policy in PAIR)
    instants = np.unique(np.concatenate([getattr(s.placed, name) for s in (first, second)
                                         for name in ("submit", "start", "end")]))
    differ = explain.first_divergence(first, second)
    return Comparison((first, second), (place(first), place(second)), instants, differ and differ.time,
                      int(np.argmax(first.placed.start - second.placed.start)))


def finding(made: Comparison) -> str:
    """What the comparison shows, in a sentence that is true of these two schedules."""
    first, second = (schedule.wait for schedule in made.schedules)
    jobs = made.schedules[0].workload
    later = int((second > first).sum())
    nobody = "nobody waits longer" if not later else f"{later} of {len(jobs)} wait longer"
    gained = human(float(first[made.job] - second[made.job]))
    return (f"Same {len(jobs)} jobs, same {jobs.platform.processors} processors: under EASY, job "
            f"{jobs.jobs.job_id[made.job]} starts {gained} earlier, and {nobody}.")


def layout() -> html.Div:
    """The page, with the comparison where it is simulated already; else with its place kept until it is."""
    waiting = [dmc.Skeleton(height=HEIGHT, radius="md"), dcc.Store(id=ids.HOME_WAIT, data=True)]
    return html.Div([
        html.H1("What does a scheduler do to the people who wait?", className="qs-unseen"),
        html.Div(body(comparison()) if comparison.cache_info().currsize else waiting, id=ids.HOME_BODY,
                 className="qs-card qs-home"),
        html.Div(doors.cards(), className="qs-cards", style={"marginTop": 16}),
        doors.strip(),
    ])


def body(made: Comparison) -> list:
    """The finding, the two charts, the step controls and the explanation; the charts are drawn once they are there."""
    last = len(made.instants) - 1
    rows = [{"job": int(job), **{f"starts under {all_policies()[policy].title}": human(float(s.placed.start[row]))
                                 for policy, s in zip(PAIR, made.schedules, strict=True)}}
            for row, job in enumerate(made.schedules[0].workload.jobs.job_id)]
    graph = dcc.Graph(id=ids.graph("home", "steps"), config=theme.graph_config(), style={"height": CHART},
                      figure={"data": [], "layout": BLANK})
    said = html.Div(words(made, last), id=ids.HOME_WHY, className="qs-why", role="status", **{"aria-live": "polite"})
    beside = html.Div([html.Div([graph, controls(made, last)]), said], className="qs-beside")
    return [html.P(finding(made), className="qs-finding"), html.P(GLOSSARY, className="qs-soft qs-glossary"),
            html.Div(spoken("The same five jobs, twice", "When does each job run, and on which processors?",
                            caption(made), beside, rows, "home"), className="qs-bare")]


def controls(made: Comparison, step: int) -> html.Div:
    """Back, on, and the jump to where the two disagree."""
    slider = dmc.Slider(id=ids.HOME_STEP, min=0, max=len(made.instants) - 1, value=step, step=1, updatemode="drag",
                        thumbLabel="Step", style={"flex": "1 1 120px"}, label=None)
    return html.Div([
        dmc.Button("Back", id=ids.HOME_BACK, variant="default", leftSection="◀"), slider,
        dmc.Button("Step", id=ids.HOME_NEXT, variant="default", rightSection="▶"),
        dmc.Button("Why do they disagree?", id=ids.HOME_DIVERGENCE, variant="filled"),
    ], className="qs-row qs-steering", style={"marginTop": 8})


def caption(made: Comparison) -> str:
    """What the figure says without being seen."""
    means = [float(schedule.wait.mean()) for schedule in made.schedules]
    return f"Mean wait {human(means[0])} under FCFS and {human(means[1])} under EASY."


def hint(made: Comparison) -> str:
    """What to do next, while everything is drawn."""
    if made.divergence is None:
        return "The two schedules are the same."
    return (f"The two part at {hours(made.divergence)}: ask why, or step through with ← and →. "
            "From here, Step goes back to the beginning.")


def words(made: Comparison, step: int) -> list:
    """What is said beside a step: what happens, at the end what to do, and where the two part the reason."""
    ended = step == len(made.instants) - 1
    differs = made.divergence is not None and made.instants[step] == made.divergence
    return [html.P(now_text(made, step)), *([html.P(hint(made))] if ended else []), *(why(made) if differs else [])]


def why(made: Comparison) -> list:
    """The first disagreement, explained from both decision logs; what is the same in both is left out."""
    told = [explain.explain(schedule, made.job) for schedule in made.schedules]
    reasons = [[line for line in lines if line not in other and line.startswith(REASONED)]
               for lines, other in zip(told, reversed(told), strict=True)]
    return [html.P([html.B(f"Under {short(policy)}: "), in_hours(named(made, lines))])
            for policy, lines in zip(PAIR, reasons, strict=True)]


def named(made: Comparison, lines: list[str]) -> str:
    """Sentences in a row that say at first whom they are about."""
    job = f"job {made.schedules[0].workload.jobs.job_id[made.job]}"
    text = re.sub(r"\b[Ii]t\b", job, " ".join(lines), count=1)
    return text[:1].upper() + text[1:]


def in_hours(text: str) -> str:
    """Instants of the log as hours, as the axis has them."""
    return CLOCK.sub(lambda at: hours(3600 * int(at[1]) + 60 * int(at[2]) + int(at[3])), text)


def hours(seconds: float) -> str:
    """A length of time; whole hours without their minutes."""
    return f"{int(seconds) // 3600} h" if seconds % 3600 == 0 else human(seconds)


def now_text(made: Comparison, step: int) -> str:
    """What happens at a step, in both schedules."""
    time = made.instants[step]
    parts = []
    for verbs, column in ((("ends", "end"), "end"), (("is submitted", "are submitted"), "submit"),
                          (("starts", "start"), "start")):
        found = [schedule.workload.jobs.job_id[getattr(schedule.placed, column) == time].tolist()
                 for schedule in made.schedules]
        both = [job for job in found[0] if job in found[1]]
        where = "" if column == "submit" else " under both"
        parts.append(event(both, verbs, where))
        parts += [event([job for job in jobs if job not in both], verbs, f" under {short(policy)}")
                  for policy, jobs in zip(PAIR, found, strict=True)]
    return f"At {hours(float(time))}: " + "; ".join(filter(None, parts)) + "."


def event(jobs: list[int], verbs: tuple[str, str], where: str) -> str:
    """Jobs 4 and 5 start under EASY; nothing for no jobs."""
    if len(jobs) < 2:
        return f"job {jobs[0]} {verbs[0]}{where}" if jobs else ""
    return f"jobs {', '.join(map(str, jobs[:-1]))} and {jobs[-1]} {verbs[1]}{where}"


def figure(made: Comparison, step: int, scheme: str) -> go.Figure:
    """Both charts up to the instant of a step, one above the other on one axis of time."""
    now, total = float(made.instants[step]), float(made.instants[-1])
    m = made.schedules[0].workload.platform.processors
    drawn = go.Figure(layout={"template": theme.template(scheme), "barmode": "overlay", "hovermode": "closest",
                              "margin": {"l": 56, "r": 12, "t": 26, "b": 40}, "uirevision": "home"})
    for row, (policy, schedule, places) in enumerate(zip(PAIR, made.schedules, made.places, strict=True)):
        axis = "" if row == 0 else "2"
        drawn.add_traces(bars(schedule, places, now, made.job, scheme, axis))
        drawn.add_shape(type="line", x0=now, x1=now, y0=0, y1=1, yref=f"y{axis} domain", xref="x",
                        line={"color": theme.INK[scheme], "width": 2, "dash": "dot"})
        promise(drawn, schedule, now, m, axis, scheme)
        drawn.add_annotation(text=f"<b>{title(policy)}</b>", x=0, xref="paper", xanchor="left",
                             y=1, yref=f"y{axis} domain", yanchor="bottom", showarrow=False)
    callout(drawn, made, now, scheme)
    drawn.update_layout(
        xaxis=theme.time_axis(0, total, (0, total), "time") | {"anchor": "y2", "domain": [0, 1], "fixedrange": True},
        yaxis=rows_axis(m, [0.56, 1]), yaxis2=rows_axis(m, [0, 0.44]))
    return drawn


def callout(drawn: go.Figure, made: Comparison, now: float, scheme: str) -> None:
    """Where the two first disagree, once the step has reached it."""
    if made.divergence is None or now < made.divergence:
        return
    drawn.add_shape(type="line", x0=made.divergence, x1=made.divergence, y0=0, y1=1, yref="paper", xref="x",
                    layer="below", line={"color": theme.INK[scheme], "width": 1})
    drawn.add_annotation(text="they disagree here", x=made.divergence, xref="x", xanchor="left", xshift=4, y=0.5,
                         yref="paper", showarrow=False, font={"size": 13})


def rows_axis(m: int, domain: list[float]) -> dict[str, Any]:
    """An axis of processors, the first one at the bottom."""
    return {"domain": domain, "range": [0, m], "tickvals": [i + 0.5 for i in range(m)],
            "ticktext": [str(i + 1) for i in range(m)], "title": {"text": "processor"}, "fixedrange": True,
            "showgrid": False}


def bars(schedule: Schedule, places: Table, now: float, marked: int, scheme: str, axis: str) -> list[go.Bar]:
    """One bar per rectangle that has begun by now, cut at now; what begins just now is a sliver, the marked job has a
    strong edge."""
    jobs, placed, made = schedule.workload.jobs, schedule.placed, []
    colors, total = theme.user_colors(schedule.workload)[jobs.user], float(placed.end.max())
    for job, first, count in zip(places.segment, places.first, places.count, strict=True):
        begin = float(placed.start[job])
        end = min(float(placed.end[job]), max(now, begin + SLIVER * total))
        if begin > now:
            continue
        strong = job == marked
        made.append(go.Bar(
            orientation="h", base=[begin], x=[end - begin], y=[first + count / 2], width=[count - 0.06],
            yaxis=f"y{axis}", text=[f"job {jobs.job_id[job]}"], textposition="inside", insidetextanchor="middle",
            insidetextfont={"color": "#ffffff" if colors[job] in (0, 3, 5, 7) else "#15181d", "size": 13},
            textangle=0, hovertemplate=f"job {jobs.job_id[job]}: submitted {human(float(placed.submit[job]))}, starts "
            f"{human(begin)}, ends {human(float(placed.end[job]))}<extra></extra>",
            marker={"color": theme.hue(int(colors[job]), scheme),
                    "line": {"width": 4 if strong else 1,
                             "color": theme.INK[scheme] if strong else theme.BACKGROUND[scheme]}}))
    return made


def promise(drawn: go.Figure, schedule: Schedule, now: float, m: int, axis: str, scheme: str) -> None:
    """The reservation held at this instant, dashed: the only thing known of the future."""
    if not schedule.has_decisions:
        return
    log = schedule.table("decisions")
    waiting = schedule.placed.start > now
    held = np.flatnonzero((log.kind == KINDS.index("reserve")) & (log.time <= now) & waiting[log.job])
    if not len(held):
        return
    row = held[-1]
    job, shadow = int(log.job[row]), float(log.shadow[row])
    drawn.add_shape(type="rect", x0=shadow, x1=shadow + float(schedule.workload.jobs.requested_time[job]),
                    y0=0, y1=min(m, int(schedule.workload.jobs.processors[job])), xref="x", yref=f"y{axis}",
                    line={"color": theme.INK[scheme], "dash": "dash", "width": 1.5})
    drawn.add_annotation(text=f"reserved for job {schedule.workload.jobs.job_id[job]}", x=shadow, y=m / 2, xref="x",
                         yref=f"y{axis}", xanchor="left", showarrow=False)


def register(app: Dash, services: Services) -> None:
    """Fill the page, and step."""
    @app.callback(Output(ids.HOME_BODY, "children"), Input(ids.HOME_WAIT, "data"))
    def fill(_waiting: Any) -> list:
        return body(comparison())

    @app.callback(Output(ids.HOME_STEP, "value"), Input(ids.HOME_BACK, "n_clicks"), Input(ids.HOME_NEXT, "n_clicks"),
                  Input(ids.HOME_DIVERGENCE, "n_clicks"), State(ids.HOME_STEP, "value"), prevent_initial_call=True)
    def go_to(back: Any, on: Any, differ: Any, step: Any) -> Any:
        if not (back or on or differ):      # Dash calls back when a button appears, too
            return no_update
        return moved(comparison(), int(step or 0), str(ctx.triggered_id))

    app.clientside_callback(ClientsideFunction("queuescope", "arriveAt"),
                            Output(ids.HOME_STEP, "value", allow_duplicate=True), Input(ids.HOME_STEP, "max"),
                            prevent_initial_call="initial_duplicate")
    app.clientside_callback(ClientsideFunction("queuescope", "stepped"), Output(ids.HOME_STEP, "data-done"),
                            Input(ids.HOME_STEP, "value"), State(ids.HOME_STEP, "max"), prevent_initial_call=True)

    @app.callback(Output(ids.graph("home", "steps"), "figure"), Output(ids.HOME_WHY, "children"),
                  Input(ids.HOME_STEP, "value"), Input(ids.SCHEME, "data"))
    def show(step: Any, scheme: str | None) -> tuple[Any, Any]:
        made = comparison()
        at = min(max(int(step or 0), 0), len(made.instants) - 1)
        return figure(made, at, scheme or "light"), words(made, at)


def moved(made: Comparison, step: int, button: str) -> int:
    """The step a button leads to; after the last one the first."""
    if button == ids.HOME_DIVERGENCE and made.divergence is not None:
        return int(np.searchsorted(made.instants, made.divergence))
    last = len(made.instants) - 1
    return max(step - 1, 0) if button == ids.HOME_BACK else step + 1 if step < last else 0
