"""The address of jobs by hand: machine, policies, seed, title and every job, short enough to be sent around.

?m=4&p=fcfs,easy&j=0.1.28800;10800.2.3600.7200.2.1.17 - a job is submit.processors.runtime[.requested time[.user
[.campaign[.number[.CPU need[.memory]]]]]]; what is left out or empty is the runtime, user 1, no campaign, the number
after the job before, no need.  Times are seconds, needs per cent of a node, `_` is the decimal point.  f is
the expression of policies that go by one, passing who may pass under them; dfrs.period=300 is a parameter that is
not as usual.  What does not read is left out and named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote

from scheduler.durations import number as plain
from scheduler.errors import ParamError
from scheduler.manual.cells import COLUMNS, MOST_JOBS, Job, Problem, read_row
from scheduler.manual.typed_jobs import check, machine
from scheduler.params import Param
from scheduler.policies import all_policies, policy_of, usual_policies

MOST_POLICIES = 4
USUAL = usual_policies("jobs")
LONGEST = 8_000  # characters of an address that are read
LONGEST_TITLE = 80
LONGEST_VALUE = 4_000  # characters of a parameter
LONGEST_NAME = 24  # characters of a wrong name that are repeated
MOST_PARAMS = 200  # parameters that are read
IN = "."  # between a policy and its parameter: dfrs.period
MOST_SEED = 2**31 - 1
NEEDS = ("cpu_need", "memory")  # columns that came later and stand last
FIELDS = (*(name for name in COLUMNS if name not in NEEDS), "number", *NEEDS)


class Sheet(NamedTuple):
    """What the address holds.  bad: sentences on what in it could not be read."""

    jobs: tuple[Job, ...] = ()
    processors: int = 1
    policies: tuple[str, ...] = USUAL
    seed: int = 0
    title: str = ""
    expression: str = ""  # of the policies that go by one; empty: what is usual
    passing: str = ""  # and who may pass under them
    params: tuple[tuple[str, str, str], ...] = ()  # (policy, parameter, value) where it is not the usual one
    bad: tuple[str, ...] = ()


def read(search: str | None) -> Sheet:
    """The sheet of a query string; jobs that do not read or do not fit are left out, and said."""
    text = (search or "").lstrip("?")
    fields = {name: values[0] for name, values in parse_qs(text[:LONGEST], separator="&").items()}
    long = (
        [f"The link has {len(text):,} characters, and only the first {LONGEST:,} were read."]
        if len(text) > LONGEST
        else []
    )
    size, wrong = machine(fields.get("m"))
    if wrong is not None:
        long.append(f"In the link: {wrong.text}")
    jobs, bad = _jobs(fields.get("j", ""))
    if wrong is not None:
        size = max((job.processors for job in jobs.values()), default=1)
    return _fitting(jobs, size, fields, [*long, *bad])


def _fitting(jobs: dict[int, Job], size: int, fields: dict[str, str], sentences: list[str]) -> Sheet:
    """The sheet without jobs that do not fit together; jobs: by their place in the link, from 1."""
    problems = check(list(jobs.values()), size, list(jobs))
    out = {problem.row for problem in problems}
    policies, unknown = policies_of(fields.get("p", ",".join(USUAL)).split(","))
    sentences += [f"In the link: {text}" for text in (*(problem.text for problem in problems), *unknown)]
    title = "".join(c for c in fields.get("t", "") if c.isprintable())[:LONGEST_TITLE].strip()
    expression, passing, wrong = expression_of(fields.get("f"), fields.get("passing"))
    params, refused = own_params(policies, {name: value for name, value in fields.items() if IN in name})
    sentences += [f"In the link: {text}" for text in refused]
    return Sheet(
        tuple(job for row, job in jobs.items() if row not in out),
        size,
        policies,
        seed_of(fields.get("s")),
        title,
        expression,
        passing,
        params,
        tuple([*sentences, *(f"In the link: {wrong}" for _ in range(bool(wrong)))]),
    )


def policies_of(asked: Sequence[object]) -> tuple[tuple[str, ...], list[str]]:
    """One to four known policies, and sentences on those that are not."""
    policies = [str(key) for key in dict.fromkeys(map(str, asked)) if str(key) in all_policies()]
    sentences = [
        f"there is no policy {str(key)[:24]!r}; choose one of the list."
        for key in dict.fromkeys(map(str, asked))
        if key and str(key) not in all_policies()
    ]
    if len(policies) > MOST_POLICIES:
        sentences.append(
            f"{len(policies)} policies are named; wanted: at most {MOST_POLICIES}, the first ones were taken."
        )
    return tuple(policies[:MOST_POLICIES]) or USUAL, sentences


def expression_params(policy: str) -> tuple[Param, ...]:
    """The parameters with fields beside the policies: the expression by which a policy goes, and who may pass; none of
    other policies."""
    params = policy_of(policy).params
    expressions = [param for param in params if param.is_expression]
    return (expressions[0], next(param for param in params if param.name == "passing")) if expressions else ()


def expression_policies() -> list[str]:
    """The policies that go by an expression."""
    return [key for key in all_policies() if expression_params(key)]


def expression_of(text: object, passing: object) -> tuple[str, str, str]:
    """(expression, passing, what is wrong), each empty where it is usual, does not read, or no policy has it."""
    policies = expression_policies()
    if not policies:
        return "", "", ""
    params = expression_params(policies[0])
    try:
        values = [
            param.check(str(value)) if value not in (None, "") else param.default
            for param, value in zip(params, (text, passing), strict=True)
        ]
    except ParamError as error:
        return "", "", str(error)
    expression, chosen = (
        "" if value == param.default else str(value) for param, value in zip(params, values, strict=True)
    )
    return expression, chosen, ""


def fields_of(policy: str) -> tuple[Param, ...]:
    """The parameters of a policy that have a field of their own: all but the expression and who may pass under it."""
    shared = {param.name for param in expression_params(policy)}
    return tuple(param for param in all_policies()[policy].params if param.name not in shared)


def own_params(
    policies: Sequence[str], values: Mapping[str, Any]
) -> tuple[tuple[tuple[str, str, str], ...], list[str]]:
    """(the parameters of chosen policies that are not the usual ones, sentences on those that do not read).

    values: {policy.parameter: value}; those of policies that are not chosen are left out.
    """
    chosen, sentences = [], []
    for name, value in list(values.items())[:MOST_PARAMS]:
        policy, _, parameter = str(name).partition(IN)
        if policy not in policies:
            continue
        param = next((one for one in fields_of(policy) if one.name == parameter), None)
        title = all_policies()[policy].title
        if param is None:
            sentences.append(f"{title} has no parameter {parameter[:LONGEST_NAME]!r} here; it was left out.")
            continue
        try:
            checked = param.check(value if isinstance(value, bool) else str(value)[:LONGEST_VALUE])
        except ParamError as error:
            sentences.append(f"{title}: {error}")
            continue
        if checked is not None and checked != param.default:
            chosen.append((policy, parameter, text_of(checked)))
    return tuple(sorted(chosen)), sentences


def text_of(value: Any) -> str:
    """A checked value as a link holds it; Param.check() reads it."""
    return str(value).lower() if isinstance(value, bool) else plain(value) if isinstance(value, float) else str(value)


def params_of(sheet: Sheet, policy: str) -> dict[str, str]:
    """The parameters of a policy of a sheet that are not the usual ones."""
    values = zip(expression_params(policy), (sheet.expression, sheet.passing), strict=False)
    return {param.name: value for param, value in values if value} | dict(set_params(sheet, policy))


def set_params(sheet: Sheet, policy: str) -> tuple[tuple[str, str], ...]:
    """(name, value) of the parameters of a policy that are set in its own form."""
    return tuple((name, value) for key, name, value in sheet.params if key == policy)


def seed_of(value: object) -> int:
    """A seed; 0 where it cannot be read."""
    text = str(value if value is not None else "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= MOST_SEED else 0


def _jobs(text: str) -> tuple[dict[int, Job], list[str]]:
    """{place from 1: job} of the field j, and what is wrong with the others."""
    jobs: dict[int, Job] = {}
    sentences: list[str] = []
    parts, number = [part for part in text.split(";") if part], 0
    for row, part in enumerate(parts[:MOST_JOBS], 1):
        job, wrong = _job(part.split("."), row, number + 1)
        sentences += [f"In the link: {one.text}" for one in wrong]
        number = job.number if job is not None else number + 1
        if job is not None:
            jobs[row] = job
    if len(parts) > MOST_JOBS:
        sentences.append(f"The link has {len(parts)} jobs; wanted: at most {MOST_JOBS}, the first ones were read.")
    return jobs, sentences


def _job(values: Sequence[str], row: int, number: int) -> tuple[Job | None, list[Problem]]:
    if len(values) > len(FIELDS):
        return None, [Problem(row, "", f"Row {row} has {len(values)} fields; wanted: at most {len(FIELDS)}.")]
    return read_row(dict(zip(FIELDS, (value.replace("_", ".") for value in values), strict=False)), row, number)


def write(sheet: Sheet) -> str:
    """The query string; read() gives the same sheet back."""
    fields = [
        ("m", str(sheet.processors)),
        ("p", ",".join(sheet.policies)),
        ("s", str(sheet.seed or "")),
        ("t", quote(sheet.title, safe="")),
        ("f", quote(sheet.expression, safe="()/")),
        ("passing", sheet.passing),
        *((f"{policy}{IN}{name}", quote(value, safe="()/")) for policy, name, value in sheet.params),
    ]
    coded, before = [], 0
    for job in sheet.jobs:
        coded.append(_coded(job, before + 1))
        before = job.number
    return "?" + "&".join(f"{name}={value}" for name, value in (*fields, ("j", ";".join(coded))) if value)


def _coded(job: Job, number: int) -> str:
    """A job without the fields at its end that go without saying."""
    values = [
        _number(job.submit),
        str(job.processors),
        _number(job.runtime),
        "" if job.requested_time == job.runtime else _number(job.requested_time),
        "" if job.user == 1 else str(job.user),
        "" if job.campaign is None else str(job.campaign),
        "" if job.number == number else str(job.number),
        *("" if need is None else _number(need) for need in (job.cpu_need, job.memory)),
    ]
    while not values[-1]:
        values.pop()
    return ".".join(values)


def _number(value: float) -> str:
    return plain(value).replace(".", "_")
