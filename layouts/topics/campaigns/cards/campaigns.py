"""The card of campaigns on the page of a workload: what was declared or inferred, and what another gap would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import dash_mantine_components as dmc
import numpy as np
from dash import ClientsideFunction, Dash, Input, Output, Patch, State, html, no_update

from layouts import ids, theme
from layouts.frame.callbacks import Services
from layouts.frame.controls import grouped, number_input, sentence
from layouts.pages.workload import pictures
from layouts.pages.workload.cards import Card
from layouts.topics.campaigns.workload_plots.campaigns import HIGH, LOW, WORKLOAD_PLOT, anchor, place
from layouts.workload_plots import WorkloadPlot
from scheduler.durations import duration
from scheduler.errors import QueuescopeError
from scheduler.kinds import chooses_sizes
from scheduler.model.workload import Workload
from scheduler.model.workload_options import OPTIONS, WorkloadOptions
from scheduler.topics.campaigns.preparation.campaign_gaps import counted, recorded, thresholds
from scheduler.topics.campaigns.preparation.inferred_campaigns import Counts

FORM = "campaigns"
NAMES = ("gap", "overlap", "think", "think_time", "think_seed")  # options with an input here
OVERLAP = {"merge": "merge with previous", "independent": "submit as recorded", "zero": "chain, no think time"}
OVERLAPPED = {
    "merge": "merged: they overlapped",
    "independent": "overlap, submitted as recorded",
    "zero": "overlapped, now chained",
}
THINK = {"log": "as recorded", "constant": "all the same", "exponential": "drawn, exponential"}
MARKS = ((60, "1 min"), (600, "10 min"), (1_800, "30 min"), (3_600, "1 h"), (21_600, "6 h"), (86_400, "1 d"))


def adjustable(workload: Workload) -> bool:
    """Whether campaigns are or may be inferred here: its file declares none, and tells its users.

    Where policies choose sizes there are none: they plan for all users together.
    """
    if chooses_sizes(workload):
        return False
    source = workload.options.get("campaigns")
    return source == "inferred" or (source is None and bool((workload.jobs.user_id >= 0).any()))


def card(workload: Workload, scheme: str, key: str) -> html.Section | None:
    """What there is to say of campaigns, the way to others, and two pictures; None where there is nothing."""
    inferred, able = counted(workload), adjustable(workload)
    if not workload.has_campaigns and not able:
        return None
    return html.Section(
        [
            html.H2("Campaigns" if workload.has_campaigns else "What if these jobs were campaigns?"),
            html.P(origin(workload)),
            numbers(inferred, workload) if inferred else None,
            controls(workload) if able else None,
            html.Div(
                pictures.pictures(workload, scheme, key, plots(workload, able), at_once=int(able)),
                className="qs-grid qs-campaigns",
            ),
        ],
        className="qs-card qs-stack",
        **{"aria-label": "Campaigns"},
    )


def origin(workload: Workload) -> str:
    """Where the campaigns come from."""
    if not workload.has_campaigns:
        return (
            "A campaign is what a user submits together and waits for. This log tells of none; they can be "
            "inferred from who submitted when. Policies for campaigns need them; most others run them, too."
        )
    count = theme.counted(workload.campaign_count, "campaign")
    if workload.options.get("campaigns") != "inferred":
        return f"The file declares {count}."
    loop = (
        "Each is submitted when the one before is complete and the think time over, its jobs as far apart as recorded."
        if workload.is_closed
        else "Jobs are submitted as recorded; campaigns group them."
    )
    joined = ", or while work of it goes on" if workload.options["overlap"] == "merge" else ""
    return (
        f"{count} inferred: a job belongs to the latest campaign of its user if submitted within "
        f"{duration(workload.options['gap'])} of the first job of it{joined}. {loop}"
    )


def numbers(inferred: Counts, workload: Workload) -> html.Dl:
    """The counts of what was inferred."""
    share = f"{theme.percent(inferred.share)} of {grouped(inferred.following)}"
    facts = [
        (
            "campaigns",
            grouped(inferred.campaigns),
            f"{grouped(inferred.alone)} by the gap alone" if workload.options["overlap"] == "merge" else "",
        ),
        ("jobs of a campaign", theme.number(inferred.median), f"median, largest {grouped(inferred.largest)}"),
        ("of a single job", grouped(inferred.single), theme.percent(inferred.single / inferred.campaigns)),
        (OVERLAPPED[workload.options["overlap"]], grouped(inferred.overlapping), share),
        ("think times not of the log", grouped(inferred.drawn), ""),
        ("think times set to 0", grouped(inferred.zero), "negative in the log"),
        ("think times unknown", grouped(inferred.unknown), "counted from the earliest end"),
    ]
    used = [(name, value, more) for name, value, more in facts if value != "0" or not name.startswith("think")]
    return html.Dl(
        [
            html.Div([html.Dt(name), html.Dd([value, html.Small(f" {more}") if more else None])])
            for name, value, more in used
        ],
        className="qs-figures",
    )


# ---- other campaigns ------------------------------------------------------------------------------------------------


def controls(workload: Workload) -> html.Div:
    """The gap as a slider and a number, what overlaps, think times, and the buttons."""
    values, inferred = start_values(workload), workload.options.get("campaigns") == "inferred"
    buttons = [dmc.Button("Apply" if inferred else "Infer campaigns", id=ids.act("apply", FORM))]
    if inferred:
        buttons.append(dmc.Button("Back to jobs without campaigns", id=ids.act("apply", "jobs"), variant="subtle"))
    return html.Div(
        [
            html.Div(
                [
                    html.Label("Gap, from one minute to one day", className="qs-small", id="gap-label"),
                    slider(values["gap"]),
                ],
                style={"padding": "0 18px 26px"},
            ),
            html.Div(
                [
                    seconds("gap", values),
                    choice("overlap", "Campaigns that overlap", OVERLAP, values),
                    choice("think", "Think times", THINK, values, [] if recorded_waits(workload) else ["log"]),
                    seconds("think_time", values, values["think"] == "log"),
                    seed(values),
                ],
                className="qs-forms",
            ),
            html.P(id=ids.GAP_MESSAGE, role="status", className="qs-soft", **{"aria-live": "polite"}),
            html.Div(buttons, className="qs-row"),
        ]
    )


def start_values(workload: Workload) -> dict[str, Any]:
    """The options as they are; think times that the log cannot tell are to be drawn."""
    values = {name: workload.options.get(name, OPTIONS[name].default) for name in NAMES}
    if values["think"] == "log" and not recorded_waits(workload):
        values["think"] = "exponential"
    return values


def recorded_waits(workload: Workload) -> bool:
    """Whether the log can tell think times at all."""
    return bool((workload.jobs.recorded_wait >= 0).any())


def slider(gap: float) -> dmc.Slider:
    """The gap on a logarithmic scale; its number beside it is for those who want it exactly."""
    return dmc.Slider(
        id=ids.GAP,
        min=place(LOW),
        max=place(HIGH),
        step=0.001,
        value=min(max(place(gap), place(LOW)), place(HIGH)),
        label=None,
        thumbLabel="gap on a logarithmic scale",
        marks=[{"value": place(at), "label": name} for at, name in MARKS],
    )


WORDS = {
    "gap": ("Gap (s)", "after the first job of a campaign"),
    "think_time": ("Think time (s)", "the mean, if drawn"),
}


def seconds(name: str, values: Mapping[str, Any], idle: bool = False) -> dmc.NumberInput:
    """A length of time in seconds; idle: as long as another choice makes it meaningless."""
    label, description = WORDS[name]
    return number_input(
        OPTIONS[name],
        values[name],
        {"id": ids.param(FORM, name), "label": label, "disabled": idle, "description": description},
    )


def seed(values: Mapping[str, Any]) -> dmc.NumberInput:
    """The seed of think times that are drawn."""
    return number_input(
        OPTIONS["think_seed"],
        values["think_seed"],
        {
            "id": ids.param(FORM, "think_seed"),
            "label": "Seed",
            "description": "of drawn think times",
            "disabled": values["think"] != "exponential",
        },
    )


def choice(
    name: str, label: str, words: Mapping[str, str], values: Mapping[str, Any], barred: Sequence[str] = ()
) -> dmc.Select:
    """One of the choices of an option, in words; those barred cannot be had for this log."""
    data = [
        {
            "value": value,
            "label": words[value] + (" (not in this log)" if value in barred else ""),
            "disabled": value in barred,
        }
        for value in OPTIONS[name].choices
    ]
    return dmc.Select(id=ids.param(FORM, name), label=label, data=data, value=values[name], allowDeselect=False)


def chosen(options: WorkloadOptions, button: str) -> WorkloadOptions:
    """The options a button of this part asks for: campaigns inferred, or none."""
    if button == FORM:
        return WorkloadOptions.of(options.as_json() | {"campaigns": "inferred"})
    if button != "jobs":
        return options
    arrivals = None if options.arrivals == "closed" else options.arrivals
    return replace(options, arrivals=arrivals, **{name: OPTIONS[name].default for name in ("campaigns", *NAMES)})


def plots(workload: Workload, able: bool) -> list[WorkloadPlot]:
    """The plots about campaigns; that of the gap, which follows the input above it, first and only with it."""
    others = [plot for plot in pictures.plots(workload, FORM) if plot.key != WORKLOAD_PLOT.key]
    return [WORKLOAD_PLOT, *others] if able else others


def register(app: Dash, services: Services) -> None:
    """The slider and its number, and what the gap they say would give."""
    app.clientside_callback(
        ClientsideFunction("campaigns", "gap"),
        Output(ids.GAP, "value"),
        Output(ids.param(FORM, "gap"), "value"),
        Input(ids.GAP, "value"),
        Input(ids.param(FORM, "gap"), "value"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("campaigns", "think"),
        Output(ids.param(FORM, "think_time"), "disabled"),
        Output(ids.param(FORM, "think_seed"), "disabled"),
        Input(ids.param(FORM, "think"), "value"),
        prevent_initial_call=True,
    )

    @app.callback(
        Output(ids.GAP_MESSAGE, "children"),
        Output(ids.graph("workload", "campaigns"), "figure"),
        Input(ids.param(FORM, "gap"), "value"),
        State(ids.LOADED, "data"),
        prevent_initial_call=True,
    )
    def preview(value: Any, key: Any) -> tuple[Any, Any]:
        try:
            gap, workload = OPTIONS["gap"].check(value), services.store.workload(str(key))
        except QueuescopeError as error:
            return sentence(str(error), "warning"), no_update
        return outcome(workload, gap), moved(workload, gap)


def outcome(workload: Workload, gap: float) -> str:
    """What a gap would give."""
    counts = thresholds(recorded(workload), [gap])
    return (
        f"{duration(gap)}: {theme.counted(int(counts.alone[0]), 'campaign')} by the gap alone, of which "
        f"{theme.percent(float(counts.overlap[0]))} begin before the previous one ended; "
        f"{theme.number(int(counts.merged[0]))} where a campaign goes on as long as its work."
    )


def moved(workload: Workload, gap: float) -> Patch:
    """The line of the plot at another gap."""
    at, figure = min(max(place(gap), place(LOW)), place(HIGH)), Patch()
    same = np.isclose(gap, float(workload.options.get("gap", OPTIONS["gap"].default)))
    figure["layout"]["shapes"][0].update({"x0": at, "x1": at})
    text = duration(gap) + ("" if same else ", not applied yet")
    figure["layout"]["annotations"][0].update({"x": at, "text": text, "xanchor": anchor(at)})
    return figure


def is_about(workload: Workload) -> bool:
    """Whether jobs belong to campaigns."""
    return workload.has_campaigns


def is_inferring(options: Mapping[str, Any]) -> bool:
    """Whether campaigns are inferred."""
    return options.get("campaigns") == "inferred"


CARD = Card(FORM, card, is_about, NAMES, is_inferring, chosen, register)
