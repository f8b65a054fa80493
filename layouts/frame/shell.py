"""The frame around every page: header with five destinations, what a drop does, notices, keys, light and dark."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import dash_mantine_components as dmc
from dash import dcc, html

from layouts import ids, theme

NAME = "Queuescope"
DESTINATIONS = (("/", "Home"), ("/workload", "Workload"), ("/compare", "Compare"), ("/lessons", "Lessons"),
                ("/papers", "Papers"))
SOON: tuple[str, ...] = ()     # announced, not there yet

THEME = {
    "primaryColor": "indigo", "primaryShade": {"light": 8, "dark": 8}, "autoContrast": True,
    "cursorType": "pointer", "defaultRadius": "md",
    "fontFamily": "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif",
    "fontFamilyMonospace": "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
    "components": {
        "Checkbox": {"defaultProps": {"size": "md"}}, "Radio": {"defaultProps": {"size": "md"}},
        "Switch": {"defaultProps": {"size": "md"}}, "Slider": {"defaultProps": {"thumbSize": 24}},
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



ICON = ("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><g fill='#5145fe'>"
        "<rect y='2' width='9' height='3' rx='1'/><rect x='5' y='6.5' width='11' height='3' rx='1'/>"
        "<rect x='2' y='11' width='7' height='3' rx='1'/></g></svg>")


def run_tints() -> str:
    """The tints of the runs as CSS, from the one place that knows them."""
    return "".join(f"[data-mantine-color-scheme={scheme}] .qs-run-{index} {{ --qs-run: {color}; }}\n"
                   for scheme, colors in theme.RUNS.items() for index, color in enumerate(colors))


INDEX = """<!DOCTYPE html>
<html lang="en">
<head>
{%metas%}
<title>{%title%}</title>
<link rel="icon" href="data:image/svg+xml,""" + quote(ICON) + """">
<script>""" + SCHEME_SCRIPT + """</script>
{%css%}
<style>
""" + run_tints() + """</style>
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

# Keys by their place (KeyboardEvent.code), which frontend/keyboard.js labels as they are printed; what they do.
KEYS: dict[str, tuple[tuple[str, str], ...]] = {
    "Move the charts": (
        ("KeyW KeyS", "zoom in, zoom out, at the pointer"), ("KeyA KeyD", "pan to earlier, to later"),
        ("KeyQ KeyE", "zoom rows in, out"), ("Shift+ArrowUp Shift+ArrowDown", "pan rows up, down"),
        ("Shift", "with these letters: five times as much"), ("Digit0", "show everything"),
        ("KeyF", "show the selected range or job; again: everything")),
    "Jobs": (
        ("ArrowLeft ArrowRight", "Home: one step back or on; Compare: the job before or after in time"),
        ("ArrowUp ArrowDown", "the job above, below, once a job is selected"),
        ("Comma Period", "the job of the same user before, after"),
        ("Shift+Comma Shift+Period", "the campaign before, after"), ("Enter", "the facts of the selected job"),
        ("KeyV", "next place where the schedules differ"),
        ("KeyR", "a range of the selected job, else the Select tool")),
    "Runs and looks": (
        ("Digit1 … Digit4", "hide or show the charts of run 1 … 4"),
        ("KeyB", "take the run of the chart as the baseline"), ("KeyC", "next color"),
        ("KeyM", "next mode of real and virtual schedules")),
    "By hand": (
        ("Alt+ArrowLeft Alt+ArrowRight", "a shorter, longer runtime of the bar or row"),
        ("Ctrl+KeyZ Ctrl+Shift+KeyZ", "undo, redo")),
    "Everywhere": (
        ("Slash Ctrl+KeyK", "search"), ("KeyP", "present: large and without tools; B blanks the screen, Esc leaves"),
        ("KeyL", "copy the link of this view"), ("KeyG then KeyH KeyW KeyC KeyL KeyP",
                                                 "go to Home, Workload, Compare, Lessons, Papers"),
        ("?", "these keys"), ("Escape", "close the facts, then clear the range, then the search")),
}
MOUSE = (("Drag", "zoom into a part"), ("Shift+drag", "pan"),
         ("Alt+drag, or drag with the Select tool", "select a range"), ("Double click", "show everything"),
         ("Wheel", "scroll rows where they are zoomed"),
         ("Ctrl+wheel, or pinch", "zoom time at the pointer; with Shift rows"))
SIGNS = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", "Comma": ",",
         "Period": ".", "Slash": "/", "Escape": "Esc"}


def layout(most: int) -> dmc.MantineProvider:
    """The frame, empty; a callback fills the page.  most: bytes an upload may have."""
    return dmc.MantineProvider([*state(), html.A("Skip to the content", href="#page", className="qs-skip"),
                                dmc.AppShell([header(), main()], header={"height": 56}, padding=0),
                                drop_veil(most), keys_dialog()],
                               theme=THEME, defaultColorScheme="auto")


def state() -> list:
    """What every page shares; keys and scalars only, the data stays on the server."""
    return [dcc.Location(id=ids.URL, refresh="callback-nav"), dcc.Store(id=ids.SCHEME), dcc.Store(id=ids.REQUEST),
            dcc.Store(id=ids.UPLOADED), dcc.Store(id=ids.TITLE)]


def header() -> dmc.AppShellHeader:
    """Name, destinations, runs under way (filled by tray.js), keys and the light/dark switch."""
    mark = html.Span([html.I(), html.I(), html.I()], className="qs-mark", **{"aria-hidden": "true"})
    return dmc.AppShellHeader(html.Div([
        dmc.Anchor([mark, html.Span(NAME)], href="/", underline="never", className="qs-name"),
        html.Nav(links("/"), id=ids.NAV, className="qs-nav", **{"aria-label": "Pages"}),
        html.Div([
            html.Div(id=ids.TRAY, className="qs-tray"),
            dmc.Button("Copy link", id=ids.COPY_LINK, variant="subtle", color="gray", size="compact-md",
                       leftSection=key_cap("KeyL"), className="qs-keys"),
            dmc.Button("Present", id=ids.PRESENT, variant="subtle", color="gray", size="compact-md",
                       leftSection=key_cap("KeyP"), className="qs-keys"),
            dmc.Button("Keys", id=ids.KEYS_BUTTON, variant="subtle", color="gray", size="compact-md",
                       leftSection=dmc.Kbd("?"), className="qs-keys"),
            dmc.ColorSchemeToggle(lightIcon=html.Span("☀", **{"aria-hidden": "true"}),
                                  darkIcon=html.Span("☾", **{"aria-hidden": "true"}), variant="subtle", color="gray",
                                  size="lg", **{"aria-label": "Switch between light and dark"}),
        ], className="qs-tools"),
    ], className="qs-header"))


def links(path: str) -> list:
    """The destinations; the current one says so, to eyes and to screen readers."""
    return [dmc.Anchor([title, html.Span(" soon", className="qs-soon")] if where in SOON else title, href=where,
                       underline="never", className="qs-link",
                       **({"aria-current": "page"} if where == (path.rstrip("/") or "/") else {}))
            for where, title in DESTINATIONS]


def main() -> dmc.AppShellMain:
    """Notices of an upload, then the page."""
    return dmc.AppShellMain([html.Div([
        html.Div(id=ids.UPLOAD_STATE, className="qs-upload-state", role="status", **{"aria-live": "polite"}),
    ]), html.Div(id=ids.PAGE, className="qs-page", tabIndex="-1")])


def drop_veil(most: int) -> html.Div:
    """Shown by upload.js while a file hovers over the window; tells it how large a file may be."""
    return html.Div(html.P("Drop the log anywhere: SWF, plain or gzipped"), id="drop-veil", hidden=True,
                    className="qs-veil", **{"aria-hidden": "true", "data-most": str(most)})


def key_cap(code: str, size: str = "sm") -> dmc.Kbd:
    """A key by its place, labelled as on the usual keyboard; key_caps.js knows the one in use."""
    known = SIGNS.get(code) or code.removeprefix("Key").removeprefix("Digit")
    return dmc.Kbd(known, size=size, **({"data-code": code} if code[:3] in ("Key", "Dig") or code in SIGNS else {}))


def keys_dialog() -> dmc.Modal:
    """Every key in one list, and what the mouse does."""
    parts = [html.Tbody([html.Tr(html.Th(title, colSpan=2, scope="rowgroup"), className="qs-family"),
                         *(html.Tr([html.Th(caps(keys), scope="row"), html.Td(what)]) for keys, what in rows)])
             for title, rows in KEYS.items()]
    mouse = html.Tbody([html.Tr(html.Th("Mouse over a chart", colSpan=2, scope="rowgroup"), className="qs-family"),
                        *(html.Tr([html.Th(what, scope="row"), html.Td(does)]) for what, does in MOUSE)])
    return dmc.Modal(html.Table([*parts, mouse], className="qs-table qs-all-keys"), id=ids.KEYS_DIALOG, title="Keys",
                     size="lg", closeButtonProps={"aria-label": "Close"})


def caps(keys: str) -> list:
    """Keys as caps: "Shift+KeyW KeyS" are two, the first with Shift; words and dots between them are no keys."""
    made: list[Any] = []
    for word in keys.split():
        made += [" "] if made else []
        made += [word] if word in ("then", "…") else \
            [part for code in word.split("+") for part in ("+", key_cap(code))][1:]
    return made


def titled(title: str, lead: Any, *body: Any) -> html.Div:
    """A page with its heading and one sentence saying what it is for."""
    return html.Div([html.Header([html.H1(title), html.P(lead, className="qs-lead")], className="qs-title"), *body])


def missing(path: str) -> html.Div:
    """What stands at an address that does not exist."""
    return titled("No such page", f"There is nothing at {path[:80]}; the link may be old or mistyped.",
                  html.Ul([html.Li(dmc.Anchor(title, href=where)) for where, title in DESTINATIONS]))
