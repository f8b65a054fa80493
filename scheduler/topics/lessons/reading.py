"""A lesson from its file: TOML, every field checked, and what is wrong said with its line.

Text is data: it is shown as it stands, with {names} of the table `values` filled in.  docs/lessons.md tells of all
fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scheduler.durations import UNITS
from scheduler.errors import FormatError
from scheduler.manual.cells import COLUMNS, MOST_JOBS, Job
from scheduler.manual.typed_jobs import check
from scheduler.policies import all_policies
from scheduler.toml_tables import tables
from scheduler.topics.lessons.cases import is_together, split, with_settings
from scheduler.topics.lessons.fields import Reader
from scheduler.topics.lessons.lesson import ASKS, COMPARED, KINDS, QUARTERS, Lesson, Mistake, Question, Step
from scheduler.topics.lessons.mistaken_rules import MISTAKEN

MOST_BYTES = 64_000
MOST_PART = 100  # per cent of a node
MOST_STEPS, MOST_RULES, MOST_SETTINGS = 30, 4, 8
PLACE = re.compile(r"\{([a-z][a-z0-9_]*)\}")
CLAUSE = re.compile(r"\{([a-z][a-z0-9_]*):((?:[^{}]|\{[a-z][a-z0-9_]*\})*)\}")  # text with {names} in it
KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
USUAL_COLUMNS = ("submit", "processors", "runtime")
TIMES = ("submit", "runtime", "requested_time")
NEEDS = ("cpu_need", "memory")  # columns of jobs that share nodes, per cent of one
OF_SLURM = ("qos", "partition")  # columns of jobs of a Slurm cluster, numbers
FIELDS = {
    "title",
    "goal",
    "misconception",
    "minutes",
    "place",
    "version",
    "unit",
    "processors",
    "jobs",
    "columns",
    "sample",
    "settings",
    "rules",
    "values",
    "claims",
    "phenomenon",
    "jitter",
    "builds_on",
    "class_minutes",
    "discussion",
    "pitfalls",
    "steps",
}
CHART_FIELDS = {"rules", "job", "at"}
ASKED = {
    "choice": {"value"},
    "number": {"value", "tolerance"},
    "compare": {"value", "right", "options", "says"},
    "jobs": {"group", "among"},
    "order": {"rule", "among"},
    "draw": {"rule"},
}  # fields of a question
STEP_FIELDS = {
    "tell": CHART_FIELDS,
    "look": CHART_FIELDS,
    "reveal": CHART_FIELDS,
    "try": {"rule", "change", "of_jobs", "goal", "solution"},
}  # beside kind and text
HINT = "What stands in { } has to be on one line, and a comma stands behind each entry of a list"


def read(content: bytes, name: str, is_file: bool = True) -> Lesson:
    """The lesson of a file; raises FormatError, which names the line, the field, what was found and what is wanted.

    is_file: False where nobody has a file of that name, so that errors do not name it.
    """
    file = f"{name}.toml" if is_file else ""
    if not KEY.fullmatch(name):
        raise FormatError(f"{name[:60]}.toml is no name of a lesson; wanted: small letters, digits and _.")
    try:
        text = content.decode("utf-8")
        table = tables(text)
    except ValueError as error:
        raise FormatError(f"{file or 'The text'} does not read as TOML: {str(error)[:200]}. {HINT}.") from error
    reader = Reader(text, name, file)
    reader.only(table, FIELDS)
    return _lesson(reader, table)


def _lesson(reader: Reader, table: Mapping) -> Lesson:
    _misplaced(reader, table)
    unit = reader.choice(table, "unit", tuple(UNITS))
    reader.seconds = UNITS[unit]
    processors = reader.whole(table, "processors", 1, 1_000_000) if "sample" not in table else 1
    reader.settings = {
        str(name): _setting(reader, str(name), entry) for name, entry in reader.table(table, "settings").items()
    }
    reader.jobs = _jobs(reader, table, processors)
    values = {str(key): reader.value(entry, "values") for key, entry in reader.table(table, "values").items()}
    rules = tuple(reader.rule(rule, "rules") for rule in reader.entries(table, "rules", MOST_RULES))
    lesson = Lesson(
        reader.name,
        reader.text(table, "title"),
        reader.text(table, "goal"),
        reader.text(table, "misconception"),
        reader.whole(table, "minutes", 1, 90, 8),
        reader.whole(table, "place", 1, 999, 500),
        reader.whole(table, "version", 1, 9_999, 1),
        unit,
        processors,
        reader.jobs,
        str(table.get("sample", "")),
        rules,
        tuple(_step(reader, step, number, rules) for number, step in enumerate(_steps(reader, table))),
        values,
        {str(name): reader.claim(entry, str(name), values) for name, entry in reader.table(table, "claims").items()},
        tuple(reader.condition(entry, "phenomenon") for entry in reader.entries(table, "phenomenon", 20)),
        _jitter(reader, table),
        tuple(map(str, reader.entries(table, "builds_on", 10))),
        reader.whole(table, "class_minutes", 0, 180, 0),
        reader.texts(table, "discussion"),
        reader.texts(table, "pitfalls"),
        reader.text_of_file,
    )
    _names(reader, lesson)
    return lesson


def _misplaced(reader: Reader, table: Mapping) -> None:
    """No field of the lesson stands below [values], where it is taken for one of them."""
    for field, entry in [*reader.table(table, "values").items(), *reader.table(table, "claims").items()]:
        if field in FIELDS and field not in table and not isinstance(entry, dict):
            raise reader.wrong(
                field,
                entry,
                "this line above the line [values] or [claims], for all that stands below that belongs to it",
            )


def _steps(reader: Reader, table: Mapping) -> list:
    steps = reader.entries(table, "steps", MOST_STEPS)
    if not steps or not all(isinstance(step, dict) for step in steps):
        raise reader.wrong("steps", steps, "one to 30 steps, each under a line [[steps]]")
    return steps


def _setting(reader: Reader, name: str, entry: Any) -> str:
    """The rule that a name stands for: a policy, its parameters, and what it is called."""
    if (
        not isinstance(entry, dict)
        or set(entry) != {"policy", "called", "params"}
        or not KEY.fullmatch(name)
        or (name in MISTAKEN or name in all_policies())
    ):
        raise reader.wrong(f"settings.{name}", entry, "a name of its own, and policy, called and params below it")
    params = reader.table(entry, "params")
    texts = {str(key): str(value).lower() if isinstance(value, bool) else str(value) for key, value in params.items()}
    called = reader.text(entry, "called")
    if any('"' in text or not text.strip() for text in (*texts.values(), called)):
        raise reader.wrong(f"settings.{name}", entry, "texts without quotation marks, none of them empty")
    return reader.rule(with_settings(reader.text(entry, "policy"), texts, called), f"settings.{name}")


def _jobs(reader: Reader, table: Mapping, processors: int) -> tuple[Job, ...]:
    """The jobs of the rows; none where the lesson has a sample."""
    if "sample" in table:
        reader.text(table, "sample")
        return ()
    columns = reader.entries(table, "columns", len(COLUMNS)) or list(USUAL_COLUMNS)
    if any(column not in (*COLUMNS, *OF_SLURM) for column in columns) or not set(USUAL_COLUMNS) <= set(columns):
        raise reader.wrong(
            "columns", columns, f"{', '.join(USUAL_COLUMNS)} and some of {', '.join((*COLUMNS[3:], *OF_SLURM))}"
        )
    rows = reader.entries(table, "jobs", MOST_JOBS)
    jobs = tuple(_job(reader, row, columns, number) for number, row in enumerate(rows, 1))
    if problems := check(jobs, processors):
        raise reader.wrong("jobs", problems[0].text, "jobs that fit on the machine")
    if not jobs:
        raise reader.wrong("jobs", "", f"one to {MOST_JOBS} rows of {', '.join(columns)}")
    return jobs


def _job(reader: Reader, row: Any, columns: Sequence[str], number: int) -> Job:
    """One row: numbers in the order of the columns, times in the unit of the lesson."""
    if (
        not isinstance(row, list)
        or len(row) != len(columns)
        or not all(isinstance(cell, int | float) and not isinstance(cell, bool) and 0 <= cell <= 1e6 for cell in row)
    ):
        raise reader.wrong("jobs", row, f"rows of {len(columns)} numbers: {', '.join(columns)}")
    cells = {
        name: cell * reader.seconds if name in TIMES else int(cell) for name, cell in zip(columns, row, strict=True)
    }
    if cells["runtime"] <= 0 or cells["processors"] < 1 or cells.get("requested_time", 1e9) < cells["runtime"]:
        raise reader.wrong("jobs", row, "a runtime above 0, a processor at least, and no less requested than run")
    if not all(1 <= cells.get(name, 1) <= MOST_PART for name in NEEDS):
        raise reader.wrong("jobs", row, f"CPU needs and memory from 1 to {MOST_PART}, in per cent of a node")
    cpu_need, memory = (float(cells[name]) if name in cells else None for name in NEEDS)
    campaign, qos, partition = (int(cells[name]) if name in cells else None for name in ("campaign", *OF_SLURM))
    return Job(
        number,
        float(cells["submit"]),
        int(cells["processors"]),
        float(cells["runtime"]),
        float(cells.get("requested_time", cells["runtime"])),
        int(cells.get("user", 1)),
        campaign,
        cpu_need,
        memory,
        qos,
        partition,
    )


def _jitter(reader: Reader, table: Mapping) -> dict[str, float]:
    """{column: by how much it varies at most}."""
    jitter = table.get("jitter", {})
    if not isinstance(jitter, dict):
        jitter = {"jitter": jitter}
    if "sample" in table:
        most = jitter.get(QUARTERS)
        if jitter and (len(jitter) > 1 or isinstance(most, bool) or most not in (1, 2)):
            raise reader.wrong("jitter", jitter, f"{QUARTERS} alone, 1 or 2, as the lesson has a sample")
        return {name: float(most) for name, most in jitter.items()}
    for column, most in jitter.items():
        if column not in TIMES[:2] or isinstance(most, bool) or not isinstance(most, int) or not 1 <= most <= 1_000:
            raise reader.wrong(
                "jitter",
                {column: most},
                "a table such as {submit = 2, runtime = 8}, a whole number of units from 1 to 1,000 each",
            )
    return {column: float(most * reader.seconds) for column, most in jitter.items()}


def _step(reader: Reader, table: Mapping, number: int, rules: Sequence[str]) -> Step:
    kind = reader.choice(table, "kind", KINDS, number)
    if kind in STEP_FIELDS:
        reader.only(table, {"kind", "text", *STEP_FIELDS[kind]}, number)
    shown_rules = tuple(
        reader.rule(rule, "rules", number) for rule in reader.entries(table, "rules", MOST_RULES, number)
    )
    if len({is_together(rule) for rule in shown_rules or rules}) > 1 and kind != "try":
        raise reader.wrong("rules", shown_rules or rules, "all of jobs in one piece, or none of them", number)
    at = reader.value(table["at"], "at", number) if "at" in table else None
    job = reader.number_of(table["job"], "job", number) if "job" in table else 0
    shown_rules = shown_rules if kind in ("predict", "tell", "try") else shown_rules or tuple(rules)
    step = Step(kind, reader.text(table, "text", number), shown_rules, job, at)
    if kind == "predict":
        return _replaced(step, question=_question(reader, table, number))
    return _replaced(step, **_try(reader, table, number)) if kind == "try" else step


def numeric_params(rule: str) -> list[str]:
    """The names of the numbers that the policy of a rule is told; none for a mistaken rule."""
    if rule in MISTAKEN:
        return []
    return [param.name for param in all_policies()[split(rule)[0]].params if param.type in (int, float)]


def _replaced(step: Step, **fields: Any) -> Step:
    return Step(**{**step.__dict__, **fields})


def _try(reader: Reader, table: Mapping, number: int) -> dict[str, Any]:
    """What may be changed, and what is wanted."""
    rule = reader.rule(table.get("rule"), "rule", number)
    names = (*COLUMNS[:4], *numeric_params(rule))
    change = tuple(str(column) for column in reader.entries(table, "change", 4, number))
    if not change or any(column not in names for column in change):
        raise reader.wrong("change", change, f"some of {', '.join(names)}", number)
    if not table.get("goal"):
        raise reader.wrong("goal", "", 'conditions such as [{left = VALUE, is = "<", right = VALUE}]', number)
    solution = reader.entries(table, "solution", 20, number)
    if not all(isinstance(cell, list) and len(cell) == 3 and cell[1] in change for cell in solution):
        raise reader.wrong("solution", solution, "cells such as [3, 'runtime', 2]", number)
    by = {column: reader.seconds if column in TIMES else 1 for column in change}
    return {
        "change": change,
        "rule": rule,
        "of_jobs": tuple(
            reader.number_of(job, "of_jobs", number) for job in reader.entries(table, "of_jobs", MOST_JOBS, number)
        ),
        "goal": tuple(reader.condition(entry, "goal", number) for entry in reader.entries(table, "goal", 5, number)),
        "solution": tuple((int(job), str(column), float(cell) * by[column]) for job, column, cell in solution),
    }


def _question(reader: Reader, table: Mapping, number: int) -> Question:
    ask = reader.choice(table, "ask", ASKS, number)
    reader.only(table, {"kind", "text", "ask", "hints", "mistakes", *CHART_FIELDS, *ASKED[ask]}, number)
    fields = {
        "choice": _valued,
        "number": _valued,
        "compare": _comparison,
        "jobs": _grouped,
        "order": _ruled,
        "draw": _ruled,
    }[ask](reader, table, number)
    mistakes = tuple(_mistake(reader, entry, number, ask) for entry in reader.entries(table, "mistakes", 6, number))
    if ask != "compare" and not mistakes:
        raise reader.wrong("mistakes", "", 'at least one, such as {rule = "fcfs", says = "..."}', number)
    hints = tuple(reader.text({"hints": hint}, "hints", number) for hint in reader.entries(table, "hints", 3, number))
    among = tuple(reader.number_of(job, "among", number) for job in reader.entries(table, "among", MOST_JOBS, number))
    return Question(ask, mistakes=mistakes, hints=hints, among=among, **fields)


def _valued(reader: Reader, table: Mapping, number: int) -> dict[str, Any]:
    tolerance = table.get("tolerance", 0.0)
    if isinstance(tolerance, bool) or not isinstance(tolerance, int | float) or not 0 <= tolerance <= 1e6:
        raise reader.wrong("tolerance", tolerance, "a number of at least 0", number)
    return {"value": reader.value(table.get("value"), "value", number), "tolerance": float(tolerance)}


def _comparison(reader: Reader, table: Mapping, number: int) -> dict[str, Any]:
    options, says = reader.table(table, "options", number), reader.table(table, "says", number)
    return {
        "value": reader.value(table.get("value"), "value", number),
        "right": reader.value(table.get("right"), "right", number),
        "options": {
            key: reader.text(options, key, number)
            for key in COMPARED
            if key in options or _missing(reader, key, number)
        },
        "says": {key: reader.text(says, key, number) for key in says if key in COMPARED},
    }


def _missing(reader: Reader, key: str, number: int) -> bool:
    raise reader.wrong("options", key, f"what each of {', '.join(COMPARED)} is called", number)


def _grouped(reader: Reader, table: Mapping, number: int) -> dict[str, Any]:
    return {"group": reader.group(reader.table(table, "group", number), "group", number)}


def _ruled(reader: Reader, table: Mapping, number: int) -> dict[str, Any]:
    return {"rule": reader.rule(table.get("rule"), "rule", number)}


def _mistake(reader: Reader, entry: Any, number: int, ask: str) -> Mistake:
    by = "value" if isinstance(entry, dict) and "value" in entry and ask in ("choice", "number") else "rule"
    if not isinstance(entry, dict) or set(entry) != {by, "says"}:
        raise reader.wrong("mistakes", entry, 'mistakes such as {rule = "fcfs", says = "..."}', number)
    says = reader.text(entry, "says", number)
    if by == "value":
        return Mistake("", says, reader.value(entry["value"], "mistakes", number))
    return Mistake(reader.rule(entry["rule"], "mistakes", number), says)


def _names(reader: Reader, lesson: Lesson) -> None:
    """Every {name} of a text is one of the values, and every {name: clause} one of the claims."""
    texts: list[tuple[str, str, int | None]] = [("goal", lesson.goal, None)]
    for number, step in enumerate(lesson.steps):
        texts += [("text", text, number) for text in texts_of(step)]
    for field, text, at in texts:
        plain = CLAUSE.sub(lambda clause: clause[2], text) if lesson.claims else text
        for name in PLACE.findall(plain):
            if name not in lesson.values:
                raise reader.wrong(field, f"{{{name}}}", "a name of the table [values]", at)
        for name in claims_of(text) if lesson.claims else ():
            if name not in lesson.claims:
                raise reader.wrong(field, f"{{{name}: ...}}", "a name of the table [claims]", at)
        if lesson.claims and re.search(r"\{[a-z0-9_]*:", plain):
            raise reader.wrong(field, text, "clauses such as {name: words}, without a clause in them", at)


def texts_of(step: Step) -> tuple[str, ...]:
    """The text of a step, then those of its question."""
    question = step.question
    if question is None:
        return (step.text,)
    mistakes = (mistake.says for mistake in question.mistakes)
    return (step.text, *question.hints, *question.says.values(), *question.options.values(), *mistakes)


def claims_of(text: str) -> list[str]:
    """The names of the claims of the clauses of a text."""
    return [clause[1] for clause in CLAUSE.finditer(text)]
