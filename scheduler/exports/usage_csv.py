"""A usage report as CSV: every row, every number in full; nothing where the log does not tell."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.analysis.workloads import account_levels, usage
from scheduler.errors import InputError
from scheduler.exports import rows_csv
from scheduler.model.workload import Workload


def written(workload: Workload, by: Sequence[str], recipe: str = "") -> str:
    """The report per `by`; raises InputError for what the workload does not tell.

    recipe: lines of comment before it (recipe_text.table_lines).
    """
    return recipe + _beside(workload) + rows_csv.written(usage.rows(workload, by), usage.named(by))


def accounts(workload: Workload, recipe: str = "") -> str:
    """The tree of accounts with the users of each; raises InputError where the log tells none."""
    if not account_levels.applies(workload):
        raise InputError("This log tells no accounts of its jobs, so there is no tree of them.")
    return recipe + _beside(workload) + rows_csv.written(account_levels.whole(workload))


def _beside(workload: Workload) -> str:
    """What is simulated otherwise, as a line of comment."""
    text = usage.changes(workload)
    return f"# {text}\n" if text else ""
