"""The numbers of a selected range as rows: what each is called, what it is for every run, in words and in a file."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from dash import html

from layouts import theme
from layouts.drawing.idle_curves import LOOKS
from layouts.pages.compare.table.change import change, marks, value_text
from layouts.state.view import FinishedRun
from layouts.words import unit_names
from layouts.words.above_machine import judged
from scheduler.analysis.idle import ALL
from scheduler.analysis.window_summary import OUTSIDE, RangeNumbers
from scheduler.metrics import Metric
from scheduler.model.number_text import number

HOUR, MANY_HOURS = 3_600.0, 10.0  # s; processor-hours of the machine from which on hours are shown
COUNTS = {
    "submitted": "submitted",
    "started": "started",
    "ended": "ended",
    "running": "running at any time in it",
    "waiting": "waiting at any time in it",
    "paused": "paused at any time in it",
}
STATISTICS = {
    "sum": "in all",
    "min": "least",
    "median": "median",
    "mean": "mean",
    "p95": "95th percentile",
    "max": "longest",
}
BY_COUNT = "sum"  # grows with the jobs started, of which each run has another number: neither direction is better
EMPTY = "—"
WHY = dict(zip(ALL, (part.name for part in LOOKS), strict=True)) | {OUTSIDE: OUTSIDE}


class Row(NamedTuple):
    """One number: its group and name, unit and better direction, and how it is read of the numbers of a run."""

    group: str
    name: str
    unit: str
    better: str
    read: Callable[[RangeNumbers], float]
    part: bool = False  # a part of the number above it
    area: bool = False  # processor-seconds, shown in hours where there are many
    share: bool = False  # whether its share of the machine is told

    def metric(self) -> Metric:
        """What says how to write a value and its change."""
        percent = self.unit == "%"
        return Metric(
            f"range {self.name}",
            self.name,
            "",
            "" if percent else self.unit,
            self.better,
            "",
            "",
            lambda _: None,
            percent=percent,
        )


class Column(NamedTuple):
    """A run with its numbers, and those of the jobs that a query means (None without one)."""

    run: FinishedRun
    numbers: RangeNumbers
    matches: RangeNumbers | None = None


def _count(kind: str, numbers: RangeNumbers) -> float:
    return numbers.counts[kind]


def _idle_for(reason: str, numbers: RangeNumbers) -> float:
    return (numbers.idle_by_reason or {}).get(reason, math.nan)


def _statistic(measure: str, name: str, numbers: RangeNumbers) -> float:
    return float(getattr(getattr(numbers, measure), name))


def rows(columns: Sequence[Column]) -> Iterator[Row]:
    """The rows that these runs have numbers for."""
    machine = f"{unit_names.part(columns[0].run.schedule.workload)}s"
    some = any(column.numbers.counts["paused"] for column in columns)
    for key, name in COUNTS.items():
        if key != "paused" or some:
            yield Row("jobs", name, "jobs", "", partial(_count, key))
    yield Row(machine, "used", "", "", lambda numbers: numbers.used, area=True)
    yield Row(machine, "idle", "", "", lambda numbers: numbers.idle, area=True, share=True)
    for reason in WHY:
        if not any((column.numbers.idle_by_reason or {}).get(reason, 0) > 0 for column in columns):
            continue
        yield Row(machine, f"idle: {WHY[reason]}", "", "", partial(_idle_for, reason), True, True, True)
    if any(column.numbers.excess > 0 for column in columns):
        yield Row(machine, "used beyond the machine", "", "", lambda numbers: numbers.excess, area=True)
    yield Row(machine, "utilization", "%", "", utilization)
    for measure, unit, longest in (("wait", "s", "longest"), ("stretch", "", "largest")):
        for statistic, word in STATISTICS.items():
            yield Row(
                f"{measure} of the jobs started",
                word.replace("longest", longest),
                unit,
                "" if statistic == BY_COUNT else "lower",
                partial(_statistic, measure, statistic),
            )


def utilization(numbers: RangeNumbers) -> float:
    """Used processor-seconds as a share of the machine's."""
    return numbers.used / numbers.capacity


def in_hours(columns: Sequence[Column]) -> bool:
    """Whether areas are shown in processor-hours; in processor-seconds where there are few."""
    return any(column.numbers.capacity >= MANY_HOURS * HOUR for column in columns)


def table(columns: Sequence[Column], base: FinishedRun, caption: str) -> html.Div:
    """The table: a column per run, the change against the baseline in sign, symbol and word."""
    hours = in_hours(columns)
    head = html.Tr(
        [
            html.Th("number", scope="col"),
            *(
                html.Th(
                    ("★ " if column.run is base else "") + column.run.name,
                    scope="col",
                    className=f"qs-column qs-run-{column.run.index}",
                )
                for column in columns
            ),
        ]
    )
    body: list = []
    group = ""
    for row in rows(columns):
        if row.group != group:
            group = row.group
            body.append(html.Tr(html.Th(group, colSpan=len(columns) + 1, scope="colgroup"), className="qs-family"))
        body.append(line(row, columns, base, hours))
    return html.Div(
        html.Table(
            [html.Caption(caption, className="qs-unseen"), html.Thead(head), html.Tbody(body)],
            className="qs-table qs-in-range",
        ),
        className="qs-across",
        tabIndex="0",
        role="region",
        **{"aria-label": caption},
    )


def line(row: Row, columns: Sequence[Column], base: FinishedRun, hours: bool) -> html.Tr:
    """One number of every run."""
    reference = next((column.numbers for column in columns if column.run is base), None)
    unit = html.Small("processor-hours" if hours else "processor-seconds") if row.area and not row.part else None
    cells = [cell(row, column, base, reference, hours) for column in columns]
    return html.Tr([html.Th([row.name, unit], scope="row"), *cells], className="qs-in-part" if row.part else None)


def cell(row: Row, column: Column, base: FinishedRun, reference: RangeNumbers | None, hours: bool) -> html.Td:
    """A value, its share of the machine, that of the jobs a query means, and the change against the baseline."""
    scale = HOUR if row.area and hours else 1.0
    value, metric = row.read(column.numbers), row.metric()
    contents: list = [words(metric, value / scale)]
    if row.share and value >= 0:
        contents.append(html.Small(f"{theme.percent(value / column.numbers.capacity)} of the machine"))
    if column.matches is not None and not math.isnan(part := row.read(column.matches)):
        contents.append(html.Small(matching(row, metric, part / scale), **marks(metric, part, "of the matches {}")))
    if column.run is not base and reference is not None:
        before = row.read(reference)
        if not (math.isnan(value) or math.isnan(before)):
            contents.append(change(metric, value / scale, before / scale, judged(column.run, base)).line())
    title = {} if math.isnan(value) else {"title": f"{number(value)} {raw_unit(row)}".strip()}
    return html.Td(contents, **(title | marks(metric, value)))


def matching(row: Row, metric: Metric, value: float) -> str:
    """The number of the jobs that match, in words."""
    if row.group == "jobs":
        return f"of these {theme.number(value)} match the query"
    return f"of the matches {words(metric, value)}"


def words(metric: Metric, value: float) -> str:
    """A value for people; counts without the noun the row says already."""
    if math.isnan(value):
        return EMPTY
    return theme.number(value) if metric.unit == "jobs" else value_text(metric, value)


def raw_unit(row: Row) -> str:
    """The unit a value is computed in."""
    return "processor-seconds" if row.area else "" if row.unit == "%" else row.unit


def comma_separated(columns: Sequence[Column], names: Sequence[str], recipe: str = "") -> str:
    """All numbers as CSV: group, number, unit, a column per run; then each user's, by the number of the user.

    names: [users] of the dense numbers.  Unknown values are empty.  recipe: lines of comment before it
    (recipe_text.table_lines).
    """
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(["group", "number", "unit", *(column.run.name for column in columns)])
    for row in rows(columns):
        out.writerow([row.group, row.name, raw_unit(row), *(plain(row.read(column.numbers)) for column in columns)])
        if any(column.matches is not None for column in columns):
            out.writerow(
                [
                    row.group,
                    f"{row.name}, matches of the query",
                    raw_unit(row),
                    *("" if column.matches is None else plain(row.read(column.matches)) for column in columns),
                ]
            )
    users = [{int(user): at for at, user in enumerate(column.numbers.users.user)} for column in columns]
    for user in sorted({user for row_of in users for user in row_of}):
        for name, unit in (("used", "processor-seconds"), ("started", "jobs"), ("wait", "s")):
            out.writerow(
                [
                    f"user {names[user]}",
                    {"wait": "mean wait of the jobs started"}.get(name, name),
                    unit,
                    *(
                        plain(float(getattr(column.numbers.users, name)[row_of[user]])) if user in row_of else ""
                        for column, row_of in zip(columns, users, strict=True)
                    ),
                ]
            )
    return recipe + text.getvalue()


def plain(value: float) -> str:
    """A number for a file: whole ones without a decimal point, nothing for what is unknown."""
    return "" if math.isnan(value) else number(value)
