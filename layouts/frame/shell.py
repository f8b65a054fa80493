"""The frame around every page: header with its pages, what a drop does, notices, keys, light and dark."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import quote

import dash_mantine_components as dmc
from dash import dcc, html

from layouts import ids, theme
from layouts.frame import finder
from layouts.frame.icons import icon
from layouts.server.plain_html import joined
from layouts.topics import all_pages, stores
from scheduler import formats
from scheduler.program_files import folder

NAME = "Queuescope"


class Destination(NamedTuple):
    """A page of the header; key: the letter after G that leads to it, as KeyboardEvent.code has it, or ""."""

    path: str
    title: str
    key: str


DESTINATIONS = (
    Destination("/", "Home", "KeyH"),
    Destination("/workload", "Workload", "KeyW"),
    Destination("/compare", "Compare", "KeyC"),
    Destination("/learn", "Learn", "KeyL"),
)  # of the core
UNDER = {
    **dict.fromkeys(("/by-hand", "/glossary"), "/learn"),
    **dict.fromkeys(("/catalogue", "/beside"), "/workload"),
}  # pages that another one leads to; the topics say it of theirs
# ten shades as Mantine wants them; the fourth and the ninth are --qs-accent of assets/language.css
ACCENT = ["#f1f1ff", "#dfe1ff", "#c3caff", "#a5b4ff", "#8e9afb", "#7a7ff5", "#6662ee", "#5145fe", "#4034d8", "#3329b0"]

THEME = {
    "colors": {"accent": ACCENT},
    "primaryColor": "accent",
    "primaryShade": {"light": 8, "dark": 3},
    "autoContrast": True,
    "cursorType": "pointer",
    "defaultRadius": "md",
    "fontFamily": "var(--qs-font)",
    "fontFamilyMonospace": "var(--qs-mono)",
    "components": {
        "Checkbox": {"defaultProps": {"size": "md"}},
        "Radio": {"defaultProps": {"size": "md"}},
        "Switch": {"defaultProps": {"size": "md"}},
        "Slider": {"defaultProps": {"thumbSize": 24}},
        "Button": {"defaultProps": {"size": "sm"}},
    },
}

# Mantine asks localStorage and the system after the page has been painted; this asks before, so nothing flashes.
SCHEME_SCRIPT = """
(function () {
  var kept = null;
  try { kept = localStorage.getItem('mantine-color-scheme-value'); } catch (e) { kept = null; }
  var dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
"""


ICON = (
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><g fill='#5145fe'>"
    "<rect y='2' width='9' height='3' rx='1'/><rect x='5' y='6.5' width='11' height='3' rx='1'/>"
    "<rect x='2' y='11' width='7' height='3' rx='1'/></g></svg>"
)


ASSETS = folder("assets")
INTER = "fonts/inter.woff2"
FONT = f"/assets/{INTER}?m={(ASSETS / INTER).stat().st_mtime}"  # with its version, as Dash names the other files


def run_tints() -> str:
    """The tints of the runs as CSS, from the one place that knows them."""
    return "".join(
        f"[data-mantine-color-scheme={scheme}] .qs-run-{index} {{ --qs-run: {color}; }}\n"
        for scheme, colors in theme.RUNS.items()
        for index, color in enumerate(colors)
    )


INDEX = (
    """<!DOCTYPE html>
<html lang="en">
<head>
{%metas%}
<title>{%title%}</title>
<link rel="preload" href='"""
    + FONT
    + """' as="font" type="font/woff2" crossorigin>
<link rel="preload" href="/_dash-layout" as="fetch" crossorigin>
<link rel="preload" href="/_dash-dependencies" as="fetch" crossorigin>
<link rel="icon" href="data:image/svg+xml,"""
    + quote(ICON)
    + """">
<script>"""
    + SCHEME_SCRIPT
    + """</script>
{%css%}
<style>
@font-face { font-family: Inter; font-weight: 100 900; font-display: optional;
  src: url("""
    + FONT
    + """) format("woff2"); }
"""
    + run_tints()
    + """</style>
</head>
<body>
<noscript>Queuescope draws in the browser and needs JavaScript; the command line works without: python -m scheduler.
</noscript>
{%app_entry%}
{%config%}
{%scripts%}
{%renderer%}
</body>
</html>
"""
)

# Keys by their place (KeyboardEvent.code), which frontend/frame/keyboard.js labels as they are printed; what they do.
EVERYWHERE = "Everywhere"
KEYS: dict[str, tuple[tuple[str, str], ...]] = {
    "Move the charts": (
        ("KeyW KeyS", "zoom in, zoom out, at the pointer"),
        ("KeyA KeyD", "pan to earlier, to later"),
        ("KeyQ KeyE", "zoom rows in, out"),
        ("Shift+ArrowUp Shift+ArrowDown", "pan rows up, down"),
        ("Shift", "with these letters: five times as much"),
        ("Digit0", "show everything"),
        ("KeyF", "show the selected range or job; again: everything"),
    ),
    "Jobs": (
        ("ArrowLeft ArrowRight", "Home: one step back or on; Compare: the job before or after in time"),
        ("Shift+ArrowLeft Shift+ArrowRight", "step by step: the decision before, the next one"),
        ("ArrowUp ArrowDown", "the job above, below, once a job is selected"),
        ("Comma Period", "the job of the same user before, after"),
        ("Shift+Comma Shift+Period", "the campaign before, after"),
        ("Enter", "the facts of the selected job"),
        ("KeyV", "the next difference between the runs, the largest first"),
        ("Shift+KeyV", "the next difference in time; step by step: the one before"),
        ("KeyR", "a range of the selected job, else the Select tool"),
    ),
    "Runs and looks": (
        ("Digit1 … Digit4", "hide or show the charts of run 1 … 4"),
        ("KeyB", "take the run of the chart as the baseline"),
        ("KeyC", "next color"),
        ("KeyM", "next mode of real and virtual schedules"),
    ),
    "By hand": (
        ("Alt+ArrowLeft Alt+ArrowRight", "a shorter, longer runtime of the bar or row"),
        ("Ctrl+KeyZ Ctrl+Shift+KeyZ", "undo, redo"),
    ),
    EVERYWHERE: (
        ("Slash Ctrl+KeyK", "search"),
        ("KeyP", "present: large, one view after the other; B blanks, Esc leaves"),
        ("KeyL", "copy the link of this view"),
        ("?", "these keys"),
        ("Escape", "close the facts, then clear the range, then the search"),
    ),
}
MOUSE = (
    ("Drag", "zoom into a part"),
    ("Shift+drag", "pan"),
    ("Alt+drag, or drag with the Select tool", "select a range; its ends snap to starts, ends and submissions"),
    ("Ctrl or Cmd during that drag", "the ends do not snap"),
    ("Double click", "show everything"),
    ("Wheel", "scroll rows where they are zoomed"),
    ("Ctrl+wheel, or pinch", "zoom time at the pointer; with Shift rows"),
)
SIGNS = {
    "ArrowLeft": "←",
    "ArrowRight": "→",
    "ArrowUp": "↑",
    "ArrowDown": "↓",
    "Comma": ",",
    "Period": ".",
    "Slash": "/",
    "Escape": "Esc",
}


def destinations() -> tuple[Destination, ...]:
    """The pages of the header: those of the core, then those of topics that no other page leads to."""
    of_topics = (Destination(page.path, page.title, page.key) for page in all_pages().values() if not page.under)
    return (*DESTINATIONS, *of_topics)


def layout(most: int) -> dmc.MantineProvider:
    """The frame, empty; a callback fills the page.  most: bytes an upload may have."""
    whole = [
        *state(),
        html.A("Skip to the content", href="#page", className="qs-skip"),
        dmc.AppShell([header(), main()], header={"height": 56}, padding=0),
        drop_veil(most),
        keys_dialog(),
    ]
    return dmc.MantineProvider(joined(whole), theme=THEME, defaultColorScheme="auto")


def state() -> list:
    """What every page shares; keys and scalars only, the data stays on the server."""
    return [
        dcc.Location(id=ids.URL, refresh="callback-nav"),
        dcc.Store(id=ids.SCHEME),
        dcc.Store(id=ids.REQUEST),
        dcc.Store(id=ids.UPLOADED),
        dcc.Store(id=ids.TITLE),
        dcc.Store(id=ids.ADDRESSES),
        dcc.Store(id=ids.OPEN_NAMES),
        *(dcc.Store(id=store, storage_type="local") for store in stores()),
    ]


def header() -> dmc.AppShellHeader:
    """Name, pages, what is open, search, runs under way (filled by the browser), and tools."""
    return dmc.AppShellHeader(
        html.Div(
            [
                name(),
                html.Div(pages(), className="qs-pages"),
                open_now(),
                finder.field(),
                html.Div(
                    [
                        html.Div(id=ids.TRAY, className="qs-tray"),
                        tool(ids.COPY_LINK, "link", "Copy link"),
                        tool(ids.PRESENT, "present", "Present", "qs-keys"),
                        tool(ids.KEYS_BUTTON, "keyboard", "Keys", "qs-keys"),
                        dmc.ColorSchemeToggle(
                            lightIcon=icon("sun"),
                            darkIcon=icon("moon"),
                            variant="subtle",
                            color="gray",
                            size=28,
                            **{"aria-label": "Switch between light and dark"},
                        ),
                    ],
                    className="qs-tools",
                ),
            ],
            className="qs-header",
        )
    )


def name() -> dmc.Anchor:
    """The mark and the name, which lead to Home."""
    mark = html.Span([html.I(), html.I(), html.I()], className="qs-mark", **{"aria-hidden": "true"})
    return dmc.Anchor([mark, html.Span(NAME)], href="/", underline="never", className="qs-name")


def open_now() -> html.Div:
    """The place of the links to the workload and the runs looked at last (open_work.py)."""
    return html.Div(id=ids.OPEN_WORK, className="qs-open-now", role="group", **{"aria-label": "Open now"})


def tool(identity: str, picture: str, name: str, kind: str = "") -> html.Button:
    """A button of the header; its name and its key are in its tooltip (frontend/frame/keyboard.js)."""
    return html.Button(
        icon(picture),
        id=identity,
        type="button",
        className=f"qs-button-low qs-icon-only {kind}",
        **{"aria-label": name},
    )


def pages() -> list:
    """The pages side by side, and the same in a menu for narrow windows, which a choice closes (popups.js)."""
    menu = html.Details(
        [
            html.Summary(icon("menu"), className="qs-button-low qs-icon-only", **{"aria-label": "Pages"}),
            html.Nav(links(""), className="qs-menu-body", **{"aria-label": "Pages"}),
        ],
        className="qs-menu",
    )
    return [menu, html.Nav(links(""), id=ids.NAV, className="qs-nav", **{"aria-label": "Pages"})]


def links(path: str) -> list:
    """The pages; the one that is open, or that a page belongs to, says so to eyes and to screen readers; "" is none.

    In the browser frontend/frame/address.js says so (`data-pages`: all that a link stands for): links made anew with
    each page would lose the focus, and a press that comes just then.
    """
    under = UNDER | {page.path: page.under for page in all_pages().values() if page.under}
    here = under.get(path, path)
    return [
        dmc.Anchor(
            title,
            href=where,
            underline="never",
            className="qs-link",
            **{"data-pages": " ".join([where, *(page for page, above in under.items() if above == where)])},
            **({"data-key": key} if key else {}),
            **({"aria-current": "page"} if where == here else {}),
        )
        for where, title, key in destinations()
    ]


def main() -> dmc.AppShellMain:
    """Notices of an upload, then the page."""
    return dmc.AppShellMain(
        [
            html.Div(
                [html.Div(id=ids.UPLOAD_STATE, className="qs-upload-state", role="status", **{"aria-live": "polite"})]
            ),
            html.Div(id=ids.PAGE, className="qs-page", tabIndex="-1"),
        ]
    )


def drop_veil(most: int) -> html.Div:
    """Shown by upload.js while a file hovers over the window; tells it how large a file may be."""
    return html.Div(
        html.P(f"Drop the log anywhere: {formats.wanted()}; plain, or packed with gzip, xz or zstd"),
        id="drop-veil",
        hidden=True,
        className="qs-veil",
        **{"aria-hidden": "true", "data-most": str(most)},
    )


def key_cap(code: str, size: str = "sm") -> dmc.Kbd:
    """A key by its place, labelled as on the usual keyboard; frontend/frame/keyboard.js knows the one in use."""
    label = SIGNS.get(code) or code.removeprefix("Key").removeprefix("Digit")
    return dmc.Kbd(label, size=size, **({"data-code": code} if code[:3] in ("Key", "Dig") or code in SIGNS else {}))


def all_keys() -> dict[str, tuple[tuple[str, str], ...]]:
    """KEYS, and those that lead to the pages of the header."""
    with_key = [page for page in destinations() if page.key]
    keys, titles = " ".join(page.key for page in with_key), ", ".join(page.title for page in with_key)
    *before, these, leave = KEYS[EVERYWHERE]
    return KEYS | {EVERYWHERE: (*before, (f"KeyG then {keys}", f"go to {titles}"), these, leave)}


def keys_dialog() -> dmc.Modal:
    """Every key in one list, and what the mouse does."""
    parts = [
        html.Tbody(
            [
                html.Tr(html.Th(title, colSpan=2, scope="rowgroup"), className="qs-family"),
                *(html.Tr([html.Th(caps(keys), scope="row"), html.Td(what)]) for keys, what in rows),
            ]
        )
        for title, rows in all_keys().items()
    ]
    mouse = html.Tbody(
        [
            html.Tr(html.Th("Mouse over a chart", colSpan=2, scope="rowgroup"), className="qs-family"),
            *(html.Tr([html.Th(what, scope="row"), html.Td(does)]) for what, does in MOUSE),
        ]
    )
    table = html.Table([*parts, mouse], className="qs-table qs-all-keys")
    return dmc.Modal(
        [html.Div(tour_button("qs-button"), className="qs-tour-first"), table],
        id=ids.KEYS_DIALOG,
        title="Keys",
        size="lg",
        closeButtonProps={"aria-label": "Close"},
    )


def tour_button(look: str, *more: Any) -> html.Button:
    """What begins the tour (frontend/frame/tour.js); more: words about it."""
    name = "Take the tour"
    return html.Button(
        [icon("play"), html.B(name) if more else name, *more],
        type="button",
        className=look,
        disable_n_clicks=True,
        **{"data-tour": "5"},
    )


def caps(keys: str) -> list:
    """Keys as caps: "Shift+KeyW KeyS" are two, the first with Shift; words and dots between them are no keys."""
    parts: list[Any] = []
    for word in keys.split():
        parts += [" "] if parts else []
        parts += (
            [word] if word in ("then", "…") else [part for code in word.split("+") for part in ("+", key_cap(code))][1:]
        )
    return parts


def titled(title: str, lead: Any, *body: Any) -> html.Div:
    """A page with its heading and one sentence saying what it is for."""
    return html.Div([html.Header([html.H1(title), html.P(lead, className="qs-lead")], className="qs-title"), *body])


def missing(path: str) -> html.Div:
    """What stands at an address that does not exist."""
    return titled(
        "No such page",
        f"There is nothing at {path[:80]} on this server; the link may be old or mistyped, or of a topic that is not "
        "installed here.",
        html.Ul([html.Li(dmc.Anchor(title, href=where)) for where, title, _ in destinations()]),
    )
