"""Which module of the program and of its tests rests on which others.

Imports are read as for the keys of stored results (scheduler/fingerprint.py), with all entries of a folder that a
registry loads.  Tests rest on more than they import: on the packages they lie in, on the programs they start, and on
the conftest.py of their folders, as far as they use it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from developing.fixtures import used_part
from scheduler.fingerprint import Sources

FOLDERS = ("queuescope", "tests", "developing", "docs", "benchmarks")  # beside those Sources reads
LOOSE = {"app": "app.py", "dev": "dev"}
CONFTEST = "conftest"
# How tests start a program: "app.py", "app:server", "-m", "scheduler", "docs/make_reference.py".
FILE = re.compile(r"([\w-]+)\.py[\"']")
SERVER = re.compile(r"\b(\w+):server[\"'\s]")
PROGRAM = re.compile(r"[\"']-m[\"'],\s*[\"']([\w.]+)[\"']")


def sources_of(root: Path, gone: Iterable[str] = ()) -> Sources:
    """The sources of the program, its tests and the scripts beside them.  gone: paths of deleted modules, now empty."""
    sources = Sources(root)
    for folder in FOLDERS:
        sources.paths.update({module_name(path.relative_to(root).as_posix()): path for path in _python(root / folder)})
    sources.paths.update({name: root / path for name, path in LOOSE.items() if (root / path).exists()})
    sources.paths.update({module_name(path): Path(os.devnull) for path in gone})
    return sources


def _python(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def module_name(path: str) -> str:
    """The full name of a module.

    >>> module_name("scheduler/kernels/easy.py"), module_name("scheduler/kernels/__init__.py"), module_name("dev")
    ('scheduler.kernels.easy', 'scheduler.kernels', 'dev')
    """
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def graph(sources: Sources) -> dict[str, set[str]]:
    """{module: the modules it rests on directly}."""
    programs = {name.rpartition(".")[2]: name for name in sources if name.startswith("docs.") or name in LOOSE}
    return {module: set(_needs(sources, module, programs)) - {module} for module in sources}


def _needs(sources: Sources, module: str, programs: dict[str, str]) -> Iterator[str]:
    if module.rpartition(".")[2] == CONFTEST:
        return  # what it imports counts for the tests that use it
    imported = sources.imports(module)
    yield from imported
    yield from (package for package in packages(module) if package in sources)
    if module.startswith("tests."):
        yield from _started(sources, sources[module], programs)
        for conftest in _conftests(sources, module) | {name for name in imported if name.endswith(f".{CONFTEST}")}:
            part = used_part(sources[conftest], sources[module])
            yield conftest
            yield from sources.with_text(conftest, part).imports(conftest)
            yield from _started(sources, part, programs)


def packages(module: str) -> list[str]:
    """The packages that a module lies in, from the outermost."""
    parts = module.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts))]


def _conftests(sources: Sources, module: str) -> set[str]:
    return {name for package in packages(module) if (name := f"{package}.{CONFTEST}") in sources}


def _started(sources: Sources, text: str, programs: dict[str, str]) -> Iterator[str]:
    """The programs that a text starts as processes."""
    yield from (programs[name] for name in FILE.findall(text) + SERVER.findall(text) if name in programs)
    for name in PROGRAM.findall(text):
        yield from (module for module in (name, f"{name}.__main__") if module in sources)
