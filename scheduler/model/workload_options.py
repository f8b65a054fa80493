"""How a workload is made of a trace: every option once, with its default, its bounds and its meaning.

Forms, links, the command line, stored specs and programs all hand `WorkloadOptions` to `build.workload`.  Values are
checked when it is made, so one that exists can be used as it is.  `OPTIONS` has its fields as parameters, by name;
those of topics (scheduler.options) follow those of the core.

>>> WorkloadOptions(load="0.7").load, WorkloadOptions.of({"first": 10}).as_json()["first"]
(0.7, 10)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, make_dataclass
from types import NoneType
from typing import TYPE_CHECKING, Any, Self, get_args, get_type_hints

from scheduler.errors import ParamError, Remedy, WorkloadError
from scheduler.model.clusters import LARGEST, sizes
from scheduler.model.number_text import WHOLE
from scheduler.model.time_range import LONGEST
from scheduler.options import all_options
from scheduler.params import Param, checked
from scheduler.query.grammar import text_of

MODELS = ("exact", "factor", "uniform", "popular")  # of requested times, in place of those of the log
STAND_INS = ("runtime", "longest", "usual")  # for requested times that the log does not tell
CALL_NAMES = {"begin": "from", "end": "to"}  # options with another name on the command line and in plans
# Options younger than records that are named by all that is in them: where nobody asks for one, it is not in a record.
LATER = frozenset({"leave_out", "where", "cap", "unrequested"}) | {
    name for name, option in all_options().items() if not option.always
}
LISTS = ("clusters", "leave_out")  # options that are lists, with commas
FINDINGS = re.compile(r"[a-z_]{1,40}(?:,[a-z_]{1,40}){0,39}")


def _option(default: Any, help: str, **declared: Any) -> Any:
    """A field of WorkloadOptions; declared: what else its Param says."""
    return field(default=default, metadata={"help": help, **declared})


def _of_topic(param: Param) -> Any:
    """A field for an option of a topic."""
    declared = {key: value for key, value in vars(param).items() if key not in ("name", "default", "kind")}
    return field(default=param.default, metadata=declared)


def findings(text: str) -> tuple[str, ...]:
    """The keys of a text such as "flurries,one_user", each once, in alphabetical order; raises ParamError."""
    plain = text.replace(" ", "")
    if not FINDINGS.fullmatch(plain):
        raise ParamError(
            f"leave_out = {text[:80]!r}; wanted: findings of the health card, separated by commas, such "
            "as flurries,duplicate_ids."
        )
    return tuple(sorted(set(plain.split(","))))


@dataclass(frozen=True)
class CoreOptions:
    """The options of a workload that are not of topics; None leaves the choice to the trace.

    See OPTIONS for what each means.

    Raises ParamError for a value out of range, WorkloadError for options that contradict each other.
    """

    processors: int | None = _option(
        None,
        low=1,
        high=LARGEST,
        unit="processors",
        help=("size of the machine; the log's MaxProcs, else its MaxNodes, where not given"),
    )
    clusters: str | None = _option(
        None,
        test=sizes,
        help=(
            "processors of each cluster, such as 208,96,80,48, or metacentrum-2009 for the 14 of that log: no job "
            "may span two of them; as the file declares (one machine where it does not) where not given"
        ),
    )
    size: str = _option("requested", "which processor count is a job's size", choices=("requested", "allocated"))
    unallocated: str = _option(
        "drop",
        choices=("drop", "keep"),
        help=(
            "jobs with a runtime that were cancelled (status 5) without processors allocated, in a log that tells "
            "allocations: leave them out, since they never ran, or let them run on the processors they asked for"
        ),
    )
    leave_out: str | None = _option(
        None,
        test=findings,
        examples=("flurries,duplicate_ids",),
        help=(
            "findings of the health card whose jobs are left out, separated by commas: `inspect` lists those of a log"
        ),
    )
    estimates: str = _option(
        "requested",
        choices=("requested", *MODELS),
        help=(
            "what a policy may know of a runtime: what the log's users asked for, or the runtime itself, or what a "
            "model makes of it: so many times the runtime, a multiple drawn per job, one of a few values"
        ),
    )
    unrequested: str | None = _option(
        None,
        choices=STAND_INS,
        help=(
            "what stands for a requested time that the log does not tell: the runtime of the job, the longest "
            "request of the other jobs, or as many times the runtime as the others usually ask for; the runtime "
            "where not given"
        ),
    )
    factor: float = _option(
        2.0, low=1, high=1e6, help=("estimates factor: requested time / runtime; estimates uniform: the most it can be")
    )
    estimate_seed: int = _option(0, "estimates uniform: seed of the draws", low=0, high=2**53 - 1)
    popular: int = _option(
        5,
        low=1,
        high=1_000,
        unit="values",
        help=("estimates popular: how many values, quantiles of the runtimes, each runtime rounded up to the next"),
    )
    overrun: str = _option(
        "auto",
        choices=("auto", "cut", "extend"),
        help=(
            "runtime above the requested time: lower the runtime, raise the requested time, or cut only where that "
            "removes at most 1 % of the work"
        ),
    )
    cap: float | None = _option(
        None,
        low=1,
        high=LONGEST,
        unit="s",
        help=("cap of the requested time: a longer one becomes the cap, and a job that would run longer ends there"),
    )
    wide: str = _option(
        "refuse",
        choices=("refuse", "drop"),
        help=("what to do with jobs wider than the machine, or than its largest cluster"),
    )
    arrivals: str | None = _option(
        None,
        choices=("recorded", "closed"),
        help=("submit times as recorded, or after the preceding campaign; closed where there are campaigns"),
    )
    first: int | None = _option(None, "only that many jobs", low=1, unit="jobs")
    begin: float | None = _option(None, "only jobs submitted from then on", low=-WHOLE, high=WHOLE, unit="s")
    end: float | None = _option(None, "only jobs submitted before", low=-WHOLE, high=WHOLE, unit="s")
    week: int | None = _option(
        None,
        low=1,
        high=100_000,
        help=(
            "only the jobs of that week of the log (1, 2, ... from its first submission), with times counted from the "
            "beginning of the week"
        ),
    )
    where: str | None = _option(
        None,
        test=text_of,
        help=(
            "only jobs of the log that meet this expression, such as queue=1,2 processors>=64 submit>=2012-06-01; "
            "asked of the values of the file"
        ),
    )
    load: float | None = _option(None, "offered load to scale the times between submissions to", low=1e-6, high=1e6)

    def __post_init__(self) -> None:
        for name, param in OPTIONS.items():
            object.__setattr__(self, name, param.check(getattr(self, name)))
        object.__setattr__(self, "where", text_of(self.where or "") or None)
        if self.leave_out is not None:
            object.__setattr__(self, "leave_out", ",".join(findings(self.leave_out)))
        if self.week is not None and (self.begin is not None or self.end is not None):
            raise WorkloadError(
                "A week and times from and to both say which jobs are taken",
                (Remedy("week", words="leave one out"), Remedy("begin"), Remedy("end")),
            )

    @classmethod
    def of(cls, values: Mapping[str, Any] | None) -> Self:
        """The options as they come from outside, {name: value}; raises ParamError also for a name there is not."""
        return cls(**checked(OPTIONS.values(), values))

    @classmethod
    def of_record(cls, effective: Mapping[str, Any]) -> Self:
        """The options that took effect, of `Workload.options` or a stored record; what was measured is left out."""
        return cls(**{name: value for name, value in effective.items() if name in OPTIONS and value is not None})

    def as_json(self) -> dict[str, Any]:
        """{name: value} of the options that have a value, as stored specs hold them."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    def recorded(self) -> dict[str, Any]:
        """{name: value} as a record of a workload holds them, with None for what nobody asked for."""
        return {name: value for name, value in asdict(self).items() if name not in LATER or value is not None}

    def chosen(self) -> dict[str, Any]:
        """{name: value} of those that somebody has to ask for: no defaults, nor what follows from the file."""
        implied = {"arrivals": usual_arrivals(self.as_json())}
        implied |= {name: option.implied for name, option in all_options().items() if option.implied is not None}
        return {
            name: value
            for name, value in self.as_json().items()
            if value != OPTIONS[name].default and value != implied.get(name)
        }


if TYPE_CHECKING:

    class WorkloadOptions(CoreOptions):
        """Those of the core, and those of the topics that are there."""

        def __init__(self, **values: Any) -> None: ...

        def __getattr__(self, name: str) -> Any: ...

else:
    WorkloadOptions = make_dataclass(
        "WorkloadOptions",
        [(name, option.param.type, _of_topic(option.param)) for name, option in all_options().items()],
        bases=(CoreOptions,),
        namespace={"__doc__": "Those of the core, and those of the topics that are there.", "__module__": __name__},
        frozen=True,
    )


def _params() -> dict[str, Param]:
    """The fields as parameters; the kind of one is its type but for None."""
    hints = get_type_hints(WorkloadOptions)
    kinds = {
        name: next(kind for kind in get_args(hint) or (hint,) if kind is not NoneType) for name, hint in hints.items()
    }
    return {
        one.name: Param(one.name, one.default, kind=kinds[one.name], **one.metadata) for one in fields(WorkloadOptions)
    }


OPTIONS: Mapping[str, Param] = _params()
AS_RECORDED = WorkloadOptions()


def usual_arrivals(options: Mapping[str, Any]) -> str:
    """Arrivals where none are asked for: closed where jobs wait for others by an option (declared or inferred).

    options: {name: value}, effective ones.
    """
    closes = any(options.get(name) for name, option in all_options().items() if option.closed_with is not None)
    return "closed" if closes else "recorded"
