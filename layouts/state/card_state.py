"""What the cards of Workload show, as the address has it: ?w=...&per=week,queue&account=science/physics&wait=64 for 8h.

The browser writes it (frontend/frame/address.js); here it is read, with suspicion: a text that is too long, or that
cannot be printed, is left out.  Whether the log has such a queue or account is the business of the card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote, unquote

from layouts.state.link import LONGEST

MOST_PER = 10  # names of what a report is per
DEEPEST = 60  # levels of accounts
LONGEST_TEXT = 2_000  # characters of one part
BETWEEN = "/"  # accounts of a path; in a name it is %2F, and % is %25


class CardState(NamedTuple):
    """What the usage report is per; the accounts down to the level shown; the job whose wait is asked for, and when it
    would be submitted.
    """

    per: tuple[str, ...] = ()
    account: tuple[str, ...] = ()
    wait: str = ""
    at: str = ""


NOTHING = CardState()


def read(search: Any) -> CardState:
    """The state in a query string."""
    text = search if isinstance(search, str) else ""
    fields = {name: values[0] for name, values in parse_qs(text.lstrip("?")[:LONGEST]).items()}
    return of_values(fields.get("per", "").split(","), fields.get("account"), fields.get("wait"), fields.get("at"))


def of_values(per: Any, account: Any, wait: Any, at: Any) -> CardState:
    """The state of what the parts of the page hold, as a browser sends it: a list, and three texts."""
    names = per if isinstance(per, list) else []
    return CardState(
        tuple(dict.fromkeys(name for name in map(_text, names[:MOST_PER]) if name)),
        path(account),
        _text(wait),
        _text(at),
    )


def path(text: Any) -> tuple[str, ...]:
    """The accounts of a text such as science/physics; () where it is none."""
    names = tuple(map(unquote, _text(text).split(BETWEEN))) if _text(text) else ()
    return names if len(names) <= DEEPEST and all(map(_text, names)) else ()


def path_text(names: Sequence[str]) -> str:
    """The text of a path."""
    return BETWEEN.join(quote(name, safe="".join(c for c in name if c not in "%/")) for name in names)


def _text(value: Any) -> str:
    good = isinstance(value, str) and len(value) <= LONGEST_TEXT and value.isprintable()
    return str(value).strip() if good else ""
