"""An experiment as it is declared: what it asks, how it was set up, what is known to differ, and the ways to run it."""

from __future__ import annotations

import shlex
from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts import ids
from layouts.frame.controls import sentence
from layouts.frame.openings import policy_name
from layouts.topics.papers import states
from layouts.topics.papers.address import named
from layouts.topics.papers.experiment_list import published, reference
from layouts.topics.papers.logs import every
from layouts.topics.papers.states import ACTIVE, KEPT, NO_LOG, Trial, rough_time
from layouts.topics.papers.value_tables import tabulated
from layouts.words.slice_names import thin_spaces
from scheduler.topics.papers.experiments import CHOSEN, SCALES, STATED, Experiment, Opening, Paper
from scheduler.topics.papers.results.logs import bare


def head(paper: Paper, experiment: Experiment) -> list:
    """Where it belongs, what it is called, what it asks."""
    back = dmc.Anchor("Papers", href="/papers", inherit=True, underline="always")
    return [
        html.Nav(
            [back, " ▸ ", f"{paper.title} ({paper.year})"],
            className="qs-small qs-soft",
            **{"aria-label": "Where this is"},
        ),
        html.H2(thin_spaces(experiment.title), className="qs-paper-title"),
        html.P([html.B("Asks: "), thin_spaces(experiment.question)], className="qs-lead"),
        html.P(
            [f"{capital(experiment.where)} of {paper.authors}, {published(paper)}. ", reference(paper.link)],
            className="qs-soft qs-small",
            style={"margin": "6px 0 0"},
        ),
    ]


def capital(text: str) -> str:
    """The text as it begins a line."""
    return text[:1].upper() + text[1:]


def scales(experiment: Experiment) -> list[dict[str, str]]:
    """The scales with the time each takes on one core."""
    return [
        {"value": scale, "label": f"{scale.capitalize()}, {rough_time(experiment.cpu_seconds[scale])}"}
        for scale in SCALES
    ]


# -- what can be done


def controls(trial: Trial, experiment: Experiment) -> list:
    """The state in words, the bar of one under way, and the buttons its state allows."""
    if trial.state in ACTIVE:
        return [
            html.Div(bar(trial), id=ids.act("paper-pace", trial.key), className="qs-grow"),
            button("Cancel", "paper-cancel", trial.key, "default"),
        ]
    if trial.state == KEPT:
        return [html.P("Run before, and kept with the program.", className="qs-grow"), *repeat_form(trial, experiment)]
    if trial.record:
        return [html.P("Done.", className="qs-grow"), *after(trial, experiment)]
    if trial.state == NO_LOG:
        return [
            html.P(
                [
                    f"{trial.status.message} ",
                    dmc.Anchor("Send one on the Workload page", href="/workload", underline="always"),
                    "; it can be chosen here then.",
                ],
                className="qs-grow",
            )
        ]
    if trial.state == "unknown":
        return [
            html.P(f"Not run yet {settled(experiment)}: {cost(trial, experiment)} on one core.", className="qs-grow"),
            run_button("Run", trial.scale, trial.seed),
        ]
    message = trial.status.message or f"This run is {trial.state}."
    return [
        html.P([message, " What was finished of it is kept."], className="qs-grow"),
        run_button("Run again", trial.scale, trial.seed),
    ]


def settled(experiment: Experiment) -> str:
    """What has been chosen of a run."""
    return "with this log, scale and seed" if experiment.logs else "with this scale and seed"


def cost(trial: Trial, experiment: Experiment) -> str:
    """How long it takes; of one on logs that is known for all of its paper's."""
    duration = rough_time(experiment.cpu_seconds[trial.scale])
    if not experiment.logs:
        return duration
    return f"{duration} for {every(len(experiment.logs))}{' (this one: by its size)' * bool(trial.log)}"


def bar(trial: Trial) -> list:
    """How far a run under way is, in words and as a bar."""
    return [
        html.P(moving(trial), style={"margin": "0 0 4px"}),
        dmc.Progress(value=float(trial.status.percent or 0.0), **{"aria-label": "Progress of the experiment"}),
    ]


def moving(trial: Trial) -> str:
    """What a run under way is doing."""
    message = "" if trial.state == "queued" else trial.status.message or ""
    pace = states.pace(trial.status)
    return f"{pace[:1].upper()}{pace[1:]}. {message}".strip()


def repeat_form(trial: Trial, experiment: Experiment) -> list:
    """What may be done beside an outcome that is kept with the program; nothing where no log is here."""
    if experiment.logs and trial.status.state == NO_LOG:
        return [html.Span("To run it again here, choose a log.", className="qs-soft qs-small")]
    buttons = [run_button(f"Run again here, {cost(trial, experiment)}", trial.scale, trial.seed)]
    if scaled(experiment):
        quick = trial._replace(scale=SCALES[0])
        buttons.append(run_button(f"At {SCALES[0]} scale, {cost(quick, experiment)}", SCALES[0], trial.seed, "default"))
    return buttons


def after(trial: Trial, experiment: Experiment) -> list:
    """What may follow a finished run: more of it, or other lots."""
    buttons = []
    if trial.scale != SCALES[-1] and scaled(experiment):
        time = cost(trial._replace(scale=SCALES[-1]), experiment)
        buttons.append(run_button(f"Run at {SCALES[-1]} scale, {time}", SCALES[-1], trial.seed))
    seed = states.next_seed(trial, experiment)
    if seed is not None:
        buttons.append(run_button(f"Run again with seed {seed}", trial.scale, seed, "default"))
    return buttons


def scaled(experiment: Experiment) -> bool:
    """Whether another scale is other work."""
    if experiment.logs or experiment.random:
        return True
    return experiment.parts(SCALES[0], 0) != experiment.parts(SCALES[-1], 0)


def run_button(text: str, scale: str, seed: int, variant: str = "filled") -> dmc.Button:
    """A button that runs the open experiment."""
    return button(text, "paper-run", f"{scale}/{seed}", variant)


def button(text: str, what: str, key: str, variant: str) -> dmc.Button:
    """A button of the experiment that is open."""
    return dmc.Button(text, id=ids.act(what, key), variant=variant)


# -- below the result


def foot(paper: Paper, experiment: Experiment, name: str) -> list:
    """Settings, known differences, setups to go on with."""
    return [part for part in (settings(experiment), differences(paper, experiment), openings(experiment, name)) if part]


def settings(experiment: Experiment) -> html.Section | None:
    """What the paper states, what it leaves open and was chosen here, and what had to be changed."""
    if not experiment.settings:
        return None
    rows = [
        html.Tr([html.Th(what, scope="row"), html.Td(thin_spaces(value)), html.Td(thin_spaces(origin(source)))])
        for what, value, source in experiment.settings
    ]
    head = html.Tr([html.Th(text, scope="col") for text in ("setting", "value", "in the paper")])
    return tabulated("Settings", "paper-settings", "Settings of the experiment", head, rows)


def origin(source: str) -> str:
    """Where a setting is from, in words."""
    return {STATED: "stated", CHOSEN: "not stated; chosen here"}.get(
        source, source if source.startswith(("changed", "stated", "chosen")) else f"changed from {source}"
    )


def differences(paper: Paper, experiment: Experiment) -> html.Section | None:
    """What is known to differ, one per line, and the errata of the paper."""
    lists = [
        (title, texts)
        for title, texts in (("Known differences", experiment.differences), ("Errata of the paper", paper.errata))
        if texts
    ]
    if not lists:
        return None
    return html.Section(
        [
            part
            for title, texts in lists
            for part in (html.H2(title), html.Ul([html.Li(thin_spaces(text)) for text in texts], className="qs-lines"))
        ],
        className="qs-card",
    )


def openings(experiment: Experiment, name: str) -> html.Section | None:
    """Setups of the experiment as ordinary runs, to be looked at and changed."""
    if not experiment.openings:
        return None
    rows = [
        html.Li(
            [
                html.Div(
                    [
                        html.B(capital(thin_spaces(opening.title))),
                        html.Span(policies(opening), className="qs-change qs-soft"),
                    ]
                ),
                dmc.Button(
                    "Open in Compare",
                    id=ids.act("paper-open", f"{name}/{place}"),
                    variant="light",
                    **{"aria-label": f"Open in Compare: {capital(opening.title)}"},
                ),
            ]
        )
        for place, opening in enumerate(experiment.openings)
    ]
    return html.Section(
        [
            html.H2("Go on with it yourself"),
            html.P("Each setup opens in Compare as ordinary runs: change a parameter, add a policy."),
            html.Ul(rows, className="qs-openings"),
        ],
        className="qs-card",
    )


def policies(opening: Opening) -> str:
    """The policies of a setup."""
    return "; ".join(policy_name(policy, params) for policy, params in opening.runs)


def command(name: str, scale: str, seed: int, log: str = "") -> list:
    """The same from the command line, and the outcome as a file."""
    paper, experiment = name.split("/", 1)
    on = f" --log {shlex.quote(bare(named(log)) if log == named(log) else named(log))}" if log else ""
    text = f"python -m scheduler reproduce {name} --scale {scale} --seed {seed}{on} --out {experiment}.json"
    return [
        html.H2("The same without a browser"),
        html.Div(
            [
                html.Pre(
                    html.Code(text),
                    className="qs-command",
                    tabIndex="0",
                    role="region",
                    **{"aria-label": f"Command line for {paper} {experiment}", "data-command": "yes"},
                ),
                dmc.CopyButton("Copy the command", value=text, copiedChildren="Copied", variant="default"),
            ],
            className="qs-row",
        ),
    ]


def error_message(text: str) -> Any:
    """What of an address could not be read."""
    return sentence(text, "error") if text else None
