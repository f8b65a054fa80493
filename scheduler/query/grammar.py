"""Reads the language of questions: queue=1,2 processors>=64 submit>=2012-06-01 not (user=37 or runtime<1min).

A blank, a comma or "and" between conditions means that all have to hold; "or" binds less than that, brackets group.
What is read is bounded in length, depth and number of conditions, so that every text is answered at once.

>>> text_of("size>=64 and not queue = 1, 2"), text_of("submit<'1 Jun 2012 14:00' or runtime>90min")
('processors>=64 queue!=1,2', '(submit<2012-06-01T14:00 or runtime>1h30min)')
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import NoReturn

from scheduler.errors import QueryError
from scheduler.query import instants
from scheduler.query.conditions import (
    BARE_SIGNS,
    COMPARE,
    MEMORY,
    UNKNOWN,
    Condition,
    Part,
    Value,
    any_of,
    depth,
    leaves,
    opposite,
    text,
)
from scheduler.query.fields import ALSO, FIELDS, LOG, RUN, Field, canonical, fields_of
from scheduler.query.instants import FAR, NUMBER, plain

SIGNS = {"==": "=", "≥": ">=", "≤": "<=", "≠": "!="}
LOGIC = ("xor", "between", "in", "like")  # words of other languages
LONGEST = 400  # characters of a filter
MOST = 60  # conditions, each of at most so many values
DEEPEST = 8  # brackets in brackets
NOUN = {RUN: "search", LOG: "filter"}

SPACE = re.compile(r"[\s,]*")
BLANK = re.compile(r"\s*")
WORD = re.compile(r"[^\W\d_](?:\w*[^\W\d])?")
SIGN = re.compile(r"\s*(==|!=|<=|>=|=|<|>|≥|≤|≠)\s*")
COMMA = re.compile(r"\s*,\s*(?=\S)")
ENDS = re.compile(r"\s*(\)|or\b|$)", re.IGNORECASE)
QUOTED = re.compile(r"\"([^\"]{1,100})\"|'([^']{1,100})'")
BARE = re.compile(rf"[^\s{re.escape(BARE_SIGNS)}]{{1,100}}")
SIZED = re.compile(rf"({instants.NUM})\s*(kB|KB|MB|GB|TB|K|M|G|T)(?![^\W_])", re.IGNORECASE)
UNKNOWN_WORD = re.compile(r"unknown(?![\w.-])", re.IGNORECASE)
EXCERPT = re.compile(r"\S{1,30}")


def parse(asked: str, of: str, longest: int = LONGEST) -> tuple[Part, ...]:
    """The conditions of a text, all of which have to hold; none for an empty one.

    of: fields.LOG or fields.RUN, which says what can be asked for.  Raises QueryError: what was found, at which
    character, what is wanted.
    """
    reader = Reader(asked, of, longest)
    parts = reader.parts()
    if not reader.ended:
        reader.refuse("an end, or an opening bracket before this one")
    return bounded(parts, of, longest)


def bounded(parts: tuple[Part, ...], of: str, longest: int) -> tuple[Part, ...]:
    """The conditions; raises QueryError where they could not be read back from their text."""
    count, written = len(leaves(parts)), len(text(parts))
    if written > longest:
        raise QueryError(f"Written in full the {NOUN[of]} has {written} characters; wanted: at most {longest}.")
    if count > MOST or depth(parts) > DEEPEST:
        raise QueryError(
            f"The {NOUN[of]} has {count} conditions, brackets {depth(parts)} deep; wanted: at most {MOST} "
            f"conditions, brackets at most {DEEPEST} deep."
        )
    return parts


def text_of(asked: str, of: str = LOG) -> str:
    """A text (a filter where nothing else is said) in the one form that reads back as the same; raises QueryError."""
    return text(parse(asked, of))


class Reader:
    """A text, and how far it is read."""

    def __init__(self, asked: str, of: str, longest: int):
        self.noun, self.of = NOUN[of], of
        if not isinstance(asked, str):
            raise QueryError(f"The {self.noun} is no text; wanted: a text such as processors>=64.")
        if len(asked) > longest:
            raise QueryError(f"The {self.noun} has {len(asked)} characters; wanted: at most {longest}.")
        self.text = plain(asked)
        self.at = 0

    # -- lists of conditions

    def parts(self, deep: int = 0) -> tuple[Part, ...]:
        """Conditions up to the end or a closing bracket, with "or" between lists of them."""
        choices = [self.all_of(deep)]
        while self.take_word("or"):
            if not choices[-1]:
                self.refuse('a condition before "or"', self.at - 2)
            choices.append(self.all_of(deep))
            if not choices[-1]:
                self.refuse('a condition after "or"')
        return any_of(choices)

    def all_of(self, deep: int) -> tuple[Part, ...]:
        """Conditions up to "or", a closing bracket or the end."""
        parts: list[Part] = []
        while True:
            self.take(SPACE)
            if self.take_word("and"):
                continue
            if ENDS.match(self.text, self.at):
                return tuple(parts)
            parts += self.one(deep)

    def one(self, deep: int) -> tuple[Part, ...]:
        """A condition, a group in brackets, or the opposite of one."""
        if self.take_word("not"):
            self.take(BLANK)
            if ENDS.match(self.text, self.at):
                self.refuse('a condition after "not"')
            if deep > DEEPEST:
                self.refuse(f"brackets and nots at most {DEEPEST} deep")
            return opposite(self.one(deep + 1))
        if not self.text.startswith("(", self.at):
            return (self.condition(self.word()),)
        if deep > DEEPEST:
            self.refuse(f"brackets and nots at most {DEEPEST} deep")
        begin, self.at = self.at, self.at + 1
        parts = self.parts(deep + 1)
        if not parts:
            self.refuse("conditions in brackets", begin)
        if not self.text.startswith(")", self.at):
            self.refuse("a closing bracket")
        self.at += 1
        return parts

    # -- one condition

    def word(self) -> str:
        """The next word, small letters."""
        begin, match = self.at, self.take(WORD)
        if match is None:
            self.refuse(self.instead(), begin)
        return str(match[0]).lower()

    def condition(self, word: str) -> Condition:
        """A field, how it is compared, and with what."""
        name = self.field(word)
        field = FIELDS[name]
        sign = self.take(SIGN)
        if sign is None:
            self.take(BLANK)
            if field.kind not in ("number", "count") or not NUMBER.match(self.text, self.at):
                example = {"number": f"{name} 37", "time": f"{name}>=1h", "instant": f"{name}>=1h"}.get(
                    field.kind, f"{name}>=10"
                )
                self.refuse(f"a comparison of {name} ({', '.join(COMPARE)}) with a number, such as {example}")
        read = "=" if sign is None else SIGNS.get(sign[1], sign[1])
        listed = sign is not None and read in ("=", "!=")
        value, more = self.value(name, listed), []
        if field.kind == "number" and value == -1 and read in ("=", "!="):
            value = UNKNOWN  # as logs write it
        while listed and self.continues():
            more.append(self.value(name, listed))
            if len(more) >= MOST:
                self.refuse(f"at most {MOST} values of {name}")
        return Condition(name, read, value, tuple(more))

    def field(self, word: str) -> str:
        """The field of that name."""
        name, at = canonical(word), self.at - len(word)
        fields = fields_of(self.of)
        if name in LOGIC:
            self.refuse('conditions with a comparison each, and "and", "or" or "not" between them', at)
        if name not in fields and name in FIELDS:
            other = "a filter of the workload" if self.of == RUN else "a search in a run"
            self.refuse(f"a field that a {self.noun} knows; {name} can only be asked for in {other}", at)
        if name not in fields:
            names = [*fields, *(other for other, own in ALSO.items() if own in fields), *EXTRA[self.of]]
            near = dict.fromkeys(map(canonical, get_close_matches(name, names, 2, 0.6)))
            hint = f"Did you mean {' or '.join(near)}?" if near else ""
            self.refuse("a field" if near else f"a field ({', '.join(fields)})", at, hint)
        return name

    def continues(self) -> bool:
        """Whether a comma comes, and behind it another value and no condition; then the comma is taken."""
        comma = COMMA.match(self.text, self.at)
        if comma is None:
            return False
        word = WORD.match(self.text, comma.end())
        if word:
            name = canonical(word[0].lower())
            if name in FIELDS and (SIGN.match(self.text, word.end()) or NUMBER.match(self.text[word.end() :].lstrip())):
                return False
            if name in ("not", "and", "or") or self.text.startswith("(", comma.end()):
                return False
        elif self.text.startswith("(", comma.end()):
            return False
        self.at = comma.end()
        return True

    # -- values

    def value(self, name: str, listed: bool) -> Value:
        """What a field is compared with; listed: after = or !=, which take names and `unknown`, too."""
        field, begin = FIELDS[name], self.at
        if listed and self.take(UNKNOWN_WORD):
            return UNKNOWN
        value = self.plain_value(field)
        joined = self.joined()
        if (value is None or joined) and field.named and listed:
            self.at = begin
            return self.name(name)
        wanted = WANTED.get(field.kind, "a whole number after {}").format(name)
        if value is None or joined:
            self.refuse(wanted, begin)
        if isinstance(value, float) and abs(value) > FAR:
            self.refuse(f"{wanted}, at most {FAR:.0f}", begin)
        if field.kind in ("number", "count") and isinstance(value, float) and value != int(value):
            self.refuse(wanted, begin)
        return value

    def joined(self) -> bool:
        """Whether what was read goes on without a blank, so that it was something else."""
        return bool(WORD.match(self.text, self.at)) or self.text[self.at : self.at + 1] in tuple("._:-/+@%")

    def plain_value(self, field: Field) -> Value | None:
        """A number, a length of time, a date or a memory, as the field has them; None where there is none."""
        if field.kind == "instant":
            quoted = QUOTED.match(self.text, self.at)
            if quoted:
                return self.quoted_instant(quoted)
            value, self.at = instants.date(self.text, self.at)
            if value is not None:
                return value
        if field.kind in ("time", "instant"):
            length, self.at = instants.length(self.text, self.at)
            return length
        if field.kind == "memory" and (sized := self.take(SIZED)):
            return float(sized[1]) * dict((unit[0].lower(), size) for unit, size in MEMORY)[sized[2][0].lower()]
        match = self.take(NUMBER)
        return None if match is None else float(match[0])

    def quoted_instant(self, quoted: re.Match[str]) -> Value | None:
        """A date with a blank, in quotes; None where the text is none."""
        try:
            value = instants.read(quoted[1] or quoted[2])
        except QueryError:
            return None
        self.at = quoted.end()
        return value

    def name(self, field: str) -> str:
        """A name, in quotes or without blanks."""
        begin, match = self.at, self.take(QUOTED) or self.take(BARE)
        name = match[0].strip("\"'") if match else ""
        if not name or not name.isprintable():
            self.refuse(
                f'a number or a name after {field}, in quotes where it has blanks, such as {field}="a name"', begin
            )
        return name

    # -- reading

    @property
    def ended(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    def take_blank(self) -> None:
        """Go on to what is no blank."""
        self.take(BLANK)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What comes next, if it looks like that."""
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match

    def take_word(self, word: str) -> bool:
        """Whether this word comes next, alone; then it is taken."""
        match = re.compile(rf"\s*{word}(?![\w=<>!≥≤≠])", re.IGNORECASE).match(self.text, self.at)
        self.at = match.end() if match else self.at
        return bool(match)

    def refuse(self, wanted: str, at: int | None = None, hint: str = "") -> NoReturn:
        """Raise the sentence of what is found where."""
        at = self.at if at is None else at
        word = EXCERPT.search(self.text, at)
        excerpt = f"{word[0]!r} at character {word.start() + 1}" if word else f"the end of the {self.noun}"
        raise QueryError(f"Found {excerpt}; wanted: {wanted}. {hint}".rstrip())

    def instead(self) -> str:
        """What is wanted where a field has to stand and something else does."""
        match = NUMBER.match(self.text, self.at)
        if match is None:
            return f"a field ({', '.join(fields_of(self.of))})"
        return f"a field before the number, such as job {match[0]}"


EXTRA = {RUN: ("longest", "largest"), LOG: ()}  # other words a question may begin with, for suggestions
WANTED = {
    "time": f"a time after {{}}, such as {instants.TIMES}",
    "ratio": "a number after {}, such as 2.5",
    "instant": f"a time after {{}}, such as {instants.TIMES}, or a date such as 2012-06-01",
    "memory": "a memory after {}, such as 512MB or 4GB",
}
