"""No entry is a special case: what the program needs to know of a policy, a plot or a paper, the entry declares.

The sources are read; a key of an entry outside its own file is a fault (tests/cases/entries.py says what counts as one).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from layouts.plots import all_plots
from layouts.workload_plots import all_workload_plots
from scheduler.bounds import all_guarantees
from scheduler.cli import all_commands
from scheduler.columns import SWF, tables
from scheduler.engine.decision_log import KINDS, RULES
from scheduler.formats import all_formats
from scheduler.generators import all_generators
from scheduler.health import all_findings
from scheduler.metrics import all_metrics
from scheduler.model.workload_options import OPTIONS
from scheduler.policies import all_policies
from scheduler.publications import PUBLICATIONS
from scheduler.registry import folders
from scheduler.topics import all_topics
from tests.cases.entries import ROOT, named
from tests.topics.parts import of_topics

REGISTRIES: tuple[Callable[[], Mapping[str, Any]], ...] = (
    all_policies,
    all_generators,
    all_formats,
    all_guarantees,
    all_metrics,
    all_commands,
    all_plots,
    all_workload_plots,
    all_findings,
)
SOURCES = [
    path
    for folder in ("scheduler", "layouts")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "papers" not in path.relative_to(ROOT / folder).parts[:-1]
] + [ROOT / "app.py"]
# Words of which the sources cannot tell that they mean something else than the entry of that name.
ORDINARY = {
    "waits": "a verb",
    "late": "comes later",
    "pieces": "parts of a calendar",
    "completion": "the end of all work",
    "wait": "a quantity of lessons",
    "makespan": "a quantity of lessons",
    "throughput": "what a log is good for",
    "utilization": "a row of busy processors",
    "gantt": "a kind of graph",
    "batch": "a kind of mark",
    "backfilled": "a flag of a job",
    "duplicate_ids": "a rule of a note",
    "one_user": "an advice",
    "slurm": "a way to write lengths of time",
}


def own_files() -> dict[str, set[str]]:
    """{key: files it may stand in}: every entry's own, and those of other entries of that name."""
    files: dict[str, set[str]] = {}
    for entries in REGISTRIES:
        for folder in folders(entries.__module__):
            for path in sorted(ROOT.joinpath(*folder.split(".")).glob("*.py")):
                for key in {path.stem, *declared_in(path)} & set(entries()):
                    files.setdefault(key, set()).update(own_folders(path) or [path.relative_to(ROOT).as_posix()])
    for topic in all_topics().values():  # what it declares lies in its folder
        for command in topic.commands:
            files.setdefault(command.key, set()).add(f"scheduler/topics/{topic.key}")
    for key in PUBLICATIONS:
        files.setdefault(key, set()).add("scheduler/publications.py")
    for key, folder in (pair for of_topic in of_topics("entries", "FOLDERS") for pair in of_topic.items()):
        files.setdefault(key, set()).add(folder)
    return files


def own_folders(path: Path) -> list[str]:
    """Of a file of a topic: the folders of the topic, all of whose files may name its entries."""
    _, parent, key, *_ = path.relative_to(ROOT).parts
    return [f"{side}/topics/{key}" for side in ("scheduler", "layouts")] if parent == "topics" else []


def declared_in(path: Path) -> set[str]:
    """The keys of a file that declares several entries."""
    module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    return {entry.key for name in ("METRICS", "COMMAND", "PAPERS") for entry in _tuple(getattr(module, name, ()))}


def _tuple(entries: Any) -> tuple:
    return entries if isinstance(entries, tuple) else (entries,)


@cache
def everyday() -> set[str]:
    """Keys that are words of something else, as the program itself declares."""
    words = {
        *tables(),
        *SWF,
        *(column for table in tables().values() for column in table),
        *KINDS,
        *RULES,
        *all_commands(),
    }
    words |= {word for option in OPTIONS.values() for word in (option.name, *option.choices)}
    words |= {
        param.name
        for registry in (all_policies, all_generators, all_metrics, all_plots)
        for entry in registry().values()
        for param in entry.params
    }
    return words | set(ORDINARY)


# what parameters may be set to, unless it is a choice among policies: then a list of them is one of policies again
VOCABULARIES = {
    param.choices
    for policy in all_policies().values()
    for param in policy.params
    if not set(param.choices) <= set(all_policies())
}


@pytest.fixture(scope="module")
def keys() -> dict[str, set[str]]:
    return own_files()


def test_every_key_has_a_file_of_its_own(keys):
    assert not [key for entries in REGISTRIES for key in entries() if not keys.get(key)]
    assert {Path(file).name for file in keys["easy"]} == {"easy.py"}
    assert {Path(file).name for file in keys["wait_mean"]} == {"wait.py"}


def test_no_entry_is_named_outside_its_own_file(keys):
    found = [str(one) for path in SOURCES for one in named(path, keys, everyday(), VOCABULARIES)]
    assert not found, "let the entry declare what is needed of it:\n" + "\n".join(found)


def test_the_words_that_are_let_through_are_still_needed(keys):
    without = everyday() - set(ORDINARY)
    found = {one.key for path in SOURCES for one in named(path, keys, without, VOCABULARIES)}
    assert set(ORDINARY) <= found  # beside one of them everyday words count, too


# ---- what counts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        'if schedule.policy == "easy": pass',
        'if schedule.policy in ("tabu", "no policy"): pass',
        'NAMES = {"easy": "EASY"}',
        'FIRST = ("fcfs", "easy")',
        'run("easy")',
        'x = all_plots()["who_pays"]',
        'match run.policy:\n    case "batch": pass',
        'if run.policy == "batch": pass',
        'if "recorded" != schedule.policy: pass',
        'HEIGHTS = {"users": 500, "who_pays": 380}',
        'if asked["plot"] == "users": pass',
        'x = metrics.get("users")',
    ],
)
def test_special_cases_are_found(keys, tmp_path, line):
    assert keys_in(line, keys, tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        'if workload.arrivals == "recorded": pass',
        'counts = {"jobs": 3, "users": 2}',
        'x = table.columns["users"]',
        'local = Param("local", "easy", choices=("fcfs", "easy"), help="whose rule")\nif x["local"] == "easy": pass',
        'PASSING = ("none", "easy", "any")',
        '"""A docstring that speaks of easy and of who_pays."""',
        'text = "EASY starts a job that easy would start"',
    ],
)
def test_other_uses_of_the_words_are_not(keys, tmp_path, line):
    assert keys_in(line, keys, tmp_path) == []


def keys_in(line: str, keys: dict[str, set[str]], folder: Path) -> list[str]:
    (folder / "module.py").write_text(line + "\n")
    return [one.key for one in named(folder / "module.py", keys, everyday(), VOCABULARIES, root=folder)]
