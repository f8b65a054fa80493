"""The names of fractional scheduling: 'GreedyPM */per/opt=min/minvt=600' says what is done, and when.

Parts are divided by '/'.  The first says how an arriving job is placed (Greedy, GreedyP, GreedyPM, MCB8; empty:
nothing is done), with '*' where freed resources are handed out at once; `per` where all is placed anew every period
(`stretch-per`: to even out stretches, not yields).  Then come how the rest of the CPU is handed out (`opt=`) and which
jobs a new placement may not move (`minft=`, `minvt=`).

Source: Casanova, Stillwell and Vivien 2011, section 4.5 and table 1; 4.6 for opt, 4.3 for minft and minvt.  Ours:
`opt=none`, which hands out nothing more; a name without `opt` has the paper's best one (min; max with stretch-per).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from scheduler.errors import ParamError

SUBMISSIONS = ("none", "Greedy", "GreedyP", "GreedyPM", "MCB8")
PERIODIC = ("none", "per", "stretch-per")
OPTIONS = ("min", "avg", "none")  # how the rest of the CPU is handed out
STRETCH_OPTIONS = ("max", "avg", "none")
LIMITS = ("none", "minft", "minvt")
COMBINATIONS = (  # table 1: on submission, on completion, periodically
    *((submission, True, "none") for submission in SUBMISSIONS[1:4]),
    *((submission, star, "per") for star in (False, True) for submission in SUBMISSIONS[1:4]),
    ("MCB8", True, "none"),
    ("MCB8", False, "per"),
    ("MCB8", True, "per"),
    ("none", False, "per"),
    ("none", False, "stretch-per"),
)
EXAMPLE = "GreedyPM */per/opt=min/minvt=600"


@dataclass(frozen=True)
class Scheme:
    """One algorithm; str() is its name, which `parse` reads back."""

    submission: str = "none"  # of SUBMISSIONS
    star: bool = False  # freed resources are handed out at completions
    periodic: str = "none"  # of PERIODIC
    opt: str = "min"  # of OPTIONS, or of STRETCH_OPTIONS with stretch-per
    limit: str = "none"  # of LIMITS: by flow time or by virtual time
    bound: float = 0.0  # s, of the limit

    def __str__(self) -> str:
        head = "" if self.submission == "none" else self.submission + " *" * self.star
        parts = [head] + [self.periodic] * (self.periodic != "none") + [f"opt={self.opt}"]
        return "/".join(parts + [f"{self.limit}={self.bound:.15g}"] * (self.limit != "none"))

    @property
    def packs(self) -> bool:
        """Whether it ever places all jobs anew."""
        return self.submission == "MCB8" or self.periodic != "none"


def parse(name: str) -> Scheme:
    """The scheme of a name; raises ParamError with one sentence on what was found and what is allowed.

    Spaces do not count, nor do capitals; the order of what follows the first part does not matter.
    """
    head, *parts = re.sub(r"\s", "", name).split("/")
    submission, star = _submission(name, head)
    options = _options(name, parts)
    periodic = options.get("periodic", "none")
    _check_combination(name, submission, star, periodic)
    limit = next((limit for limit in LIMITS if limit in options), "none")
    scheme = Scheme(
        submission,
        star,
        periodic,
        _opt(name, options.get("opt"), periodic),
        limit,
        _bound(name, limit, options[limit]) if limit != "none" else 0.0,
    )
    if limit != "none" and not scheme.packs:
        raise _wrong(
            name,
            f"{limit} limits what MCB8 may move, and {submission} * never uses MCB8; leave {limit} out or add /per",
        )
    return scheme


def published() -> Iterator[Scheme]:
    """The 116 algorithms of the paper (section 6.1), in the order of its table 1."""
    for submission, star, periodic in COMBINATIONS:
        for opt in (STRETCH_OPTIONS if periodic == "stretch-per" else OPTIONS)[:2]:
            plain = Scheme(submission, star, periodic, opt)
            yield plain
            if plain.packs:
                yield from (
                    Scheme(submission, star, periodic, opt, limit, bound)
                    for limit in LIMITS[1:]
                    for bound in (300.0, 600.0)
                )


def _wrong(name: str, why: str) -> ParamError:
    return ParamError(f"{name[:80]!r} is no scheme: {why}; an example is {EXAMPLE!r}.")


def _submission(name: str, head: str) -> tuple[str, bool]:
    """How an arriving job is placed, and whether there is a star."""
    star = head.endswith("*")
    word = head.removesuffix("*")
    spelling = {spelling.lower(): spelling for spelling in SUBMISSIONS[1:]} | {"": "none"}
    if word.lower() not in spelling:
        raise _wrong(
            name,
            f"it begins with {head!r}, wanted: nothing or one of {', '.join(SUBMISSIONS[1:])}, which "
            "may be followed by *",
        )
    return spelling[word.lower()], star


def _options(name: str, parts: list[str]) -> dict[str, str]:
    """The other parts by what they set."""
    options: dict[str, str] = {}
    for part in parts:
        key, sign, value = part.lower().partition("=")
        if not sign and key in PERIODIC[1:]:
            key, value = "periodic", key
        elif not sign or key not in ("opt", "minft", "minvt"):
            raise _wrong(name, f"it has a part {part!r}, wanted: per, stretch-per, opt=..., minft=... or minvt=...")
        if key in options:
            raise _wrong(name, f"{key} is set twice")
        options[key] = value
    if "minft" in options and "minvt" in options:
        raise _wrong(name, "it has both minft and minvt, wanted: one of them or none")
    return options


def _check_combination(name: str, submission: str, star: bool, periodic: str) -> None:
    if (submission, star, periodic) in COMBINATIONS:
        return
    if submission == "none" and star:
        raise _wrong(name, "a * follows one of " + ", ".join(SUBMISSIONS[1:]) + ", and here it stands alone")
    if periodic == "stretch-per":
        raise _wrong(name, "nothing stands before /stretch-per")
    if submission == "none":
        raise _wrong(name, "no job would ever start; wanted: /per, /stretch-per or a way to place arriving jobs")
    raise _wrong(
        name,
        f"a job that {submission} cannot place would wait forever; wanted: {submission} * or {submission}/per or both",
    )


def _opt(name: str, opt: str | None, periodic: str) -> str:
    allowed = STRETCH_OPTIONS if periodic == "stretch-per" else OPTIONS
    if opt is None:
        return allowed[0]
    if opt not in allowed:
        raise _wrong(
            name,
            f"opt={opt} is not known{' with stretch-per' * (periodic == 'stretch-per')}, wanted: one of "
            f"{', '.join(allowed)}",
        )
    return opt


def _bound(name: str, limit: str, value: str) -> float:
    try:
        bound = float(value)
    except ValueError:
        bound = math.nan
    if not 0 < bound < math.inf:
        raise _wrong(name, f"{limit}={value} is no time, wanted: a number of seconds above 0")
    return bound
