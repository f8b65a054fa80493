"""Faults as somebody could make them in a change: one sign, number, word or line of a source that is another one.

A fault is drawn at random from all that could be made: in Python, of the nodes of the syntax; in scripts and styles, of
lines that look as if one thing could be wrong with them.  Text, comments and annotations are left alone.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SUBJECTS = {
    "policies": ("scheduler/**/*.py",),
    "pages": ("layouts/**/*.py",),
    "scripts": ("layouts/frontend/**/*.js", "assets/*.css", "layouts/topics/*/*.css"),
}
TOOLS = ("layouts/frontend/build.js", "layouts/frontend/renew_pyodide.js")  # no part of a page

COMPARISONS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="}
OPERATIONS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*", ast.FloorDiv: "/", ast.Mod: "*"}
LINES = (  # of scripts and styles: what is looked for, and what stands there instead
    (r" < ", " <= "),
    (r" <= ", " < "),
    (r" > ", " >= "),
    (r" === ", " !== "),
    (r" !== ", " === "),
    (r" && ", " || "),
    (r" \|\| ", " && "),
    (r" \+ 1\b", " + 2"),
    (r" - 1\b", ""),
    (r"\btrue\b", "false"),
    (r"\bfalse\b", "true"),
    (r"Math\.max\(", "Math.min("),
    (r"^\s+\w[\w.]*\(.*\);$", ""),
    (r"^  [a-z-]+: [^;{}]+;$", ""),
)


class Fault(NamedTuple):
    """A text of a file that is another one."""

    path: str  # from the root
    start: int  # characters from the beginning of the file
    before: str
    after: str

    def plant(self, root: Path) -> None:
        """Write the file with its fault."""
        file = root / self.path
        source = file.read_text("utf-8")
        file.write_text(source[: self.start] + self.after + source[self.start + len(self.before) :], "utf-8")

    def describe(self, root: Path) -> str:
        """file:line, and what is another: for people."""
        line = (root / self.path).read_text("utf-8").count("\n", 0, self.start) + 1
        return f"{self.path}:{line}: {self.before.strip()!r} -> {self.after.strip()!r}"


def draw(root: Path, subject: str, count: int, seed: int) -> list[Fault]:
    """So many faults of a subject, each in another file as long as there are some."""
    lots = random.Random(f"{subject} {seed}")
    files = sorted(path.relative_to(root).as_posix() for pattern in SUBJECTS[subject] for path in root.glob(pattern))
    files = [name for name in files if name not in TOOLS and not name.endswith("__init__.py")]
    lots.shuffle(files)
    drawn: list[Fault] = []
    for name in files:
        if len(drawn) < count and (possible := list(faults_of(root, name))):
            drawn.append(lots.choice(possible))
    return drawn


def faults_of(root: Path, name: str) -> Iterator[Fault]:
    """Every fault that could be made in a file."""
    source = (root / name).read_text("utf-8")
    for start, before, after in _python(source) if name.endswith(".py") else _lines(source):
        yield Fault(name, start, before, after)


def _python(source: str) -> Iterator[tuple[int, str, str]]:
    """(where, before, after) of signs, numbers, switches and conditions of Python."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    encoded = source.splitlines(keepends=True)

    def place(line: int, column: int) -> int:
        return starts[line - 1] + len(encoded[line - 1].encode()[:column].decode())

    def span(node: ast.expr) -> tuple[int, int]:
        return place(node.lineno, node.col_offset), place(node.end_lineno or 0, node.end_col_offset or 0)

    for node in _code(ast.parse(source)):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield from _sign(
                source, span(node.left)[1], span(node.comparators[0])[0], COMPARISONS.get(type(node.ops[0]))
            )
        elif isinstance(node, ast.BinOp):
            yield from _sign(source, span(node.left)[1], span(node.right)[0], OPERATIONS.get(type(node.op)))
        elif isinstance(node, ast.BoolOp):
            other = "or" if isinstance(node.op, ast.And) else "and"
            yield from _sign(source, span(node.values[0])[1], span(node.values[1])[0], other)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            start, end = span(node)
            yield start, source[start:end], source[slice(*span(node.operand))]
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            start, end = span(node)
            yield start, source[start:end], repr(not node.value if isinstance(node.value, bool) else node.value + 1)


def _sign(source: str, start: int, end: int, sign: str | None) -> Iterator[tuple[int, str, str]]:
    """What stands between two operands, with another sign; nothing where there are brackets or lines between."""
    between = source[start:end]
    if sign and re.fullmatch(r" \S+ ", between):
        yield start, between, f" {sign} "


def _code(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of the syntax but for annotations, and f-strings, inside which Python 3.11 knows no places."""
    waiting = [tree]
    for node in waiting:
        yield node
        for name, value in ast.iter_fields(node):
            parts = value if isinstance(value, list) else [value]
            if name not in ("annotation", "returns"):
                waiting += [part for part in parts if isinstance(part, ast.AST) and not isinstance(part, ast.JoinedStr)]


def _lines(source: str) -> Iterator[tuple[int, str, str]]:
    """(where, before, after) of what could be wrong in the lines of a script or a style sheet."""
    start, comment = 0, False
    for line in source.splitlines(keepends=True):
        comment = comment or line.lstrip().startswith("/*")
        if not comment and not line.lstrip().startswith("//"):
            for pattern, after in LINES:
                for match in re.finditer(pattern, line.split("//")[0].rstrip("\n")):
                    yield start + match.start(), match.group(), after
        comment = comment and "*/" not in line
        start += len(line)
