"""Icons, drawn in assets/icons.css; what one means stands beside it or in the label of its button."""

from __future__ import annotations

from dash import html


def icon(name: str) -> html.Span:
    """The icon of that name, in the color and size of the text around it."""
    return html.Span(className=f"qs-icon qs-icon-{name}", **{"aria-hidden": "true"})
