"""300 hostile formulas: each ends in a sentence, soon, and nothing of it reaches eval, exec, compile or an import."""

from __future__ import annotations

import ast
import builtins
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scheduler.errors import QueuescopeError
from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from scheduler.topics.formula import names, program, reading, tokens
from scheduler.topics.formula.errors import FormulaError
from scheduler.topics.formula.program import canonical
from tests.cases import strategies
from tests.cases.hostile_texts import HOSTILE

pytestmark = pytest.mark.core

SOON = 0.1  # s, of CPU, for each


@contextmanager
def guarded() -> Iterator[None]:
    """Nothing of Python that runs a text may be reached."""

    def never(*values, **names):
        raise AssertionError("a formula has reached Python")

    before = {name: getattr(builtins, name) for name in ("eval", "exec", "compile", "__import__")}
    try:
        for name in before:
            setattr(builtins, name, never)
        yield
    finally:
        for name, function in before.items():
            setattr(builtins, name, function)


def test_there_are_300():
    assert len(set(HOSTILE)) >= 300


def test_each_ends_in_a_sentence_soon():
    slowest = 0.0
    for text in HOSTILE:
        began = time.thread_time()
        with pytest.raises(FormulaError) as error, guarded():
            canonical(text)
        assert not error.value.__context__, text[:80]
        slowest = max(slowest, time.thread_time() - began)
        sentence = str(error.value)
        assert len(sentence) < 400 and sentence.endswith((".", "?")) and sentence.isprintable(), text[:80]
        assert 0 <= error.value.begin < error.value.end <= len(text) + 1
    assert slowest < SOON


@pytest.mark.parametrize("name", ["priority", "may_start", "behind"])
def test_they_are_refused_as_parameters_however_they_come(name):
    params = all_policies()["formula"].params
    for text in HOSTILE:
        with pytest.raises(QueuescopeError), guarded():
            checked(params, {name: text or " "})


def test_what_is_no_text_is_refused_or_read_as_a_number():
    params = all_policies()["formula"].params
    for value in ({"a": 1}, ["wait"], float("nan"), float("inf"), True, object(), b"wait", ("wait",)):
        with pytest.raises(QueuescopeError):
            checked(params, {"priority": value})
    assert checked(params, {"priority": 10**40})["priority"] == "1e+40"


def test_the_largest_formulas_run_soon():
    case = strategies.rigid(1).workload
    texts = [
        "**".join(["9"] * 19),
        "+".join(["exp(1000)"] * 39),
        "max(" + ",".join(["wait**8"] * 10) + ")",
        "1/0-" * 49 + "1",
    ]
    for text in texts:
        made = simulate(case, "formula", {"priority": text, "passing": "easy"})
        assert made.certificate.passed, text


@pytest.mark.parametrize("module", [names, program, reading, tokens], ids=lambda module: module.__name__)
def test_the_language_imports_nothing_that_runs_texts(module):
    tree = ast.parse(Path(module.__file__).read_text())
    words = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    words |= {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom) for alias in node.names
    }
    assert not words & {"ast", "eval", "exec", "compile", "importlib", "subprocess", "getattr", "__import__"}
