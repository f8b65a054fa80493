"""What a visitor sees before the scripts have run: the header, and of some pages all, as plain HTML at once.

Dash draws nothing before a megabyte of scripts has come and run.  The browser paints this at once, and the script
frontend/frame/first_paint.js takes it away as soon as the page itself stands below it, at the same places.  It is a
picture of the page: nothing in it has an id, can be pressed, or is read by a screen reader.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Protocol

import dash_mantine_components as dmc
from dash import Dash, html
from dash.development.base_component import Component
from flask import request
from markupsafe import escape

from layouts.frame import shell
from layouts.frame.contents import Content

ID = "first-paint"
VOID = ("Img", "Br", "Hr", "Input")  # elements without an end tag
# What properties of components are called in HTML; all others stay away, ids and addresses of links among them.
ATTRIBUTES = {
    "className": "class",
    "src": "src",
    "alt": "alt",
    "hidden": "hidden",
    "colSpan": "colspan",
    "data-code": "data-code",
    "aria-current": "aria-current",
    "aria-selected": "aria-selected",
    "scope": "scope",
}


class Page(Protocol):
    """A page that is drawn whole: what it shows, and all that it is made of but the program."""

    def layout(self) -> Any: ...
    def depends_on(self) -> Hashable: ...


def register(app: Dash, pages: Mapping[str, Page]) -> None:
    """Put it into the page that the server sends.

    pages: those that are drawn whole, by their path, where the address names nothing else.
    """
    written: Callable[..., str] = app.interpolate_index
    contents = {path: Content(page.layout, page.depends_on, markup) for path, page in pages.items()}

    def with_first_paint(**parts: Any) -> str:
        path = request.path.rstrip("/") or "/"
        page = contents[path]() if path in contents and not request.query_string else ""
        return written(**{**parts, "app_entry": cover(path, page) + parts["app_entry"]})

    app.interpolate_index = with_first_paint


def cover(path: str, page: str) -> str:
    """The HTML that covers the window.  page: what stands below the header, as HTML."""
    links = html.Nav(shell.links(path), className="qs-nav")
    header = html.Div([shell.name(), html.Div(links, className="qs-pages")], className="qs-header")
    return (
        f'<div id="{ID}" class="qs-first" aria-hidden="true" inert>'
        f'<div class="qs-first-header">{markup(header)}</div><div class="qs-page">{page}</div></div>'
    )


def markup(part: Any) -> str:
    """Components of dash.html as HTML, text escaped; of Mantine links, buttons and placeholders; nothing of others."""
    if part is None or isinstance(part, str | int | float):
        return "" if part is None else str(escape(part))
    if isinstance(part, Component):
        return _of_component(part)
    return "".join(map(markup, part)) if isinstance(part, Iterable) else ""


def _of_component(part: Component) -> str:
    kind = type(part).__name__
    inner = markup(getattr(part, "children", None))
    if isinstance(part, dmc.Anchor):
        return f"<a{_attributes(part)}>{inner}</a>"
    if isinstance(part, dmc.Button):
        return f'<span class="qs-first-button qs-first-{escape(getattr(part, "variant", "filled"))}">{inner}</span>'
    if isinstance(part, dmc.Skeleton):
        return f'<div style="height:{int(part.height)}px"></div>'
    if not hasattr(html, kind):
        return ""
    tag = kind.lower()
    return f"<{tag}{_attributes(part)}>" + ("" if kind in VOID else f"{inner}</{tag}>")


def _attributes(part: Component) -> str:
    words = []
    for name, value in part.to_plotly_json()["props"].items():
        if name == "style" and value:
            words.append(f' style="{escape(_style(value))}"')
        elif name in ATTRIBUTES and value is not None and value is not False:
            words.append(f' {ATTRIBUTES[name]}="{"" if value is True else escape(value)}"')
            if name == "src" and value.startswith("/"):  # not fetched in the color scheme that does not show it
                words.append(' loading="lazy"')
    return "".join(words)


def _style(rules: Mapping[str, Any]) -> str:
    """CSS of a style as React has it: {"flexBasis": 1} is flex-basis:1px; in our styles numbers are pixels."""
    return ";".join(
        "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name)
        + (f":{value}px" if isinstance(value, int | float) else f":{value}")
        for name, value in rules.items()
    )
