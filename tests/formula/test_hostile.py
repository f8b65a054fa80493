"""300 hostile formulas: each ends in a sentence, soon, and nothing of it reaches eval, exec, compile or an import."""

from __future__ import annotations

import ast
import builtins
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scheduler.errors import FormulaError, QueuescopeError
from scheduler.formula import names, program, reading, tokens
from scheduler.formula.program import canonical
from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.simulate import simulate
from tests.cases import strategies

pytestmark = pytest.mark.core

SOON = 0.1  # s, of CPU, for each
NAMES = (
    "__class__",
    "__import__",
    "eval",
    "exec",
    "open",
    "os",
    "sys",
    "globals",
    "self",
    "print",
    "compile",
    "getattr",
    "input",
    "__builtins__",
    "breakpoint",
    "exit",
    "vars",
    "type",
    "object",
    "lambda",
    "yield",
    "await",
    "async",
    "import",
    "del",
    "with",
)
DEEP = (
    "(",
    "-",
    "not ",
    "[",
    "{",
    "min(1,",
    "abs(",
    "1 if 1 else ",
    "2**",
    "1 if (",
    "((-",
    "sqrt(-",
    "wait if wait else ",
    "lambda:",
    "f(",
    "not not ",
    "+-",
    "~",
    "(1,",
    "1 or (",
)
LOOK_ALIKES = "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\uff41\uff57\u1d00\u212f\u2070\u0660\u06f0\u2212\u2215\u2217\u200b\u202e\ufeff\u00a0\u2028\U0001d460\U0001f600\x00"
RAW = (
    "__import__('os').system('true')",
    "().__class__.__bases__[0].__subclasses__()",
    "eval('1')",
    "exec(open('x').read())",
    "9**9**9**",
    "10**10**10 and undefined",
    "'a'*10**9",
    "[0]*10**9",
    "f'{wait}'",
    "b''",
    "wait;wait",
    "wait\n\nimport os",
    "a:=1",
    "(x:=wait)",
    "*wait",
    "**wait",
    "wait if",
    "if wait else",
    "and",
    "or or",
    "not",
    "min(*wait)",
    "min(a=1)",
    "max(1,,2)",
    "1e",
    "1e+",
    "0b1",
    "0o7",
    "1j",
    "1.e5.2",
    "...",
    "_",
    "__",
    "wait.__class__",
    "wait[0]",
    "wait()",
    "wait{}",
    "\\",
    "\\n",
    "\x1b[2J",
    "%s",
    "{{7*7}}",
    "${7*7}",
    "<script>alert(1)</script>",
    "javascript:alert(1)",
    "' or 1=1 --",
    "wait--;",
    "/* */1",
    "// 1",
    "wait @ wait",
    "wait -> 1",
    "wait <> 1",
    "wait === 1",
    "wait is 1",
    "wait in wait",
    "1 <",
    "== 1",
    "1 1",
    "None",
    "True",
    "False",
    "nan",
    "inf",
    "NaN",
    "Infinity",
    "1e400",
    "-1e400 1",
    "9" * 400 + "e",
    "9" * 1000,
    "1" + "0" * 999,
    "." * 1000,
    "1." * 500,
    "e" * 1000,
    "_" * 1000,
    "\t" * 1000,
    " " * 1000,
    "\r\n" * 500,
    "," * 1000,
    ")" * 1000,
)


def hostile() -> Iterator[str]:
    yield from RAW
    yield from NAMES
    yield from (f"{name}(wait)" for name in NAMES)
    yield from (f"wait + {name}.x" for name in NAMES[:12])
    for start in DEEP:
        yield from (start * 21 + "1", start * 5_000, start * 300 + "1" + ")" * 300)
    yield from (f"wa{sign}it" for sign in LOOK_ALIKES)
    for megabyte in ("(", "1+", "wait ", "\u0430", "9", "-", "not ", " "):
        yield megabyte * (1_000_000 // len(megabyte))
    draw = random.Random(23)
    for _ in range(80):
        yield "".join(
            draw.choice("()+-*/%<>=!.,_ewaitfls 0123456789\"'[]{}:;@#$&|^~`\\?\n\u0430")
            for _ in range(draw.randrange(30, 900))
        )


HOSTILE = list(hostile())


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
