"""Formulas are read as Python reads them, written in one way only, and computed in float64."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from scheduler.errors import ParamError
from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.topics.formula.by_formula import values_of
from scheduler.topics.formula.engine.stack_program import STATES, evaluate
from scheduler.topics.formula.errors import FormulaError
from scheduler.topics.formula.examples import EXAMPLES
from scheduler.topics.formula.kernels.by_formula import evaluate_all
from scheduler.topics.formula.names import FUNCTIONS, NAMES
from scheduler.topics.formula.program import canonical, compiled
from scheduler.topics.formula.tokens import DEEPEST, LONGEST, MOST_TOKENS
from tests.cases import strategies
from tests.cases.every_case import every_case
from tests.topics.formula.naive.formula import python

pytestmark = pytest.mark.core

CASE = strategies.rigid(3)


def values(text: str) -> np.ndarray:
    """The value for every job of CASE, all at time 0."""
    formula = compiled(text)
    names, value = values_of(CASE.workload, formula.columns), np.zeros(len(CASE.jobs))
    evaluate_all(formula.program, names, CASE.workload.jobs.submit, value)
    return value


def by_python(text: str) -> list[float]:
    function = python(text)
    jobs = CASE.workload.jobs
    with np.errstate(all="ignore"):
        return [
            float(
                function(
                    {
                        "processors": jobs.processors[row],
                        "requested_time": jobs.requested_time[row],
                        "submit": jobs.submit[row],
                        "area": jobs.processors[row] * jobs.requested_time[row],
                        "wait": 0 - jobs.submit[row],
                        "machine": np.float64(CASE.processors),
                    }
                )
            )
            for row in range(len(jobs))
        ]


def drawn(draw: random.Random, depth: int) -> str:
    """A formula with any of the operators, brackets or none."""
    if depth == 0 or draw.random() < 0.15:
        return draw.choice(("processors", "requested_time", "area", "wait", "machine", "1", "2.5", "0", "7", "1e-3"))
    a, b, c = (drawn(draw, depth - 1) for _ in range(3))
    return draw.choice(
        (
            f"{a} + {b}",
            f"{a} - {b}",
            f"({a}) * {b}",
            f"{a} / ({b})",
            f"-({a})",
            f"-{a}",
            f"({a} if {b} < {c} else {c})",
            f"min({a}, {b})",
            f"max({a}, {b}, {c})",
            f"abs({a})",
            f"sqrt({a})",
            f"log(abs({a}) + 1)",
            f"floor({a})",
            f"({a})**2",
            f"({a}) % (abs({b}) + 1)",
            f"(not {a} <= {b}) * 1",
            f"(1 if {a} != {b} and {c} > 1 else 2)",
            f"(3 if {a} >= {b} or not {c} == 1 else {b})",
            f"exp(-abs({a}))",
            f"log2({a})",
            f"log10({a})",
        )
    )


def test_random_formulas_are_what_python_makes_of_them():
    draw, compared = random.Random(1), 0
    for _ in range(400):
        text = drawn(draw, 3)
        wanted = np.array(by_python(text))
        assert np.allclose(values(text), wanted, rtol=1e-12, atol=0, equal_nan=True), text
        compared += int(np.isfinite(wanted).any())
    assert compared > 250


def test_a_canonical_text_is_its_own_and_means_the_same():
    draw = random.Random(2)
    for _ in range(400):
        text = (
            drawn(draw, 3).replace(" ", draw.choice(("", " ", "  ")) if "if" not in (t := drawn(draw, 0)) else " ") or t
        )
        try:
            once = canonical(text)
        except FormulaError:  # words have run together
            continue
        assert canonical(once) == once
        assert np.array_equal(values(text), values(once), equal_nan=True), (text, once)


@pytest.mark.parametrize(
    "text, once",
    [
        ("estimate*1.0", "requested_time * 1"),
        ("((wait))", "wait"),
        ("-  -wait", "--wait"),
        ("+wait", "wait"),
        ("1-(2-3)-4", "1 - (2 - 3) - 4"),
        ("(1-2)-3", "1 - 2 - 3"),
        ("(2**3)**2", "(2**3)**2"),
        ("2**3**2", "2**3**2"),
        ("-wait**2", "-wait**2"),
        ("(-wait)**2", "(-wait)**2"),
        ("wait**-1", "wait**-1"),
        ("not not wait", "not not wait"),
        ("(wait if load else 1) if hour else 2", "(wait if load else 1) if hour else 2"),
        ("1e22", "1e+22"),
        (".5+1.", "0.5 + 1"),
        ("(wait<1)<2", "(wait < 1) < 2"),
        ("(wait or load)and hour", "(wait or load) and hour"),
        ("\twait\n+ 1", "wait + 1"),
    ],
)
def test_a_formula_is_written_in_one_way(text, once):
    assert canonical(text) == once


def test_the_canonical_text_enters_what_is_kept():
    params = all_policies()["formula"].params
    assert checked(params, {"priority": "-( estimate )"})["priority"] == "-requested_time"
    assert checked(params, {"priority": "wait", "may_start": " 1<2 "})["may_start"] == "1 < 2"


def test_numbers_are_those_of_float64():
    assert values("1 / 0")[0] == math.inf and values("-1 / 0")[0] == -math.inf
    assert np.isnan(values("0 / 0")).all() and np.isnan(values("sqrt(0 - 1)")).all() and np.isnan(values("1 % 0")).all()
    assert (
        values("10 ** 400")[0] == math.inf and values("exp(1000)")[0] == math.inf and values("log(0)")[0] == -math.inf
    )
    assert np.isnan(values("min(0 / 0, 1)")).all() and np.isnan(values("max(1, 0 / 0)")).all()
    assert values("1 if 0 / 0 else 2")[0] == 2 and values("not 0 / 0")[0] == 1 and values("(0 / 0 or 3) + 0")[0] == 1


def test_what_is_not_looked_at_is_not_divided():
    formula = compiled("wait > 1 and 1 / 0 or 5 if 1 else 1 / 0")
    names = values_of(CASE.workload, formula.columns)
    assert evaluate_all(formula.program, names, CASE.workload.jobs.submit, np.zeros(len(CASE.jobs))) is None
    assert names.divided[0] == 0


def test_every_name_has_a_value():
    wanted = {name for name in NAMES if NAMES[name].column} | {"area"}
    for name in NAMES:
        formula = compiled(name)
        assert formula.columns == ((name,) if name in wanted else ())
        assert len(formula.program.code) == 1 and np.isfinite(values(name)).all()
    assert set(STATES) < set(NAMES) and callable(evaluate)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_examples_are_canonical_and_run(example):
    params = {
        "priority": example.priority,
        "passing": example.passing,
        "may_start": example.may_start,
        "half_life": example.half_life,
    }
    made = checked(all_policies()["formula"].params, params)
    assert made["priority"] == example.priority and (made["may_start"] or "") == example.may_start


# -- what is refused --------------------------------------------------------------------------------------------------


@every_case(
    "text, at, words",
    [
        ("", 1, "the end of the formula stands where a value is wanted"),
        ("wait +", 7, "the end of the formula stands where a value is wanted after '+'"),
        ("wait + * 2", 8, "'*' stands where a value is wanted after '+'"),
        ("(wait", 1, "this bracket is not closed"),
        ("wait)", 5, "')' closes no bracket"),
        ("wait, 2", 5, "a formula is one value"),
        ("wait wait", 6, "write an operator between them"),
        ("2 (wait)", 3, "write an operator between them"),
        ("1 < 2 < 3", 7, "write: a < b and b < c"),
        ("1 if 2", 7, "write: a if condition else b"),
        ("1 else 2", 3, "follows no 'if'"),
        ("Wait", 1, "did you mean wait?"),
        ("runtime", 1, "is no name of formulas"),
        ("requsted_time", 1, "did you mean requested_time?"),
        ("min(1)", 1, "min has 1 value; write 2 to 10"),
        ("sqrt(1, 2)", 1, "sqrt has 2 values; write 1"),
        ("min()", 1, "has 0 values"),
        ("min", 1, "write min(...)"),
        ("wait(3)", 1, "is a name and takes no values"),
        ("round(3)", 1, "write floor(x + 0.5)"),
        ("3x", 1, "'3x' is no number"),
        ("1.2.3", 1, "is no number"),
        ("0x10", 1, "is no number"),
        ("1_000", 1, "is no number"),
        ("1e999", 1, "is too large"),
        ("wait && load", 6, "write 'and'"),
        ("wait ^ 2", 6, "write ** for a power"),
        ("wait = 2", 6, "write =="),
        ("wait.real", 5, "a name has no parts"),
        ("[1][0]", 1, "a formula has no lists"),
        ("'a'", 1, "a formula has no texts"),
        ("wait ? 1 : 2", 6, "write: a if condition else b"),
        ("True", 1, "write 1"),
        ("lambda: 1", 7, "write: a if condition"),
        ("wait for wait", 6, "write an operator"),
        ("for", 1, "there are no loops"),
        ("wait \u2212 1", 6, "write -."),
        ("w\u0430it", 2, "Cyrillic small letter a"),
        ("\uff57ait", 1, "Fullwidth latin small letter w"),
        ("wait\u00a0+ 1", 5, "No-break space"),
        ("1 + not 2", 5, "write it in brackets"),
        ("wait # hidden", 6, "no comments"),
        ("wait; 1", 5, "one expression"),
    ],
)
def test_every_refusal_says_where_why_and_what_to_write(text, at, words):
    with pytest.raises(FormulaError) as error:
        canonical(text)
    assert error.value.begin + 1 == at and words in error.value.reason
    assert str(error.value).startswith(f"The formula, character {at}: ")


def test_a_wrong_parameter_is_named():
    with pytest.raises(ParamError, match=r"^may_start, character 6: "):
        checked(all_policies()["formula"].params, {"may_start": "wait wait"})


def test_limits_are_reached_and_not_passed():
    assert canonical("(" * DEEPEST + "1" + ")" * DEEPEST) == "1"
    assert canonical("+".join(["1"] * (MOST_TOKENS // 2))).count("+") == MOST_TOKENS // 2 - 1
    assert canonical("1" + " " * (LONGEST - 1)) == "1"
    for text, words in (
        ("(" * (DEEPEST + 1) + "1", "brackets are open"),
        ("-" * (DEEPEST + 1) + "1", "lie inside each other"),
        ("+".join(["1"] * (MOST_TOKENS // 2 + 1)), "more than 200"),
        ("1" + " " * LONGEST, "1,001 characters"),
        ("2**" * (DEEPEST + 1) + "2", "lie inside each other"),
        ("1 if 1 else " * (DEEPEST + 1) + "1", "lie inside each other"),
        ("estimate-" * 95 + "1", "with blanks"),
    ):
        with pytest.raises(FormulaError, match=words):
            canonical(text)


def test_functions_take_as_many_values_as_they_say():
    for name, function in FUNCTIONS.items():
        assert canonical(f"{name}({', '.join(['1'] * function.least)})").startswith(name)
        with pytest.raises(FormulaError, match="values"):
            canonical(f"{name}({', '.join(['1'] * (function.most + 1))})")
