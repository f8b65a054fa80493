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
SOON = ("/lessons",)     # announced, not there yet

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

KEYS = (
    ("← →", "Home: one step back or on; Compare: the job before or after in time"), ("W S", "zoom in, zoom out"),
    ("A D", "pan to earlier, to later"), ("0", "show everything"), ("V", "next place where the schedules differ"),
    ("M", "next mode of real and virtual schedules"), (", .", "the campaign before, after"),
    ("1 … 4", "take run 1 … 4 as the baseline"), ("L", "copy the link of this view"),
    ("G then H W C L P", "go to Home, Workload, Compare, Lessons, Papers"), ("?", "these keys"),
    ("Esc", "close, clear the selection"),
)


def layout(most: int) -> dmc.MantineProvider:
    """The frame, empty; a callback fills the page.  most: bytes an upload may have."""
    return dmc.MantineProvider([*state(), html.A("Skip to the content", href="#page", className="qs-skip"),
                                dmc.AppShell([header(), main()], header={"height": 56}, padding=0),
                                drop_veil(most), keys_dialog()],
                               theme=THEME, defaultColorScheme="auto")


def state() -> list:
    """What every page shares; keys and scalars only, the data stays on the server."""
    return [dcc.Location(id=ids.URL, refresh="callback-nav"), dcc.Store(id=ids.SCHEME), dcc.Store(id=ids.REQUEST),
            dcc.Store(id=ids.SINK), dcc.Store(id=ids.UPLOADED), dcc.Store(id=ids.TITLE)]


def header() -> dmc.AppShellHeader:
    """Name, destinations, keys and the light/dark switch."""
    mark = html.Span([html.I(), html.I(), html.I()], className="qs-mark", **{"aria-hidden": "true"})
    return dmc.AppShellHeader(html.Div([
        dmc.Anchor([mark, html.Span(NAME)], href="/", underline="never", className="qs-name"),
        html.Nav(links("/"), id=ids.NAV, className="qs-nav", **{"aria-label": "Pages"}),
        html.Div([
            dmc.Button("Copy link", id=ids.COPY_LINK, variant="subtle", color="gray", size="compact-md",
                       leftSection=dmc.Kbd("L"), className="qs-keys"),
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


def keys_dialog() -> dmc.Modal:
    """Every key in one list."""
    rows = [html.Tr([html.Th([dmc.Kbd(key) for key in keys.split()], scope="row"), html.Td(what)])
            for keys, what in KEYS]
    return dmc.Modal(html.Table(html.Tbody(rows), className="qs-table"), id=ids.KEYS_DIALOG, title="Keys",
                     size="lg", closeButtonProps={"aria-label": "Close"})


def titled(title: str, lead: Any, *body: Any) -> html.Div:
    """A page with its heading and one sentence saying what it is for."""
    return html.Div([html.Header([html.H1(title), html.P(lead, className="qs-lead")], className="qs-title"), *body])


def missing(path: str) -> html.Div:
    """What stands at an address that does not exist."""
    return titled("No such page", f"There is nothing at {path[:80]}; the link may be old or mistyped.",
                  html.Ul([html.Li(dmc.Anchor(title, href=where)) for where, title in DESTINATIONS]))
