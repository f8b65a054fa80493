"""The shelf of sample traces: what each shows, where it is from, and the ways to open it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, Dash, Input, Output, ctx, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.openings import Opened, open_load, open_sample, policy_name
from layouts.words.slice_names import thin_spaces
from scheduler.errors import InputError
from scheduler.policies import known_policies
from scheduler.publications import PUBLICATIONS
from scheduler.results.sources import SAMPLES, Sample, setups

OTHERS = "Samples"


def versions() -> tuple:
    """(name, size, time of the last change, ns) of every file among the samples."""
    with os.scandir(SAMPLES) as files:
        return tuple(sorted((file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files))


def shelf(samples: Sequence[Sample]) -> list:
    """The samples in groups, those of no paper first, each with its lesson and its buttons."""
    groups: dict[str, list[Sample]] = {OTHERS: []}
    for sample in filter(is_offered, samples):
        groups.setdefault(group(sample), []).append(sample)
    return [
        part
        for title, members in groups.items()
        if members
        for part in (html.H2(title), html.Ul([entry(sample) for sample in members], className="qs-plain qs-samples"))
    ]


def is_offered(sample: Sample) -> bool:
    """Whether the policies that show it are here: those of a topic may have been taken out.

    One whose line of policies cannot be read is offered, for what is wrong with it is said where it is opened.
    """
    try:
        return all(policy in known_policies() for policy, _ in setups(sample.policies))
    except InputError:
        return True


def group(sample: Sample) -> str:
    """The paper a sample is from, or what it stands under otherwise."""
    paper = PUBLICATIONS.get(sample.shows.partition(",")[0].strip())
    return OTHERS if paper is None else f"From “{paper.title}” ({paper.year})"


def place(sample: Sample) -> str:
    """Where in its paper a sample is from: proposition 6."""
    key, _, rest = sample.shows.partition(",")
    return rest.strip() if key.strip() in PUBLICATIONS and rest.strip() else sample.shows


def entry(sample: Sample) -> html.Li:
    """One sample, by its lesson in a few words; the name of its file beside it."""
    finished = (
        dmc.Button(
            "Open finished",
            id=ids.act("finished", sample.name),
            variant="light",
            size="compact-md",
            **{"aria-label": f"Open finished: {sample.name}"},
        )
        if sample.policies
        else None
    )
    workload = dmc.Button(
        "Open the workload",
        id=ids.act("sample", sample.name),
        variant="default",
        size="compact-md",
        **{"aria-label": f"Open the workload: {sample.name}"},
    )
    file = html.Span(sample.name, className="qs-soft qs-small qs-file") if sample.title != sample.name else None
    return html.Li(
        [
            html.Div(
                [
                    html.Div([html.B(thin_spaces(sample.title)), file, shows(sample)]),
                    html.Span(thin_spaces(sample.lesson), className="qs-soft"),
                    html.Span(f"Opens with {named(sample)}." if sample.policies else "", className="qs-soft qs-small"),
                ],
                className="qs-sample",
            ),
            html.Div([finished, workload], className="qs-row"),
        ]
    )


def shows(sample: Sample) -> html.Span | None:
    """Where it is from, beside its name."""
    return html.Span(place(sample), className="qs-tag") if sample.shows else None


def named(sample: Sample) -> str:
    """The policies a sample opens with; as its header has them where that cannot be read."""
    try:
        return "; ".join(policy_name(policy, params) for policy, params in setups(sample.policies))
    except InputError:
        return sample.policies


def register(app: Dash, services: Services) -> None:
    """The buttons of the shelf, on every page that shows it; what is wrong stands below the header."""

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(ids.UPLOAD_STATE, "children", allow_duplicate=True),
        Input(ids.act("sample", ALL), "n_clicks"),
        Input(ids.act("finished", ALL), "n_clicks"),
        prevent_initial_call=True,
    )
    def open_one(_samples: Any, _finished: Any) -> tuple:
        if not ctx.triggered_id or not ctx.triggered[0]["value"]:  # Dash calls back when a button appears, too
            return tuple(Opened(message=no_update))
        name = str(ctx.triggered_id["key"])
        if ctx.triggered_id["type"] == "finished":
            return tuple(open_sample(services, name))
        return tuple(open_load(services, {"kind": "sample", "name": name}, {}))
