"""Errors of formulas."""

from __future__ import annotations

from scheduler.errors import ParamError, Unsupported


class FormulaError(ParamError):
    """A formula does not read as one.

    reason: a sentence; begin, end: the characters it is about, from 0, the end not among them; name: the parameter.
    """

    def __init__(self, reason: str, begin: int = 0, end: int = 0, name: str = "The formula"):
        super().__init__(f"{name}, character {begin + 1}: {reason}")
        self.reason, self.begin, self.end, self.name = reason, begin, max(end, begin + 1), name

    def called(self, name: str) -> FormulaError:
        """The same error of the parameter of this name."""
        return FormulaError(self.reason, self.begin, self.end, name)


class NeverHolds(FormulaError, Unsupported):
    """The condition of a formula holds for a job at no time; the characters are those of the part that fails."""
