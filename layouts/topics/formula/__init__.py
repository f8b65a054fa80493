"""The editor of formulas in Add a run of Compare, and their fields on By hand.

The language and the policy are in `scheduler.topics.formula`, without which this folder cannot be used.

May import `scheduler`, `layouts.memory`, `layouts.server`, `layouts.state`, `layouts.drawing`, `layouts.gantt`,
`layouts.frame`, `layouts.topics`, and what these may.
Others use TOPIC.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from layouts.topics import ABOVE_PARAMETERS, BELOW_PARAMETERS, BESIDE_POLICIES, Form, Topic


def _editor() -> ModuleType:
    from layouts.topics.formula import formula_editor

    return formula_editor


def _outcome() -> ModuleType:
    from layouts.topics.formula import formula_outcome

    return formula_outcome


def _hand_fields() -> ModuleType:
    from layouts.topics.formula import hand_fields

    return hand_fields


TOPIC = Topic(
    "formula",
    forms=(
        Form(ABOVE_PARAMETERS, _editor, "Formula: a policy of your own in a line, under Add a run"),
        Form(BELOW_PARAMETERS, _outcome),
        Form(BESIDE_POLICIES, _hand_fields),
    ),
    styles=(Path(__file__).with_name("formula.css"),),
)
