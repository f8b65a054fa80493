"""Where the sources name an entry of a registry by its key: what tests/house/test_entries.py looks for.

A key is distinctive, or it is also a word that the program declares for something else: a column, a table, an option of
the workload, a parameter, a kind of decision or mark, a command.  A distinctive key may stand nowhere outside its own
file.  Of the other words nobody can tell which is meant, so they count where the place tells it: compared with, or
looked up in, something that is named after an entry; or in a collection together with a distinctive key.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.cases.sources import ROOT, nodes

NOUNS = (
    "policy",
    "policies",
    "metric",
    "metrics",
    "plot",
    "plots",
    "generator",
    "generators",
    "formats",
    "format",
    "guarantee",
    "guarantees",
    "paper",
    "papers",
    "experiment",
    "command",
    "commands",
    "entry",
    "key",
)


class Named(NamedTuple):
    """A key that stands outside its entry's own file."""

    file: str  # from the root of the repository
    line: int
    key: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.key!r}"


def named(
    path: Path,
    keys: Mapping[str, set[str]],
    everyday: set[str],
    vocabularies: Collection[tuple] = (),
    root: Path = ROOT,
) -> list[Named]:
    """The keys that a file names.

    keys: {key: files or folders it may stand in, from the root}.  vocabularies: what parameters may be set to; a tuple
    of the very same words is the list the parameter takes them from.
    """
    file = path.relative_to(root).as_posix()
    foreign = {key for key, own in keys.items() if not any(file == one or file.startswith(f"{one}/") for one in own)}
    words = [
        node
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in foreign
    ]
    if not words:
        return []
    parents = {child: node for node in nodes(path) for child in ast.iter_child_nodes(node)}
    allowed = choices(nodes(path))
    found = []
    for node in words:
        if node.value in allowed or inside_param(node, parents) or words_of(parents[node]) in vocabularies:
            continue
        if node.value not in everyday or about_entries(node, parents) or in_company(node, parents, foreign - everyday):
            found.append(Named(file, node.lineno, node.value))
    return sorted(set(found))


def choices(syntax: Iterable[ast.AST]) -> set[str]:
    """Words that a parameter declared in this file may be set to: in this file they mean that."""
    words = set()
    for node in syntax:
        if isinstance(node, ast.Call) and called(node) == "Param":
            words |= {
                leaf.value
                for keyword in node.keywords
                if keyword.arg == "choices"
                for leaf in ast.walk(keyword.value)
                if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str)
            }
    return words


def words_of(node: ast.AST) -> tuple:
    """The elements of a tuple of constants; () of anything else."""
    if not isinstance(node, ast.Tuple) or not all(isinstance(one, ast.Constant) for one in node.elts):
        return ()
    return tuple(one.value for one in node.elts if isinstance(one, ast.Constant))


def inside_param(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether a word is part of the declaration of a parameter."""
    return any(isinstance(one, ast.Call) and called(one) == "Param" for one in above(node, parents))


def about_entries(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """Whether a word is compared with, or looked up in, something that is named after an entry."""
    for below, one in zip((node, *above(node, parents)), above(node, parents), strict=False):
        if isinstance(one, ast.Compare):
            return any(noun(side) for side in (one.left, *one.comparators) if side is not below)
        if isinstance(one, ast.Subscript):
            return one.slice is below and noun(one.value)
        if isinstance(one, ast.match_case):
            return noun(parents[one].subject)  # type: ignore[attr-defined]
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr == "get":
            return noun(one.func.value)
        if not isinstance(one, ast.Tuple | ast.List | ast.Set | ast.MatchValue | ast.MatchOr):
            return False
    return False


def noun(node: ast.AST) -> bool:
    """Whether an expression ends in a name of NOUNS: schedule.policy, all_plots(), asked["plot"]."""
    if isinstance(node, ast.Call):
        return noun(node.func)
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant) and str(node.slice.value) in NOUNS
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name.lower().removeprefix("all_") in NOUNS


def in_company(node: ast.AST, parents: Mapping[ast.AST, ast.AST], distinctive: set[str]) -> bool:
    """Whether a word is an element of a collection, or a key of a dict, together with a distinctive key."""
    inside = parents[node]
    if isinstance(inside, ast.Dict):
        others = [one for one in inside.keys if one is not node] if node in inside.keys else []
    elif isinstance(inside, ast.Tuple | ast.List | ast.Set):
        others = [one for one in inside.elts if one is not node]
    else:
        return False
    return any(isinstance(one, ast.Constant) and one.value in distinctive for one in others)


def above(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    """What a node is part of, from the inside out."""
    while node in parents:
        node = parents[node]
        yield node


def called(node: ast.Call) -> str:
    """The name of what is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
