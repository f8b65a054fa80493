"""What the Workload page shows of a workload: numbers, repairs, pictures, options, policies that suit it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from layouts import ids, theme
from layouts.frame.callbacks import Services
from layouts.frame.controls import grouped, input_for, read_form, sentence
from layouts.kinds import look_of
from layouts.pages.workload import accounts_card, filter_card, pictures, suitable_policies, usage_card, wait_card
from layouts.pages.workload.cards import all_cards, options_of_cards
from layouts.state.card_state import NOTHING, CardState
from layouts.state.link import Link
from layouts.topics import all_pages
from layouts.words import instants, slice_names
from layouts.words.caveats import cpu_load, offered_load
from layouts.words.glossary import linked
from layouts.words.remedies import offers
from scheduler.durations import human
from scheduler.durations import number as plain_number
from scheduler.errors import StoreError
from scheduler.kinds import part_of
from scheduler.model.calendars import Calendar
from scheduler.model.user_names import users_known
from scheduler.model.workload import Workload
from scheduler.model.workload_options import OPTIONS, WorkloadOptions, usual_arrivals
from scheduler.params import Param
from scheduler.results.progress import READ
from scheduler.results.queue.runs import Status, poll_pause

DATES = ("begin", "end")  # options that may be written as dates
TIMES = (*DATES, "cap")  # options that may be written as lengths of time
FIRST = 4  # plots above the cards
BASIC = ("processors", "first", "begin", "end", "week", "where", "load", "estimates", "cap", "wide")  # what most want


def body(workload: Workload, record: Mapping[str, Any], scheme: str, key: str = "", cards: CardState = NOTHING) -> list:
    """Everything below the health of the log: numbers, pictures, options, policies that do not suit.

    key: of the workload, for the way to another one beside it.  cards: what they show at first.
    """
    first, last = of_topics(workload, scheme, key)
    where, plots = str(record["options"].get("where") or ""), pictures.plots(workload, "jobs")
    return [
        filter_card.left_out(workload, where),
        html.Section(
            [html.H2(slice_names.of_record(record)), figures(workload), beside(key)], **{"aria-label": "Numbers"}
        ),
        grid(pictures.pictures(workload, scheme, key, plots[:FIRST])),
        filter_card.card(workload, where),
        wait_card.card(workload, cards.wait, cards.at),
        usage_card.card(workload, key, cards.per),
        accounts_card.card(workload, key, cards.account),
        grid(pictures.pictures(workload, scheme, key, plots[FIRST:], at_once=0)),
        *first,
        options_form(record, elsewhere=(*options_of_cards(), "where")),
        *last,
        suitable_policies.section(workload),
    ]


def of_topics(workload: Workload, scheme: str, key: str) -> tuple[list, list]:
    """The cards of topics above the options, and below them."""
    cards = [(card, card.content(workload, scheme, key)) for card in all_cards().values()]
    first = [content for card, content in cards if card.goes_first(workload)]
    return first, [content for card, content in cards if not card.goes_first(workload)]


def grid(figures: Sequence[Any]) -> html.Div:
    """Figures side by side."""
    return html.Div(figures, className="qs-grid qs-pictures")


def beside(key: str) -> html.P:
    """The ways on: to another workload on the same axes, and to the pages of topics that begin with one."""
    links = [
        dcc.Link("Set beside another workload", href=f"/beside?w={key}"),
        *(
            dcc.Link(page.from_workload, href=f"{page.path}?w={key}")
            for page in all_pages().values()
            if page.from_workload
        ),
    ]
    return html.P([part for link in links for part in (" · ", link)][1:], className="qs-small")


def figures(workload: Workload) -> html.Dl:
    """Counts, span, load, users."""
    jobs, closed = workload.jobs, workload.is_closed
    of_widest = look_of(workload, lambda look: look.widest) or widest
    span = float(jobs.submit[-1] - jobs.submit[0]) if len(jobs) else 0.0
    load, processors = offered_load(workload), grouped(workload.platform.processors)
    users = grouped(workload.users) if users_known(workload) else "—"
    of_kind, counts = look_of(workload, lambda look: look.jobs), look_of(workload, lambda look: look.counts)
    facts = [
        ("jobs", grouped(len(jobs)), of_kind(workload) if of_kind else ""),
        ("users", users, ""),
        (f"{part_of(workload)}s", processors, about_clusters(workload)),
        ("span", "—" if closed else human(span), "submit times follow completions" if closed else ""),
        ("offered load", "—" if load is None else f"{load:.2f}", about_load(workload)),
        ("longest job", human(float(jobs.runtime.max())) if len(jobs) else "—", ""),
        _most_processors(of_widest(workload), processors),
    ]
    facts[1:1] = [(name, grouped(count), "") for name, count in (counts(workload) if counts else {}).items()]
    return html.Dl(
        [
            html.Div([html.Dt(linked(name)), html.Dd([value, html.Small(f" {more}") if more else None])])
            for name, value, more in facts
        ],
        className="qs-figures",
    )


def widest(workload: Workload) -> tuple[str, int]:
    """What the most processors of a job are called, and how many that are."""
    return "widest job", int(workload.jobs.processors.max(initial=0))


def _most_processors(named: tuple[str, int], machine: str) -> tuple[str, str, str]:
    name, most = named
    return name, grouped(most) if most else "—", f"of {machine}"


def about_clusters(workload: Workload) -> str:
    """In how many clusters, where there are several."""
    return f"in {len(workload.platform.clusters)} clusters" if workload.has_clusters else ""


def about_load(workload: Workload) -> str:
    """What the offered load is of, and of the CPU that jobs can use where that is less."""
    if workload.is_closed:
        return "follows from completions"
    if offered_load(workload) is None:
        return "longest job outlasts the span" if len(workload) > 1 else ""
    load = cpu_load(workload)
    return "" if load is None else f"of nodes, {load:.2f} of CPU"


def options_form(
    record: Mapping[str, Any], wanted: frozenset[str] = frozenset(), elsewhere: Sequence[str] = ()
) -> html.Details:
    """Slice and change the workload: the same source, made anew with other options, the usual ones first.

    wanted: those to be marked.  elsewhere: options that have an input in another part of the page.
    """
    values = asked_options(record)
    params = [param for param in OPTIONS.values() if param.name not in elsewhere]
    basic = [param for param in params if param.name in BASIC or param.name in wanted]
    more = [param for param in params if param not in basic]
    return html.Details(
        [
            html.Summary("Change the workload: take a part, another machine, another load", className="qs-summary"),
            dmc.Checkbox(label="Explain the fields", className="qs-explain", size="sm", mb=8),
            html.Div(fields(basic, values, wanted), className="qs-forms"),
            submitted(record),
            html.Details(
                [
                    html.Summary(f"More: {theme.counted(len(more), 'option')}"),
                    html.Div(fields(more, values), className="qs-forms"),
                ],
                className="qs-more",
            ),
            html.Div(dmc.Button("Apply", id=ids.act("apply", "options"), variant="light"), className="qs-apply"),
        ],
        className="qs-card qs-options-form",
    )


def fields(params: Sequence[Param], values: Mapping[str, Any], wanted: frozenset[str] = frozenset()) -> list[html.Div]:
    """An input for each option, those wanted marked."""
    return [
        html.Div(
            option_input(param, values.get(param.name, param.default)),
            className="qs-wanted" if param.name in wanted else None,
        )
        for param in params
    ]


def option_input(param: Param, value: Any) -> Any:
    """The input of an option; times are text, so that lengths of time can be written."""
    if param.name not in TIMES:
        return input_for(param, "options", value)
    dates = "a date, " if param.name in DATES else ""
    text_param = replace(
        param, help=f"{param.help}: {dates}seconds, or like 36 h or 4 wk 2 d", kind=str, low=None, high=None, unit=""
    )
    return input_for(text_param, "options", value if value is None or isinstance(value, str) else plain_number(value))


def read_options(
    inputs: Sequence[Mapping[str, Any]],
    values: Sequence[Any],
    switches: Sequence[Any],
    calendar: Calendar | None = None,
) -> WorkloadOptions:
    """The options of the form; arguments as of read_form().  Raises ParamError, WorkloadError.

    calendar: of the log, whose dates may stand for times.
    """
    plain = [
        instants.read(which["name"], value, calendar if which["name"] in DATES else None)
        if which["name"] in TIMES
        else value
        for which, value in zip(inputs, values, strict=True)
    ]
    return WorkloadOptions(**read_form(OPTIONS.values(), inputs, plain, switches))


def submitted(record: Mapping[str, Any]) -> html.P | None:
    """When the jobs shown are submitted, for those who want to slice them."""
    first, last = record.get("first_submit"), record.get("last_submit")
    if first is None or last is None or record.get("arrivals") == "closed":
        return None
    scaled = " after scaling; begin and end are times before it" if record["options"].get("load") else ""
    calendar = None if scaled else slice_names.calendar_of_record(record)
    begin, end = (slice_names.both(time, calendar) for time in (first, last))
    return html.P(f"These jobs are submitted from {begin} to {end}{scaled}.", className="qs-soft qs-small")


def asked_options(record: Mapping[str, Any]) -> dict[str, Any]:
    """The options as they were asked for or took effect, for the form.

    Arrivals that follow from the campaigns are left open, so that they follow when these are changed.
    """
    options = record.get("options", {})
    follows = ("arrivals", usual_arrivals(options))
    form_options = {name: value for name, value in options.items() if name in OPTIONS and (name, value) != follows}
    if form_options.get("clusters"):
        form_options.pop("processors", None)  # those of the clusters, whatever they are changed to
    return form_options


def source_of(services: Services, asked: Link) -> dict[str, Any]:
    """The source of the workload or load a link names; raises StoreError."""
    if asked.workload:
        return dict(services.store.workload_record(asked.workload)["source"])
    spec = services.runs.status(asked.load).spec if asked.load else None
    if not spec:
        raise StoreError("There is no workload to apply the options to; open a log first.")
    return dict(spec["source"])


def asked_of(services: Services, asked: Link, loaded: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """(source, options) of the workload on the page, or of the load that failed.  Raises StoreError, ParamError."""
    if isinstance(loaded, str) and services.store.has_workload(loaded):
        record = services.store.workload_record(loaded)
        return dict(record["source"]), asked_options(record)
    spec = services.runs.status(asked.load).spec if asked.load else None
    return source_of(services, asked), dict((spec or {}).get("options", {}))


def progress(status: Status) -> tuple[Any, str | None, int | None]:
    """(what to say of a load under way, no workload yet, ms until to ask again, None: never)."""
    if status.state in ("queued", "running"):
        percent = float(status.percent or 0)
        return (
            html.Div(
                [
                    html.P(status.message or "Reading the workload …", style={"margin": "0 0 6px"}),
                    dmc.Progress(value=percent, **{"aria-label": "Reading the workload"}),
                ],
                className="qs-card",
            ),
            None,
            poll_pause([status]),
        )
    if status.state == "unknown":
        return sentence("This load is no longer known to the server; open the log again.", "warning"), None, None
    return (
        html.Div(
            [sentence(status.message or f"The load is {status.state}.", "error"), retry(status)], className="qs-stack"
        ),
        None,
        poll_pause([status]) if status.awaited else None,
    )


def drawing() -> html.Div:
    """What is said while the pictures of a workload are made."""
    return html.Div(
        [
            html.P("Drawing the workload …", style={"margin": "0 0 6px"}),
            dmc.Progress(value=100.0, animated=True, **{"aria-label": "Drawing the workload"}),
        ],
        className="qs-card",
    )


def correctable(status: Any) -> bool:
    """Whether other options could help a load that did not end well: not if its file could not be read."""
    if not status.spec or status.spec.get("do") != "load":
        return False
    return status.state in ("lost", "cancelled") or (status.state == "failed" and status.percent >= 100 * READ)


def retry(status: Any) -> html.Div | None:
    """The remedies of a load that failed, to be pressed, and the options, to be corrected."""
    if not correctable(status):
        return None
    options, wanted = status.spec.get("options", {}), frozenset(one.option for one in status.remedies)
    unused = [name for card in all_cards().values() if not card.in_use(options) for name in card.options]
    form = options_form({"options": options}, wanted, unused)
    form.open = True
    return html.Div(
        [html.Div([suitable_policies.press(offer) for offer in offers(status.remedies)], className="qs-row"), form],
        className="qs-stack",
    )
