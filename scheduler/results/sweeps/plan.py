"""The plan of a sweep: policies x loads (or processors) x slices x replicas x seeds, as a TOML file says it.

docs/sweeps.md shows one.

A plan comes from outside: every key is looked at, and what cannot be meant is one sentence that names the key, says
what was found and what is wanted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from scheduler.errors import InputError, QueryError
from scheduler.model.workload_options import CALL_NAMES, OPTIONS
from scheduler.params import Param, checked
from scheduler.policies import Policy, all_policies
from scheduler.preparation import dated_options
from scheduler.query import instants
from scheduler.query.instants import Date
from scheduler.registry import find
from scheduler.results.sources import SEED
from scheduler.statistics.shaking import SECONDS
from scheduler.toml_tables import tables

TOP = (
    "name",
    "log",
    "trace",
    "loads",
    "processors",
    "seeds",
    "replicas",
    "shake",
    "threshold",
    "options",
    "slices",
    "policies",
)
OF_SLICES = ("weeks", "jobs", "count", "windows")
OF_POLICY = ("policy", "params", "name", "vary")
LOAD = Param("load", None, low=1e-6, high=1e6, kind=float)
THRESHOLD = Param("threshold", 10.0, low=0, high=1e9, unit="s")
REPLICAS = Param("replicas", None, low=1, high=1_000, kind=int)
SHAKE = Param("shake", SECONDS.default, low=SECONDS.low, high=SECONDS.high, unit="s")
COUNT = Param("count", None, low=1, high=100_000, kind=int)
EACH = Param("each", None, low=1, high=1e9, kind=int)
WEEKS = Param("weeks", None, low=1e-3, high=1e4, unit="weeks", kind=float)
TIME = Param("time", None, low=-(2.0**53), high=2.0**53, unit="s", kind=float)
MOST_TEXT = 80


@dataclass(frozen=True)
class Varied:
    """One of several values of a parameter: a point of a curve."""

    param: str
    value: float
    curve: str  # what the policy is called without the value


@dataclass(frozen=True)
class Setup:
    """A policy with checked parameters, and what it is called in tables and charts."""

    policy: Policy
    params: dict[str, Any]
    name: str
    varied: Varied | None = None


@dataclass(frozen=True)
class Slices:
    """How the log is cut: so many weeks or jobs each, count of them (None: as many as are whole), or windows.

    A window is [begin, end) of submit times, each in s or a date on the clock of the log.
    """

    weeks: float | None = None
    jobs: int | None = None
    count: int | None = None
    windows: tuple[tuple[float | Date, float | Date], ...] = ()


@dataclass(frozen=True)
class Plan:
    """A checked plan.

    loads: None is "as recorded"; processors: None is the machine of the log or of the options; slices None: the whole
    log; options as workload() names them.
    """

    name: str
    policies: tuple[Setup, ...]
    log: str | None = None
    trace: str | None = None  # a path, relative to the plan
    loads: tuple[float | None, ...] = (None,)
    processors: tuple[int | None, ...] = (None,)
    seeds: tuple[int, ...] = (0,)
    threshold: float = 10.0
    options: dict[str, Any] = field(default_factory=dict)
    slices: Slices | None = None
    replicas: int = 0  # shaken copies of every workload; 0: the workload itself
    shake: int = SECONDS.default  # s, of the copies
    document: dict[str, Any] = field(default_factory=dict, compare=False)  # as it was written, dates as text


def read(content: bytes, name: str) -> Plan:
    """The plan in the bytes of a file of that name (without its suffix).  Raises InputError, one sentence."""
    try:
        document = tables(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError(f"The plan {name} is no text in UTF-8; write it as a TOML file.") from None
    except ValueError as error:
        raise InputError(
            f"The plan {name} is no TOML file: {str(error)[:MOST_TEXT]}; wanted: lines such as "
            'log = "KTH-SP2-1996-2" and tables such as [[policies]].'
        ) from None
    return plan_of(document, name)


def plan_of(document: Mapping[str, Any], name: str) -> Plan:
    """The plan of parsed TOML.  Raises InputError, one sentence."""
    check_names(document, TOP, "")
    if ("log" in document) == ("trace" in document):
        problem = "both log and trace" if "log" in document else "neither log nor trace"
        raise InputError(
            f'The plan names {problem}; wanted: one of them, log = "NAME" of the folder of logs or '
            'trace = "path/to/file".'
        )
    options = options_of(document.get("options", {}))
    slices = slices_of(document["slices"]) if "slices" in document else None
    for key in ({"from", "to", "first", "week"} & set(document.get("options", {}))) if slices else ():
        raise InputError(f"options.{key} and [slices] both say which jobs are taken; leave one out.")
    if "shake" in document and "replicas" not in document:
        raise InputError("shake goes with replicas, the number of shaken copies; add replicas = 10 or leave it out.")
    loads: tuple[float | None, ...] = (None,)
    if "loads" in document:
        loads = tuple(numbers(document["loads"], "loads", LOAD))
    sizes = processors_of(document, options)
    policies = setups(document.get("policies"))
    _check_varied(policies, {"loads": loads, "processors": sizes})
    return Plan(
        name=text(document.get("name", name), "name"),
        policies=policies,
        log=text(document["log"], "log") if "log" in document else None,
        trace=text(document["trace"], "trace") if "trace" in document else None,
        loads=loads,
        processors=sizes,
        seeds=tuple(numbers(document["seeds"], "seeds", SEED)) if "seeds" in document else (0,),
        threshold=number(document.get("threshold", THRESHOLD.default), "threshold", THRESHOLD),
        options=options,
        slices=slices,
        replicas=number(document["replicas"], "replicas", REPLICAS) if "replicas" in document else 0,
        shake=number(document.get("shake", SHAKE.default), "shake", SHAKE),
        document=_plain(document),
    )


def _plain(value: Any) -> Any:
    """Tables, lists, texts and numbers of TOML as JSON has them; a date is the text it was written as."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return dated_options.text_of_date("plan", value)


def _check_varied(policies: Sequence[Setup], lists: Mapping[str, Sequence[Any]]) -> None:
    """A chart has one axis: a parameter that varies, several loads, or machines of several sizes."""
    varied = sorted({setup.varied.param for setup in policies if setup.varied})
    if len(varied) > 1:
        raise InputError(
            f"The plan varies {' and '.join(varied)}; wanted: one parameter, the same in every policy that varies it."
        )
    several = [f"has {len(values)} {name}" for name, values in lists.items() if len(values) > 1]
    if len(axes := [*(f"varies {name}" for name in varied), *several]) > 1:
        raise InputError(f"The plan {' and '.join(axes)}; wanted: one of them, for charts have one axis.")


def processors_of(document: Mapping[str, Any], options: Mapping[str, Any]) -> tuple[int | None, ...]:
    """The sizes of the machine that are run."""
    if "processors" not in document:
        return (None,)
    if "processors" in options:
        raise InputError("options.processors and processors = [...] both say how large the machine is; leave one out.")
    return tuple(sorted(numbers(document["processors"], "processors", OPTIONS["processors"])))


# -- its tables


def options_of(section: Any) -> dict[str, Any]:
    """Workload options, checked, as workload() names them; only those that were given."""
    entries = table(section, "options", 'estimates = "exact"')
    params = {CALL_NAMES.get(name, name): param for name, param in OPTIONS.items()}
    check_names(entries, params, "options.")
    if "load" in entries:
        raise InputError(
            f"options.load = {excerpt(entries['load'])} stands in the wrong place; wanted: loads = [...] "
            "at the top of the plan."
        )
    options = {}
    for name, value in _timed(entries).items():
        param = params[name]
        plain(value, f"options.{name}", param)
        options[param.name] = told_by(param, value, f"options.{name}")
    return options


def _timed(entries: Mapping[str, Any]) -> dict[str, Any]:
    """The options with dates as conditions of the filter, and lengths of time such as "36h" as seconds."""
    fields = {call: name for name, call in CALL_NAMES.items()}
    try:
        texts = {fields.get(name, name): dated_options.text_of_date(name, value) for name, value in entries.items()}
        times = dated_options.in_conditions(texts)
    except InputError as error:
        raise InputError(f"options.{error}") from None
    return {CALL_NAMES.get(name, name): value for name, value in times.items()}


def slices_of(section: Any) -> Slices:
    """How the log is cut."""
    entries = table(section, "slices", "weeks = 4")
    check_names(entries, OF_SLICES, "slices.")
    ways = [name for name in ("weeks", "jobs", "windows") if name in entries]
    if len(ways) != 1:
        raise InputError(
            f"slices names {' and '.join(ways) or 'no way to cut the log'}; wanted: one of weeks = 4, "
            "jobs = 5000 or windows = [[begin, end], ...]."
        )
    if ways == ["windows"]:
        if "count" in entries:
            raise InputError("slices.count goes with weeks or jobs; windows are as many as are listed.")
        return Slices(windows=windows(entries["windows"]))
    count = number(entries["count"], "slices.count", COUNT) if "count" in entries else None
    if ways == ["weeks"]:
        return Slices(weeks=number(entries["weeks"], "slices.weeks", WEEKS), count=count)
    return Slices(jobs=number(entries["jobs"], "slices.jobs", EACH), count=count)


def windows(pairs: Any) -> tuple[tuple[float | Date, float | Date], ...]:
    """Windows [begin, end) of submit times: s, or dates, whose seconds only the log tells."""
    bounds = []
    for index, window in enumerate(array(pairs, "slices.windows", "[begin, end]")):
        key = f"slices.windows[{index}]"
        if not isinstance(window, list | tuple) or len(window) != 2:
            raise InputError(f"{key} = {excerpt(window)}; wanted: two times, [begin, end].")
        begin, end = (instant(value, key) for value in window)
        places = [one.begin if isinstance(one, Date) else one for one in (begin, end)]
        if isinstance(begin, Date) == isinstance(end, Date) and not places[0] < places[1]:
            raise InputError(f"{key} = {excerpt(window)}; wanted: a begin before the end.")
        bounds.append((begin, end))
    return tuple(bounds)


def instant(value: Any, key: str) -> float | Date:
    """The value, a time of the log: a number of s, a length of time such as "2d4h", or a date, also one of TOML."""
    try:
        value = dated_options.text_of_date(key, value)
        return instants.read(value) if isinstance(value, str) else number(value, key, TIME)
    except QueryError as error:
        raise InputError(f"{key} = {excerpt(value)}: {error}") from None


def setups(tables: Any) -> tuple[Setup, ...]:
    """The policies, each with a name of its own."""
    if tables is None:
        raise InputError('The plan names no policies; wanted: a table [[policies]] with policy = "easy" for each.')
    distinct: list[Setup] = []
    entries = [
        (index, setup)
        for index, entry in enumerate(array(tables, "policies", "tables [[policies]]"))
        for setup in setups_of(entry, f"policies[{index}]")
    ]
    for index, setup in entries:
        for before, other in enumerate(distinct):
            if (other.policy.key, other.params) == (setup.policy.key, setup.params):
                raise InputError(
                    f"policies[{index}] is the same as policies[{before}]; change a parameter or leave it out."
                )
            if other.name == setup.name:
                raise InputError(
                    f"policies[{index}] and policies[{before}] are both called {setup.name!r}; give each "
                    'a name = "..." of its own.'
                )
        distinct.append(setup)
    return tuple(distinct)


def setups_of(entry: Any, key: str) -> list[Setup]:
    """One entry of policies: one setup, or one for each value of the parameter it varies."""
    if not isinstance(entry, Mapping) or "vary" not in entry:
        return [setup_of(entry, key)]
    rest = {name: value for name, value in entry.items() if name != "vary"}
    one, vary = setup_of(rest, key), table(entry["vary"], f"{key}.vary", "period = [600, 900]")
    if len(vary) != 1:
        raise InputError(f"{key}.vary names {len(vary)} parameters; wanted: one, with a list of its values.")
    name, values = next(iter(vary.items()))
    param = next((param for param in one.policy.params if param.name == name and param.type in (int, float)), None)
    if param is None or name in rest.get("params", {}):
        why = "is set in params, too" if param is not None else f"is no number among the parameters of {one.policy.key}"
        raise InputError(f"{key}.vary.{name} {why}; wanted: a parameter of this policy that is a number, named once.")
    return [
        Setup(one.policy, one.params | {name: value}, f"{one.name}, {name} {value:g}", Varied(name, value, one.name))
        for value in sorted(numbers(values, f"{key}.vary.{name}", param))
    ]


def setup_of(entry: Any, key: str) -> Setup:
    """One entry of policies that varies nothing."""
    fields = table(entry, key, 'policy = "easy"')
    check_names(fields, OF_POLICY, f"{key}.")
    if "policy" not in fields:
        raise InputError(f'{key} names no policy; wanted: policy = "easy", or another of: {", ".join(all_policies())}.')
    assignments = table(fields.get("params", {}), f"{key}.params", 'placement = "list"')
    try:
        policy = find(all_policies(), text(fields["policy"], f"{key}.policy"), "policy")
    except InputError as error:
        raise InputError(f"{key}.policy: {error}") from None
    for param in policy.params:
        if param.name in assignments:
            plain(assignments[param.name], f"{key}.params.{param.name}", param)
    try:
        params = checked(policy.params, assignments)
    except InputError as error:
        raise InputError(f"{key}.params: {error}") from None
    called = ", ".join([policy.title, *(f"{name} {value}" for name, value in assignments.items())])
    return Setup(policy, params, text(fields.get("name", called), f"{key}.name"))


# -- its values


def check_names(entries: Mapping[str, Any], names: Iterable[str], where: str) -> None:
    """Raise InputError for a key that is none of these names."""
    names = tuple(names)
    for key in entries:
        if key not in names:
            near = get_close_matches(key, names, 1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(names)}."
            raise InputError(f"There is no key {where + key[:MOST_TEXT]!r} in a plan; {hint}")


def table(value: Any, key: str, example: str) -> Mapping[str, Any]:
    """The value, a table."""
    if not isinstance(value, Mapping):
        raise InputError(f"{key} = {excerpt(value)}; wanted: a table with lines such as {example}.")
    return value


def array(value: Any, key: str, of: str) -> Sequence[Any]:
    """The value, a list with something in it."""
    if not isinstance(value, list) or not value:
        raise InputError(f"{key} = {excerpt(value)}; wanted: a list of {of}, at least one.")
    return value


def text(value: Any, key: str) -> str:
    """The value, a text of one line."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > 4 * MOST_TEXT:
        raise InputError(f"{key} = {excerpt(value)}; wanted: a text of one line in quotes.")
    return value.strip()


def number(value: Any, key: str, param: Param) -> Any:
    """The value, a number within the bounds of a parameter."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(f"{key} = {excerpt(value)}; wanted: {param.requirement()}.")
    return told_by(param, value, key)


def numbers(values: Any, key: str, param: Param) -> list[Any]:
    """The value, a list of different numbers."""
    distinct: list[Any] = []
    for index, value in enumerate(array(values, key, "numbers")):
        one = number(value, f"{key}[{index}]", param)
        if one in distinct:
            raise InputError(f"{key} names {value} twice; name it once.")
        distinct.append(one)
    return distinct


def plain(value: Any, key: str, param: Param) -> None:
    """Raise InputError for a value of another TOML type than the parameter's: "0.5" is no number, true no text."""
    wanted = {bool: bool, int: int | float, float: int | float, str: str}[param.type]
    if not isinstance(value, wanted) or (isinstance(value, bool) and param.type is not bool):
        raise InputError(f"{key} = {excerpt(value)}; wanted: {param.requirement()}.")


def told_by(param: Param, value: Any, key: str) -> Any:
    """The value as the parameter checks it, with the key's name in what it says."""
    try:
        return param.check(value)
    except InputError:
        raise InputError(f"{key} = {excerpt(value)}; wanted: {param.requirement()}.") from None


def excerpt(value: Any) -> str:
    """A value as a plan would have it, cut short."""
    literal = (
        {True: "true", False: "false"}[value]
        if isinstance(value, bool)
        else f'"{value}"'
        if isinstance(value, str)
        else str(value)
    )
    return " ".join(literal.split())[:MOST_TEXT]
