"""Which script of plotly pages load: that of plotly itself with the kinds of charts we draw, a quarter of the whole.

The file is a third party's, kept as it was published (npm: plotly.js-basic-dist-min) with its license beside it; it is
of the very version that the Python package brings, which a test compares.  Charts of other kinds than those in KINDS
would stay empty with it.
"""

from __future__ import annotations

from scheduler.program_files import folder

FOLDER = folder("assets") / "third_party"
SCRIPT = next(FOLDER.glob("plotly-basic-*.min.js"))
KINDS = ("bar", "scatter", "pie")           # what the script draws
IGNORED = r"^plotly-basic-.*"               # of assets/: not among the scripts that every page begins with


def version() -> str:
    """The version in the name of the file."""
    return SCRIPT.name.removeprefix("plotly-basic-").removesuffix(".min.js")


def meta_tag() -> dict[str, str]:
    """What the head of a page says of it to frontend/internals.js; the time of the file names what is there."""
    return {"name": "queuescope-plotly",
            "content": f"assets/third_party/{SCRIPT.name}?m={SCRIPT.stat().st_mtime}"}
