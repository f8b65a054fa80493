"""A formula in one way only (its canonical text), and as a stack program.

Equal programs have equal canonical texts: it is what links, keys of results and forms hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from scheduler.topics.formula.engine.stack_program import OPERATIONS, STATES, StackProgram
from scheduler.topics.formula.errors import FormulaError
from scheduler.topics.formula.names import JOB, MACHINE, NAMES, TIME
from scheduler.topics.formula.reading import AND, BINARY, COMPARISON, NOT, OR, POWER, SIGN, Node, read
from scheduler.topics.formula.tokens import LONGEST

MOST_FACTORS = 8  # a whole exponent up to this is a repeated product
CODE = {name: number for number, name in enumerate(OPERATIONS)}
IF, ATOM = 0, POWER + 1


# ---- its text --------------------------------------------------------------------------------------------------------


def canonical(text: str) -> str:
    """The formula in one way only.  Raises FormulaError.

    >>> canonical("-( estimate*1.0 )")
    '-(requested_time * 1)'
    """
    whole = text_of(read(text))
    if len(whole) > LONGEST:
        raise FormulaError(
            f"with blanks around its signs the formula has {len(whole):,} characters; write at most {LONGEST:,}."
        )
    return whole


def text_of(node: Node) -> str:
    """The text of a tree, with the brackets it needs."""
    return _written(node)[0]


def _written(node: Node) -> tuple[str, int]:
    """A text, and how much the outermost operator in it binds."""
    if node.kind == "number":
        return number_text(node.value), ATOM
    if node.kind == "name":
        return node.text, ATOM
    if node.kind == "call":
        return f"{node.text}({', '.join(text_of(part) for part in node.parts)})", ATOM
    if node.kind == "if":
        condition, value, other = node.parts
        return f"{_inside(value, OR)} if {_inside(condition, OR)} else {_inside(other, IF)}", IF
    if node.kind == "not":
        return f"not {_inside(node.parts[0], NOT)}", NOT
    if node.kind == "sign":
        return f"-{_inside(node.parts[0], SIGN)}", SIGN
    return _operation(node)


def _operation(node: Node) -> tuple[str, int]:
    power = BINARY[node.kind]
    left, right = node.parts
    if power == POWER:
        return f"{_inside(left, ATOM)}**{_inside(right, SIGN)}", power
    least = power + 1 if power == COMPARISON else power
    return f"{_inside(left, least)} {node.kind} {_inside(right, power + 1)}", power


def _inside(node: Node, least: int) -> str:
    """A part, in brackets where it binds less than that."""
    text, power = _written(node)
    return text if power >= least else f"({text})"


def number_text(value: float) -> str:
    """3600, 0.5, 1e+22: what reads as the same number."""
    return repr(value).removesuffix(".0")


# ---- its program -----------------------------------------------------------------------------------------------------


class Compiled(NamedTuple):
    """A formula that can run."""

    program: StackProgram
    columns: tuple[str, ...]  # names of the jobs' columns it looks at: rows of Values.columns
    names: frozenset[str]  # all that it looks at


def compiled(text: str) -> Compiled:
    """The program of a formula.  Raises FormulaError."""
    tree = read(text)
    names = frozenset(names_of(tree))
    columns = tuple(sorted(name for name in names if NAMES[name].column or name == "area"))
    code = _Code(columns)
    code.add(tree)
    return Compiled(code.program(), columns, names)


def names_of(node: Node) -> Iterator[str]:
    """The names in a tree."""
    if node.kind == "name":
        yield node.text
    for part in node.parts:
        yield from names_of(part)


def changes(names: frozenset[str]) -> str:
    """When the value of a formula with these names changes: JOB (never), MACHINE (with jobs) or TIME (always)."""
    kinds = {NAMES[name].changes for name in names}
    return TIME if TIME in kinds else MACHINE if MACHINE in kinds else JOB


class _Code:
    """Instructions, one after the other; a value lies on the stack where its part is done."""

    def __init__(self, columns: tuple[str, ...]):
        self.columns = columns
        self.rows: list[list[float]] = []  # [operation, argument, number]
        self.depth = self.deepest = 0

    def program(self) -> StackProgram:
        table = np.array(self.rows, float).reshape(-1, 3)
        return StackProgram(
            table[:, 0].astype(np.int64), table[:, 1].astype(np.int64), table[:, 2].copy(), np.zeros(self.deepest)
        )

    def emit(self, name: str, argument: float = 0, number: float = 0.0, grows: int = 0) -> int:
        """Add an instruction; its place."""
        self.rows.append([CODE[name], argument, number])
        self.depth += grows
        self.deepest = max(self.deepest, self.depth)
        return len(self.rows) - 1

    def add(self, node: Node) -> None:
        """Instructions that put the value of a part onto the stack."""
        if node.kind == "number":
            self.emit("number", number=node.value, grows=1)
        elif node.kind == "name":
            self.name(node.text)
        elif node.kind == "call":
            self.call(node)
        elif node.kind in ("sign", "not"):
            self.add(node.parts[0])
            self.emit(node.kind)
        elif node.kind == "if":
            self.branches(node.parts[0], node.parts[1], node.parts[2])
        elif BINARY[node.kind] in (AND, OR):
            self.logic(node)
        elif node.kind == "**" and (factors := whole_exponent(node)):
            self.add(node.parts[0])
            self.emit("product", factors)
        else:
            self.two(node.kind, *node.parts)

    def two(self, operation: str, left: Node, right: Node) -> None:
        self.add(left)
        self.add(right)
        self.emit(operation, grows=-1)

    def name(self, name: str) -> None:
        if name in self.columns:
            self.emit("column", self.columns.index(name), grows=1)
        elif name in STATES:
            self.emit("state", STATES.index(name), grows=1)
        else:
            self.emit(name, grows=1)

    def call(self, node: Node) -> None:
        self.add(node.parts[0])
        for part in node.parts[1:]:
            self.add(part)
            self.emit(node.text, grows=-1)
        if len(node.parts) == 1:
            self.emit(node.text)

    def logic(self, node: Node) -> None:
        """a and b: b is looked at only where a is true; or: where it is not."""
        left, right = node.parts
        yes, no = Node("number", value=1.0), Node("number", value=0.0)
        if node.kind == "and":
            self.branches(left, right, no, is_truth=True)
        else:
            self.branches(left, yes, right, is_truth=True)

    def branches(self, condition: Node, value: Node, other: Node, is_truth: bool = False) -> None:
        """One of two values; is_truth: as 1 or 0."""
        self.add(condition)
        past = self.emit("jump_if_false", grows=-1)
        self.add(value)
        end = self.emit("jump", grows=-1)
        self.rows[past][1] = len(self.rows)
        self.add(other)
        self.rows[end][1] = len(self.rows)
        if is_truth:
            self.emit("truth")


def whole_exponent(node: Node) -> int:
    """The exponent of a power that is a repeated product; 0 of any other one."""
    exponent = node.parts[1]
    is_whole = exponent.kind == "number" and exponent.value == int(exponent.value)
    return int(exponent.value) if is_whole and 2 <= exponent.value <= MOST_FACTORS else 0
