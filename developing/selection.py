"""Which test files a change concerns: those that reach a changed module by what they rest on, the nearest first.

A file that is no module counts as a change of the package it lies in and of the modules that name it.  Scripts concern
their own tests and those in the browser.  Tests of the house read every file, and so belong to every change.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from developing.dependencies import LOOSE, graph, module_name, sources_of
from scheduler.fingerprint import Sources

SCRIPTS = re.compile(
    r"layouts/frontend/.*\.js|tests/frontend/.*\.js|assets/queuescope\.js|package(-lock)?\.json|eslint\.config\.js"
)
OF_SCRIPTS = re.compile(r"tests/(frontend/|browser/|house/test_frontend\.py)")
OF_ALL = "tests/house/"
BROWSER = "tests/browser/"


@dataclass(frozen=True)
class Selection:
    """The test files to run, and of how many; what chose them."""

    files: list[str]
    total: int
    modules: int
    others: int

    def __str__(self) -> str:
        """In a line."""
        reasons = [_counted(self.modules, "changed module"), _counted(self.others, "other changed file")]
        browser = sum(path.startswith(BROWSER) for path in self.files)
        why = " and ".join(reason for reason in reasons if reason) or "nothing has changed"
        slow = (
            f'; {browser} of them need{"s" * (browser == 1)} a browser (-m "not browser" leaves them out)'
            if browser
            else ""
        )
        return f"{len(self.files)} of {self.total} test files, by {why}{slow}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number > 1 else ''}" if number else ""


def select(root: Path, changed: Collection[str]) -> Selection:
    """The test files that a change of these paths concerns."""
    gone = [path for path in changed if path.endswith(".py") and not (root / path).exists()]
    sources = sources_of(root, gone)
    modules = {path for path in changed if is_module(sources, path)}
    others = set(changed) - modules
    near = distances(graph(sources), {*map(module_name, modules), *concerned(sources, root, others)})
    files = {_file(root, sources, name): near.get(name) for name in sources if _is_test(name)}
    files.pop("", None)
    chosen = {path: steps for path, steps in files.items() if steps is not None}
    also = (path for path in files if (changed and path.startswith(OF_ALL)) or _is_of_scripts(path, others))
    ordered = sorted(chosen, key=lambda path: (chosen[path], path))
    return Selection(list(dict.fromkeys([*ordered, *also])), len(files), len(modules), len(others))


def is_module(sources: Sources, path: str) -> bool:
    """Whether a path is a module of the program, of its tests, or a script that they start."""
    return (path.endswith(".py") or path in LOOSE.values()) and module_name(path) in sources


def concerned(sources: Sources, root: Path, paths: Iterable[str]) -> set[str]:
    """The modules that files which are no modules belong to: their package, and those that name them."""
    plain = [path for path in paths if not SCRIPTS.fullmatch(path)]
    inside = {package for path in plain if (package := package_of(root, path)) not in ("", "tests")}
    naming = [re.compile(pattern) for path in plain for pattern in mentions(path)]
    return inside | {module for module in sources if any(pattern.search(sources[module]) for pattern in naming)}


def package_of(root: Path, path: str) -> str:
    """The package whose folder a file lies in, or lies in a folder of; "" for none."""
    folders = [folder for folder in PurePath(path).parents if (root / folder / "__init__.py").exists()]
    return ".".join(folders[0].parts) if folders else ""


def mentions(path: str) -> set[str]:
    """How sources name a file: by its own name, or by those of the last two folders it lies in, as in "data/slurm"."""
    *folders, name = PurePath(path).parts
    sign, between = "[\"'/]", "(?:/|[\"'] / [\"'])"
    patterns = {f"{sign}{re.escape(name)}{sign}"}
    return patterns | {f"{sign}{between.join(map(re.escape, folders[-2:]))}{sign}"} if len(folders) > 1 else patterns


def distances(needs: Mapping[str, Collection[str]], changed: Iterable[str]) -> dict[str, int]:
    """{module: over how many imports it reaches a changed one} of all that reach one."""
    users: dict[str, list[str]] = {}
    for module, needed in needs.items():
        for name in needed:
            users.setdefault(name, []).append(module)
    steps = dict.fromkeys(changed, 0)
    waiting = list(steps)
    for module in waiting:
        for user in users.get(module, ()):
            if user not in steps:
                steps[user] = steps[module] + 1
                waiting.append(user)
    return steps


def _is_test(module: str) -> bool:
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def _is_of_scripts(path: str, changed: Iterable[str]) -> bool:
    return OF_SCRIPTS.match(path) is not None and any(SCRIPTS.fullmatch(name) for name in changed)


def _file(root: Path, sources: Sources, module: str) -> str:
    """The path of a test file, from the root; "" where it is gone."""
    path = sources.paths[module]
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else ""
