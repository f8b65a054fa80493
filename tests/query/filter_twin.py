"""The language of filters once more, from docs/filters.md alone: slow, over rows, with a third truth value.

A condition is True, False, or None where the job has no value; "not" turns True and False around and leaves None; a job
is taken where the whole is True.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

TOKENS = re.compile(
    r"""\s*(?:(?P<mark>[()]|,)|(?P<sign>==|!=|<=|>=|=|<|>)|(?P<quoted>"[^"]*"|'[^']*')|"""
    r"""(?P<word>[^\s()<>=!"',]+))"""
)
UNITS = {
    "s": 1,
    "min": 60,
    "h": 3600,
    "d": 86400,
    "wk": 604800,
    "w": 604800,
    "y": 31536000,
    "kb": 1,
    "mb": 1024,
    "gb": 1024**2,
    "tb": 1024**3,
}
OTHER = {"size": "processors", "requested": "requested_time", "account": "group", "qos": "queue"}


def keep(rows, asked, names=None, start=None):
    """Numbers of the rows that meet a filter.  rows: {field: value or None}; start: datetime of second 0 of the log."""
    tokens = [(kind, found[kind]) for found in TOKENS.finditer(asked.strip()) for kind in [found.lastgroup]]
    return [number for number, row in enumerate(rows) if Twin(tokens, row, names or {}, start).whole() is True]


class Twin:
    """One row asked one filter; the text is read again for every row."""

    def __init__(self, tokens, row, names, start):
        self.tokens, self.row, self.names, self.start, self.at = tokens, row, names, start, 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def whole(self):
        answers = [self.all_of()]
        while self.peek()[1].lower() == "or":
            self.take()
            answers.append(self.all_of())
        return True if True in answers else None if None in answers else False

    def all_of(self):
        answers = []
        while self.peek()[0] != "end" and self.peek()[1] != ")" and self.peek()[1].lower() != "or":
            if self.peek()[1] == "," or self.peek()[1].lower() == "and":
                self.take()
            else:
                answers.append(self.one())
        return False if False in answers else None if None in answers else True

    def one(self):
        text = self.take()[1]
        if text.lower() == "not":
            answer = self.one()
            return None if answer is None else not answer
        if text == "(":
            answer = self.whole()
            self.take()
            return answer
        field, sign = OTHER.get(text.lower(), text.lower()), "="
        if self.peek()[0] == "sign":
            sign = self.take()[1].replace("==", "=")
        values = [self.take()]
        while (
            self.peek()[1] == ","
            and self.at + 2 <= len(self.tokens)
            and sign in ("=", "!=")
            and (self.at + 2 == len(self.tokens) or self.tokens[self.at + 2][0] != "sign")
        ):
            self.take()
            values.append(self.take())
        return self.compared(field, sign, values)

    def compared(self, field, sign, values):
        value = self.row[field]
        if any(text.lower() == "unknown" for _, text in values):
            asked = value is None
        elif value is None:
            return None
        else:
            asked = False
        if sign in ("=", "!="):
            asked = asked or any(self.equal(field, value, one) for one in values if one[1].lower() != "unknown")
            return asked if sign == "=" else not asked
        low, high = self.bounds(values[0][1].strip("\"'"))
        return {
            "<": value < low,
            ">=": value >= low,
            "<=": value < high if high > low else value <= low,
            ">": value >= high if high > low else value > low,
        }[sign]

    def equal(self, field, value, token):
        kind, text = token
        if value is None:
            return False
        if (kind == "quoted" and field in self.names) or (not re.match(r"[\d.]", text) and field in self.names):
            return self.names[field][int(value) - 1].lower() == text.strip("\"'").lower()
        low, high = self.bounds(text.strip("\"'"))
        return low <= value < high if high > low else value == low

    def bounds(self, text):
        if date := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d))?", text):
            parts = [int(part) for part in date.groups() if part]
            begin = (datetime(*parts) - self.start).total_seconds()
            return begin, begin + (0 if len(parts) > 3 else timedelta(days=1).total_seconds())
        pieces = re.findall(r"([\d.]+)([a-zA-Z]*)", text)
        total = sum(float(number) * UNITS[unit.lower()] if unit else float(number) for number, unit in pieces)
        return total, total
