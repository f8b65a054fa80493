"""Nicknames: what one may be, and whether two are so alike that people in a room would take one for the other.

Two nicknames are alike where their skeletons are the same (Unicode Technical Standard 39, section 4): each sign is
replaced by the one that stands for all that look like it, so that Latin "Ana" and Cyrillic "Ana" become one text.  As
capitals of two scripts are alike more often than their small letters, names are compared as they are written, in small
letters and in capitals.  A name of any script, or of several, is taken as long as nobody in the room has one like it.

The library confusable_homoglyphs brings the data of the standard, and no skeletons: for each sign or text all that look
like it.  A class of such signs is a star in it, whose middle is the prototype.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Any

from confusable_homoglyphs.confusables import confusables_data

from scheduler.errors import InputError

LONGEST = 30  # characters of a nickname
REMEMBERED = 10_000  # nicknames whose looks a process keeps
LEFT_TO_RIGHT = "\u200e"  # stands around signs of scripts that are written from right to left in the data
# Of the signs that show nothing (Default_Ignorable_Code_Point) those that str.isprintable() lets pass, and an empty
# letter of Braille.
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def checked_nickname(nickname: Any) -> str:
    """A nickname with single blanks and without signs that cannot be seen; raises InputError for anything else."""
    if not isinstance(nickname, str):
        raise InputError("The nickname is no text; type one.")
    seen = UNSEEN.sub(" ", nickname[:200])
    name = " ".join("".join(sign if sign.isprintable() else " " for sign in seen).split())
    if not name:
        raise InputError("The nickname is empty; type one.")
    if len(name) > LONGEST:
        raise InputError(f"The nickname has {len(name)} characters; wanted: at most {LONGEST}.")
    return name


def are_alike(name: str, other: str) -> bool:
    """Whether people would take one nickname for the other."""
    return any(mine == theirs for mine, theirs in zip(looks(name), looks(other), strict=True))


@lru_cache(REMEMBERED)
def looks(name: str) -> tuple[str, str, str]:
    """The skeletons of a nickname as it is written, in small letters and in capitals."""
    return skeleton(name), skeleton(name.casefold()), skeleton(name.upper())


def skeleton(text: str) -> str:
    """What is the same of all texts that look the same."""
    apart = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", apart.translate(prototypes()))


@cache
def prototypes() -> dict[int, str]:
    """Which sign, or signs, stand for each one that looks like others."""
    like: dict[str, set[str]] = {}
    for sign, others in confusables_data.items():
        like.setdefault(_bare(sign), set()).update(_bare(other["c"]) for other in others)
    table = {ord(sign): _prototype(sign, like) for sign in like if len(sign) == 1}
    return {sign: prototype.translate(table) for sign, prototype in table.items()}


def _bare(text: str) -> str:
    return text.strip(LEFT_TO_RIGHT)


def _prototype(sign: str, like: dict[str, set[str]]) -> str:
    """The middle of the star of a sign; of two that look alike either would do, and it is the first one."""
    if len(like[sign]) > 1:
        return sign
    (other,) = like[sign]
    return other if len(other) > 1 or len(like[other]) > 1 else min(sign, other)
