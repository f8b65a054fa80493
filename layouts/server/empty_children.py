"""The program, as Dash serves it, with one difference: what is left without children has an empty list of them.

Where a callback returns None as children, Dash 4.4.1 takes the components that were there off the page but goes on to
know where they stood (its executedCallbacks leaves the paths alone where the new children are null).  An answer to one
of them that is still on its way then ends in "Cannot read properties of undefined (reading 'props')", and every answer
that arrives together with it is lost.  An empty list looks the same and has the paths cleared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from dash import ALL, ALLSMALLER, Dash, Output


class Dashboard(Dash):
    """Dash whose callbacks empty a component with [] where they return None."""

    def callback(self, *declared: Any, **named: Any) -> Any:
        """As in Dash; the function is called through `emptied`."""
        outputs = declared_outputs(declared, named)
        register = super().callback(*declared, **named)

        def keep(function: Callable[..., Any]) -> Any:
            return register(emptied(function, outputs))
        return keep


def declared_outputs(declared: Sequence[Any], named: Mapping[str, Any]) -> Any:
    """The outputs of a callback as its function returns them: one, a list, or a mapping of them."""
    if "output" in named:
        return named["output"]
    if declared and isinstance(declared[0], list | tuple | Mapping):
        return declared[0]
    outputs = [one for one in declared if isinstance(one, Output)]
    return outputs[0] if len(outputs) == 1 else outputs


def emptied(function: Callable[..., Any], outputs: Any) -> Callable[..., Any]:
    """The function of a callback, its None for children changed into []."""
    @wraps(function)
    def answered(*values: Any, **named: Any) -> Any:
        return without_none(outputs, function(*values, **named))
    return answered


def without_none(outputs: Any, answer: Any) -> Any:
    """An answer whose children are never None.

    outputs: as `declared_outputs` gives them; an answer that does not have their shape stays as it is, for Dash to
    refuse or, where it is no_update, to leave out.
    """
    if isinstance(outputs, Mapping):
        return ({name: without_none(outputs.get(name), value) for name, value in answer.items()}
                if isinstance(answer, Mapping) else answer)
    if isinstance(outputs, list | tuple):
        return ([without_none(output, value) for output, value in zip(outputs, answer, strict=True)]
                if isinstance(answer, list | tuple) and len(answer) == len(outputs) else answer)
    if not isinstance(outputs, Output) or outputs.component_property != "children":
        return answer
    if is_many(outputs) and isinstance(answer, list | tuple):
        return [[] if value is None else value for value in answer]
    return [] if answer is None else answer


def is_many(output: Output) -> bool:
    """Whether an output stands for any number of components, whose answer is then a list."""
    name = output.component_id
    return isinstance(name, dict) and any(value in (ALL, ALLSMALLER) for value in name.values())
