"""Everything of a comparison in one archive: what was run, on what, what came of it, and how to run it again.

The same runs give the same bytes: the files carry no dates, and no time of day is in them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from scheduler.errors import StoreError
from scheduler.exports import citation, command_line, jobs_csv, recipe_text
from scheduler.exports.names import file_names
from scheduler.metrics import all_metrics
from scheduler.model.schedule import Schedule
from scheduler.preparation import recipe
from scheduler.program_files import made_by
from scheduler.wording import counted

KEEPING = ("files", "rows", "made", "schema", "seconds", "key", "metrics", "trimmed", "audit", "spec")  # not the run's


class Taken(NamedTuple):
    """A run that goes into the bundle: its name, its record and that of its workload, its schedule."""

    name: str
    record: Mapping[str, Any]
    workload: Mapping[str, Any]
    schedule: Schedule


def files(
    runs: Sequence[Taken], users: bool = False, link: str = "", figures: Mapping[str, bytes] | None = None
) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """{name: how to make it} of the archive.  link: where these runs are shown; figures: SVG files by their names."""
    policies = [str(run.record["policy"]) for run in runs]
    folders = file_names([run.name for run in runs])
    yield "README.txt", lambda: readme(runs, folders, users, link, bool(figures)).encode()
    yield "CITATION.txt", lambda: citation.text(policies, str(runs[0].workload["name"])).encode()
    yield "CITATION.bib", lambda: citation.bibtex(policies).encode()
    yield "workload.json", lambda: as_json(described(runs[0].workload))
    yield "recipe.toml", lambda: recipe_text.of_records(run.workload for run in runs).encode()
    for run, folder in zip(runs, folders, strict=True):
        yield f"{folder}/run.json", partial(as_json, described(run.record))
        yield f"{folder}/metrics.json", partial(as_json, measured(run.record.get("metrics") or {}))
        yield f"{folder}/audit.json", partial(as_json, run.record.get("audit"))
        yield f"{folder}/command.txt", partial(_command, run, folder)
        yield f"{folder}/jobs.csv", partial(_jobs, run, users)
    for name, content in sorted((figures or {}).items()):
        yield f"figures/{name}", partial(bytes, content)


def described(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record without what only the store needs of it, and what has a file of its own."""
    return {name: value for name, value in record.items() if name not in KEEPING}


def measured(metrics: Mapping[str, Any]) -> dict[str, Any]:
    """{metric: its value, unit and title}."""
    definitions = all_metrics()
    return {
        key: {
            "value": value,
            "unit": definitions[key].unit if key in definitions else "",
            "title": definitions[key].title if key in definitions else key,
        }
        for key, value in metrics.items()
    }


def as_json(value: Any) -> bytes:
    """JSON for people, its keys in order."""
    return (
        json.dumps(value, indent=2, sort_keys=True, allow_nan=False, ensure_ascii=False, default=str) + "\n"
    ).encode()


def _jobs(run: Taken, users: bool) -> bytes:
    lines = recipe_text.run_lines(recipe.of_record(run.workload), users)
    return b"".join(jobs_csv.pieces(run.schedule, users, lines))


def _command(run: Taken, folder: str) -> bytes:
    return ("\n".join(describe(run, folder)) + "\n").encode()


def describe(run: Taken, folder: str) -> tuple[str, ...]:
    """The lines that make a run again, or why there are none."""
    try:
        return command_line.commands(run.record, run.workload, f"{folder}.csv")
    except StoreError as error:
        return (f"# {error}",)


def readme(runs: Sequence[Taken], folders: Sequence[str], users: bool, link: str, figures: bool) -> str:
    """What is in the archive, and how to make it again."""
    workload = runs[0].workload
    who = "the numbers of the log" if users else "u1, u2, ... in the order of their first job"
    lines = [
        f"Runs of {workload['name']}, made by {made_by()}",
        "",
        f"{counted(workload['jobs'], 'job')} of {counted(workload['users'], 'user')} on "
        f"{counted(workload['processors'], 'processor')}.",
        f"SHA-256 of the log's text, unpacked: {workload.get('trace_sha256') or 'not known'}",
        f"SHA-256 of the jobs as they were simulated: {workload['hash']}",
        *([f"Shown at: {link}"] if link else []),
        "",
        "What is here",
        "  workload.json     the jobs' source, the options they were taken with, what was repaired",
        "  recipe.toml       how the log is read and which jobs are taken, for --recipe and the Workload page",
        "  CITATION.txt/bib  how to cite the program, the policies and the papers",
    ]
    for run, folder in zip(runs, folders, strict=True):
        lines += [
            f"  {folder}/",
            f"    {run.name}: run.json (parameters, seed, version), metrics.json, audit.json",
            "    (what was checked of every job), jobs.csv (every job: submit, start, end in s since the log's",
            "    start), command.txt",
        ]
    lines += ["  figures/          the figures that were shown, as SVG"] if figures else []
    lines += ["", f"Users are called by {who}.", "", "To make the runs again, in the folder of the program:", ""]
    lines += list(
        dict.fromkeys(line for run, folder in zip(runs, folders, strict=True) for line in describe(run, folder))
    )
    lines += [
        "",
        "The jobs of such a run are those of jobs.csv here, to the second"
        + (", and its file is the same to the letter." if users else "; only users are called by their numbers."),
    ]
    return "\n".join(lines) + "\n"
