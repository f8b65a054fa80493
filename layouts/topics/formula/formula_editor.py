"""The formulas of a policy while they are typed: an error under its character, or their outcome beside the baseline.

Examples fill the whole form.  A small workload is simulated and drawn at once, and the place of a waiting job is
explained by the value of every part; a larger one is simulated when *Run it* is pressed.  Machine code that is not
there yet is loaded or compiled in a thread of its own, while the page says so and asks again.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import dash_mantine_components as dmc
import numpy as np
from dash import ALL, Dash, Input, Output, State, dcc, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import ENTERED, field_name, form_for, read_form, sentence
from layouts.server.cpu_time_limit import OutOfTime, in_time
from layouts.state import page_state
from layouts.state.page_state import STORES, PageState
from layouts.topics.formula import formula_ids
from layouts.topics.formula.formula_sketch import Drawn, sketches
from scheduler.durations import human, instant
from scheduler.errors import QueuescopeError
from scheduler.model.schedule import Schedule
from scheduler.policies import Policy, all_policies, policy_of
from scheduler.results.queue.warm import samples
from scheduler.simulate import simulate
from scheduler.topics.formula.errors import FormulaError
from scheduler.topics.formula.examples import EXAMPLES
from scheduler.topics.formula.formula_order import place_of
from scheduler.topics.formula.names import FUNCTIONS, NAMES
from scheduler.wording import counted

LOG = logging.getLogger("queuescope")
TICK = 1_000  # ms between two questions
PATIENCE = 0.3  # s an answer waits for machine code
MOST_JOBS = 2_000  # of a workload that is simulated while one types
SECONDS = 2.0  # of a simulation
WIDTH = 60  # characters of a formula that are repeated around an error
OWN_WORDS = "examples of papers and sites"
BUILT_IN = "policies of the list"


def has_formulas(policy: Policy | None) -> bool:
    """Whether a policy has parameters in the language of formulas."""
    return policy is not None and any(param.is_expression for param in policy.params)


def examples() -> list[dict[str, Any]]:
    """The choices of the list of examples, in groups; a value is the name of the example."""
    return [
        {"group": OWN_WORDS, "items": [example.title for example in EXAMPLES]},
        {"group": BUILT_IN, "items": [policy.title for policy in all_policies().values() if policy.as_expression]},
    ]


def params_of(name: str) -> Mapping[str, Any]:
    """The parameters of an example; none for a name that there is not."""
    own: dict[str, Mapping[str, Any]] = {example.title: example.params() for example in EXAMPLES}
    own |= {policy.title: policy.as_expression for policy in all_policies().values() if policy.as_expression}
    return own.get(name, {})


def layout() -> html.Div:
    """What stands above the form of a policy that has formulas: the editor, and what is wrong or comes of it."""
    return html.Div([editor(), html.Div(id=formula_ids.CHECK)], id=f"{formula_ids.EDITOR}-box")


def editor() -> html.Div:
    """Examples, a job whose place is explained, and all words."""
    return html.Div(
        [
            html.Div(
                [
                    dmc.Select(
                        label="begin with an example",
                        id=formula_ids.EXAMPLE,
                        data=examples(),
                        searchable=True,
                        w=320,
                        clearable=True,
                        description="fills the form below",
                    ),
                    dmc.NumberInput(
                        id=formula_ids.JOB,
                        label="explain the place of job",
                        value="",
                        allowDecimal=False,
                        debounce=ENTERED,
                        placeholder="the one that waits longest",
                        description="its number in the log",
                        w=240,
                    ),
                ],
                className="qs-row qs-end",
            ),
            html.P(
                [
                    "The job with the highest priority goes first. Who passes it while it does not fit is said by ",
                    html.Code("passing"),
                    ": as in EASY, unless you change it.",
                ],
                className="qs-small",
            ),
            all_words(),
            dcc.Interval(id=formula_ids.AGAIN, interval=TICK, disabled=True),
        ],
        id=formula_ids.EDITOR,
        hidden=True,
    )


def all_words() -> html.Details:
    """Every name and function of formulas, with its meaning."""
    rows = [(word, name.meaning + (f", {name.unit}" if name.unit else "")) for word, name in NAMES.items()]
    rows += [(f"{word}()", function.meaning) for word, function in FUNCTIONS.items()]
    return html.Details(
        [
            html.Summary("All names, signs and functions"),
            html.P(
                [
                    "Signs: ",
                    html.Code("+ - * / % **"),
                    ", comparisons such as ",
                    html.Code("<="),
                    ", ",
                    html.Code("and"),
                    ", ",
                    html.Code("or"),
                    ", ",
                    html.Code("not"),
                    ", ",
                    html.Code("a if condition else b"),
                    ", and round brackets. What is divided by zero is infinite.",
                ],
                className="qs-small",
            ),
            html.Table(
                [
                    html.Caption("Words of formulas", className="qs-unseen"),
                    html.Tbody(
                        [html.Tr([html.Th(html.Code(word), scope="row"), html.Td(meaning)]) for word, meaning in rows]
                    ),
                ],
                className="qs-table qs-compact",
            ),
        ],
        className="qs-twin",
    )


def register(app: Dash, services: Services) -> None:
    """Examples fill the form; what is typed is checked and, on a small workload, simulated."""

    @app.callback(
        Output(ids.ADD_FORM, "children", allow_duplicate=True),
        Input(formula_ids.EXAMPLE, "value"),
        State(ids.ADD_POLICY, "value"),
        prevent_initial_call=True,
    )
    def fill(name: Any, key: Any) -> Any:
        policy = all_policies().get(str(key))
        if not name or policy is None or not has_formulas(policy):
            return no_update
        return form_for(policy.params, "policy", params_of(str(name)), policy.key)

    @app.callback(
        Output(formula_ids.EDITOR, "hidden"),
        Output(formula_ids.CHECK, "children"),
        Output(formula_ids.WHY, "children"),
        Output(formula_ids.AGAIN, "disabled"),
        inputs={
            "values": Input(ids.param("policy", ALL), "value"),
            "identities": State(ids.param("policy", ALL), "id"),
            "switches": State(ids.param("policy", ALL), "checked"),
            "job": Input(formula_ids.JOB, "value"),
            "ticks": Input(formula_ids.AGAIN, "n_intervals"),
            "key": Input(ids.ADD_SHOWN, "data"),
            "stores": STORES,
        },
        prevent_initial_call=True,
    )
    def check(
        values: Sequence,
        identities: Sequence,
        switches: Sequence,
        job: Any,
        ticks: Any,
        key: Any,
        stores: dict[str, Any],
    ) -> Any:
        policy = all_policies().get(str(key))
        if policy is None or not has_formulas(policy):
            return True, None, None, True
        texts = {
            str(which["name"]).removeprefix(field_name(policy.key, "")): value
            for which, value in zip(identities, values, strict=True)
        }
        try:
            params = read_form(policy.params, identities, values, switches, policy.key)
            texts = params  # an error that comes later is about the canonical text
            if not ready(policy.key).wait(PATIENCE):
                return False, compiling(), None, False
            return False, *outcome(services, page_state.read(stores), policy, params, job), True
        except FormulaError as error:
            return False, under_the_character(str(texts.get(error.name) or ""), error), None, True
        except QueuescopeError as error:
            return False, sentence(str(error), "error"), None, True


def under_the_character(text: str, error: FormulaError) -> html.Div:
    """The part of a formula around an error, with a mark below the characters it is about."""
    begin = max(error.begin - WIDTH // 2, 0)
    part = "".join(sign if sign.isprintable() else " " for sign in text[begin : begin + WIDTH])
    length = max(min(error.end - error.begin, begin + WIDTH - error.begin), 1)
    return html.Div(
        [
            html.Pre(
                f"{part}\n{' ' * (error.begin - begin)}{'^' * length}",
                className="qs-formula-mark",
                **{"aria-hidden": "true"},
            ),
            sentence(str(error), "error"),
        ]
    )


@cache
def ready(key: str) -> threading.Event:
    """Set once what a policy runs on is in this process; asked for the first time, a thread begins with it."""
    done = threading.Event()
    threading.Thread(target=_load, args=(key, done), daemon=True, name=f"ready-{key}").start()
    return done


def _load(key: str, done: threading.Event) -> None:
    try:
        for params in ({}, *all_policies()[key].other_kernels):
            simulate(samples()[0], key, params, decisions=None)
    except QueuescopeError:
        LOG.exception("%s could not be tried", key)
    finally:
        done.set()


def compiling() -> html.P:
    """Why nothing comes of a right formula yet."""
    return html.P(
        "The formula is right. The server compiles the code of formulas, once per installation: half a "
        "minute on an idle machine, minutes on a busy one. What comes of the formula follows by itself.",
        className="qs-small",
        role="status",
    )


def outcome(
    services: Services, state: PageState, policy: Policy, params: Mapping[str, Any], job: Any = None
) -> tuple[Any, Any]:
    """(what comes of the formula in words, its picture and why a job has its place); raises QueuescopeError.

    job: the number of the one whose place is explained; without one it is that which waits longest.
    """
    jobs = services.store.workload(state.link.workload) if state.link.workload else None
    if jobs is None or not 0 < len(jobs) <= MOST_JOBS:
        return html.P("The formula is right; press Run it to see what comes of it.", className="qs-small"), None
    try:
        with in_time(SECONDS) as control:
            schedule = simulate(jobs, policy.key, params, control=control, decisions=None)
    except OutOfTime:
        return html.P(
            f"The formula is right. To simulate it takes longer than {SECONDS:g} s here; press Run it.",
            className="qs-small",
        ), None
    drawn = [Drawn("this formula", schedule)]
    if state.finished:
        runs = state.link.runs
        base = runs[state.link.baseline] if state.link.baseline < len(runs) else state.finished[0]
        other = services.store.schedule(base if base in state.finished else state.finished[0])
        drawn.insert(0, Drawn(f"the baseline, {policy_of(other.policy).title}", other))
    warnings = [html.P(note.text, className="qs-small") for note in schedule.notes if note.level == "warning"]
    return html.Div([waits(drawn), *warnings]), html.Div([sketches(drawn), *why_there(schedule, job)])


def waits(drawn: Sequence[Drawn]) -> html.P:
    """The waits of the formula, which comes last, beside those of the baseline."""
    lengths = [(human(float(one.schedule.wait.mean())), human(float(one.schedule.wait.max()))) for one in drawn]
    count = len(drawn[-1].schedule.wait)
    jobs = f"{'this' if count == 1 else 'these'} {counted(count, 'job')}"
    words = f"On {jobs}: mean wait {lengths[-1][0]}, longest {lengths[-1][1]}"
    if len(drawn) > 1:
        words += f"; {drawn[0].name}: {lengths[0][0]}, {lengths[0][1]}"
    return html.P(words + ". Run it shows the schedule.", className="qs-small", role="status")


def why_there(schedule: Schedule, job: Any) -> list:
    """Why a job has its place in the queue: the value of every part of the formula, for it and those before it."""
    numbers = schedule.workload.jobs.job_id
    rows = np.flatnonzero(numbers == job) if isinstance(job, int) else [int(np.argmax(schedule.wait))]
    if not len(rows):
        return [
            html.P(
                f"There is no job {job} among these; the numbers go from {numbers.min()} to {numbers.max()}.",
                className="qs-small",
                role="status",
            )
        ]
    place = place_of(schedule, int(rows[0]))
    when = f"when it is submitted, at {instant(place.begin)}"
    if place.waiting == 1:
        return [html.P(f"Job {numbers[rows[0]]} is alone in the queue {when}.", className="qs-small")]
    title = f"Why is job {numbers[rows[0]]} number {place.place} of {place.waiting} in the queue {when}?"
    head = html.Thead(html.Tr([html.Th(column, scope="col") for column in place.columns]))
    body = html.Tbody([html.Tr([html.Td(cell) for cell in row]) for row in place.rows])
    table = html.Table([html.Caption(title), head, body], className="qs-table qs-compact")
    return [html.Div(table, className="qs-scroll", tabIndex="0", role="region", **{"aria-label": title})]
