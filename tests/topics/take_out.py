"""Takes topics out of a copy of the program, one by one, and says what does not work then: nothing, if all is well.

    python -m tests.topics.take_out [KEY ...]      without keys: every topic that is in a folder

The copy has neither the folders of the topic nor its tests, nor those of topics that need it.  It starts, opens its
pages and runs a log; nothing of the topic is offered, and a link to it and a run that was kept of it end in one sentence
(without.py); and nothing that is left, tests included, imports what is gone.  Runs are kept by `keep` of the module
`kept_run` among the tests of the topic.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask

from developing.dependencies import module_name
from layouts import topics as topics_of_pages
from layouts.topics import PAGE_OF
from scheduler import topics
from scheduler.cli import all_commands
from scheduler.fingerprint import imported_names
from scheduler.policies import all_policies
from scheduler.registry import modules
from scheduler.results.store import Store
from scheduler.results.tasks import all_tasks
from tests.topics.parts import of_topic

if TYPE_CHECKING:
    from tests.topics.without import Offers  # which imports the pages

ROOT = Path(__file__).parents[2]
CODE = ("scheduler", "layouts", "queuescope", "tests")
COPIED = (*CODE, "assets", "sample_traces", "docs", "app.py", "pyproject.toml")
REGISTRIES = {  # noun: where its entries lie, and as what a module declares them
    "metric": ("scheduler.metrics", "METRICS"),
    "generator": ("scheduler.generators", "GENERATOR"),
    "guarantee": ("scheduler.bounds", "GUARANTEE"),
    "addition to generators": ("scheduler.generators", "ADDITION"),
    "columns": ("scheduler.columns", "COLUMNS"),
    "option": ("scheduler.options", "OPTIONS"),
    "step of preparation": ("scheduler.preparation", "STEP"),
    "kind": ("scheduler.kinds", "KIND"),
    "group of checks": ("scheduler.audit", "CHECKS"),
    "story": ("scheduler.explain", "STORY"),
    "tab": ("layouts.pages.compare.tabs", "TAB"),
    "card of a workload": ("layouts.pages.workload.cards", "CARD"),
    "plot of a workload": ("layouts.workload_plots", "WORKLOAD_PLOT"),
    "plot": ("layouts.plots", "PLOT"),
    "look": ("layouts.kinds", "LOOK"),
    "part of a job": ("layouts.pages.compare.job_panel", "JOB_PART"),
    "group of files": ("scheduler.cli", "PARAMETER_FILES"),
}


def keys() -> list[str]:
    """The topics that lie in a folder of the program."""
    places = (ROOT / side / "topics" for side in ("scheduler", "layouts"))
    return sorted({door.parent.name for place in places for door in place.glob("*/__init__.py")})


def faults(key: str) -> list[str]:
    """What does not work without a topic, a sentence each."""
    with tempfile.TemporaryDirectory(prefix=f"without-{key}-") as folder:
        copy = Path(folder) / "program"
        copy_without(with_those_that_need(key), copy)
        home = Path(folder) / "home"
        checks = begin(copy, home, "-m", "tests.topics.without", json.dumps(offers(key, Path(folder) / "kept")))
        found = list(imports_of_what_is_gone(copy))
        checked = checks.communicate()[0]
    return [*found, *(json.loads(checked.splitlines()[-1]) if checks.returncode == 0 else [checked])]


def imports_of_what_is_gone(copy: Path) -> Iterator[str]:
    """A sentence for each module of a copy that imports one that the program has and the copy has not."""
    files = {path.relative_to(copy): path for side in CODE for path in (copy / side).rglob("*.py")}
    left = {module_name(path.as_posix()) for path in files}
    gone = {
        module_name(path.relative_to(ROOT).as_posix()) for side in CODE for path in (ROOT / side).rglob("*.py")
    } - left
    for place, path in files.items():
        for module, name in imported_names(path.read_text(encoding="utf-8")):
            yield from (f"{place} imports {target}." for target in {module, f"{module}.{name}"} & gone)


def with_those_that_need(key: str) -> set[str]:
    """A topic, the topics that need it, and those that need these."""
    declared = [*topics.all_topics().items(), *topics_of_pages.all_topics().items()]
    found = {key}
    while more := {name for name, topic in declared if found & set(topic.needs)} - found:
        found |= more
    return found


def offers(key: str, home: Path) -> Offers:
    """What a topic adds, and those that need it, as their doors declare; runs of it are kept under `home` for that."""
    gone = with_those_that_need(key)
    in_simulator = _of(gone, topics.all_topics().items())
    on_pages = _of(gone, topics_of_pages.all_topics().items())
    return {
        "key": key,
        "commands": [key for key, command in all_commands().items() if topic_of(command.run) in gone],
        "tasks": [key for key, task in all_tasks().items() if topic_of(task.run) in gone],
        "paths": [page.path for topic in on_pages for page in topic.pages],
        "names": [name for topic in on_pages for name in topic.library],
        "options": [option.name for topic in on_pages for option in topic.options],
        "stores": [store for topic in on_pages for store in topic.stores],
        "sections": [topic.section.lead for topic in on_pages if topic.section],
        "routes": [rule for topic in on_pages if topic.routes for rule in rules(topic.routes())],
        "forms": [(PAGE_OF[form.place], form.module().layout().id) for topic in on_pages for form in topic.forms],
        "policies": [policy for name in gone for policy in policies(name)],
        "policy_options": [option.name for topic in in_simulator for option in topic.policy_options],
        "entries": [entry for topic in sorted(gone) for entry in entries(topic)],
        "home": str(home),
        "runs": [keep(Store(home)) for keep in of_topic(key, "kept_run", "keep")],
    }


def topic_of(function: Callable) -> str:
    """The key of the topic that a function is of; "" of the core."""
    return next(iter(re.findall(r"scheduler\.topics\.(\w+)", function.__module__)), "")


def policies(key: str) -> list[str]:
    """The policies of a topic that run here."""
    files = (ROOT / "scheduler" / "topics" / key / "policies").glob("*.py")
    return sorted({path.stem for path in files} & set(all_policies()))


def entries(key: str) -> list[tuple[str, str]]:
    """(registry, key) of the entries in the folders of a topic, but for policies."""
    return [
        (registry, entry)
        for registry, (package, attribute) in REGISTRIES.items()
        for name, module in modules(package)
        if module.split(".")[1:3] == ["topics", key]
        for entry in _keys(getattr(import_module(module), attribute, ()))
    ]


def _keys(declared: Any) -> list[str]:
    return [entry.key for entry in (declared if isinstance(declared, tuple) else (declared,))]


def rules(routes: Any) -> list[str]:
    """The rules of the addresses that a module of routes answers."""
    from layouts.site import services_of  # which imports the pages

    server = Flask(__name__, static_folder=None)
    with tempfile.TemporaryDirectory() as home:
        routes.register(server, services_of(Path(home)))
    return [rule.rule for rule in server.url_map.iter_rules()]


def _of(keys_of_topics: Collection[str], entries: Iterable[tuple]) -> list:
    return [topic for name, topic in entries if name in keys_of_topics]


def copy_without(gone: Collection[str], folder: Path) -> None:
    """Copy the program and its tests, but for the folders and files of topics."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(
                source,
                folder / name,
                ignore=lambda place, names: left_out(gone, Path(place), names),
                copy_function=link,
            )
        else:
            shutil.copy(source, folder / name)


def link(source: str, target: str) -> None:
    """A second name of a file, which takes no time; a copy where the folders are on different disks."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def left_out(gone: Collection[str], place: Path, names: Iterable[str]) -> set[str]:
    """The names in a folder that are not copied: those of the topics, and pictures of documents."""
    own = {name for key in gone for name in names if re.fullmatch(rf"{key}|test_{key}(_\w+)?\.py", name)}
    pictures = {name for name in names if name.endswith(".png")}
    return pictures | (own if place.name == "topics" else set())


def begin(copy: Path, home: Path, *words: str) -> subprocess.Popen:
    """Python in the copy, without compilation and with results of its own."""
    settings = {**os.environ, "QUEUESCOPE_HOME": str(home), "NUMBA_DISABLE_JIT": "1"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.Popen([sys.executable, *words], cwd=copy, env=settings, text=True, **pipes)


def main(names: list[str]) -> int:
    """Say of each topic whether the program works without it; the exit code."""
    found = {key: faults(key) for key in names or keys()}
    for key, sentences in found.items():
        print(f"without {key}: {'all is well' if not sentences else ''}", *sentences, sep="\n  ")
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
