"""Values as tables: one per log or criterion, with a row for each policy or parameter.

What the paper prints in such a table stands in a column of its own, beside ours, with a sign where it is judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dash import html

from layouts import theme
from layouts.topics.papers.states import KINDS as CLASS
from layouts.topics.papers.states import SYMBOLS
from layouts.words.slice_names import thin_spaces
from scheduler.durations import human
from scheduler.topics.papers.verdicts import CORRECTED, KINDS, REPRODUCED

DIGITS = 4
Value = Mapping[str, Any]


def cells(record: Mapping[str, Any]) -> list[Value]:
    """The values of an outcome that belong into such tables."""
    return [value for value in record.get("values") or () if value.get("cell")]


def cards(values: Sequence[Value]) -> list:
    """A card with a table for each heading, in the order they come."""
    headings = dict.fromkeys(value["cell"][0] for value in values)
    return [
        card(heading, [value for value in values if value["cell"][0] == heading], place)
        for place, heading in enumerate(headings)
    ]


def card(heading: str, values: Sequence[Value], place: int) -> html.Section:
    """The table of one heading."""
    rows, columns = (list(dict.fromkeys(value["cell"][i] for value in values)) for i in (1, 2))
    by_cell = {tuple(value["cell"][1:]): value for value in values}
    printed = {value["cell"][2] for value in values if value.get("published") is not None}
    pairs = [(column, of) for column in columns for of in ("ours", "published") if of == "ours" or column in printed]
    head = html.Tr(
        [
            html.Th(str(values[0].get("rows") or "policy"), scope="col"),
            *(
                html.Th(
                    thin_spaces(column if of == "ours" else f"{column}, printed"), scope="col", className="qs-number"
                )
                for column, of in pairs
            ),
        ]
    )
    body = [
        html.Tr(
            [
                html.Th(row, scope="row"),
                *(html.Td(cell(by_cell.get((row, column)), of), className="qs-number") for column, of in pairs),
            ]
        )
        for row in rows
    ]
    name, caption = f"paper-table-{place}", "Published values and ours" if printed else "Our values"
    return tabulated(f"Values: {heading}", name, f"{caption} on {heading}", head, body, judged(values))


def cell(value: Value | None, of: str) -> Any:
    """A value, and whether what is printed is reproduced."""
    verdict = str((value or {}).get("verdict"))
    if of == "ours" or verdict not in KINDS:
        return text(value, of)
    sign = html.Span(
        SYMBOLS[verdict],
        title=verdict,
        className=f"qs-judged qs-{CLASS[verdict]}",
        role="img",
        **{"aria-label": verdict},
    )
    return [text(value, of), " ", sign]


def judged(values: Sequence[Value]) -> html.P | None:
    """How many of the printed numbers of a table are reproduced, by what they are judged, and why others are not."""
    decided = [value for value in values if value.get("verdict") in KINDS]
    if not decided:
        return None
    met = sum(value["verdict"] in (REPRODUCED, CORRECTED) for value in decided)
    samples = next((value["sample"] for value in decided if value.get("sample")), None)
    how = f"by their place among samples of {samples:,} of ours" if samples else "by bands around them"
    why = next((str(value["explained"]) for value in decided if value.get("explained")), "")
    reason = f" Our explanation of the others: {thin_spaces(why)}" if why else ""
    return html.P(
        f"{met} of {len(decided)} printed numbers marked here are reproduced, judged {how}.{reason}",
        className="qs-soft qs-small",
    )


def tabulated(
    title: str, identity: str, caption: str, head: html.Tr, body: Sequence[html.Tr], below: html.P | None = None
) -> html.Section:
    """A card with a heading of that identity and its table; caption: what the table is, for those who do not see it."""
    return html.Section(
        [
            html.H2(title, id=identity),
            html.Div(
                html.Table(
                    [html.Caption(caption, className="qs-unseen"), html.Thead(head), html.Tbody(body)],
                    className="qs-table",
                ),
                className="qs-across",
                tabIndex="0",
                role="region",
                **{"aria-labelledby": identity},
            ),
            *([below] if below else []),
        ],
        className="qs-card",
    )


def text(value: Value | None, of: str = "ours") -> str:
    """A value for people, ours or the published one: lengths of time in two units, other numbers with four digits."""
    number: Any = value and value.get(of)
    if number is None:
        return "—"
    unit, amount = (value or {}).get("unit"), float(number)
    return human(amount) if unit == "s" else f"{theme.number(amount, DIGITS)} {unit or ''}".strip()
