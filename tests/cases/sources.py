"""The texts of the repository and the syntax trees of its modules, each read and parsed once in a process.

The files must not change meanwhile.
"""

from __future__ import annotations

import ast
import gc
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@cache
def source(path: Path) -> str:
    """What a file says."""
    return path.read_text("utf-8")


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    parsed = ast.parse(source(path))
    gc.freeze()  # trees stay to the end: the garbage collector need not look through them again and again
    return parsed


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of the syntax tree of a module."""
    return tuple(ast.walk(tree(path)))


def relative(path: Path) -> str:
    """A file from the root of the repository."""
    return path.relative_to(ROOT).as_posix()
