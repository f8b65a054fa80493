"""What a link says of where its runs come from, so that a server that has never seen them can make them again.

Short parts beside the keys: `file` is the log (how its SHA-256 begins, its jobs, its name), `reading` how it is read
where it does not tell, `model` the generator that
makes it, with parameters and seed, where one did, `made` the options of the workload, `how` a policy per run with the
parameters that differ from the defaults.  A filter stands by itself, `where`.  Read with suspicion.

>>> part(Run("easy", {"order": "sjf"}, 3, {"estimates": "exact", "processors": "120"}))
'easy*order:sjf@3~exact^processors:120'
>>> run("easy*order:sjf@3~exact").changes
{'estimates': 'exact'}
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isclose
from typing import Any
from urllib.parse import quote, unquote

from scheduler.errors import ParamError, QueryError
from scheduler.formats import check_reading
from scheduler.generators import all_generators
from scheduler.model.trace import CLUSTERS, Platform
from scheduler.model.workload_options import OPTIONS, WorkloadOptions
from scheduler.policies import all_policies, policy_of
from scheduler.preparation import dated_options
from scheduler.preparation.workload_change import CHANGES
from scheduler.query.grammar import text_of

FILE = re.compile(r"([0-9a-f]{12,64}),([0-9]{1,12}),(.{1,80})")
WORD = r"[a-z0-9_]{1,40}"
VALUE = r"[A-Za-z0-9_.%+()/-]{1,3000}"  # quoted: a formula has blanks and signs
PAIR = re.compile(rf"({WORD}):({VALUE})")
CHOSEN = re.compile(rf"({WORD}):([A-Za-z0-9_.+-]{{1,200}}|[A-Za-z0-9_.+: -]{{1,40}})")  # begin:2012-06-01 14:00
CHANGED = r"[A-Za-z0-9_.~%+-]{1,600}"  # quoted
RUN = re.compile(rf"({WORD})((?:\*{WORD}:{VALUE})*)(?:@([0-9]{{1,16}}))?(?:~({WORD}))?((?:\^{WORD}:{CHANGED})*)")
CHANGE = re.compile(rf"\^({WORD}):({CHANGED})")
COMMAS = {"clusters": "_", "leave_out": "."}  # what stands for the commas of options that are lists
DIGITS = 12  # of the hash: enough to tell logs apart
LONGEST_NAME = 60
MOST_RUNS = 6
SOURCES = ("upload", "log", "sample", "generate")  # kinds of sources that a link can name
PARTS = ("file", "reading", "model", "made", "where", "how")
MOST_READING = 40  # parameters of a reading


@dataclass(frozen=True)
class Run:
    """A run to make again; or a log, by its generator in the place of the policy."""

    policy: str
    params: Mapping[str, Any] = field(default_factory=dict)  # those that differ from the defaults
    seed: int | None = None
    changes: Mapping[str, str] = field(default_factory=dict)  # options other than those of the workload


@dataclass(frozen=True)
class Origin:
    """The log, what was made of it, and the runs, all of them or none."""

    sha256: str  # how it begins
    jobs: int
    name: str
    options: Mapping[str, str] = field(default_factory=dict)
    runs: tuple[Run, ...] = ()
    model: Run | None = None  # the generator that makes the log again
    reading: Mapping[str, str] = field(default_factory=dict)  # how the log is read where it does not tell
    unread: str = field(default="", compare=False)  # the first run that does not read: then there are none

    def matches(self, sha256: str) -> bool:
        """Whether that is the hash of its log."""
        return sha256.startswith(self.sha256)


def read(fields: Mapping[str, str]) -> Origin | None:
    """The origin of the fields of a link; None where it names no file.

    What does not read is left out, but for a filter (filter_of).
    """
    match = FILE.fullmatch(fields.get("file", ""))
    if match is None or not match[3].isprintable():
        return None
    options: dict[str, str] = {
        pair[1]: pair[2]
        for text in fields.get("made", "").split(",")
        if (pair := CHOSEN.fullmatch(text)) and pair[1] in OPTIONS and pair[1] != "where"
    }
    options |= {name: options[name].replace(sign, ",") for name, sign in COMMAS.items() if name in options}
    options |= {"where": where} if (where := filter_of(fields.get("where", ""))) else {}
    asked = [text for text in fields.get("how", "").split(",") if text][:MOST_RUNS]
    runs = [run(text) for text in asked]
    whole = tuple(one for one in runs if one is not None)
    unread = next((text for text, one in zip(asked, runs, strict=True) if one is None), "")
    model = run(fields.get("model", ""), all_generators())
    return Origin(
        match[1],
        int(match[2]),
        match[3],
        options,
        whole if len(whole) == len(runs) else (),
        model,
        _reading(fields.get("reading", "")),
        unread,
    )


def _reading(text: str) -> dict[str, str]:
    """How the log is read; nothing where the text does not say it, as half of it would read another log."""
    pairs = dict(pair.split(":", 1) for pair in text.split(",")[:MOST_READING] if ":" in pair)
    try:
        return check_reading({name: unquote(value) for name, value in pairs.items()})
    except ParamError:
        return {}


def filter_of(text: str) -> str:
    """A filter in its normal form; as it is where it does not read, so that opening the log says what is wrong with it.

    Without its filter, the log would be another workload than the link names.
    """
    try:
        return text_of(text)
    except QueryError:
        return text


def run(text: str, entries: Mapping[str, Any] | None = None) -> Run | None:
    """A run as written by `part`, of a policy or one of other entries; None for anything else."""
    match = RUN.fullmatch(text)
    if match is None or match[1] not in (all_policies() if entries is None else entries):
        return None
    changes = {"estimates": match[4]} if match[4] else {}
    changes |= {name: unquote(value) for name, value in CHANGE.findall(match[5])}
    params = {name: unquote(value) for name, value in PAIR.findall(match[2])}
    return Run(match[1], params, int(match[3]) if match[3] else None, changes)


def fields(origin: Origin | None) -> dict[str, str]:
    """The fields of a link; none without an origin."""
    if origin is None:
        return {}
    options = ",".join(
        f"{name}:{value.replace(',', COMMAS.get(name, ','))}"
        for name, value in origin.options.items()
        if name != "where"
    )
    reading = ",".join(f"{name}:{quote(value, safe='')}" for name, value in origin.reading.items())
    texts = {
        "file": f"{origin.sha256},{origin.jobs},{origin.name}",
        "reading": reading,
        "model": part(origin.model) if origin.model else "",
        "made": options,
        "where": origin.options.get("where", ""),
        "how": ",".join(part(one) for one in origin.runs),
    }
    return {name: value for name, value in texts.items() if value}


def part(one: Run) -> str:
    """A run in a link."""
    params = "".join(
        f"*{name}:{quote(_plain(value), safe='+()/').replace('~', '%7E')}" for name, value in one.params.items()
    )
    changes = "".join(
        f"~{value}" if name == "estimates" else f"^{name}:{quote(value, safe='')}"
        for name, value in sorted(one.changes.items(), key=lambda pair: pair[0] != "estimates")
    )
    return one.policy + params + (f"@{one.seed}" if one.seed else "") + changes


def of_records(workload: Mapping[str, Any], specs: Sequence[Mapping[str, Any] | None]) -> Origin | None:
    """The origin of a workload's record and of what its runs are; None where a link cannot name it.

    specs: {policy, params, seed, options} of each run, options those of its workload; None where nobody knows.
    """
    source, sha256 = workload.get("source") or {}, str(workload.get("trace_sha256") or "")
    if source.get("kind") not in SOURCES or len(sha256) < DIGITS:
        return None
    name = str(source.get("name") or workload["name"]).rsplit("/", 1)[-1]
    runs = [_run(spec, workload) for spec in specs if spec]
    own = not any(spec.get("called") for spec in specs if spec)  # a schedule of another program is made by no link
    whole = own and len(runs) == len(specs) and all(RUN.fullmatch(part(one)) for one in runs)
    model = _model(source) if source["kind"] == "generate" else None
    if source["kind"] == "generate" and model is None:
        return None
    return Origin(
        sha256[:DIGITS],
        int(workload["jobs"]),
        name[-LONGEST_NAME:],
        _options(workload),
        tuple(runs) if whole else (),
        model,
        dict(source.get("reading") or {}),
    )


def _model(source: Mapping[str, Any]) -> Run | None:
    """The generator of a generated log; None where this program has none of that name, or a link cannot hold it."""
    generator = all_generators().get(str(source.get("generator")))
    if generator is None:
        return None
    usual = {param.name: param.default for param in generator.params}
    params = {
        name: value
        for name, value in (source.get("params") or {}).items()
        if value is not None and value != usual.get(name)
    }
    model = Run(generator.key, params, source.get("seed"))
    return model if RUN.fullmatch(part(model)) else None


def _options(workload: Mapping[str, Any]) -> dict[str, str]:
    """What differs from the defaults, and from what the log itself decides."""
    notes = str(workload.get("notes") or "")
    of_header = {"processors": "of the header" in notes, "clusters": f"from {CLUSTERS} of the header" in notes}
    chosen = WorkloadOptions.of_record(workload.get("options") or {}).chosen()
    return {name: _dated(name, value, workload) for name, value in chosen.items() if not of_header.get(name)}


def _dated(name: str, value: Any, workload: Mapping[str, Any]) -> str:
    """A value; an instant as the date it is, where the log tells dates."""
    if name not in dated_options.INSTANTS:
        return _plain(value)
    facts = workload.get("platform") or {"processors": 1}
    platform = Platform(**facts | {"clusters": tuple(facts.get("clusters") or ())})
    return dated_options.written(value, platform) or _plain(value)


def _run(spec: Mapping[str, Any], workload: Mapping[str, Any]) -> Run:
    usual = {param.name: param.default for param in policy_of(spec["policy"]).params}
    params = {
        name: value
        for name, value in (spec.get("params") or {}).items()
        if value is not None and value != usual.get(name)
    }
    changes = _changes(spec.get("options") or {}, workload.get("options") or {})
    return Run(spec["policy"], params, spec.get("seed"), changes)


def _changes(mine: Mapping[str, Any], its: Mapping[str, Any]) -> dict[str, str]:
    """The options of a run's workload that are others than those of the workload of the link."""
    changes = {
        name: _plain(mine[name]) for name in CHANGES if mine.get(name) is not None and mine[name] != its.get(name)
    }
    factors = [float(one.get("time_factor") or 1.0) for one in (mine, its)]
    if "load" in changes and isclose(*factors, rel_tol=1e-9):
        changes.pop("load")  # follows from the other changes: no job is submitted at another time
    return changes


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.15g}" if isinstance(value, float) else str(value)
