"""What can be taken away: the runs for other programs, the commands, and a bundle of all of it.

Everything is a plain address of layouts/routes/export_routes.py; frontend/export/menu.js adds the wish for users'
numbers, copies, and sends figures along.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import MATCH, Dash, Input, Output, html

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.state.view import FinishedRun, View
from scheduler.errors import QueuescopeError
from scheduler.exports import command_line, evalys_csv
from scheduler.exports.names import file_name

HEADING, COMMAND = "export", "command"
EVALYS = "evalys.csv"
# Bytes per job, measured on logs of the archive; a job in several places has a rectangle in each.
PER_JOB = {"trace.json.gz": 52.0, "jobs.csv": 38.0, "evalys.csv": 95.0, "log.swf.gz": 15.0, "bundle.zip": 12.0}
LEAST = {"trace.json.gz": 2e3, "jobs.csv": 100.0, "evalys.csv": 200.0, "log.swf.gz": 500.0, "bundle.zip": 7e3}
WHAT = (
    ("trace.json.gz", "Chrome trace", "opens in Perfetto"),
    ("log.swf.gz", "SWF", "with the simulated waits"),
    ("jobs.csv", "CSV", "a row per job"),
    (EVALYS, "evalys CSV", "opens in evalys, as Batsim's jobs.csv"),
)
HIDDEN = (
    "Users are called u1, u2, … in the order of their first job, groups and programs likewise, and of a log's "
    "header only the lines about the machine and its thanks are kept. Job numbers and times stay: who has the "
    "log can still find a job in it."
)


def section(runs: Sequence[FinishedRun], view: View) -> html.Section:
    """The ways out of the page: per run, then of all of them."""
    pieces = any(run.schedule.kills for run in runs)
    head = html.Tr(
        [
            html.Th("run", scope="col"),
            *(
                html.Th(
                    [
                        name,
                        html.Span(
                            words + " or killed piece" * (pieces and name == "CSV"), className="qs-change qs-soft"
                        ),
                    ],
                    scope="col",
                )
                for _, name, words in WHAT
            ),
        ]
    )
    rows = [
        html.Tr(
            [
                html.Th(run.name, scope="row", className=f"qs-lane qs-run-{run.index}"),
                *(html.Td(entry(run, what, name)) for what, name, _ in WHAT),
            ]
        )
        for run in runs
    ]
    return html.Section(
        [
            html.H2("Export", id=HEADING),
            html.Div(
                html.Table(
                    [html.Caption("Downloads of each run", className="qs-unseen"), html.Thead(head), html.Tbody(rows)],
                    className="qs-table qs-takes",
                ),
                className="qs-across",
                tabIndex="0",
                role="region",
                **{"aria-label": "Downloads of each run"},
            ),
            html.Div([together(runs), users()], className="qs-row", style={"margin": "12px 0"}),
            html.Details(
                [html.Summary("The commands that make the runs again"), *(command(run) for run in runs)],
                className="qs-twin",
            ),
        ],
        className="qs-card",
        **{"aria-labelledby": HEADING},
    )


def entry(run: FinishedRun, what: str, name: str) -> html.Span:
    """A download of one run, or why it has none."""
    if what == EVALYS and not evalys_csv.fits(run.schedule):
        return html.Span(
            "jobs in several parts",
            className="qs-soft qs-small",
            title="evalys knows one start, one end and one set of processors for each job",
        )
    return take([run], what, name)


def together(runs: Sequence[FinishedRun]) -> html.Div:
    """What holds all runs, and the link to what is shown."""
    keys = ",".join(run.key for run in runs)
    trace = [take(runs, "trace.json.gz", "Chrome trace of all runs, side by side")] if len(runs) > 1 else []
    return html.Div(
        [
            *trace,
            take(runs, "bundle.zip", "Bundle: jobs, metrics, certificates, commands, citation"),
            dmc.Button(
                "Bundle with the figures",
                variant="default",
                size="compact-sm",
                **{"data-bundle": f"/export/{keys}/bundle.zip"},
            ),
            take(runs, "citation.bib", "BibTeX"),
            dmc.Button("Copy link", variant="default", size="compact-sm", **{"data-copy": "link"}),
        ],
        className="qs-row",
    )


def users() -> html.Div:
    """Whether users keep their numbers; they do not unless asked for."""
    return html.Div(
        dmc.Checkbox(
            label="Keep the numbers of users", id=ids.EXPORT_USERS, checked=False, size="sm", description=HIDDEN
        ),
        **{"data-users": "yes"},
    )


def take(runs: Sequence[FinishedRun], what: str, words: str) -> html.Span:
    """A download, with about how large it is."""
    keys = ",".join(run.key for run in runs)
    link = html.A(words, href=f"/export/{keys}/{what}", className="qs-take")
    size_text = f"about {spoken_size(size(runs, what))}" if what in PER_JOB else None
    return html.Span([link, html.Span(size_text, className="qs-soft qs-small")] if size_text else link)


def size(runs: Sequence[FinishedRun], what: str) -> float:
    """About how many bytes a download has."""
    return LEAST[what] + PER_JOB[what] * sum(len(run.schedule.placed) for run in runs)


def spoken_size(count: float) -> str:
    """45 MB, 2.9 MB, 300 kB: two digits, for it is a guess."""
    rounded = float(f"{count:.2g}")
    if rounded < 1e6:
        return f"{max(1, round(rounded / 1e3))} kB"
    return f"{rounded / 1e6:.2g} MB" if rounded < 1e7 else f"{rounded / 1e6:.0f} MB"


def command(run: FinishedRun) -> html.Div:
    """Where the lines to type appear, with a button that copies them."""
    return html.Div(
        [
            html.B(run.name, className="qs-small"),
            " ",
            dmc.Button(
                "Copy",
                variant="default",
                size="compact-sm",
                **{"data-copy": "near", "aria-label": f"Copy the command of {run.name}"},
            ),
            html.Pre(id=ids.act(COMMAND, run.key), className="qs-command", tabIndex="0"),
        ]
    )


def lines(services: Services, key: str) -> str:
    """The lines that make a run again, or in a sentence why there are none."""
    try:
        record = services.store.record(key)
        workload = services.store.workload_record(record["workload"])
        return "\n".join(command_line.commands(record, workload, f"{file_name(str(record['policy']))}.csv"))
    except QueuescopeError as error:
        return f"# {error}"


def register(app: Dash, services: Services) -> None:
    """The commands, which need what the store knows of the workload."""

    @app.callback(Output(ids.act(COMMAND, MATCH), "children"), Input(ids.act(COMMAND, MATCH), "id"))
    def commands(asked: Any) -> str:
        return lines(services, str((asked or {}).get("key")))
