"""A divisible load: one load, cut at will, and divided among workers.

The address holds the whole question, so a link or a reload brings it back; nothing is stored.  Whatever a browser
sends is read as the address is: with suspicion, and answered by a sentence where it means nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dash import ALL, ClientsideFunction, Dash, Input, Output, State, ctx, dcc, html, no_update

from layouts import ids
from layouts.frame import shell
from layouts.frame.callbacks import Services
from layouts.frame.controls import sentence
from layouts.topics.divisible import answer as lessons_answer
from layouts.topics.divisible import load_address, load_form, load_ids
from layouts.topics.divisible.load_address import MOST_ROWS, PATH
from scheduler.errors import ParamError, QueuescopeError
from scheduler.params import Param
from scheduler.topics.divisible import workers
from scheduler.topics.divisible.answer import answer
from scheduler.topics.divisible.platform import Worker
from scheduler.topics.divisible.samples import SAMPLES

LEAD = "A load that can be cut at will is sent to workers behind slow links: who gets how much, and when?"
FRESH = Worker(1.0, 1.0)
PARTS = ("speed", "bandwidth", "latency")


def depends_on() -> tuple:
    """The page is made of the program alone."""
    return ()


def layout() -> html.Div:
    """The form and its answer, and the way to the samples; what is in them follows the address."""
    return shell.titled(
        "Divide one load among workers",
        LEAD,
        html.Div(
            [
                *(dcc.Store(id=store) for store in (load_ids.LINK, load_ids.SAVED)),
                html.Div(
                    [
                        html.Section(
                            [
                                html.H2("The load and the workers", id="load-heading"),
                                html.P(
                                    "A unit of load is whatever is counted: a gigabyte, a thousand runs. The master "
                                    "has all of it and sends one message at a time through its port. A worker "
                                    "computes what it has received whole."
                                ),
                                html.Div(id=load_ids.LINK_MESSAGE, role="status", **{"aria-live": "polite"}),
                                html.Div(id=load_ids.FORM, className="qs-stack"),
                                html.Div(id=load_ids.MESSAGE, role="status", **{"aria-live": "polite"}),
                            ],
                            className="qs-card",
                            **{"aria-labelledby": "load-heading"},
                        ),
                        html.Div(id=load_ids.ANSWER, className="qs-stack"),
                    ],
                    className="qs-load",
                    **{"data-python": "yes"},
                ),
            ],
            className="qs-stack",
        ),
    )


def register(app: Dash, services: Services) -> None:
    """Everything that reacts on this page, and where it was before."""
    load_address.register(app.server)
    arriving(app)
    choosing(app)
    rows_of_workers(app)
    answering(app)


def arriving(app: Dash) -> None:
    """From the address to the form."""

    @app.callback(
        Output(load_ids.FORM, "children"),
        Output(load_ids.LINK_MESSAGE, "children"),
        Input(ids.URL, "search"),
        State(ids.URL, "pathname"),
    )
    def arrive(search: str | None, path: str | None) -> tuple[Any, Any]:
        if (path or "").rstrip("/") != PATH:
            return no_update, no_update
        load_question, problem = load_address.asked(search)
        return load_form.fields(load_question, load_form.sample_of(load_question)), sentence(
            problem, "warning"
        ) if problem else None


def choosing(app: Dash) -> None:
    """An example is another address."""

    @app.callback(
        Output(ids.URL, "href", allow_duplicate=True),
        Input(load_ids.SAMPLE, "value"),
        State(load_ids.LINK, "data"),
        prevent_initial_call=True,
    )
    def choose(name: Any, link: Any) -> Any:
        if not isinstance(name, str) or name not in SAMPLES:
            return no_update
        wanted = load_address.address(load_form.sample_question(name).asked)
        return no_update if wanted == link else wanted


def rows_of_workers(app: Dash) -> None:
    """One worker more or less, or the columns of another platform."""
    shape = ids.param(load_form.FORM, "platform")

    @app.callback(
        Output(load_ids.WORKERS, "children"),
        Input(load_ids.ADD, "n_clicks"),
        Input(load_ids.worker(ALL, "remove"), "n_clicks"),
        State(shape, "value"),
        State(load_ids.worker(ALL, ALL), "id"),
        State(load_ids.worker(ALL, ALL), "value"),
        prevent_initial_call=True,
    )
    def change(add: Any, removals: Any, platform: Any, rows: Any, values: Any) -> Any:
        if not (add or any(removals)):
            return no_update  # Dash calls back when a button appears, too
        is_new = ctx.triggered_id == load_ids.ADD
        removed = None if is_new else ctx.triggered_id["row"]
        return load_form.worker_rows(changed(cells(rows, values), is_new, removed), platform_of(platform))

    @app.callback(
        Output(load_ids.WORKERS, "children", allow_duplicate=True),
        Input(shape, "value"),
        State(load_ids.worker(ALL, ALL), "id"),
        State(load_ids.worker(ALL, ALL), "value"),
        prevent_initial_call=True,
    )
    def reshape(platform: Any, rows: Any, values: Any) -> Any:
        return load_form.worker_rows(changed(cells(rows, values), False, None), platform_of(platform))


def platform_of(choice: Any) -> str:
    """The platform of a choice that comes from outside; a star where it is none of those offered."""
    return choice if isinstance(choice, str) and choice in load_form.CHOICES["platform"] else "star"


def changed(entries: Sequence[tuple[Any, Any, Any]], add: bool, taken: Any) -> list[Worker]:
    """The workers of the rows, one more at the end, or one taken out; what does not read is that of the first."""
    rows = sorted({row for row, part, _ in entries if isinstance(row, int) and part in PARTS})[:MOST_ROWS]
    values = {(row, part): value for row, part, value in entries if isinstance(row, int) and part in PARTS}
    first = _worker(values, rows[0], FRESH) if rows else FRESH
    pairs = [(row, _worker(values, row, first)) for row in rows]
    kept = [worker for row, worker in pairs if row != taken] or [first]
    return [*kept, kept[-1]] if add and len(kept) < MOST_ROWS else kept


def _worker(values: Mapping[tuple[Any, Any], Any], row: int, otherwise: Worker) -> Worker:
    """A row as a worker; each number that is missing or wrong is that of another one."""
    numbers = []
    for part in PARTS:
        try:
            low = 0.0 if part == "latency" else workers.LOW
            numbers.append(Param(part, 1.0, low, workers.HIGH).check(values.get((row, part))))
        except ParamError:
            numbers.append(getattr(otherwise, part))
    return Worker(*numbers)


def answering(app: Dash) -> None:
    """After every change: distribute and draw, or say what is wrong and leave the last chart."""
    form = ids.param(load_form.FORM, ALL)

    @app.callback(
        Output(load_ids.ANSWER, "children"),
        Output(load_ids.LINK, "data"),
        Output(load_ids.MESSAGE, "children"),
        Output(load_ids.SAMPLE, "value"),
        Output(load_ids.field(ALL), "hidden"),
        Input(form, "value"),
        Input(load_ids.worker(ALL, ALL), "value"),
        Input(ids.SCHEME, "data"),
        State(form, "id"),
        State(load_ids.worker(ALL, ALL), "id"),
        State(load_ids.field(ALL), "id"),
        State(load_ids.LINK, "data"),
        State(load_ids.SAMPLE, "value"),  # so that an example chosen meanwhile stays
        prevent_initial_call=True,
    )
    def respond(values: Any, numbers: Any, scheme: Any, names: Any, rows: Any, places: Any, link: Any, _: Any) -> tuple:
        form_values = fields(names, values)
        away = [load_form.hidden(str(place["name"]), form_values) for place in places]
        if not form_values:  # the form is not there yet
            return no_update, no_update, no_update, no_update, away
        return *answered(form_values, cells(rows, numbers), "dark" if scheme == "dark" else "light", bool(link)), away

    app.clientside_callback(
        ClientsideFunction("queuescope", "addressOfPage"),
        Output(load_ids.SAVED, "data"),
        Input(load_ids.LINK, "data"),
        prevent_initial_call=True,
    )


def fields(names: Sequence[Mapping[str, Any]], values: Sequence[Any]) -> dict[str, Any]:
    """The values of the form by name, of known names only."""
    return {
        str(name["name"]): value
        for name, value in zip(names, values, strict=False)
        if name.get("name") in load_address.PARAM_OF
    }


def cells(rows: Sequence[Mapping[str, Any]], values: Sequence[Any]) -> list[tuple[Any, Any, Any]]:
    """(row, part, value) of each number of a worker; buttons have none."""
    return [
        (row.get("row"), row.get("part"), value)
        for row, value in zip(rows, values, strict=False)
        if row.get("part") in PARTS
    ]


def answered(
    form_values: Mapping[str, Any], numbers: Sequence[tuple[Any, Any, Any]], scheme: str, before: bool = True
) -> tuple:
    """(answer, address, what is wrong, example) of a form; before: whether there is a chart already."""
    try:
        asked = load_address.of_form(form_values, numbers)
        solution = answer(asked)
    except QueuescopeError as error:
        kept = " The chart is that of the last question that could be answered." if before else ""
        return no_update, no_update, sentence(f"{error}{kept}", "error"), no_update
    return (lessons_answer.body(solution, scheme), load_address.address(asked.asked), None, load_form.sample_of(asked))
