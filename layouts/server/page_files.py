"""Which scripts and styles a page begins with: those that every page needs, as few and as small as can be.

- plotly: that of plotly itself with the kinds of charts we draw, a quarter of the whole.  The file is a third party's,
  kept as it was published (npm: plotly.js-basic-dist-min) with its license beside it; it is of the very version that
  the Python package brings, which a test compares.  Charts of other kinds than those in KINDS would stay empty with it.
- styles: one file of all in assets/ and the topics; two dozen files are as many requests, and the first picture waits
  for the last.
- left out: what browsers of the last five years have by themselves (of the polyfill Dash begins with, only the small
  regenerator-runtime is needed, a third party's file as well), and Dash's table, which no page has.
- later: the editable table (ag-grid), which comes with the first one a visitor sees (frontend/internals.js).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

from dash import Dash
from dash.exceptions import DependencyException
from flask import Response, request

from layouts.server import bodies, reload
from layouts.server.patches import left_out
from layouts.topics import all_topics
from scheduler.program_files import folder

ASSETS = folder("assets")
FOLDER = ASSETS / "third_party"
SCRIPT = next(FOLDER.glob("plotly-basic-*.min.js"))
GENERATORS = next(FOLDER.glob("regenerator-runtime-*.js"))  # Dash's scripts rest on it
KINDS = ("bar", "scatter", "pie")  # what the script draws
SHEET = "sheet.css"  # of the printed sheets alone
IGNORED = rf"^(plotly-basic-.*|regenerator-runtime-.*|{re.escape(SHEET)})"  # files Dash does not put into pages itself
STYLES = "/assets/pages.css"
PATCH = "scripts"  # its name among patches.PATCHES
POLYFILL = re.compile(r'<script src="[^"]*/deps/polyfill@[^"]*"></script>')
TABLE = re.compile(r'<script src="[^"]*/dash_table/bundle\.[^"]*"></script>\n?')
GRID = re.compile(r'<script src="/?([^"]*/dash_ag_grid\.[^"]*)"></script>\n?')
OWN_STYLE = re.compile(r'<link rel="stylesheet" href="[^"]*/assets/[^"]*\.css[^"]*">\n?')


def version() -> str:
    """The version in the name of plotly's file."""
    return SCRIPT.name.removeprefix("plotly-basic-").removesuffix(".min.js")


def meta_tag() -> dict[str, str]:
    """What the head of a page says of plotly to frontend/internals.js."""
    return {"name": "queuescope-plotly", "content": address(SCRIPT)}


def address(file: Path) -> str:
    """Of a third party's file, with the time it was changed, which names what is there."""
    return f"assets/third_party/{file.name}?m={file.stat().st_mtime}"


def register(app: Dash) -> None:
    """Serve the styles as one file, begin every page with no more than it needs, and know no other files of Dash."""
    styles = all_styles if reload.mark_file() else cache(all_styles)
    written: Callable[..., str] = app.interpolate_index

    @app.server.get(STYLES)
    def pages_styles() -> Response:
        answer = Response(styles(), mimetype="text/css")
        answer.set_etag(_digest(styles()))
        return cast(Response, answer.make_conditional(request))

    def with_fewer(**parts: Any) -> str:
        link = f'<link rel="stylesheet" href="{STYLES}?m={_digest(styles())}">\n'
        return written(**{**parts, **_fewer_scripts(parts), "css": link + OWN_STYLE.sub("", parts["css"])})

    app.interpolate_index = with_fewer
    app.server.register_error_handler(
        DependencyException, lambda _: bodies.refused(404, "This server has no such file of Dash; load the page again.")
    )


def all_styles() -> str:
    """The styles of all pages in the order of their names, then those of the topics."""
    of_pages = (path for path in sorted(ASSETS.glob("*.css")) if path.name != SHEET)
    return "\n".join(
        path.read_text() for path in (*of_pages, *(style for topic in all_topics().values() for style in topic.styles))
    )


@cache
def _digest(styles: str) -> str:
    """Names the styles that are there."""
    return hashlib.sha256(styles.encode()).hexdigest()[:16]


def _fewer_scripts(parts: dict[str, Any]) -> dict[str, str]:
    """The scripts of a page without those of no use, and its head, which says where that of the grid is."""
    if PATCH in left_out():
        return {}
    generators = f'<script src="/{address(GENERATORS)}"></script>'
    scripts, metas = POLYFILL.sub(generators, TABLE.sub("", parts["scripts"])), parts["metas"]
    if later := GRID.search(scripts):
        metas += f'\n<meta name="queuescope-grid" content="/{later[1]}">'
    return {"scripts": GRID.sub("", scripts), "metas": metas}
