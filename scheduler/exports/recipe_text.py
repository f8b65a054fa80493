"""The recipe of a workload as it stands in files that leave the program, so that its jobs can be taken again.

Logs in SWF and tables in CSV hold it as lines of comment before their rows, the file for evalys in the column metadata
of its first job, Parquet and Batsim files where they hold the header of a log, Chrome traces among their other data,
figures in SVG as metadata, in PNG as a text (chunk iTXt) and in PDF among the facts of the document.  `recovered`
(reading_recipes.py beside this) takes it out of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from scheduler.exports.anonymous import WHO
from scheduler.model.workload import Workload
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation import recipe
from scheduler.preparation.recipe import Recipe
from scheduler.program_files import made_by
from scheduler.query.conditions import leaves
from scheduler.query.fields import LOG, canonical
from scheduler.query.grammar import parse
from scheduler.wording import counted

TITLE = "; The recipe of these jobs, how they were taken of the log, each line behind a bar:\n"
BAR, TABLE_BAR = "; | ", "# | "  # before each line: in a log, in a table
PAIR_BARS = ("# 1 | ", "# 2 | ")  # in a table about two workloads
NUMBERED = "{} | "  # before the lines of one of several workloads
HIDDEN = "# A filter that names users, groups or programs is left out here, as they are numbered anew.\n"
PEOPLE = frozenset(map(canonical, WHO))
CHOICES = ("leave_out", "unallocated", "where", "cap")  # options that leave jobs out, or change them
MOST_REPAIRS = 20  # lines about repairs


def text(taken: Recipe, users: bool = False) -> str:
    """The recipe; "" where it says nothing.  users: also a filter that names users, groups or programs."""
    where = taken.options.where
    if not users and where and any(one.field in PEOPLE for one in leaves(parse(where, LOG))):
        taken = replace(taken, options=WorkloadOptions.of(taken.options.as_json() | {"where": None}))
        return recipe.write(taken) + HIDDEN
    return recipe.write(taken) if taken.reading or taken.dates or taken.options.chosen() else ""


def run_text(taken: Recipe, users: bool = False) -> str:
    """The recipe as the files of a run hold it that other programs read line by line, its CSV and that for evalys.

    "" unless jobs were left out, filtered or changed, or the reading was chosen: a part of the log, or another machine,
    leave such a file as every program expects it.  users: as of text().
    """
    chosen = taken.options.chosen()
    return text(taken, users) if taken.reading or any(name in chosen for name in CHOICES) else ""


def run_lines(taken: Recipe, users: bool = False) -> str:
    """The same as lines before the CSV of a run."""
    return table_lines(run_text(taken, users))


def comment(taken: Recipe, users: bool = False) -> str:
    """The recipe as lines of comment for the header of an SWF log; "" where it says nothing."""
    lines = "".join(f"{BAR}{line}\n" for line in text(taken, users).splitlines())
    return TITLE + lines if lines else ""


def of_comment(header: str) -> str:
    """The text of the recipe in a header; "" where there is none."""
    return "".join(f"{line[len(BAR) :]}\n" for line in header.splitlines() if line.startswith(BAR))


def of_record(record: Mapping[str, Any]) -> str:
    """The whole text for a workload by its stored record: version, hash of the jobs, repairs, and the recipe."""
    repairs = [note["text"] for note in record.get("notes") or () if note["level"] == "repair"]
    return _whole(recipe.of_record(record), int(record["jobs"]), str(record["hash"]), repairs)


def of_workload(taken: Recipe, workload: Workload) -> str:
    """The same for a workload that was just made, by the recipe that it was made with."""
    repairs = [note.text for note in workload.notes if note.level == "repair"]
    return _whole(taken, len(workload), workload.hash, repairs)


def _whole(taken: Recipe, jobs: int, digest: str, repairs: Sequence[str]) -> str:
    """TOML that `recipe.read` reads; what the program found stands in its comments."""
    more = [f"and {counted(len(repairs) - MOST_REPAIRS, 'more repair')}"] if len(repairs) > MOST_REPAIRS else []
    lines = [
        f"{made_by()}; {counted(jobs, 'job')}, whose hash (workload_hash of `inspect`) is",
        digest,
        *(f"Repaired: {' '.join(one.split())}" for one in islice(repairs, MOST_REPAIRS)),
        *more,
    ]
    return "".join(f"# {line}\n" for line in lines) + recipe.write(taken)


def table_lines(whole: str, bar: str = TABLE_BAR) -> str:
    """The text as lines before a table in CSV, each behind `# | `."""
    return "".join(f"{bar}{line}".rstrip() + "\n" for line in whole.splitlines())


def pair_lines(both: Iterable[str]) -> str:
    """The texts of two workloads as lines before a table that is about both."""
    return "".join(table_lines(whole, bar) for whole, bar in zip(both, PAIR_BARS, strict=True))


def of_records(records: Iterable[Mapping[str, Any]]) -> str:
    """The text for runs by the records of their workloads, of several as `several` has it."""
    return several(map(of_record, records))


def several(texts: Iterable[str]) -> str:
    """Texts of the same as one; of texts that differ each line has a number before it."""
    distinct = list(dict.fromkeys(texts))
    return (
        distinct[0]
        if len(distinct) == 1
        else "".join(table_lines(whole, NUMBERED.format(number)) for number, whole in enumerate(distinct, 1))
    )
