"""Which part of a conftest.py a test uses: the functions it asks for, those that these ask for, and what always runs.

A conftest.py may import the whole command line inside of one fixture, which concerns only tests that ask for it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache


def used_part(conftest: str, source: str) -> str:
    """The text of a conftest.py without the functions that neither a test module nor the rest of it asks for."""
    lines = conftest.splitlines()
    functions = {node.name: node for node in ast.parse(conftest).body if isinstance(node, ast.FunctionDef)}
    for name in functions.keys() - _reached(conftest, asked_for(source)):
        first, last = _lines(functions[name])
        lines[first:last] = [""] * (last - first)
    return "\n".join(lines)


@cache
def asked_for(source: str) -> frozenset[str]:
    """The fixtures a test module may ask for: parameters of its functions, and what it names for pytest or imports."""
    return frozenset(_asked_for(ast.parse(source)))


def _asked_for(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.ImportFrom) and str(node.module).endswith("conftest"):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("usefixtures", "getfixturevalue"):
            yield from (str(word.value) for word in node.args if isinstance(word, ast.Constant))


@cache
def _reached(conftest: str, wanted: frozenset[str]) -> frozenset[str]:
    """The names of these functions, and of all that they use."""
    uses = _uses(conftest)
    reached: set[str] = set()
    waiting = {*wanted, *(name for name in uses if not name or name.startswith("pytest_"))}
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= uses.get(name, frozenset()) - reached
    return frozenset(reached)


@cache
def _uses(conftest: str) -> dict[str, frozenset[str]]:
    """{function: the names it uses}; under "" those used outside of functions, and the fixtures that always run."""
    body = ast.parse(conftest).body
    functions = [node for node in body if isinstance(node, ast.FunctionDef)]
    always = {node.name for node in functions if "autouse=True" in "".join(map(ast.unparse, node.decorator_list))}
    uses = {node.name: frozenset(_names(ast.walk(node))) for node in functions}
    outside = (part for node in body if not isinstance(node, ast.FunctionDef) for part in ast.walk(node))
    return {**uses, "": frozenset({*always, *_names(outside)})}


def _names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


def _lines(node: ast.FunctionDef) -> tuple[int, int]:
    """Where a function stands with its decorators: [first, last) of the lines, from 0."""
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return first - 1, node.end_lineno or node.lineno
