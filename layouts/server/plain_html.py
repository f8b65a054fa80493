"""Parts of a page that are only looked at, sent as one component instead of one for each element.

Dash keeps an entry, a wrapper and a subscription for every element of every table: half of the time in which a
comparison appears went into cells and rows.  `joined` puts whatever has no id and only consists of HTML into PlainHtml
components; frontend/parts.js draws the same elements from them, so that nothing else of a page can tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any, ClassVar

from dash import html
from dash.development.base_component import Component

HTML = html.Div._namespace
UNLIKE = ("MapEl", "ObjectEl", "Script")  # elements with another name, or that are no part of a page
CLICKS = ("n_clicks", "n_clicks_timestamp", "disable_n_clicks")  # what Dash counts of a component with an id
LEAST = 2  # components that are worth a component of their own


class PlainHtml(Component):
    """Elements of HTML without ids.  tree: as `tree_of` writes them, a list."""

    _namespace = "queuescope_parts"
    _type = "PlainHtml"
    _children_props: ClassVar[list[str]] = []
    _base_nodes: ClassVar[list[str]] = ["children"]
    _prop_names: ClassVar[list[str]] = ["id", "tree"]
    _valid_wildcard_attributes: ClassVar[list[str]] = []
    available_properties: ClassVar[list[str]] = ["id", "tree"]
    available_wildcard_properties: ClassVar[list[str]] = []

    def __init__(self, tree: list[Any]):
        super().__init__(tree=tree)


def joined(part: Any) -> Any:
    """The same components, those that are only looked at joined into PlainHtml; what is no component stays as it is."""
    if isinstance(part, list | tuple):
        return _joined_list(part)
    if is_plain(part):
        return PlainHtml([tree_of(part)]) if _count(part) >= LEAST else part
    if not isinstance(part, Component) or not hasattr(part, "children"):
        return part
    inside = copy(part)  # components may be kept and shown again
    inside.children = joined(part.children)
    return inside


def _joined_list(parts: Sequence[Any]) -> list[Any]:
    """Neighbours that are only looked at become one component."""
    result: list[Any] = []
    for plain, group in _neighbours(parts):
        if not plain:
            result.extend(map(joined, group))
        elif sum(map(_count, group)) >= LEAST:
            result.append(PlainHtml([tree_of(part) for part in group]))
        else:
            result.extend(group)
    return result


def _neighbours(parts: Sequence[Any]) -> Iterator[tuple[bool, list[Any]]]:
    group: list[Any] = []
    plain = False
    for part in parts:
        if group and is_plain(part) != plain:
            yield plain, group
            group = []
        plain = is_plain(part)
        group.append(part)
    if group:
        yield plain, group


def is_plain(part: Any) -> bool:
    """Whether a part is text, or an element of HTML without id in which there is nothing else."""
    if part is None or isinstance(part, str | int | float):
        return True
    return (
        isinstance(part, Component)
        and part._namespace == HTML
        and part._type not in UNLIKE
        and not hasattr(part, "id")
        and all(map(is_plain, _inside(part)))
    )


def tree_of(part: Any) -> Any:
    """A plain part as JSON: text and numbers as they are, an element as [its tag, its attributes, its children...]."""
    if not isinstance(part, Component):
        return part
    attributes = {
        name: value
        for name, value in part.to_plotly_json()["props"].items()
        if name != "children" and name not in CLICKS and value is not None
    }
    return [part._type.lower(), attributes, *map(tree_of, _inside(part))]


def _inside(part: Component) -> Sequence[Any]:
    children = getattr(part, "children", None)
    return children if isinstance(children, list | tuple) else [children]


def _count(part: Any) -> int:
    """Components of a part, itself among them."""
    return 1 + sum(map(_count, _inside(part))) if isinstance(part, Component) else 0
