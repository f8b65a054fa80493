"""The fields of a lesson's file, each checked; what is wrong with one is said with its line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scheduler.errors import FormatError, InputError
from scheduler.manual.cells import Job
from scheduler.params import checked
from scheduler.policies import all_policies
from scheduler.topics.lessons.cases import split
from scheduler.topics.lessons.lesson import COMPUTED, OF_JOBS, RELATIONS, SETS, Condition, Group, Value
from scheduler.topics.lessons.mistaken_rules import MISTAKEN
from scheduler.topics.lessons.quantities import FREE, LITERALS, METRIC, OF_THE_CASE, OF_THE_JOBS, QUANTITIES, kind_of

MOST_TEXT, MOST_NOTES = 2_000, 8
# what a group of jobs is told beside its rule
WITH = {"earlier": "than", "later": "than", "shorter": "job", "narrower": "job"} | dict.fromkeys(
    ("starting", "waiting", "running"), "at"
)


class Reader:
    """The fields of one file; what is wrong with one is said with its line."""

    def __init__(self, text: str, name: str, file: str):
        self.file = file  # what stands before the line; empty where nobody has a file
        self.text_of_file, self.lines, self.name = text, text.splitlines(), name
        self.seconds = 1  # of the unit
        self.jobs: tuple[Job, ...] = ()
        self.settings: dict[str, str] = {}  # {name: the rule it stands for}

    def wrong(self, where: str, entry: Any, wanted: str, step: int | None = None) -> FormatError:
        """The error of a field; step: its number, from 0."""
        place = f"{self.file}, line" if self.file else "Line"
        of_step = "" if step is None else f" of step {step + 1}"
        return FormatError(
            f"{place} {self.line_of(where, step)}: {where}{of_step} is {str(entry)[:160]!r}; wanted: {wanted}."
        )

    def line_of(self, field: str, step: int | None) -> int:
        """The line of a field, else of the table it should be in, from 1."""
        heads = [number for number, line in enumerate(self.lines) if re.match(r"\s*\[\[steps\]\]", line)]
        first = heads[step] if step is not None and step < len(heads) else 0
        last = next((head for head in heads if head > first), len(self.lines)) if step is not None else len(self.lines)
        pattern = re.compile(rf"\s*(\[+)?{re.escape(field.split('.')[0])}\s*([=.]|\])")
        return next((number + 1 for number in range(first, last) if pattern.match(self.lines[number])), first + 1)

    def text(self, table: Mapping, field: str, step: int | None = None, default: str | None = None) -> str:
        """A text of a table."""
        entry = table.get(field, default)
        if not isinstance(entry, str) or not entry.strip() or len(entry) > MOST_TEXT:
            raise self.wrong(field, "" if entry is None else entry, f"a text of at most {MOST_TEXT} characters", step)
        return " ".join(entry.split())

    def texts(self, table: Mapping, field: str) -> tuple[str, ...]:
        """A list of texts of the file; empty where there is none."""
        entries = self.entries(table, field, MOST_NOTES)
        return tuple(self.text({field: entry}, field) for entry in entries)

    def choice(self, table: Mapping, field: str, choices: Sequence[str], step: int | None = None) -> str:
        """A text of a table that is one of a few."""
        entry = table.get(field)
        if entry not in choices:
            raise self.wrong(field, entry, f"one of {', '.join(choices)}", step)
        return str(entry)

    def whole(
        self, table: Mapping, field: str, low: int, high: int, default: int | None = None, step: int | None = None
    ) -> int:
        """A whole number of a table."""
        entry = table.get(field, default)
        if isinstance(entry, bool) or not isinstance(entry, int) or not low <= entry <= high:
            raise self.wrong(field, entry, f"a whole number from {low} to {high:,}", step)
        return entry

    def entries(self, table: Mapping, field: str, most: int, step: int | None = None) -> list:
        """A list of a table; empty where there is none."""
        entry = table.get(field, [])
        if not isinstance(entry, list) or len(entry) > most:
            raise self.wrong(field, entry, f"a list in [ ] of at most {most}", step)
        return entry

    def table(self, table: Mapping, field: str, step: int | None = None) -> Mapping[str, Any]:
        """A table of a table; empty where there is none."""
        entry = table.get(field, {})
        if not isinstance(entry, dict):
            raise self.wrong(field, entry, "a table in { }, such as {name = 1}", step)
        return entry

    def only(self, table: Mapping, fields: set[str], step: int | None = None) -> None:
        """Nothing but these fields."""
        for field in table:
            if field not in fields:
                raise self.wrong(
                    str(field), table[field], f"no such field, but some of {', '.join(sorted(fields))}", step
                )

    def rule(self, entry: Any, field: str, step: int | None = None) -> str:
        """A policy with its parameters, by the name of its settings where they are in the file, or a mistaken rule."""
        if isinstance(entry, str) and entry in self.settings:
            return self.settings[entry]
        if isinstance(entry, str) and entry in MISTAKEN:
            return entry
        try:
            policy, params = split(entry if isinstance(entry, str) else "")
            checked(all_policies()[policy].params, params)
        except InputError as error:
            raise self.wrong(field, entry, f"a policy or one of {', '.join(MISTAKEN)} ({error})", step) from error
        return str(entry)

    def number_of(self, entry: Any, field: str, step: int | None = None) -> int:
        """The number of a job there is."""
        if (
            isinstance(entry, bool)
            or not isinstance(entry, int)
            or (self.jobs and entry not in [job.number for job in self.jobs])
        ):
            raise self.wrong(field, entry, "the number of a job of this lesson", step)
        return entry

    def value(self, entry: Any, field: str, step: int | None = None) -> Value:
        """A value: a number, which is a time; {share = 85}; {of = "wait", job = 2, rule = "easy"}; or one of these:

        {sum = [VALUE, VALUE]}, {difference = [VALUE, VALUE]}, {count = GROUP}, {jobs = GROUP}.
        """
        if isinstance(entry, int | float) and not isinstance(entry, bool):
            return Value("time", number=float(entry) * self.seconds)
        if not isinstance(entry, dict):
            raise self.wrong(field, entry, 'a number, or a value such as {of = "wait", job = 2, rule = "easy"}', step)
        for literal in LITERALS:
            if list(entry) == [literal] and isinstance(entry[literal], int | float):
                by = {"time": self.seconds, "share": 0.01}.get(literal, 1)
                return Value(literal, number=float(entry[literal]) * by)
        for name in (*COMPUTED, *OF_JOBS):
            if list(entry) == [name]:
                return self._computed(name, entry[name], field, step)
        if entry.get("of") in OF_THE_JOBS and set(entry) == {"of", "job"}:
            return Value(entry["of"], job=self.number_of(entry["job"], field, step))
        if list(entry) == ["of"] and entry["of"] in OF_THE_CASE:
            return Value(entry["of"])
        if entry.get("of") == FREE and set(entry) == {"of", "rule", "at"}:
            at = self.value(entry["at"], field, step)
            return Value(FREE, self.rule(entry["rule"], field, step), parts=(at,))
        self.only(entry, {"of", "rule", "job"}, step)
        value = Value(str(entry.get("of")), self.rule(entry.get("rule"), field, step))
        each = value.of in QUANTITIES and QUANTITIES[value.of].each
        self._known_quantity(value, field, step)
        if each and "job" not in entry:
            raise self.wrong(field, entry, f"job = a number in it, too, for {value.of} is of a job", step)
        return value._replace(job=self.number_of(entry.get("job"), field, step)) if each else value

    def _computed(self, name: str, entry: Any, field: str, step: int | None) -> Value:
        """What is computed from two values, or stands for a group of jobs."""
        if name in OF_JOBS:
            return Value(name, group=self.group(entry, field, step))
        if not isinstance(entry, list) or len(entry) != 2:
            raise self.wrong(field, entry, f"two values in [ ] for {name}", step)
        parts = tuple(self.value(part, field, step) for part in entry)
        if len({kind_of(part) for part in parts}) > 1:
            raise self.wrong(field, entry, f"two values of one kind for {name}, such as two times", step)
        return Value(name, parts=parts)

    def group(self, entry: Any, field: str, step: int | None = None) -> Group:
        """A set of jobs: {of = "earlier", rule = "easy", than = "fcfs"}."""
        if not isinstance(entry, dict):
            raise self.wrong(field, entry, 'jobs such as {of = "earlier", rule = "easy", than = "fcfs"}', step)
        kind = self.choice(entry, "of", SETS, step)
        wanted = WITH.get(kind, "rule")
        for name in ("rule", wanted):
            if name not in entry:
                raise self.wrong(field, entry, f"{name} in it, too, for jobs that are {kind}", step)
        return Group(
            kind,
            self.rule(entry.get("rule"), field, step),
            self.rule(entry.get("than"), field, step) if wanted == "than" else "",
            self.value(entry.get("at"), field, step) if wanted == "at" else None,
            tuple(self.number_of(job, field, step) for job in self.entries(entry, "among", 50, step)),
            self.number_of(entry["job"], field, step) if "job" in entry else 0,
        )

    def _known_quantity(self, value: Value, field: str, step: int | None) -> None:
        try:
            kind_of(value)
        except InputError as error:
            raise self.wrong(
                field, value.of, f"one of {', '.join(QUANTITIES)}, or {METRIC.strip()} and its key", step
            ) from error

    def condition(self, entry: Any, field: str, step: int | None = None) -> Condition:
        """A condition: {left = VALUE, is = "<", right = VALUE}."""
        if not isinstance(entry, dict) or set(entry) != {"left", "is", "right"}:
            raise self.wrong(field, entry, 'conditions such as {left = VALUE, is = "<", right = VALUE}', step)
        if entry["is"] not in RELATIONS:
            raise self.wrong(field, f"is = {entry['is']!r}", f"is = one of {', '.join(RELATIONS)}", step)
        return Condition(
            self.value(entry["left"], field, step), str(entry["is"]), self.value(entry["right"], field, step)
        )

    def claim(self, entry: Any, name: str, values: Mapping[str, Value]) -> tuple[Condition, ...]:
        """Conditions in words: "mean_easy < mean_fcfs and wait_easy = 0", of names of the values, and of numbers."""
        parts = entry.split(" and ") if isinstance(entry, str) else []
        conditions = tuple(self._comparison(part.split(), values) for part in parts)
        if not conditions or None in conditions:
            raise self.wrong(
                name, entry, 'names of [values] and numbers compared, such as "one_end < two_end and one_wait = 0"'
            )
        return tuple(condition for condition in conditions if condition is not None)

    def _comparison(self, words: Sequence[str], values: Mapping[str, Value]) -> Condition | None:
        """The condition of three words; None where it is none.  A number counts as what it is compared with."""
        if len(words) != 3 or words[1] not in RELATIONS or words[0] not in values:
            return None
        left, right = values[words[0]], values.get(words[2])
        if right is None and re.fullmatch(r"\d{1,9}(\.\d{1,6})?", words[2]):
            kind = kind_of(left)
            by = {"time": self.seconds, "share": 0.01}.get(kind, 1)
            right = Value(kind, number=float(words[2]) * by)
        return Condition(left, words[1], right) if right and kind_of(left) == kind_of(right) else None
