"""Papers: their experiments run again beside the published numbers, with a verdict in words.

The address says which experiment, at which scale, with which seed, on which log.  What is shown of it follows from
the registry and the store, never from memory: a reload or another browser sees the same, and follows an experiment
under way.
"""

from __future__ import annotations

from typing import Any

import dash_mantine_components as dmc
from dash import ALL, Dash, Input, Output, State, ctx, dcc, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services, start
from layouts.frame.controls import number_input, sentence
from layouts.frame.openings import Opened, open_sample, open_setup
from layouts.frame.samples import versions
from layouts.server.web import visitor
from layouts.topics.papers import address, experiment_list, item_matrix, logs, outcome, paper_ids
from layouts.topics.papers import experiment as papers_experiment
from layouts.topics.papers import states as papers_states
from layouts.topics.papers.address import Asked
from layouts.topics.papers.states import ACTIVE, AWAITED, Trial
from scheduler.errors import InputError, ParamError, QueuescopeError
from scheduler.results import sources
from scheduler.topics.papers.experiments import SCALES, Experiment, Paper, all_experiments

TICK = 500  # ms
LEAD = "Experiments of published papers, run again here: the printed numbers beside ours, and a verdict in words."
CLASS = {False: "qs-papers", True: "qs-papers qs-chosen"}
NOTHING = Asked()
GONE = "There is no such experiment here; choose one of the list."


def depends_on() -> tuple:
    """The page is made of the program and the samples."""
    return versions()


def layout() -> html.Div:
    """The page; what is open follows the address."""
    return html.Div(
        [
            html.Header([html.H1("Papers"), html.P(LEAD, className="qs-lead")], className="qs-title"),
            html.Div(id=paper_ids.MESSAGE, role="status", className="qs-paper-message", **{"aria-live": "polite"}),
            *(dcc.Store(id=store) for store in (paper_ids.ASKED, paper_ids.SHAPE, paper_ids.DONE)),
            dcc.Interval(id=paper_ids.TICK, interval=TICK),
            dcc.Download(id=paper_ids.SAVED),
            html.Div(
                [opened(), html.Div(experiment_list.table(), className="qs-paper-list"), item_matrix.matrices()],
                id=paper_ids.GRID,
                className=CLASS[False],
                **{"data-python": "yes"},
            ),
        ]
    )


def opened() -> html.Div:
    """The place of the experiment that is open."""
    return html.Div(
        [
            html.Section([html.Div(id=paper_ids.HEAD), form()], id=paper_ids.FORM, hidden=True, className="qs-card"),
            html.Div(id=paper_ids.RESULT, className="qs-stack"),
            html.Div(id=paper_ids.FOOT, className="qs-stack"),
            html.Div(id=paper_ids.COMMAND, className="qs-paper-command"),
        ],
        className="qs-stack qs-paper-open",
    )


def form() -> html.Div:
    """Log, scale and seed, and what can be done with them."""
    scale = dmc.SegmentedControl(
        id=paper_ids.SCALE,
        data=[{"value": scale, "label": scale} for scale in SCALES],
        value=SCALES[0],
        **{"aria-label": "Scale"},
    )
    seed = number_input(sources.SEED, 0, {"id": paper_ids.SEED, "label": "seed", "w": 110, "debounce": 600})
    return html.Div(
        [
            html.Div(
                dmc.Select(id=paper_ids.LOG, label="log", data=[], allowDeselect=False, w=300, searchable=True),
                id=paper_ids.LOG_BOX,
                hidden=True,
            ),
            html.Div([html.Span("scale", className="qs-label", **{"aria-hidden": "true"}), scale]),
            html.Div(seed, id=paper_ids.SEED_BOX),
            html.Div(
                id=paper_ids.STATE, className="qs-row qs-grow qs-paper-state", role="status", **{"aria-live": "polite"}
            ),
        ],
        className="qs-row qs-end qs-paper-form",
    )


def register(app: Dash, services: Services) -> None:
    """Everything that reacts on this page."""
    restoring(app, services)
    choosing(app)
    watching(app, services)
    showing(app, services)
    running(app, services)
    leaving(app, services)


def entry(name: str) -> tuple[Paper, Experiment]:
    """The experiment of a name from outside.  Raises InputError."""
    pair = all_experiments().get(name)
    if pair is None:
        raise InputError(GONE)
    return pair


def pressed() -> bool:
    """Whether a button was pressed: Dash calls back when one appears, too."""
    return bool(ctx.triggered_id and ctx.triggered[0]["value"])


# -- the address


def restoring(app: Dash, services: Services) -> None:
    """From the address to what is declared; a store is only written when it changes."""

    @app.callback(
        Output(paper_ids.ASKED, "data"),
        Output(paper_ids.GRID, "className"),
        Output(paper_ids.FORM, "hidden"),
        Output(paper_ids.HEAD, "children"),
        Output(paper_ids.FOOT, "children"),
        Output(paper_ids.COMMAND, "children"),
        Output(paper_ids.SCALE, "data"),
        Output(paper_ids.SCALE, "value"),
        Output(paper_ids.SEED, "value"),
        Output(paper_ids.SEED_BOX, "hidden"),
        Output(paper_ids.LOG, "data"),
        Output(paper_ids.LOG, "value"),
        Output(paper_ids.LOG_BOX, "hidden"),
        Output(paper_ids.MESSAGE, "children"),
        Output(ids.act("experiment-entry", ALL), "className"),
        Input(ids.URL, "search"),
        State(ids.URL, "pathname"),
        State(paper_ids.ASKED, "data", allow_optional=True),
        State(ids.act("experiment-entry", ALL), "id"),
    )
    def restore(search: str | None, path: str | None, before: Any, listed: Any) -> tuple:
        if path != "/papers":
            return *[no_update] * 14, [no_update] * len(listed)
        outputs = restored(services, search, str((before or {}).get("experiment") or ""))
        name = (outputs[0] or {}).get("experiment")
        return *outputs, ["qs-here" if which["key"] == name else "" for which in listed]


def restored(services: Services, search: str | None, before: str) -> tuple:
    """What the page shows of an address.  before: the experiment that is open already, whose parts stay."""
    asked = address.read(search)
    problem = papers_experiment.error_message(asked.problem)
    if not asked.experiment:
        return None, CLASS[False], True, None, None, None, *[no_update] * 7, problem
    try:
        scale = papers_states.trial_of(services, asked).scale
    except QueuescopeError as error:
        scale, problem = asked.scale or SCALES[0], sentence(str(error), "error")
    paper, experiment = entry(asked.experiment)
    still = asked.experiment == before
    return (
        {"experiment": asked.experiment, "scale": scale, "seed": asked.seed, "log": asked.log},
        CLASS[True],
        False,
        no_update if still else papers_experiment.head(paper, experiment),
        no_update if still else papers_experiment.foot(paper, experiment, asked.experiment),
        html.Section(papers_experiment.command(asked.experiment, scale, asked.seed, asked.log), className="qs-card"),
        papers_experiment.scales(experiment),
        scale,
        asked.seed,
        not experiment.random,
        *logs.choice(services, experiment, asked.log),
        problem,
    )


def asked_of(data: Any) -> Asked:
    """What is open, as the store has it; nothing where that is no experiment."""
    asked = data if isinstance(data, dict) else {}
    name, scale = str(asked.get("experiment") or ""), asked.get("scale")
    if name not in all_experiments():
        return Asked()
    try:
        seed = address.seed_of(name, asked.get("seed"))
    except ParamError:
        seed = 0
    return Asked(name, scale if scale in SCALES else SCALES[0], seed, log=address.log_of(name, asked.get("log")))


def choosing(app: Dash) -> None:
    """Another log, scale or seed is another address."""

    @app.callback(
        Output(ids.URL, "href", allow_duplicate=True),
        Output(paper_ids.MESSAGE, "children", allow_duplicate=True),
        Input(paper_ids.SCALE, "value"),
        Input(paper_ids.SEED, "value"),
        Input(paper_ids.LOG, "value"),
        State(paper_ids.ASKED, "data"),
        prevent_initial_call=True,
    )
    def choose(scale: Any, seed: Any, log: Any, data: Any) -> tuple[Any, Any]:
        return chosen(data, scale, seed, log)


def chosen(data: Any, scale: Any, seed: Any, log: Any = None) -> tuple[Any, Any]:
    """(address, message) of a scale, a seed and a log of the form."""
    try:
        asked = asked_of(data)
        if not asked.experiment:
            return no_update, no_update
        new = asked._replace(
            scale=scale,
            seed=address.seed_of(asked.experiment, seed),
            log=address.log_of(asked.experiment, logs.of_choice(log)),
        )
    except ParamError as error:
        return no_update, sentence(str(error), "error")
    if new == asked or scale not in SCALES:
        return no_update, no_update
    return address.write(new.experiment, new.scale, new.seed, new.log), None


# -- how far everything is


def watching(app: Dash, services: Services) -> None:
    """The states, all at first and then those under way; between changes of state only the bar moves."""

    @app.callback(
        Output(paper_ids.STATE, "children"),
        Output(ids.act("paper-pace", ALL), "children"),
        Output(ids.act("experiment-state", ALL), "children"),
        Output(paper_ids.SHAPE, "data"),
        Output(paper_ids.DONE, "data"),
        Output(paper_ids.TICK, "disabled"),
        Input(paper_ids.TICK, "n_intervals"),
        Input(paper_ids.ASKED, "data"),
        State(paper_ids.SHAPE, "data"),
        State(paper_ids.DONE, "data"),
        State(ids.act("paper-pace", ALL), "id"),
        State(ids.act("experiment-state", ALL), "id"),
    )
    def watch(_ticks: Any, data: Any, before: Any, done: Any, paces: Any, listed: Any) -> tuple:
        names = [str(which["key"]) for which in listed]
        try:
            asked = asked_of(data)
            one = papers_states.trial_of(services, asked) if asked.experiment else None
            look = before.get("active") or [] if ctx.triggered_id == paper_ids.TICK and before else names
            trials = {name: papers_states.trial_of(services, Asked(name)) for name in look if name in names}
        except QueuescopeError as error:
            return sentence(str(error), "error"), [no_update] * len(paces), [no_update] * len(names), None, None, True
        if one and (before or {}).get("open") != [one.key, one.state]:
            trials[one.experiment] = papers_states.trial_of(services, Asked(one.experiment))
        shape = {"open": one and [one.key, one.state], "active": [n for n in trials if trials[n].state in AWAITED]}
        return seen(one, trials, shape, before, done, paces, names)


def seen(
    one: Trial | None, trials: dict[str, Trial], shape: dict, before: Any, done: Any, paces: list, names: list[str]
) -> tuple:
    """What watch answers: only what has changed."""
    states = [experiment_list.state(trials[name]) if name in trials else no_update for name in names]
    still = isinstance(before, dict) and before.get("open") == shape["open"]
    controls = no_update if still else papers_experiment.controls(one, entry(one.experiment)[1]) if one else None
    goes_on = one is not None and still and one.state in ACTIVE
    moved = [papers_experiment.bar(one) if one and goes_on and one.key == pace["key"] else no_update for pace in paces]
    ended = one and {"key": one.key, "finished": one.record is not None}
    quiet = not shape["active"] and not (one and one.state in AWAITED)
    return controls, moved, states, shape, no_update if ended == done else ended, quiet


def showing(app: Dash, services: Services) -> None:
    """The outcome of the experiment that is open, or the published values alone; and the outcome as a file."""

    @app.callback(
        Output(paper_ids.RESULT, "children"),
        Input(paper_ids.DONE, "data"),
        Input(ids.SCHEME, "data"),
        State(paper_ids.ASKED, "data"),
    )
    def show(_done: Any, scheme: Any, data: Any) -> Any:
        asked = asked_of(data)
        if not asked.experiment:
            return None
        try:
            trial = papers_states.trial_of(services, asked)
            experiment = entry(asked.experiment)[1]
            return [*logs.finished(services, experiment, trial), *outcome.result(experiment, trial, scheme or "light")]
        except QueuescopeError as error:
            return sentence(str(error), "error")

    @app.callback(
        Output(paper_ids.SAVED, "data"),
        Input(ids.act("paper-save", ALL), "n_clicks"),
        State(paper_ids.ASKED, "data"),
        prevent_initial_call=True,
    )
    def save(_clicks: Any, data: Any) -> Any:
        asked = asked_of(data)
        if not pressed() or not asked.experiment:
            return no_update
        return outcome.file(papers_states.trial_of(services, asked)) or no_update


# -- running


def running(app: Dash, services: Services) -> None:
    """Run, run again, cancel."""

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(paper_ids.TICK, "disabled", allow_duplicate=True),
        Output(paper_ids.MESSAGE, "children", allow_duplicate=True),
        Input(ids.act("paper-run", ALL), "n_clicks"),
        State(paper_ids.ASKED, "data"),
        prevent_initial_call=True,
    )
    def run(_clicks: Any, data: Any) -> tuple:
        if not pressed():
            return (no_update,) * 4
        scale, _, seed = str(ctx.triggered_id["key"]).partition("/")
        return run_it(services, data, scale, seed)

    @app.callback(
        Output(paper_ids.TICK, "disabled", allow_duplicate=True),
        Input(ids.act("paper-cancel", ALL), "n_clicks"),
        prevent_initial_call=True,
    )
    def cancel(_clicks: Any) -> Any:
        if not pressed():
            return no_update
        services.runs.cancel(str(ctx.triggered_id["key"]), visitor())
        return False


def run_it(services: Services, data: Any, scale: str, seed: str) -> tuple:
    """(request, address, whether to stop asking, message) of a press on a button that runs."""
    try:
        asked = asked_of(data)
        new = asked._replace(scale=scale, seed=address.seed_of(asked.experiment, seed))
    except ParamError as error:
        return no_update, no_update, no_update, sentence(str(error), "error")
    started = start(services, [papers_states.spec(new.experiment, scale, new.seed, new.log)])
    if started.problem:
        return no_update, no_update, no_update, sentence(started.problem, "error")
    href = no_update if new == asked else address.write(new.experiment, new.scale, new.seed, new.log)
    return started.request, href, False, None


def leaving(app: Dash, services: Services) -> None:
    """A setup of the experiment opens in Compare."""

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(paper_ids.MESSAGE, "children", allow_duplicate=True),
        Input(ids.act("paper-open", ALL), "n_clicks"),
        State(paper_ids.ASKED, "data"),
        prevent_initial_call=True,
    )
    def leave(_clicks: Any, data: Any) -> tuple:
        if not pressed():
            return no_update, no_update, no_update
        return tuple(opened_setup(services, str(ctx.triggered_id["key"]), asked_of(data)))

    @app.callback(
        Output(ids.REQUEST, "data", allow_duplicate=True),
        Output(ids.URL, "href", allow_duplicate=True),
        Output(paper_ids.MESSAGE, "children", allow_duplicate=True),
        Input(ids.act("item-open", ALL), "n_clicks"),
        prevent_initial_call=True,
    )
    def show(_clicks: Any) -> tuple:
        return tuple(opened_item(services, str(ctx.triggered_id["key"]))) if pressed() else (no_update,) * 3


def opened_item(services: Services, key: str) -> Opened:
    """What came of opening what shows the item "paper/number"."""
    try:
        setup = item_matrix.setup_of(key)
    except InputError as error:
        return Opened(message=sentence(str(error), "error"))
    return opened_setup(services, setup.opening) if setup.opening else open_sample(services, setup.sample)


def opened_setup(services: Services, key: str, asked: Asked = NOTHING) -> Opened:
    """What came of opening the setup "paper/experiment/place"; asked: what is open, for one of the log chosen."""
    name, _, place = key.rpartition("/")
    pair = all_experiments().get(name)
    openings = {str(at): opening for at, opening in enumerate(pair[1].openings)} if pair else {}
    opening = openings.get(place)
    if pair is None or opening is None:
        return Opened(message=sentence(GONE, "error"))
    if not opening.source:
        return logs.open_log(services, pair[1], opening, asked)
    return open_setup(services, opening.source, opening.options, opening.runs)
