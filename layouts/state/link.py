"""What stands in the address bar: which workload, which runs, which window - read with suspicion, written short.

Everything in a link is untrusted: a key must look like a key before it becomes anything else, a number must be a
finite number, and what does not read is left out.  Times may be typed as dates and lengths: t0=2012-06-01&t1=60wk.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlencode

from layouts.state import origin
from layouts.state.origin import Origin
from layouts.state.view import BESIDE, COLORS, MODES, ROWS
from scheduler.errors import QueryError
from scheduler.query import instants
from scheduler.query.instants import Clock, Date

MOST_RUNS = 6
WINDOW = ("t0", "t1", "p0", "p1", "c0", "c1")  # time, processors, rows of campaigns
KEY = re.compile(r"[0-9a-f]{8,64}")
NAME = re.compile(r"[a-z0-9_]{1,60}")
# What the Gantts show and how: choices of the link, the default first; no color is the usual one of the workload.
LOOKS = {"rows": ROWS, "color": ("", *COLORS), "beside": BESIDE}
RANGE = ("r0", "r1", "q0", "q1")  # of time, of rows
TIMES = ("t0", "t1", "r0", "r1", "plan")  # what may be a date or a length of time
LONGEST = 8_000  # characters of a link that are read
LONGEST_QUERY = 200  # characters
PIN, MOST_PINS = re.compile(r"[0-9]{1,12}"), 20  # number of a user in the log; users


@dataclass(frozen=True)
class Link:
    """The state a link restores.  `load` is a loading under way; `bad` names what in it could not be read."""

    workload: str = ""
    load: str = ""
    runs: tuple[str, ...] = ()
    baseline: int = 0
    job: int | None = None
    t0: float | None = None
    t1: float | None = None
    p0: float | None = None
    p1: float | None = None
    c0: float | None = None
    c1: float | None = None
    mode: str = MODES[0]
    plan: float | None = None  # s
    sweep: str = ""
    metric: str = ""  # that is shown of the sweep
    rows: str = ROWS[0]
    color: str = ""  # usual of the workload
    beside: str = BESIDE[0]
    pin: str = ""  # 37,12: users whose rows come first
    fold: bool = False  # rows of users, sizes or queues that are not pinned are low strips
    only: str = ""  # a query: which jobs are lit
    shared: bool = True  # same axes in all panels
    r0: float | None = None
    r1: float | None = None
    q0: float | None = None
    q1: float | None = None
    tab: str = ""  # of Compare; empty: follows from the rest
    origin: Origin | None = None  # of which log, and how, the runs were made
    bad: tuple[str, ...] = ()
    dates: tuple[tuple[str, str], ...] = ()  # (name, text) of times that are dates, while no clock is known

    @property
    def window(self) -> dict[str, float] | None:
        """The window of time and processors as the Gantt charts exchange it; None shows everything."""
        if self.t0 is None or self.t1 is None or self.t0 >= self.t1:
            return None
        rows = {
            name: value
            for names in (("p0", "p1"), ("c0", "c1"))
            if None not in (values := [getattr(self, name) for name in names])
            for name, value in zip(names, values, strict=True)
        }
        return {"t0": self.t0, "t1": self.t1, **rows}

    @property
    def look(self) -> dict[str, Any]:
        """What the store of looks holds: only what differs from the default."""
        return look(
            {
                **{name: getattr(self, name) for name in LOOKS},
                "pin": self.pin,
                "fold": self.fold,
                "only": self.only,
                "shared": self.shared,
            }
        )

    @property
    def range(self) -> dict[str, float] | None:
        """The selected range of time, with its rows where it has any; None where nothing is selected."""
        return span({name: getattr(self, name) for name in RANGE})


def look(fields: Any) -> dict[str, Any]:
    """Rows, color, beside, pin, fold, only, shared of what a browser sent, without defaults and what makes no sense."""
    fields = fields if isinstance(fields, dict) else {}
    kept: dict[str, Any] = {name: fields[name] for name, choices in LOOKS.items() if fields.get(name) in choices[1:]}
    if pinned := pins(fields.get("pin")):
        kept["pin"] = ",".join(map(str, pinned))
    if fields.get("fold") is True:
        kept["fold"] = True
    only = fields.get("only")
    if isinstance(only, str) and (clean := only.strip()) and len(clean) <= LONGEST_QUERY and clean.isprintable():
        kept["only"] = clean
    return kept | ({"shared": False} if fields.get("shared") is False else {})


def pins(text: Any) -> tuple[int, ...]:
    """The users of a text such as "37,12", each once; what is no number of a user is left out."""
    asked = text[: (13 * MOST_PINS)].split(",") if isinstance(text, str) else []
    return tuple(dict.fromkeys(int(one) for one in asked if PIN.fullmatch(one)))[:MOST_PINS]


def span(fields: Any) -> dict[str, Any] | None:
    """{r0, r1} or {r0, r1, q0, q1} of what a browser sent; None where that is no range."""
    fields = fields if isinstance(fields, dict) else {}
    bounds = {name: value for name in RANGE if (value := _finite(fields.get(name))) is not None}
    if "r0" not in bounds or "r1" not in bounds or bounds["r0"] >= bounds["r1"]:
        return None
    rows = "q0" in bounds and "q1" in bounds and bounds["q0"] < bounds["q1"]
    return {name: bounds[name] for name in (RANGE if rows else RANGE[:2])}


def read(search: str | None, clock: Clock | None = None) -> Link:
    """The link of a query string such as "?w=...&runs=a,b&t0=0&t1=3600&job=12".

    clock: of the log, by which dates become times; without it they are kept as `dates`.
    """
    fields = {name: values[0] for name, values in parse_qs((search or "").lstrip("?")[:LONGEST]).items()}
    asked = [key for key in fields.get("runs", "").split(",") if key]
    runs = tuple(dict.fromkeys(key for key in asked if KEY.fullmatch(key)))
    named = [fields.get("w", ""), fields.get("load", ""), fields.get("sweep", "")]
    bad = [key[:40] for key in (*asked, *named) if key and not KEY.fullmatch(key)]
    workload, load, sweep = (key if KEY.fullmatch(key) else "" for key in named)
    metric = name if NAME.fullmatch(name := fields.get("metric", "")) else ""
    baseline = _whole(fields.get("base")) or 0
    times = {name: _time(fields.get(name), clock) for name in TIMES}
    bounds: dict[str, Any] = {name: times.get(name, _number(fields.get(name))) for name in WINDOW}
    range_of = {name: times.get(name, _number(fields.get(name))) for name in RANGE}
    dates = () if clock else tuple((name, fields[name]) for name in TIMES if _is_date(fields.get(name)))
    return Link(
        workload,
        load,
        runs[:MOST_RUNS],
        baseline if baseline < len(runs[:MOST_RUNS]) else 0,
        _whole(fields.get("job")),
        mode=mode if (mode := fields.get("mode", "")) in MODES else MODES[0],
        plan=times["plan"],
        dates=dates,
        sweep=sweep,
        metric=metric,
        bad=tuple(bad),
        origin=origin.read(fields),
        tab=tab if NAME.fullmatch(tab := fields.get("tab", "")) else "",
        **bounds,
        **look({**fields, "shared": fields.get("shared") != "no", "fold": fields.get("fold") == "yes"}),
        **(span(range_of) or {}),
    )


def of_stores(stores: Mapping[str, Any]) -> Link:
    """The link of what the stores of Compare (page_state.STORES) hold: without the origin, which goes its own way."""
    window = value if isinstance(value := stores.get("window"), dict) else {}
    sweep = value if isinstance(value := stores.get("sweep"), list) and len(value) == 2 else ["", ""]
    bounds: dict[str, Any] = {name: _finite(window.get(name)) for name in WINDOW}
    named = [value if isinstance(value := stores.get(name), str) else "" for name in ("workload", "mode", "tab")]
    runs = stores.get("runs")
    return Link(
        named[0],
        runs=tuple(map(str, runs)) if isinstance(runs, list | tuple) else (),
        baseline=_index(stores.get("baseline")) or 0,
        job=_index(stores.get("job")),
        mode=named[1] if named[1] in MODES else MODES[0],
        plan=_finite(stores.get("plan")),
        tab=named[2],
        sweep=str(sweep[0]),
        metric=str(sweep[1]),
        **bounds,
        **look(stores.get("look")),
        **(span(stores.get("range")) or {}),
    )


def write(link: Link) -> str:
    """The query string of a link, only what differs from the default."""
    fields: dict[str, object] = {"w": link.workload, "load": link.load, "runs": ",".join(link.runs)}
    fields |= {"base": link.baseline or None, "job": link.job}
    fields |= {name: _short(getattr(link, name)) for name in WINDOW}
    fields |= {
        "mode": link.mode if link.mode != MODES[0] else None,
        "plan": None if link.plan is None else f"{link.plan:.15g}",
        "sweep": link.sweep,
        "metric": link.metric if link.sweep else "",
    }
    fields |= {**link.look, "shared": None if link.shared else "no", "fold": "yes" if link.fold else None}
    fields |= {name: _short(value) for name, value in (link.range or {}).items()}
    fields |= dict(link.dates)
    fields |= {"tab": link.tab, **origin.fields(link.origin)}
    kept = {name: value for name, value in fields.items() if value is not None and value != ""}
    return "?" + urlencode(kept, safe=",:*@()/") if kept else ""


def _time(text: str | None, clock: Clock | None) -> float | None:
    """Seconds of a log; None for a date without a clock, and for what is no time."""
    try:
        return instants.seconds(text or "", clock)
    except QueryError:
        return None


def _is_date(text: str | None) -> bool:
    try:
        return isinstance(instants.read(text or ""), Date)
    except QueryError:
        return False


def _number(text: str | None) -> float | None:
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _finite(value: Any) -> float | None:
    finite = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if finite else None


def _index(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _whole(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"[0-9]{1,12}", text) else None


def _short(value: float | None) -> str | None:
    return None if value is None else f"{value:.10g}"
