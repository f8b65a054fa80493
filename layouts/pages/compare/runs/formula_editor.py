"""The formulas of a policy while they are typed: an error under its character, or their outcome beside the baseline.

Examples fill the whole form.  A small workload is simulated at once; a larger one when *Run it* is pressed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import dash_mantine_components as dmc
from dash import ALL, Dash, Input, Output, State, html, no_update

from layouts import ids
from layouts.frame.callbacks import Services
from layouts.frame.controls import form_for, read_form, sentence
from layouts.server.in_time import OutOfTime, in_time
from layouts.state import page_state
from layouts.state.page_state import STORES, PageState
from scheduler.durations import human
from scheduler.errors import FormulaError, QueuescopeError
from scheduler.formula.examples import EXAMPLES
from scheduler.formula.names import FUNCTIONS, NAMES
from scheduler.policies import Policy, all_policies, policy_of
from scheduler.results.queue.warm import samples
from scheduler.simulate import simulate

MOST_JOBS = 2_000       # of a workload that is simulated while one types
SECONDS = 2.0           # of a simulation
WIDTH = 60              # characters of a formula that are repeated around an error
OWN_WORDS = "examples of papers and sites"
BUILT_IN = "policies of the list"


def has_formulas(policy: Policy | None) -> bool:
    """Whether a policy has parameters in the language of formulas."""
    return policy is not None and any(param.is_formula for param in policy.params)


def examples() -> list[dict[str, Any]]:
    """The choices of the list of examples, in groups; a value is the name of the example."""
    return [{"group": OWN_WORDS, "items": [example.title for example in EXAMPLES]},
            {"group": BUILT_IN, "items": [policy.title for policy in all_policies().values() if policy.as_formula]}]


def params_of(name: str) -> Mapping[str, Any]:
    """The parameters of an example; none for a name that there is not."""
    own: dict[str, Mapping[str, Any]] = {example.title: example.params() for example in EXAMPLES}
    own |= {policy.title: policy.as_formula for policy in all_policies().values() if policy.as_formula}
    return own.get(name, {})


def editor() -> html.Div:
    """What stands above the form of a policy that has formulas: examples."""
    return html.Div([
        dmc.Select(label="begin with an example", id=ids.FORMULA_EXAMPLE, data=examples(), searchable=True, w=320,
                   clearable=True, description="fills the form below"),
        html.P(["Names: those of the columns, such as ", html.Code("wait"), ", ", html.Code("requested_time"), ", ",
                html.Code("processors"), ", ", html.Code("area"),
                ". The job with the highest value goes first."], className="qs-small"),
        all_words(),
    ], id=ids.FORMULA_EDITOR, hidden=True)


def all_words() -> html.Details:
    """Every name and function of formulas, with its meaning."""
    rows = [(word, name.meaning + (f", {name.unit}" if name.unit else "")) for word, name in NAMES.items()]
    rows += [(f"{word}()", function.meaning) for word, function in FUNCTIONS.items()]
    return html.Details([
        html.Summary("All names, signs and functions"),
        html.P(["Signs: ", html.Code("+ - * / % **"), ", comparisons such as ", html.Code("<="), ", ", html.Code("and"),
                ", ", html.Code("or"), ", ", html.Code("not"), ", ", html.Code("a if condition else b"), ", and round "
                "brackets. What is divided by zero is infinite."], className="qs-small"),
        html.Table([html.Caption("Words of formulas", className="qs-unseen"), html.Tbody([
            html.Tr([html.Th(html.Code(word), scope="row"), html.Td(meaning)]) for word, meaning in rows])],
            className="qs-table qs-compact")], className="qs-twin")


def register(app: Dash, services: Services) -> None:
    """Examples fill the form; what is typed is checked and, on a small workload, simulated."""
    @app.callback(Output(ids.ADD_FORM, "children", allow_duplicate=True), Input(ids.FORMULA_EXAMPLE, "value"),
                  State(ids.ADD_POLICY, "value"), prevent_initial_call=True)
    def fill(name: Any, key: Any) -> Any:
        policy = all_policies().get(str(key))
        if not name or policy is None or not has_formulas(policy):
            return no_update
        return form_for(policy.params, "policy", params_of(str(name)))

    @app.callback(Output(ids.FORMULA_CHECK, "children"),
                  inputs={"values": Input(ids.param("policy", ALL), "value"),
                          "identities": State(ids.param("policy", ALL), "id"),
                          "switches": State(ids.param("policy", ALL), "checked"),
                          "key": State(ids.ADD_POLICY, "value"), "stores": STORES}, prevent_initial_call=True)
    def check(values: Sequence, identities: Sequence, switches: Sequence, key: Any, stores: dict[str, Any]) -> Any:
        policy = all_policies().get(str(key))
        if policy is None or not has_formulas(policy):
            return None
        try:
            params = read_form(policy.params, identities, values, switches)
            return outcome(services, page_state.read(stores), policy, params)
        except FormulaError as error:
            texts = {which["name"]: value for which, value in zip(identities, values, strict=True)}
            return under_the_character(str(texts.get(error.name) or ""), error)
        except QueuescopeError as error:
            return sentence(str(error), "error")


def under_the_character(text: str, error: FormulaError) -> html.Div:
    """The part of a formula around an error, with a mark below the characters it is about."""
    begin = max(error.begin - WIDTH // 2, 0)
    part = "".join(sign if sign.isprintable() else " " for sign in text[begin:begin + WIDTH])
    length = max(min(error.end - error.begin, begin + WIDTH - error.begin), 1)
    return html.Div([
        html.Pre(f"{part}\n{' ' * (error.begin - begin)}{'^' * length}", className="qs-formula-mark",
                 **{"aria-hidden": "true"}),
        sentence(str(error), "error")])


@cache
def load_machine_code(key: str) -> None:
    """Load what a policy runs on, once per process, so that no formula is told to take long for that."""
    for params in ({}, *all_policies()[key].other_kernels):
        simulate(samples()[0], key, params, decisions=None)


def outcome(services: Services, state: PageState, policy: Policy, params: Mapping[str, Any]) -> html.P:
    """What comes of the formula on the workload of the page, beside the baseline; raises QueuescopeError."""
    jobs = services.store.workload(state.link.workload) if state.link.workload else None
    if jobs is None or len(jobs) > MOST_JOBS:
        return html.P("The formula is right; press Run it to see what comes of it.", className="qs-small")
    load_machine_code(policy.key)
    try:
        with in_time(SECONDS) as control:
            wait = simulate(jobs, policy.key, params, control=control, decisions=None).wait
    except OutOfTime:
        return html.P(f"The formula is right. To simulate it takes longer than {SECONDS:g} s here; press Run it.",
                      className="qs-small")
    words = [f"On these {len(jobs):,} jobs: mean wait {human(float(wait.mean()))}, longest {human(float(wait.max()))}"]
    if state.finished:
        runs = state.link.runs
        base = runs[state.link.baseline] if state.link.baseline < len(runs) else state.finished[0]
        schedule = services.store.schedule(base if base in state.finished else state.finished[0])
        words += [f"the baseline, {policy_of(schedule.policy).title}: {human(float(schedule.wait.mean()))}, "
                  f"{human(float(schedule.wait.max()))}"]
    return html.P("; ".join(words) + ". Run it shows the schedule.", className="qs-small", role="status")
