"""A fold: <details> whose content the browser draws when it is first opened.

Forms are the slowest of all to draw.  What is in a closed fold costs nothing, and yet callbacks read and write it as
everything else: Dash keeps the values of components whether they are drawn or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from dash.development.base_component import Component


class Fold(Component):
    """children: the summary, then the content; other properties as those of html.Details."""

    _namespace = "queuescope_parts"
    _type = "Fold"
    _children_props: ClassVar[list[str]] = []
    _base_nodes: ClassVar[list[str]] = ["children"]
    _prop_names: ClassVar[list[str]] = ["children", "id", "className", "hidden", "open"]
    _valid_wildcard_attributes: ClassVar[list[str]] = ["data-", "aria-"]
    available_properties: ClassVar[list[str]] = ["children", "id", "className", "hidden", "open", "data-*", "aria-*"]
    available_wildcard_properties: ClassVar[list[str]] = ["data-", "aria-"]

    def __init__(self, children: Sequence[Any], **properties: Any):
        super().__init__(children=children, **properties)
