"""A formula of your own: at every event the waiting job with the highest priority goes first.

`priority` is an expression of the job, its user and the machine: -requested_time is shortest job first,
wait / requested_time the expansion factor.  Equal ones go by submission.  `passing` says what happens behind a job that
does not fit, and `may_start` is a condition under which a job may start at all: one for which it does not hold is left
out of the pass and holds nobody back.  [docs/formulas.md](../formulas.md) has the language and examples.

Priorities are computed at the beginning of a pass, conditions when the turn of a job comes.  The text is read by our
own parser and run by a stack machine; it is never executed as code.  Source: ours; Carastan-Santos and de Camargo 2017
order a queue by such functions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from scheduler.adapters.rigid import TIES
from scheduler.engine.decision_log import (
    AWAITS_CONDITION,
    BEHIND_HEAD,
    BEHIND_RESERVATION,
    DELAYS_NONE,
    DOES_NOT_FIT,
    ENDS_BY_SHADOW,
    HEAD_BLOCKED,
    HEAD_FITS,
    OTHER_CLUSTER,
    PASSES_WIDE,
    RESERVED,
    RESERVED_IN_TURN,
    WITHIN_EXTRA,
    WOULD_DELAY_HEAD,
)
from scheduler.engine.pseudocode import Line
from scheduler.params import Param
from scheduler.policies import Policy, PolicyInput
from scheduler.topics.formula.by_formula import Asked, run_by_formula
from scheduler.topics.formula.errors import FormulaError
from scheduler.topics.formula.formula_order import formula_order
from scheduler.topics.formula.formula_values import priorities
from scheduler.topics.formula.kernels.by_formula import PASSING as WAYS
from scheduler.topics.formula.program import canonical


def _reading(name: str) -> Callable[[str], str]:
    """The one way in which the formula of a parameter is kept; raises FormulaError with the parameter's name."""
    return partial(_canonical, name)


def _canonical(name: str, text: str) -> str:
    try:
        return canonical(text)
    except FormulaError as error:
        raise error.called(name) from None


PRIORITY = Param(
    "priority",
    "-requested_time",
    canonical=_reading("priority"),
    is_expression=True,
    examples=("-requested_time", "wait / requested_time", "-area"),
    help="a formula: the waiting job with the highest value goes first",
)
MAY_START = Param(
    "may_start",
    None,
    kind=str,
    canonical=_reading("may_start"),
    is_expression=True,
    examples=("user_running + processors <= 64", "hour >= 20 or requested_time <= 3600"),
    help="a formula: the condition under which a job may start; empty: always",
)
BEHIND = Param(
    "behind",
    None,
    kind=str,
    canonical=_reading("behind"),
    is_expression=True,
    examples=("-requested_time",),
    help="a formula: the order of those behind the first job that does not fit, with passing easy or any; "
    "empty: that of the priority",
)
PASSING = Param(
    "passing",
    "easy",
    choices=WAYS,
    help="who may pass a job that does not fit: nobody; as in EASY those that do not delay the first one; "
    "those that do not delay the reservations of the first few, or of all (conservative), which are "
    "made anew at every pass; or any that fits",
)
RESERVATIONS = Param("reservations", 4, 1, 10_000, "jobs", "with passing 'reservations': how many jobs hold one")
HALF_LIFE = Param(
    "half_life",
    None,
    60,
    1e9,
    "s",
    kind=float,
    help="after how long what a user has used counts half in user_used; empty: it counts for ever",
)


def formula_request(params: Mapping[str, Any]) -> Asked:
    """The parameters as the adapter takes them."""
    half_life = params["half_life"]
    return Asked(
        params["priority"],
        params["may_start"],
        params["behind"],
        params["passing"],
        params["reservations"],
        math.inf if half_life is None else half_life,
        params["ties"],
    )


def run(case: PolicyInput) -> dict[str, Any]:
    """placed, and notes on what is no number."""
    return run_by_formula(case.workload, formula_request(case.params), case.control, case.log)


PSEUDOCODE = (
    Line("order the queue by the formula, highest first"),
    Line("leave out each job whose condition does not hold", (AWAITS_CONDITION,)),
    Line("while the first job of the queue fits:"),
    Line("    start it", (HEAD_FITS,)),
    Line("it waits for free processors", (HEAD_BLOCKED,)),
    Line("if passing is none: all others wait behind it", (BEHIND_HEAD,)),
    Line("if passing is any: start every job that fits", (PASSES_WIDE,)),
    Line("if passing is easy: reserve the shadow time for it", (RESERVED,)),
    Line("    start others that end by then", (ENDS_BY_SHADOW,)),
    Line("    start others that take extra processors only", (WITHIN_EXTRA,)),
    Line("    start others in other clusters", (OTHER_CLUSTER,)),
    Line("    the rest would delay it and waits", (WOULD_DELAY_HEAD,)),
    Line("if passing is reservations or conservative:"),
    Line("    reserve the earliest gap for the first, or all", (RESERVED_IN_TURN,)),
    Line("    start who delays none of these", (DELAYS_NONE,)),
    Line("    the rest would delay one and waits", (BEHIND_RESERVATION,)),
    Line("jobs that do not fit wait", (DOES_NOT_FIT,)),
)

POLICY = Policy(
    "formula",
    "Formula",
    "own",
    run,
    "ours; the language is described in docs/formulas.md",
    params=(PRIORITY, PASSING, RESERVATIONS, BEHIND, MAY_START, HALF_LIFE, TIES),
    clusters=True,
    ordered_by=priorities,
    view=formula_order,
    wait_cause="reservation",
    information=frozenset({"submit", "requested_time", "processors", "user", "queue"}),
    other_kernels=({"priority": "wait"},),
    pseudocode=PSEUDOCODE,
    named_by="priority",
)
