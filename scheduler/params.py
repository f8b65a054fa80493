"""One declaration of a parameter serves form, URL, command line, documentation, check and cache key.

The kind of a parameter is the type of its default: bool, int, float or str (with `choices`).
A default of None means "not set"; its `kind` then has to be named.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from typing import Any

from scheduler.errors import ParamError

ECHOED = 80  # characters of a wrong value that are shown
WORDS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


@dataclass(frozen=True)
class Param:
    """A named, bounded, documented parameter."""

    name: str
    default: Any
    low: float | None = None
    high: float | None = None
    unit: str = ""
    help: str = ""
    choices: tuple[str, ...] = ()
    kind: type | None = None
    examples: tuple[str, ...] = ()  # of a text: some of the values it may have
    test: Callable[[str], Any] | None = None  # of a text: raises ParamError, one sentence
    canonical: Callable[[str], str] | None = None  # of a text: how it is kept; raises ParamError, one sentence
    is_expression: bool = False  # a text in a language of its own, checked while it is typed

    @property
    def type(self) -> type:
        """The Python type a checked value has (None apart)."""
        return self.kind or type(self.default)

    def check(self, value: Any) -> Any:
        """The value in its proper type; raises ParamError naming the parameter, what was found and what is wanted."""
        if value is None or value == "":
            if self.default is None:
                return None
            raise ParamError(f"{self.name} is empty; wanted: {self.requirement()}.")
        typed = self._typed(value)
        if self.choices and typed not in self.choices:
            raise ParamError(f"{self.name} = {repr(value)[:ECHOED]}; wanted: {self.requirement()}.")
        too_low = self.low is not None and typed < self.low
        too_high = self.high is not None and typed > self.high
        if too_low or too_high:
            raise ParamError(f"{self.name} = {value}; wanted: {self.requirement()}.")
        if self.test is not None:
            self.test(typed)
        return typed if self.canonical is None else self.canonical(typed)

    def _typed(self, value: Any) -> Any:
        try:
            if self.type is bool:
                return value if isinstance(value, bool) else WORDS[str(value).strip().lower()]
            if self.type is int:
                number = float(value)
                if isinstance(value, bool) or number != int(number):
                    raise ValueError
                plain = isinstance(value, str) and value.strip().lstrip("+-").isdigit()
                return int(value) if plain else int(number)  # beyond 2**53 only the digits are exact
            if self.type is float:
                number = float(value)
                if isinstance(value, bool) or math.isnan(number):
                    raise ValueError
                return number
            return str(value)
        except (ValueError, TypeError, KeyError, OverflowError):
            raise ParamError(f"{self.name} = {repr(value)[:ECHOED]}; wanted: {self.requirement()}.") from None

    def requirement(self) -> str:
        """What a value has to be, in words."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        words = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}[self.type]
        if self.low is not None and self.high is not None:
            words += f" from {_bound_text(self.low)} to {_bound_text(self.high)}"
        elif self.low is not None:
            words += f", at least {_bound_text(self.low)}"
        elif self.high is not None:
            words += f", at most {_bound_text(self.high)}"
        return words + (f" ({self.unit})" if self.unit else "")

    def describe(self) -> dict[str, Any]:
        """What the command line and the reference print."""
        fields = asdict(self)
        for name in ("kind", "examples", "test", "canonical", "is_expression"):
            fields.pop(name)
        return fields | {"choices": list(self.choices)}


def _bound_text(bound: float) -> str:
    """1,000,000, 0.5, 1e-06."""
    return f"{int(bound):,}" if bound == int(bound) else f"{bound:g}"


def checked(params: Iterable[Param], values: Mapping[str, Any] | None) -> dict[str, Any]:
    """All parameters with their values: those given, checked, and the defaults of the rest."""
    params = tuple(params)
    values = dict(values or {})
    names = {p.name for p in params}
    for name in values:
        if name not in names:
            near = get_close_matches(str(name), names, 1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(sorted(names)) or 'none'}."
            raise ParamError(f"There is no parameter {repr(name)[:ECHOED]} here; {hint}")
    return {p.name: p.check(values[p.name]) if p.name in values else p.default for p in params}
