"""The runs of a comparison: what they are called, how far they are, and what can be done with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts import ids, theme
from layouts.drawing.counterparts import beside_baseline
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.frame.icons import icon
from layouts.pages.compare.runs import changed_workload, kept_plans, live_strip
from layouts.state.link import Link
from layouts.state.page_state import PageState
from layouts.state.view import FinishedRun, alike
from layouts.words import slice_names
from layouts.words.run_names import names
from layouts.words.short_names import short
from scheduler.durations import human
from scheduler.errors import QueuescopeError
from scheduler.model.trace import NODES
from scheduler.results.records import check_policy
from scheduler.results.tasks import task_of
from scheduler.results.tasks.foreign_schedule import POLICY

WORDS = {
    "failed": "stopped by an error",
    "cancelled": "cancelled",
    "lost": "lost with the process that worked on it",
    "unknown": "no longer kept on this server; add it again",
}
NEARLY = 2.0  # s to go: worth waiting for before the others are drawn
LETTERS = 36  # of a name; what tells runs apart stands at its end, so that the middle is left out


def head(services: Services, asked: Link) -> Any:
    """The workload that is compared on, or what is wrong with the link."""
    if asked.bad:
        return sentence(f"The link names {asked.bad[0]!r}, which is no key; the rest of it is shown.", "error")
    if not asked.workload and not asked.runs:
        return (
            html.P("No runs are open. The sweeps kept on this server stand below.", className="qs-lead")
            if asked.sweep
            else empty()
        )
    try:
        record = services.store.workload_record(workload_of(services, asked))
    except QueuescopeError as error:
        return sentence(f"{error} Open the log again on the Workload page.", "warning")
    name = slice_names.of_record(record)
    noun = "node" if record["platform"]["kind"] == NODES else "processor"
    users = f"{theme.counted(record['users'], 'user')} · " if record["users"] else ""  # 0: nobody knows
    clusters = record["platform"].get("clusters") or ()
    parted = f" in {len(clusters)} clusters" if len(clusters) > 1 else ""
    hidden = sum(note["count"] for note in record["notes"] if note["rule"] == "filtered")
    left_out = f" ({theme.number(hidden)} left out by the filter)" if hidden else ""
    line = html.P(
        [
            html.B(name),
            f" · {theme.counted(record['jobs'], 'job')}{left_out} · {users}"
            f"{theme.counted(record['processors'], noun)}{parted} · ",
            dmc.Anchor("its workload", href=f"/workload?w={record['key']}"),
        ],
        className="qs-lead",
    )
    return line if asked.runs else html.Div([line, empty(record["key"])])


def workload_of(services: Services, asked: Link) -> str:
    """Key of the workload of a link; taken from its first run where the link does not say."""
    return asked.workload or str(services.store.record(asked.runs[0])["workload"])


def known_workload(services: Services, asked: Link) -> str:
    """Key of the workload of a link if this server has it; else empty."""
    try:
        key = workload_of(services, asked) if asked.workload or asked.runs else ""
        return key if key and services.store.workload_record(key) else ""
    except QueuescopeError:
        return ""


def empty(workload: str = "") -> html.Div:
    """Nothing to compare yet: what to do, with the workload that is open if there is one."""
    if workload:
        return html.Div(
            [
                html.H2("Nothing to compare yet"),
                html.P("This workload has no runs here: choose policies for it, and they meet here."),
                dmc.Anchor("Choose policies and simulate →", href=f"/workload?w={workload}", fw=600),
            ],
            className="qs-card",
        )
    return html.Div(
        [
            html.H2("Nothing to compare yet"),
            html.P("Open a workload, choose policies there, and they meet here."),
            dmc.Anchor("Open a workload →", href="/workload", fw=600),
        ],
        className="qs-card",
    )


def finished(services: Services, keys: Sequence[Any], done: Sequence[Any]) -> list[FinishedRun]:
    """The finished runs in their order, each with its place among all.

    Raises StoreError when one is gone, or its policy is not there.
    """
    kept = [(index, str(key)) for index, key in enumerate(keys) if key in done]
    records = [services.store.record(key) for _, key in kept]
    for record in records:
        check_policy(record)
    changed_workload.side_by_side(records)
    return [
        FinishedRun(key, name, index, services.store.schedule(key), record)
        for (index, key), name, record in zip(kept, names(records), records, strict=True)
    ]


def of_page(services: Services, page: PageState) -> list[FinishedRun]:
    """The finished runs of a page, all of them; raises StoreError when one is gone."""
    runs = beside_baseline(finished(services, page.link.runs, page.finished), page.link.baseline)
    return kept_plans.with_plans(services, runs, page.link.plan)


def of_same_jobs(services: Services, page: PageState) -> list[FinishedRun]:
    """The finished runs of a page that have the jobs of the baseline, row by row; raises StoreError."""
    return list(alike(of_page(services, page)))


def chips(services: Services, keys: Sequence[str], states: Sequence[Any], baseline: int) -> list:
    """One chip per run: star, number, name, audit, and what can be done with it."""
    specs = [spec_of(services, key, status) for key, status in zip(keys, states, strict=True)]
    named = iter(names([spec for spec in specs if spec]))
    return [
        chip(services, key, status, next(named) if spec else f"Run {key[:8]}", index, baseline, len(keys))
        for index, (key, status, spec) in enumerate(zip(keys, states, specs, strict=True))
    ]


def spec_of(services: Services, key: str, status: Any) -> Mapping[str, Any] | None:
    """What the run is, from the registry or from its result; None when nobody knows."""
    try:
        if status.spec and task_of(status.spec).kind == "runs":
            options = services.store.workload_record(str(status.spec["workload"]))["options"]
            return {"policy": POLICY, **status.spec, "options": options}
        return services.store.record(key)
    except QueuescopeError:
        return None


def chip(
    services: Services, key: str, status: Any, name: str, index: int, baseline: int, count: int = 1
) -> html.Article:
    """A run in a line; what it is doing and how far it is stand below while it is under way, or when it failed."""
    done = status.state == "done"
    line = [
        star(key, name, index == baseline) if done else None,
        html.Span(f"{index + 1}", className="qs-number-of"),
        html.H3(short(name, LETTERS), title=name, **{"aria-label": name}),
        audit_mark(services, key) if done else None,
        *buttons(key, status, name),
        hide(index, name) if done and count > 1 else None,
        small(icon("close"), "remove", key, f"Remove: {name}"),
    ]
    return html.Article(
        [html.Div(line, className="qs-runchip-line"), None if done else state(key, status)],
        className=f"qs-runchip qs-run-{index}",
        **{"aria-label": f"Run {index + 1}: {name}"},
    )


def star(key: str, name: str, is_baseline: bool) -> html.Button:
    """The baseline's star; of another run the button that takes it as the baseline."""
    if is_baseline:
        return html.Span("★", className="qs-star", title="baseline: the others are compared with it")
    return small("☆", "baseline", key, f"Baseline: {name}", "compare the others with this run")


def audit_mark(services: Services, key: str) -> html.Details:
    """What the audit said, behind its mark."""
    audit_line, has_passed = certificate(services, key), passed(services, key)
    label = "Audit passed" if has_passed else "Audit"
    return html.Details(
        [
            html.Summary("✓" if has_passed else "!", title=audit_line, **{"aria-label": label}),
            html.P(audit_line, className="qs-popup qs-small"),
        ],
        className="qs-audit",
    )


def hide(index: int, name: str) -> html.Button:
    """The button that hides the Gantt charts of a run (frontend/compare/runs.js)."""
    return html.Button(
        icon("eye"),
        type="button",
        className="qs-act",
        title=f"hide its Gantt charts ({index + 1})",
        **{"data-hide": str(index), "aria-label": f"Hide: {name}", "aria-pressed": "false"},
    )


def state(key: str, status: Any) -> Any:
    """How far a run is, or what became of it."""
    if active(status):
        return html.Div(progress(status), id=ids.act("pace", key))
    return html.P(
        status.message or f"This run is {WORDS.get(status.state, status.state)}.",
        className="qs-small",
        style={"margin": 0},
    )


def active(status: Any) -> bool:
    """Whether a run is under way."""
    return status.state in ("queued", "running")


def progress(status: Any, label: str = "Progress of the simulation") -> list:
    """How far a run is, in words and as a bar, and of a simulation the schedule so far."""
    return [
        html.P(pace(status), className="qs-small", style={"margin": "0 0 4px"}),
        dmc.Progress(value=float(status.percent or 0.0), **{"aria-label": label}),
        *live_strip.section(status.so_far),
    ]


def to_show(states: Mapping[str, Any], before: Sequence[str]) -> list[str]:
    """Keys of the finished runs.  One more waits for those nearly finished, so that the views are drawn once."""
    done = [key for key, status in states.items() if status.state == "done"]
    near = any(
        status.state == "running" and status.eta_seconds is not None and status.eta_seconds < NEARLY
        for status in states.values()
    )
    return [key for key in done if key in before] if near else done


def pace(status: Any) -> str:
    """What a run is doing, how much of it is done, if anything, and how long the rest takes, in whole seconds."""
    if status.state == "queued":
        return status.message or "Waiting for its turn."
    left = "" if status.eta_seconds is None else f", about {human(float(ceil(status.eta_seconds)))} left"
    part = round(float(status.percent or 0.0))
    return " ".join(filter(None, (status.message or "Running.", f"{part} %{left}" if part or left else "")))


def certificate(services: Services, key: str) -> str:
    """The audit, the seed of a policy that has one and that of the workload, and the time it took, in a line."""
    try:
        record = services.store.record(key)
    except QueuescopeError as error:
        return str(error)
    seed = "" if record.get("seed") is None else f"seed {record['seed']}"
    parts = (
        audited(record.get("audit") or {}),
        seed,
        workload_seed(services, record),
        f"{record.get('kernel_cpu_seconds') or 0:.2g} s of CPU",
    )
    return " · ".join(filter(None, parts))


def audited(audit: Mapping[str, Any]) -> str:
    """What the audit found, in a few words."""
    checks = theme.counted(len(audit.get("checks") or ()), "check")
    jobs = theme.counted(int(audit.get("jobs") or 0), "job")
    reports = len(audit.get("reports") or ())
    if reports:
        return f"Audit: {reports} of {checks} reported, see the notes of the table, {jobs}"
    return f"Audit passed: {checks}, {jobs}"


def passed(services: Services, key: str) -> bool:
    """Whether the audit of a run reports nothing."""
    try:
        return not (services.store.record(key).get("audit") or {}).get("reports")
    except QueuescopeError:
        return False


def workload_seed(services: Services, record: Mapping[str, Any]) -> str:
    """The seed of the workload, where a generator made it."""
    try:
        source = services.store.workload_record(str(record["workload"])).get("source") or {}
    except QueuescopeError:
        return ""
    return f"workload seed {source['seed']}" if source.get("generator") and "seed" in source else ""


def buttons(key: str, status: Any, name: str) -> list:
    """What can be done with a run that is not finished."""
    if active(status):
        return [
            html.Button(
                "Cancel",
                type="button",
                className="qs-act",
                title=f"Cancel: {name}",
                **{"aria-label": f"Cancel: {name}", "data-cancel": key, "data-what": name},
            )
        ]
    return [small("Run again", "again", key, f"Run again: {name}")] if status.state != "done" and status.spec else []


def cancel(key: str, what: str) -> dmc.Button:
    """Cancels a run; frontend/compare/runs.js does.

    Not a callback of Dash: what is drawn anew at every look would lose a press in the moment in which it is.
    """
    return dmc.Button(
        "Cancel",
        size="compact-sm",
        variant="default",
        **{"aria-label": f"Cancel {what}", "data-cancel": key, "data-what": what[:1].upper() + what[1:]},
    )


def small(text: Any, what: str, key: str, label: str, title: str = "") -> html.Button:
    """A small button whose label says which run it acts on."""
    return html.Button(
        text, type="button", id=ids.act(what, key), className="qs-act", title=title or label, **{"aria-label": label}
    )


def trimmed(runs: Sequence[FinishedRun]) -> list[FinishedRun]:
    """The runs with the metrics that leave out the jobs submitted first and last."""
    return [replace(run, record={**run.record, "metrics": run.record["trimmed"]}) for run in runs]
