"""The recipe of a workload as it stands in files that leave the program, so that its jobs can be taken again.

Logs in SWF hold it as lines of comment behind their header, Parquet and Batsim files where they hold that header,
Chrome traces among their other data.  Tables in CSV have no place for it; it is a file of its own beside them.
"""

from __future__ import annotations

from dataclasses import replace

from scheduler.exports.anonymous import WHO
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation import recipe
from scheduler.preparation.recipe import Recipe
from scheduler.query.conditions import leaves
from scheduler.query.fields import LOG, canonical
from scheduler.query.grammar import parse

TITLE = "; The recipe of these jobs, how they were taken of the log, each line behind a bar:\n"
BAR = "; | "
HIDDEN = "# A filter that names users, groups or programs is left out here, as they are numbered anew.\n"
PEOPLE = frozenset(map(canonical, WHO))


def text(taken: Recipe, users: bool = False) -> str:
    """The recipe; "" where it says nothing.  users: also a filter that names users, groups or programs."""
    where = taken.options.where
    if not users and where and any(one.field in PEOPLE for one in leaves(parse(where, LOG))):
        taken = replace(taken, options=WorkloadOptions.of(taken.options.as_json() | {"where": None}))
        return recipe.write(taken) + HIDDEN
    return recipe.write(taken) if taken.reading or taken.dates or taken.options.chosen() else ""


def comment(taken: Recipe, users: bool = False) -> str:
    """The recipe as lines of comment for the header of an SWF log; "" where it says nothing."""
    lines = "".join(f"{BAR}{line}\n" for line in text(taken, users).splitlines())
    return TITLE + lines if lines else ""


def of_comment(header: str) -> str:
    """The text of the recipe in a header; "" where there is none."""
    return "".join(f"{line[len(BAR):]}\n" for line in header.splitlines() if line.startswith(BAR))
