"""Whether a value of JSON is of the shape that somebody expects, where another program may have written it."""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin


def has_shape(value: Any, shape: Any) -> bool:
    """Whether a value is of a shape.

    shape: a type (of JSON: whole numbers are floats, too, and booleans no numbers), a union, Literal[VALUE, ...],
    list[SHAPE], tuple[SHAPE, ...] for a list of that length, dict[str, SHAPE], or {key: shape} for a dict that has
    these keys, and perhaps more.

    >>> has_shape({"at": [1, None]}, dict[str, list[float | None]]), has_shape({"at": True}, {"at": float})
    (True, False)
    """
    parts = get_args(shape)
    if shape is Any:
        return True
    if isinstance(shape, Mapping):
        return isinstance(value, dict) and all(
            key in value and has_shape(value[key], wanted) for key, wanted in shape.items()
        )
    if get_origin(shape) is Literal:
        return value in parts
    if get_origin(shape) in (UnionType, Union):
        return any(has_shape(value, part) for part in parts)
    if get_origin(shape) is list:
        return isinstance(value, list) and all(has_shape(each, parts[0]) for each in value)
    if get_origin(shape) is tuple:
        return isinstance(value, list) and len(value) == len(parts) and all(map(has_shape, value, parts))
    if get_origin(shape) is dict:
        return isinstance(value, dict) and all(has_shape(each, parts[1]) for each in value.values())
    if shape in (int, float):
        return isinstance(value, (int, shape)) and not isinstance(value, bool)
    return isinstance(value, shape)
