"""ruff and mypy, with the settings of pyproject.toml, so that the line of the tests runs them too; names of variables."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator

import pytest

from tests.cases.every_case import every_case
from tests.cases.sources import ROOT, nodes, relative
from tests.conftest import TEST_CACHE

WORDS = ("found", "made", "told", "known", "said", "held", "given", "got", "shown")
VAGUE = frozenset(WORDS)
BINDING = {  # a kind of node: its field with the name that it binds
    ast.arg: "arg",
    ast.alias: "asname",
    ast.FunctionDef: "name",
    ast.AsyncFunctionDef: "name",
    ast.ClassDef: "name",
    ast.ExceptHandler: "name",
    ast.MatchAs: "name",
    ast.MatchStar: "name",
    ast.MatchMapping: "rest",
}
PROGRAM = [
    ROOT / "app.py",
    *(
        path
        for folder in ("scheduler", "layouts", "developing", "benchmarks", "docs")
        for path in sorted((ROOT / folder).rglob("*.py"))
    ),
]


@pytest.mark.parametrize(
    "words",
    [["ruff", "check", "."], ["ruff", "format", "--check", "."], ["mypy"]],
    ids=lambda words: " ".join(words[:2]),
)
def test_sources_pass(words, tmp_path):
    cache = TEST_CACHE / words[0]  # kept between runs, like machine code; files take their place at once
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError:  # a checkout may be read-only
        cache = tmp_path
    folder = ["--cache-dir", str(cache)]
    done = subprocess.run(
        [sys.executable, "-m", *words, *folder], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_variables_say_what_they_hold():
    places = [f"{relative(path)}:{line}: {word}" for path in PROGRAM for line, word in vague(nodes(path))]
    assert not places, "Call each after what it holds, such as starts, rows or message:\n" + "\n".join(places)


@every_case(
    "source, vague_name",
    [
        ("found = 1", "found"),
        ("def f(said): pass", "said"),
        ("def _told(): pass", "_told"),
        ("x = [0 for got in y]", "got"),
        ("with x as held: pass", "held"),
        ("if (made := 1): pass", "made"),
        ("for a, (b, shown) in x: pass", "shown"),
        ("self.known = 1", "known"),
        ("class C:\n known: int", "known"),
        ("import x as given", "given"),
        ("try: pass\nexcept E as found: pass", "found"),
        ("lambda *made: 0", "made"),
        ("match x:\n case [*said]: pass", "said"),
        ("match x:\n case {'a': 1, **held}: pass", "held"),
        ("class Found: pass", "Found"),
        ("SHOWN = 3", "SHOWN"),
        ("f(found=1)", None),
        ("'found'", None),
        ("x.said", None),
        ("known_users = 1", None),
    ],
)
def test_vague_names_are_seen(source, vague_name):
    assert [word for _, word in vague(ast.walk(ast.parse(source)))] == ([] if vague_name is None else [vague_name])


def vague(syntax: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """(line, name) of every name that is bound and vague, with or without an underscore before it."""
    for node in syntax:
        for word in bound(node):
            if word.strip("_").lower() in VAGUE:
                yield getattr(node, "lineno", 0), word


def bound(node: ast.AST) -> list[str]:
    """The names that a node of the syntax binds: variables, parameters, functions, attributes."""
    if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
        return [node.id if isinstance(node, ast.Name) else node.attr]
    word = getattr(node, BINDING[type(node)]) if type(node) in BINDING else None
    return [word] if word else []
