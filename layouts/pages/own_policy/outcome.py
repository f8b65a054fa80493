"""What came of a program: its schedule beside those of usual policies, and the ways to look closer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import dash_mantine_components as dmc
from dash import html, no_update

from layouts import theme
from layouts.frame.callbacks import Services, run_spec, start
from layouts.frame.controls import sentence
from layouts.state import link
from layouts.state.link import Link
from scheduler.durations import human
from scheduler.errors import QueuescopeError
from scheduler.explain.story import MOST_JOBS
from scheduler.metrics import Metric, main_metrics
from scheduler.policies import policy_of, usual_policies

TABLE = "by hand"           # whose metrics are shown: few, and of single jobs


class Asked(NamedTuple):
    """Runs of usual policies beside that of a program."""

    request: Any
    panel: Any
    is_complete: bool


def compared(services: Services, sent: Any) -> Asked:
    """The run of a program beside the usual policies, which are asked for where they are not there.

    sent: {run, workload}, as a browser tells.
    """
    fields = sent if isinstance(sent, dict) else {}
    run, workload = (str(fields.get(name))[:64] for name in ("run", "workload"))
    if not services.store.has_run(run):
        gone = "This run is no longer kept on the server; run the program again."
        return Asked(no_update, sentence(gone, "warning"), True)
    started = start(services, [run_spec(workload, policy) for policy in usual_policies("jobs")])
    if started.problem:
        return Asked(no_update, sentence(started.problem, "warning"), True)
    keys = [run, *started.keys]
    states = [services.runs.status(key) for key in keys]
    return Asked(started.request, panel(services, workload, keys), not any(one.awaited for one in states))


def panel(services: Services, workload: str, keys: Sequence[str]) -> html.Section:
    """The table, and the links; runs under way are said to be."""
    metrics = main_metrics(TABLE)
    compare = Link(workload, runs=tuple(keys), baseline=len(keys) - 1)
    head = html.Tr([html.Th("policy", scope="col"), *(html.Th(metric.title, scope="col") for metric in metrics)])
    jobs = int(services.store.workload_record(workload)["jobs"])
    step = dmc.Anchor("Step through it", href="/compare" + link.write(Link(workload, runs=tuple(keys), tab="steps")),
                      underline="never", className="qs-button") if jobs <= MOST_JOBS else None
    return html.Section([
        html.H2("The schedule keeps every rule"),
        html.Div(html.Table([html.Caption("The program beside usual policies", className="qs-unseen"), html.Thead(head),
                             html.Tbody([row(services, key, metrics, at == 0) for at, key in enumerate(keys)])],
                            className="qs-table qs-compact"), className="qs-across", tabIndex="0", role="region",
                 **{"aria-label": "The program beside usual policies"}),
        html.Div([dmc.Anchor("Compare them", href="/compare" + link.write(compare), underline="never",
                             className="qs-button qs-button-main"), step], className="qs-row"),
        html.P("The program ran in your browser, where the runtimes are, too: nobody can exclude that it looked ahead. "
               "Its text is not kept on the server; the address of this page holds it.", className="qs-soft qs-small"),
    ], className="qs-card")


def row(services: Services, key: str, metrics: Sequence[Metric], is_own: bool) -> html.Tr:
    """A run in a line."""
    try:
        record = services.store.record(key)
    except QueuescopeError:
        status = services.runs.status(key)
        name = policy_of(str(status.spec["policy"])).title if status.spec else "run"
        return html.Tr([html.Th(name, scope="row"), html.Td(status.message or "Simulating …", colSpan=len(metrics))])
    policy = policy_of(str(record["policy"]))
    name = record["params"].get(policy.named_by) or policy.title
    cells = [html.Td(value_text(metric, record["metrics"].get(metric.key))) for metric in metrics]
    return html.Tr([html.Th(html.B(name) if is_own else name, scope="row"), *cells])


def value_text(metric: Metric, value: float | None) -> str:
    """A value in its unit, for people."""
    if value is None:
        return "—"
    if metric.unit == "s":
        return human(value)
    return theme.percent(value) if metric.percent else theme.number(value)
