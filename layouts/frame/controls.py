"""Forms made of declared parameters, and the small pieces every page is built of.

A parameter's declaration (scheduler.params.Param) is the only source of its label, bounds, unit, help and check.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import dash_mantine_components as dmc
from dash import html

from layouts import ids, theme
from layouts.drawing import tables
from layouts.words import lengths
from layouts.words.contrasts import line_and_whole
from layouts.words.slice_names import THIN, thin_spaces
from scheduler.params import Param, checked

# For what Enter or a button sends: a field then tells its value together with the Enter, and when it is left.  With
# False it tells the value a moment later, so that an Enter right after a letter would be answered by the text before
# it; and on a slow machine the value of two keys before comes back and takes the place of what was typed since.
ENTERED = True
TYPING = 250  # ms after the last key, where a text is checked while it is typed


def form_for(params: Iterable[Param], form: str, values: Mapping[str, Any] | None = None, of: str = "") -> list:
    """One input per parameter, in the order of declaration, with `values` or the defaults; of: see field_name."""
    entries = dict(values or {})
    return [input_for(param, form, entries.get(param.name, param.default), of) for param in params]


def field_name(of: str, param: str) -> str:
    """The name of the field of a parameter, in a form that changes with what is chosen.

    of: what is chosen, such as a policy.  A button may be pressed while the form is still that of the choice before.
    """
    return f"{of}.{param}" if of else param


def input_for(param: Param, form: str, value: Any, of: str = "") -> Any:
    """The input that suits the type of the parameter; text where nothing better is known."""
    named: dict[str, Any] = {
        "id": ids.param(form, field_name(of, param.name)),
        "label": label_of(param),
        "description": "; ".join(filter(None, (param.help, limits(param)))) or None,
    }
    if param.type is bool:
        return dmc.Switch(checked=bool(value), **named)
    if param.choices:
        return dmc.Select(
            data=list(param.choices),
            value=value,
            clearable=param.default is None,
            allowDeselect=param.default is None,
            **named,
        )
    if param.type in (int, float):
        return number_input(param, value, named)
    if param.is_expression:
        hint = f"such as {param.examples[0]}" if param.default is None and param.examples else ""
        return dmc.TextInput(
            value="" if value is None else str(value),
            debounce=TYPING,
            placeholder=hint,
            className="qs-broad qs-expression",
            autoComplete="off",
            inputProps={"spellCheck": False, "autoCapitalize": "off"},
            **named,
        )
    if param.examples:
        return dmc.Autocomplete(
            value="" if value is None else str(value),
            data=list(param.examples),
            debounce=ENTERED,
            filter={"function": "examples"},
            className="qs-broad",
            **named,
        )
    return dmc.TextInput(value="" if value is None else str(value), debounce=ENTERED, **named)


def number_input(param: Param, value: Any, named: dict[str, Any]) -> dmc.NumberInput:
    """A number with its bounds; they are checked again on the server, in words."""
    step = 1 if param.type is int else 0.1
    return dmc.NumberInput(
        value="" if value is None else value,
        allowDecimal=param.type is float,
        step=step,
        thousandSeparator=" ",
        clampBehavior="none",
        **{"debounce": ENTERED, **named},
    )


WIDE = 1e12  # a bound as far away as this bounds nothing anybody wants


def limits(param: Param) -> str:
    """The bounds of a number, for its field: 1 to 1 000 000; empty where it has none."""
    low = None if param.low is None or param.low <= -WIDE else param.low
    high = None if param.high is None or param.high >= WIDE else param.high
    least = "" if low is None else "above 0" if 0 < low < 0.001 else f"at least {theme.number(low)}"
    if high is None:
        return least
    most = f"at most {theme.number(high)}"
    return (
        most
        if low is None
        else f"{theme.number(low)} to {theme.number(high)}"
        if least != "above 0"
        else f"{least}, {most}"
    )


def label_of(param: Param) -> str:
    """The name in words, with its unit."""
    words = param.name.replace("_", " ")
    return f"{words} ({param.unit})" if param.unit and param.unit != words else words


def read_form(
    params: Iterable[Param],
    inputs: Sequence[Mapping[str, Any]],
    values: Sequence[Any],
    switches: Sequence[Any],
    of: str = "",
) -> dict[str, Any]:
    """The checked values of a form.

    inputs: their ids; values and switches: their `value` and `checked` properties, in that order.  Inputs left
    empty take the default, and with `of` so does what the form of another choice says.  Raises ParamError.
    """
    entries, begin = {}, field_name(of, "")
    for name, value, switch in zip((i["name"] for i in inputs), values, switches, strict=True):
        chosen = value if switch is None else switch
        if chosen is not None and chosen != "" and str(name).startswith(begin):
            entries[str(name).removeprefix(begin)] = chosen
    return checked(params, entries)


def spoken(
    title: str,
    question: str,
    caption: list[str],
    body: Any,
    rows: Sequence[Mapping[str, Any]] = (),
    identity: str = "",
    wide: bool = False,
    headline: str = "",
) -> html.Figure:
    """A figure with its question, one short line, and all it says and the same data as a table, closed at first.

    caption: whole sentences; headline: the line, in place of the sentences that the caption begins with.
    """
    name, (line, whole) = f"figure-{identity}", line_and_whole(caption, headline)
    return html.Figure(
        [
            html.Figcaption(
                [html.H3(title, id=name), html.P(question, className="qs-question"), save_button(title)],
                className="qs-head",
            ),
            body,
            html.P(line, className="qs-caption", id=f"{name}-caption"),
            html.Div(data_table(rows, title, whole), id=f"{name}-twin"),
        ],
        className="qs-figure" + (" qs-wide" if wide else ""),
        role="figure",
        **{"aria-labelledby": name, "aria-describedby": f"{name}-caption"},
    )


def save_button(title: str) -> html.Button:
    """What opens the menu of files a figure can be saved as (frontend/export/menu.js)."""
    return html.Button(
        "Save",
        className="qs-save",
        type="button",
        **{"aria-haspopup": "menu", "aria-expanded": "false", "aria-label": f"Save: {title}"},
    )


ROWS = 100


def data_table(rows: Sequence[Mapping[str, Any]], title: str, words: str = "") -> html.Details | None:
    """The data of a figure as a table, closed at first; the first ROWS rows, and all that are known as CSV.

    words: what the figure says at length, above the table.  None where there is neither.
    """
    text = [html.P(words, className="qs-whole-caption")] if words else []
    if not rows:
        return html.Details([html.Summary("In words"), *text], className="qs-twin") if text else None
    part = tables.part(rows)
    count = f"({tables.count_text(rows, ROWS)})"
    return html.Details(
        [
            html.Summary(f"In words, and as a table {count}" if text else f"Table {count}"),
            *text,
            html.Div(
                table(rows[:ROWS], f"{title}, as a table"),
                className="qs-scroll",
                tabIndex="0",
                role="region",
                **{"aria-label": f"{title}, as a table"},
            ),
        ],
        className="qs-twin",
        **{"data-csv": tables.packed(rows), **({"data-part": part} if part else {})},
    )


def table(rows: Sequence[Mapping[str, Any]], caption: str) -> dmc.Table:
    """A plain table with a caption.  One component however many cells: Dash grows slow with thousands of them."""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    cells = [[row.get(column) for column in columns] for row in rows]
    body = [[cell_text(value) for value in row] for row in cells]
    return dmc.Table(
        data={"head": [str(column).replace("_", " ") for column in columns], "body": body, "caption": caption},
        stickyHeader=True,
        tabularNums=True,
        captionSide="top",
        className="qs-data",
        **lengths.marked_table(cells),
    )


def cell_text(value: Any) -> str:
    """A cell as text: an em dash for what is unknown, at most six significant digits."""
    if value is None:
        return "—"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return grouped(value)
    if isinstance(value, float):
        return (
            "—"
            if value != value
            else grouped(int(value))
            if value == int(value) and abs(value) < 1e15
            else f"{value:,.4g}".replace(",", THIN)
            if abs(value) < 1e6
            else grouped(round(value))
        )
    return str(value)


def grouped(number: int) -> str:
    """28489 -> 28 489, with narrow spaces."""
    return f"{number:,}".replace(",", THIN)


def inline_link(text: str, href: str) -> dmc.Anchor:
    """A link within a sentence: of its size, and underlined, so that it is seen without color."""
    return dmc.Anchor(text, href=href, inherit=True, underline="always")


def sentence(text: str, kind: str = "info", title: str = "") -> dmc.Alert:
    """A message of one sentence, its numbers in the style of the pages.  kind: info | warning | error."""
    colors = {"info": "blue", "warning": "orange", "error": "red"}
    role = "alert" if kind == "error" else "status"
    return dmc.Alert(
        thin_spaces(text),
        title=title or None,
        color=colors[kind],
        variant="light",
        className=f"qs-says qs-{kind}",
        **{"data-role": role},
    )
