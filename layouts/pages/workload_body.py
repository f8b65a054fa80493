"""What the Workload page shows of a workload: numbers, repairs, four pictures, options, policies that suit it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from layouts import ids, theme
from layouts.callbacks import Services
from layouts.controls import form_for, grouped, sentence, spoken
from layouts.guards import offered_load
from layouts.link import Link
from layouts.view import View
from layouts.workload_plots import all_workload_plots
from scheduler.durations import human
from scheduler.errors import NotSuited, StoreError
from scheduler.policies import all_policies
from scheduler.simulate import suit
from scheduler.workload import OPTIONS, Workload

USUAL = ("fcfs", "easy")
USUAL_CAMPAIGN = ("ostrich", "campaign_fcfs")
LEVELS = {"warning": 0, "repair": 1, "info": 2}


def body(workload: Workload, record: Mapping[str, Any], scheme: str) -> list:
    """Everything below the source."""
    return [
        html.Section([html.H2(f"{record['name']}"), figures(workload)], **{"aria-label": "Numbers"}),
        doctor(workload),
        options_form(record),
        html.Div(pictures(workload, scheme), className="qs-grid"),
    ]


def figures(workload: Workload) -> html.Dl:
    """Counts, span, load, users."""
    jobs = workload.jobs
    span = float(jobs.submit[-1] - jobs.submit[0]) if len(jobs) else 0.0
    load = offered_load(workload)
    shown = [("jobs", grouped(len(jobs)), ""), ("users", grouped(workload.users), ""),
             ("processors", grouped(workload.platform.processors), ""), ("span", human(span), ""),
             ("offered load", "—" if load is None else f"{load:.2f}",
              "follows from completions" if workload.arrivals == "closed" else ""),
             ("longest job", human(float(jobs.runtime.max())) if len(jobs) else "—", ""),
             ("widest job", grouped(int(jobs.processors.max())) if len(jobs) else "—", "of the processors")]
    if workload.campaigns is not None:
        shown.insert(1, ("campaigns", grouped(len(workload.campaigns)), ""))
    return html.Dl([html.Div([html.Dt(name), html.Dd([value, html.Small(f" {more}") if more else None])])
                    for name, value, more in shown], className="qs-figures")


def doctor(workload: Workload) -> html.Section:
    """What was noticed and repaired: counts and first lines, warnings first."""
    notes = sorted(workload.notes, key=lambda note: LEVELS.get(note.level, 2))
    repaired = sum(note.level == "repair" for note in notes)
    said = [html.Li([html.Span(note.text), lines(note.lines, note.count)], className=f"qs-{note.level}")
            for note in notes]
    head = f"What was repaired and noticed: {repaired} repair{'' if repaired == 1 else 's'}, {len(notes)} notes"
    return html.Section([html.H2(head), html.Ul(said, className="qs-notes")], className="qs-card")


def lines(shown: Sequence[int], count: int) -> html.Span | None:
    """The first lines a rule touched."""
    if not shown:
        return None
    listed = ", ".join(grouped(line) for line in shown)
    more = " …" if count > len(shown) else ""
    return html.Span(f" (line{'' if len(shown) == 1 else 's'} {listed}{more})", className="qs-soft")


def options_form(record: Mapping[str, Any]) -> html.Details:
    """Slice and change the workload: the same source, made anew with other options."""
    return html.Details([
        html.Summary("Slice and options: processors, sizes, estimates, overruns, time or count, load",
                     className="qs-summary"),
        html.Div(form_for(OPTIONS, "options", asked_options(record)), className="qs-forms",
                 style={"margin": "12px 0"}),
        dmc.Button("Apply", id=ids.act("apply", "options"), variant="light"),
    ], className="qs-card")


def asked_options(record: Mapping[str, Any]) -> dict[str, Any]:
    """The options as they were asked for or took effect, for the form."""
    known = {param.name for param in OPTIONS}
    return {name: value for name, value in record.get("options", {}).items() if name in known}


def pictures(workload: Workload, scheme: str) -> list:
    """The four first plots."""
    view = View(scheme=scheme)
    return [spoken(plot.title, plot.question, plot.caption(workload),
                   dcc.Graph(id=ids.graph("workload", plot.key), figure=plot.figure(workload, view),
                             config=theme.graph_config(), style={"height": 280}),
                   plot.table(workload), plot.key)
            for plot in all_workload_plots().values()]


def policies(workload: Workload) -> tuple[Any, list[str], Any]:
    """A box per policy that suits the workload, those chosen at first, and why the others do not suit."""
    problems = {key: unsuited(workload, key) for key in all_policies()}
    usual = USUAL if workload.campaigns is None or problems.get("ostrich") else USUAL_CAMPAIGN
    able = [key for key in dict.fromkeys((*usual, *problems)) if key in problems and not problems[key]]
    boxes = [dmc.Checkbox(label=all_policies()[key].title, value=key) for key in able]
    said = [html.Li(problem) for problem in problems.values() if problem]
    others = html.Details([html.Summary(f"Not suited to this workload: {len(said)}"), html.Ul(said)],
                          className="qs-twin") if said else None
    return dmc.Group(boxes, gap="lg", mt=6), [key for key in usual if key in able], others


def unsuited(workload: Workload, policy: str) -> str:
    """Why this policy cannot run this workload; empty when it can."""
    try:
        suit(all_policies()[policy], workload)
    except NotSuited as error:
        return str(error)
    return ""


def source_of(services: Services, asked: Link) -> dict[str, Any]:
    """The source of the workload or load a link names; raises StoreError."""
    if asked.workload:
        return dict(services.store.workload_record(asked.workload)["source"])
    spec = services.runs.status(asked.load).spec if asked.load else None
    if not spec:
        raise StoreError("There is no workload to apply the options to; open a log first.")
    return dict(spec["source"])


def progress(services: Services, key: str) -> tuple[Any, str | None, bool]:
    """(what to say of a load under way, no workload yet, whether to ask again)."""
    status = services.runs.status(key)
    if status.state in ("queued", "running"):
        percent = float(status.percent or 0)
        return html.Div([html.P(status.message or "Reading the workload …", style={"margin": "0 0 6px"}),
                         dmc.Progress(value=percent, **{"aria-label": "Reading the workload"})],
                        className="qs-card"), None, True
    if status.state == "unknown":
        return sentence("This load is no longer known to the server; open the log again.", "warning"), None, False
    return html.Div([sentence(status.message or f"The load is {status.state}.", "error"), retry(status)],
                    className="qs-stack"), None, False


def retry(status: Any) -> html.Details | None:
    """The options of a load that failed, to be corrected."""
    if not status.spec or status.spec.get("do") != "load":
        return None
    form = options_form({"options": status.spec.get("options", {})})
    form.open = True
    return form
