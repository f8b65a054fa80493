"""Cut the text of a formula into tokens; what is too long, too deep or foreign is refused before anything is parsed.

Every check is one walk over at most LONGEST characters.
"""

from __future__ import annotations

import math
import re
import unicodedata
from typing import NamedTuple

from scheduler.topics.formula.errors import FormulaError

LONGEST, MOST_TOKENS, DEEPEST = 1_000, 200, 20  # characters; tokens; brackets and operators inside each other
NUMBER, WORD, SIGN, END = "number", "word", "sign", "end"
EXCERPT = 20  # characters of a text that a message repeats
TOKEN = re.compile(
    r"(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<sign>\*\*|<=|>=|==|!=|[-+*/%<>(),])",
    re.ASCII,
)
BLANK = re.compile(r"[ \t\r\n]*", re.ASCII)
INSTEAD = {  # what people write that is no sign of a formula: what it is, and what to write
    "&": "write 'and' between two conditions",
    "|": "write 'or' between two conditions",
    "!": "write 'not' before a condition",
    "^": "write ** for a power",
    "=": "write == to compare",
    "?": "write: a if condition else b",
    ":": "write: a if condition else b",
    ".": "a name has no parts: write it alone",
    "[": "a formula has no lists; write one value",
    "]": "a formula has no lists; write one value",
    "{": "use round brackets",
    "}": "use round brackets",
    ";": "a formula is one expression",
    "'": "a formula has no texts; write numbers and names",
    '"': "a formula has no texts; write numbers and names",
    "#": "a formula has no comments",
    "@": "write numbers, names and operators",
    "~": "write 'not' before a condition",
}
FOREIGN = {  # signs beyond ASCII that people mean well with: times, divided by, minus and dashes, comparisons, ...
    "\u00d7": "*",
    "\u00b7": "*",
    "\u00f7": "/",
    "\u2212": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2260": "!=",
    "\u00b2": "**2",
    "\u00b3": "**3",
    "\u221a": "sqrt(...)",
    "\u2227": "and",
    "\u2228": "or",
    "\u00ac": "not",
}


class Token(NamedTuple):
    """A piece of a formula: its kind, its text, and its characters [begin, end)."""

    kind: str
    text: str
    begin: int
    end: int


def tokens_of(text: str) -> list[Token]:
    """The tokens of a formula, an END last.  Raises FormulaError, with the character, for what is none."""
    _check_characters(text)
    tokens: list[Token] = []
    depth, at = 0, _after_blanks(text, 0)
    while at < len(text):
        token = _token(text, at)
        depth += (token.text == "(") - (token.text == ")")
        if depth > DEEPEST:
            raise FormulaError(f"more than {DEEPEST} brackets are open; write the formula in a flatter way.", at)
        if len(tokens) == MOST_TOKENS:
            raise FormulaError(
                f"there are more than {MOST_TOKENS} numbers, names and signs; write a shorter formula.", at
            )
        tokens.append(token)
        at = _after_blanks(text, token.end)
    return [*tokens, Token(END, "", len(text), len(text))]


def _check_characters(text: str) -> None:
    if len(text) > LONGEST:
        raise FormulaError(f"the formula has {len(text):,} characters; write at most {LONGEST:,}.", LONGEST)
    for at, sign in enumerate(text):
        if not sign.isascii():
            raise FormulaError(_foreign(sign), at)


def _foreign(sign: str) -> str:
    name = unicodedata.name(sign, f"U+{ord(sign):04X}")
    if sign in FOREIGN:
        return f"{sign!r} is no sign of a formula; write {FOREIGN[sign]}."
    return f"{sign!r} ({name.capitalize()}) is no sign of a formula; write a-z, digits and the operators of ASCII."


def _after_blanks(text: str, at: int) -> int:
    match = BLANK.match(text, at)
    return match.end() if match else at


def _token(text: str, at: int) -> Token:
    match = TOKEN.match(text, at)
    if match is None:
        sign = text[at]
        hint = INSTEAD.get(sign, "write numbers, names and operators")
        raise FormulaError(f"{sign!r} is no sign of a formula; {hint}.", at)
    kind = str(match.lastgroup)
    token = Token(kind, match[0], at, match.end())
    if kind == NUMBER:
        _check_number(token, text)
    return token


def _check_number(token: Token, text: str) -> None:
    after = text[token.end : token.end + 1]
    if after.isalnum() or after in ("_", "."):
        raise FormulaError(
            f"{(token.text + after)[:EXCERPT]!r} is no number; write digits, such as 3600 or 0.5, and "
            "an operator before a name.",
            token.begin,
            token.end + 1,
        )
    if not math.isfinite(float(token.text)):
        raise FormulaError(f"{token.text[:EXCERPT]} is too large; write a number below 1e308.", token.begin, token.end)
