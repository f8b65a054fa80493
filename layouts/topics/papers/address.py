"""Which experiment of which paper an address shows, at which scale, seed and log - read with suspicion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode

from scheduler.errors import ParamError
from scheduler.results.sources import SEED
from scheduler.topics.papers.experiments import SCALES, all_experiments
from scheduler.topics.papers.results import logs

MOST = 2_000  # characters of an address that are read
LONGEST = 300  # characters of the name of a log


class Asked(NamedTuple):
    """What an address asks for.  scale None: whichever is there already; problem: what of it could not be read."""

    experiment: str = ""  # "ostrich-2013/fig3"; empty: the list of papers
    scale: str | None = None
    seed: int = 0
    problem: str = ""
    log: str = ""  # in the words of logs.py; empty: those of the paper that are here


def read(search: str | None) -> Asked:
    """What "?e=ostrich-2013/fig3&scale=full&seed=1" asks for; a scale or seed that is none is left out, and said."""
    fields = {name: values[0] for name, values in parse_qs((search or "").lstrip("?")[:MOST]).items()}
    experiment, scale, seed = fields.get("e", ""), fields.get("scale"), fields.get("seed")
    if experiment and experiment not in all_experiments():
        return Asked(problem=f"There is no experiment {experiment[:80]!r} here; choose one of the list.")
    problems = []
    if scale is not None and scale not in SCALES:
        problems.append(f"There is no scale {scale[:40]!r}; wanted: {' or '.join(SCALES)}.")
        scale = None
    try:
        number = seed_of(experiment, seed)
    except ParamError as error:
        problems.append(str(error))
        number = 0
    return Asked(experiment, scale, number, " ".join(problems), log_of(experiment, fields.get("log")))


def log_of(experiment: str, log: Any) -> str:
    """The log of an experiment; empty where it takes none, or none is named.  Whether it is here is not asked."""
    if not experiment or not all_experiments()[experiment][1].logs:
        return ""
    return str(log or "")[:LONGEST]


def named(log: str) -> str:
    """The name of a log for people."""
    upload = logs.UPLOAD.fullmatch(log)
    return upload[2] if upload else log


def seed_of(experiment: str, seed: Any) -> int:
    """The checked seed of an experiment, 0 where it draws no lots or none is given.  Raises ParamError."""
    if seed in (None, "") or not experiment or not all_experiments()[experiment][1].random:
        return 0
    return int(SEED.check(seed[:40] if isinstance(seed, str) else seed))


def write(experiment: str, scale: str | None = None, seed: int = 0, log: str = "") -> str:
    """The address of an experiment; a seed of 0 is left out, and the log where it is those of the paper."""
    fields: dict[str, object] = {"e": experiment, "scale": scale, "seed": seed or None, "log": log}
    return "/papers?" + urlencode({name: value for name, value in fields.items() if value}, safe="/")


def in_tray(spec: Mapping[str, Any]) -> tuple[str, str]:
    """What an experiment under way is called, and the address that shows it."""
    key, logs_of_run = str(spec["experiment"]), list(spec.get("logs") or ())
    pair = all_experiments().get(key)
    name = f"{pair[1].title if pair else key} ({spec['scale']})"
    # several are those of the paper, which need not be named
    log = logs.describe(logs_of_run[0]) if len(logs_of_run) == 1 else ""
    return name, write(key, spec["scale"], spec["seed"] or 0, log)
