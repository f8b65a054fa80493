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
from scheduler.metrics import Metric, all_metrics, main_metrics
from scheduler.policies import policy_of, usual_policies
from scheduler.topics.own_policy.challenges import Challenge, challenges
from scheduler.wording import counted

TABLE = "by hand"  # whose metrics are shown: few, and of single jobs
MOST_HIDDEN = 8  # runs on hidden seeds that are shown
FORESIGHT = "The program ran in your browser, where the runtimes are, too: nobody can exclude that it looked ahead."


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
    return Asked(
        started.request,
        panel(services, workload, keys, challenges().get(str(fields.get("challenge")))),
        not any(one.awaited for one in states),
    )


def panel(services: Services, workload: str, keys: Sequence[str], challenge: Challenge | None) -> html.Section:
    """The table, and the links; runs under way are said to be."""
    metrics = main_metrics(TABLE)
    compare = Link(workload, runs=tuple(keys), baseline=len(keys) - 1)
    head = html.Tr([html.Th("policy", scope="col"), *(html.Th(metric.title, scope="col") for metric in metrics)])
    jobs = int(services.store.workload_record(workload)["jobs"])
    step = (
        dmc.Anchor(
            "Step through it",
            href="/compare" + link.write(Link(workload, runs=tuple(keys), tab="steps")),
            underline="never",
            className="qs-button",
        )
        if jobs <= MOST_JOBS
        else None
    )
    return html.Section(
        [
            html.H2("The schedule keeps every rule"),
            html.Div(
                html.Table(
                    [
                        html.Caption("The program beside usual policies", className="qs-unseen"),
                        html.Thead(head),
                        html.Tbody([row(services, key, metrics, at == 0) for at, key in enumerate(keys)]),
                    ],
                    className="qs-table qs-compact",
                ),
                className="qs-across",
                tabIndex="0",
                role="region",
                **{"aria-label": "The program beside usual policies"},
            ),
            html.Div(
                [
                    dmc.Anchor(
                        "Compare them",
                        href="/compare" + link.write(compare),
                        underline="never",
                        className="qs-button qs-button-main",
                    ),
                    step,
                    hidden_button(challenge),
                ],
                className="qs-row",
            ),
            html.P(
                f"{FORESIGHT} Its text is not kept on the server; the address of this page holds it.",
                className="qs-soft qs-small",
            ),
        ],
        className="qs-card",
    )


def hidden_button(challenge: Challenge | None) -> html.Button | None:
    """What runs the program on the jobs of the hidden seeds (frontend/own_policy/page.js); none without a challenge."""
    if challenge is None:
        return None
    return html.Button(
        f"Try the {counted(challenge.hidden, 'hidden seed')}",
        type="button",
        className="qs-button",
        disable_n_clicks=True,
        **{"data-program": "hidden", "data-challenge": challenge.key},
    )


# ---- hidden seeds --------------------------------------------------------------------------------------------------


def of_hidden_seeds(services: Services, sent: Any) -> Asked:
    """The runs of a program on the jobs of hidden seeds, beside those of the policy to beat.

    sent: {challenge, runs: [{run, workload}]}, as a browser tells.
    """
    fields = sent if isinstance(sent, dict) else {}
    challenge, listed = challenges().get(str(fields.get("challenge"))), fields.get("runs")
    rows = [one for one in listed if isinstance(one, dict)][:MOST_HIDDEN] if isinstance(listed, list) else []
    if challenge is None or not rows:
        return Asked(no_update, None, True)
    pairs = [(str(one.get("run"))[:64], str(one.get("workload"))[:64]) for one in rows]
    started = start(services, [run_spec(workload, challenge.beat) for _, workload in pairs])
    if started.problem:
        return Asked(no_update, sentence(started.problem, "warning"), True)
    keys = [(own, beat, workload) for (own, workload), beat in zip(pairs, started.keys, strict=True)]
    awaited = any(services.runs.status(beat).awaited for _, beat, _ in keys)
    return Asked(started.request, hidden_panel(services, challenge, keys), not awaited)


def hidden_panel(services: Services, challenge: Challenge, keys: Sequence[tuple[str, str, str]]) -> html.Section:
    """A line for each seed, and on how many of them the policy is beaten.  keys: (own run, other run, workload)."""
    metric, policy = all_metrics()[challenge.metric], policy_of(challenge.beat)
    values = [(measured(services, own, metric), measured(services, beat, metric)) for own, beat, _ in keys]
    sign = 1 if metric.better == "lower" else -1
    better = sum(mine is not None and other is not None and sign * mine < sign * other for mine, other in values)
    complete = all(None not in pair for pair in values)
    head = html.Tr([html.Th(name, scope="col") for name in ("hidden seed", "your program", policy.title, "")])
    rows = [
        html.Tr(
            [
                html.Th(str(at), scope="row"),
                *(html.Td(value_text(metric, value)) for value in pair),
                html.Td(
                    dmc.Anchor(
                        "compare",
                        **{"aria-label": f"Compare the runs of hidden seed {at}"},
                        href="/compare" + link.write(Link(workload, runs=(own, beat), baseline=1)),
                    )
                ),
            ]
        )
        for at, (pair, (own, beat, workload)) in enumerate(zip(values, keys, strict=True), 1)
    ]
    words = (
        f"Your program beats {policy.title} on {better} of {counted(len(keys), 'hidden seed')}"
        if complete
        else "Simulating"
    )
    return html.Section(
        [
            html.H2(f"{words}: {metric.title.lower()}"),
            html.Div(
                html.Table(
                    [
                        html.Caption(f"{metric.title} on the hidden seeds", className="qs-unseen"),
                        html.Thead(head),
                        html.Tbody(rows),
                    ],
                    className="qs-table qs-compact",
                ),
                className="qs-across",
                tabIndex="0",
                role="region",
                **{"aria-label": "Hidden seeds"},
            ),
            html.P(FORESIGHT, className="qs-soft qs-small"),
        ],
        className="qs-card qs-program-hidden",
    )


def measured(services: Services, key: str, metric: Metric) -> float | None:
    """A metric of a run; None where it is not there yet."""
    try:
        return services.store.record(key)["metrics"].get(metric.key)
    except QueuescopeError:
        return None


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
