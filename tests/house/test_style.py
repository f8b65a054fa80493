"""ruff and mypy, with the settings of pyproject.toml, so that the line of the tests runs them too; names of variables."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import TEST_CACHE

ROOT = Path(__file__).parents[2]

WORDS = ("found", "made", "told", "known", "said", "held", "given", "got", "shown")
VAGUE = frozenset(WORDS)
ROOMS = sorted(
    {
        "app.py",
        *(
            path.relative_to(ROOT).as_posix()
            for top in ("scheduler", "layouts", "developing", "benchmarks", "docs")
            for path in (ROOT / top).iterdir()
            if path.suffix == ".py" or any(path.rglob("*.py"))
        ),
    }
)


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


@pytest.mark.parametrize("room", ROOMS)
def test_variables_say_what_they_hold(room):
    places = vague_names(room)
    assert not places, "Call each after what it holds, such as starts, rows or message:\n" + "\n".join(places)


@pytest.mark.parametrize(
    "source, name",
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
def test_vague_names_are_seen(source, name):
    assert [seen for _, seen in vague(ast.parse(source))] == ([] if name is None else [name])


def vague_names(room: str) -> list[str]:
    """["file:line: name", ...] of a folder or a module."""
    path = ROOT / room
    return [
        f"{one.relative_to(ROOT)}:{line}: {name}"
        for one in ([path] if path.is_file() else sorted(path.rglob("*.py")))
        for line, name in vague(ast.parse(one.read_text("utf-8")))
    ]


def vague(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """(line, name) of every name that is bound and vague, with or without an underscore before it."""
    for node in ast.walk(tree):
        for name in bound(node):
            if name.strip("_").lower() in VAGUE:
                yield getattr(node, "lineno", 0), name


def bound(node: ast.AST) -> list[str]:
    """The names that a node of the syntax binds: variables, parameters, functions, attributes."""
    if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
        return [node.id if isinstance(node, ast.Name) else node.attr]
    fields = {
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
    name = getattr(node, fields[type(node)]) if type(node) in fields else None
    return [name] if name else []
