"""The program, as Dash serves it, with differences in what callbacks answer.

What is only looked at is one component (plain_html.py), and what is left without children has an empty list of them:
where a callback returns None, Dash 4.4.1 takes the components that were there off the page but goes on to know where
they stood (its executedCallbacks leaves the paths alone where the new children are null).  An answer to one of them
that is still on its way then ends in "Cannot read properties of undefined (reading 'props')", and every answer that
arrives together with it is lost.  An empty list looks the same and has the paths cleared.

Where nothing changes, no_update says so of the components of a pattern, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from dash import ALL, ALLSMALLER, Dash, Output, ctx, no_update

from layouts.server.plain_html import joined


class Dashboard(Dash):
    """Dash whose callbacks answer children as `children_of` has them, and no_update and faults as `unchanged`."""

    def callback(self, *declared: Any, **named: Any) -> Any:
        """As in Dash; the function is called through `with_children`."""
        outputs, tell = declared_outputs(declared, named), self._on_error

        def failed(error: Exception) -> Any:
            tell(error)
            return unchanged(outputs) if outputs else None

        register = super().callback(*declared, **{"on_error": tell and failed, **named})

        def keep(function: Callable[..., Any]) -> Any:
            return register(with_children(function, outputs))

        return keep


def declared_outputs(declared: Sequence[Any], named: Mapping[str, Any]) -> Any:
    """The outputs of a callback as its function returns them: one, a list, or a mapping of them."""
    if "output" in named:
        return named["output"]
    if declared and isinstance(declared[0], list | tuple | Mapping):
        return declared[0]
    outputs = [one for one in declared if isinstance(one, Output)]
    return outputs[0] if len(outputs) == 1 else outputs


def with_children(function: Callable[..., Any], outputs: Any) -> Callable[..., Any]:
    """The function of a callback, what it returns as children as `children_of` has it."""

    @wraps(function)
    def answered(*values: Any, **named: Any) -> Any:
        answer = function(*values, **named)
        return unchanged(outputs) if answer is no_update else in_answer(outputs, answer)

    return answered


def unchanged(outputs: Any) -> Any:
    """What leaves the outputs of the callback under way as they are; of one pattern alone Dash wants it for each."""
    is_pattern = isinstance(outputs, Output) and is_many(outputs)
    return [no_update] * len(ctx.outputs_list) if is_pattern else no_update


def in_answer(outputs: Any, answer: Any) -> Any:
    """An answer whose children are as `children_of` has them.

    outputs: as `declared_outputs` gives them; an answer that does not have their shape stays as it is, for Dash to
    refuse or, where it is no_update, to leave out.
    """
    if isinstance(outputs, Mapping):
        return (
            {name: in_answer(outputs.get(name), value) for name, value in answer.items()}
            if isinstance(answer, Mapping)
            else answer
        )
    if isinstance(outputs, list | tuple):
        return (
            [in_answer(output, value) for output, value in zip(outputs, answer, strict=True)]
            if isinstance(answer, list | tuple) and len(answer) == len(outputs)
            else answer
        )
    if not isinstance(outputs, Output) or outputs.component_property != "children":
        return answer
    if is_many(outputs) and isinstance(answer, list | tuple):
        return [children_of(value) for value in answer]
    return children_of(answer)


def children_of(value: Any) -> Any:
    """An empty list instead of None; else the same components, joined where they are only looked at."""
    return [] if value is None else joined(value)


def is_many(output: Output) -> bool:
    """Whether an output stands for any number of components, whose answer is then a list."""
    name = output.component_id
    return isinstance(name, dict) and any(value in (ALL, ALLSMALLER) for value in name.values())
