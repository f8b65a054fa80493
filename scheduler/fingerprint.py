"""What decides a result: the sources of the modules that compute it, with all they import, named by a fingerprint.

Nothing is listed by hand.  The closure of a module is the module, what it imports, what that imports, and so on, read
from the import statements of the sources.  A folder of registered entries (policies, metrics, formats ...) loads its
modules by looking into the folder, and into those of its name in topics; whoever imports a function of it that does so
depends on all entries, whoever imports a class or a constant of it does not.  Installed packages that bring topics
count as the program does.

The same closure names the folder of compiled code (compiled.py), stored results (results/) and pictures (layouts/).
Only this module reads sources; of the program it imports where installed packages lie.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from functools import cache, cached_property
from importlib.metadata import version
from pathlib import Path

from scheduler import installed

ROOT = Path(__file__).parents[1]
PACKAGES = ("scheduler", "layouts")
LIBRARIES = ("numba", "numpy")  # a new version of these may compute other numbers
REGISTRY = "scheduler.registry"
LOADER = "load"  # its function that imports every module of a folder

# An import statement of one line, or of several in brackets.  A line of prose that begins so names no module of ours.
STATEMENT = re.compile(
    r"^[ \t]*(?:from[ \t]+(?P<module>[\w.]+)[ \t]+import[ \t]+"
    r"(?:\((?P<several>[^)]*)\)|(?P<names>[^\n(]+))|import[ \t]+(?P<whole>[^\n]+))",
    re.MULTILINE,
)

Root = str | Callable  # the name of a module, or a function: its module


class Sources(Mapping[str, str]):
    """The text of every module of the program under a folder, by its full name; read when it is asked for.

    packages: {side: {name: folder}} of what is installed beside it, as `installed.packages` has them of a side.
    """

    def __init__(self, folder: Path = ROOT, packages: Callable[[str], Mapping[str, Path]] | None = None):
        self.folder = folder
        self.packages = packages or (lambda side: {})
        self._texts: dict[str, str] = {}
        self._imports: dict[str, frozenset[str]] = {}

    @cached_property
    def paths(self) -> dict[str, Path]:
        """{module: file}."""
        beside = (package for side in PACKAGES for package in self.packages(side).items())
        return dict(path for name, folder in (*_of_program(self.folder), *beside) for path in _modules(name, folder))

    def with_text(self, module: str, text: str) -> Sources:
        """The same sources but for the text of one module."""
        other = copy(self)
        other._texts, other._imports = self._texts | {module: text}, dict(self._imports)
        other._imports.pop(module, None)
        return other

    def __getitem__(self, module: str) -> str:
        if module not in self._texts:
            self._texts[module] = (self.paths.get(module) or _elsewhere(module)).read_text(encoding="utf-8")
        return self._texts[module]

    def __contains__(self, module: object) -> bool:
        return module in self.paths

    def __iter__(self) -> Iterator[str]:
        return iter(self.paths)

    def __len__(self) -> int:
        return len(self.paths)

    def closure(self, *roots: str) -> list[str]:
        """Names of the modules that these depend on, themselves included, sorted."""
        reached: set[str] = set()
        waiting = list(roots)
        while waiting:
            module = waiting.pop()
            if module not in reached:
                reached.add(module)
                waiting += self.imports(module) - reached
        return sorted(reached)

    def imports(self, module: str) -> frozenset[str]:
        """The modules of this program that one imports anywhere in its text, with the packages they are in."""
        if module not in self._imports:
            self._imports[module] = frozenset(self._read_imports(module))
        return self._imports[module]

    def _read_imports(self, module: str) -> Iterator[str]:
        for name, imported in imported_names(self[module]):
            yield from self._with_packages(name)
            if imported is not None and f"{name}.{imported}" in self:
                yield f"{name}.{imported}"
            elif name in self and imported in self.loaders(name):
                yield from self.entries(name)

    def _with_packages(self, module: str) -> Iterator[str]:
        parts = module.split(".")
        yield from (name for end in range(1, len(parts) + 1) if (name := ".".join(parts[:end])) in self)

    def entries(self, package: str) -> Iterator[str]:
        """The modules that registry.load finds in a folder, and in the folders of the same name in topics."""
        side, _, name = package.partition(".")
        last = name.rpartition(".")[2]
        in_topics = re.compile(rf"{side}\.topics\.\w+\.{last}")
        folders = {package, *(f"{beside}.{last}" for beside in self.packages(side))} if side in PACKAGES else {package}
        for module in self:
            folder = module.rpartition(".")[0]
            if folder in folders or in_topics.fullmatch(folder):
                yield module

    def loaders(self, package: str) -> frozenset[str]:
        """Names of the functions of a package that load its entries, themselves or through one another."""
        return _loaders(self[package])

    def modules_of(self, roots: Iterable[Root]) -> Iterator[str]:
        """The modules that roots stand for; a function that loads registered entries stands for all of them, too."""
        for root in roots:
            name = root if isinstance(root, str) else root.__module__
            yield name
            if callable(root) and name in self and root.__name__ in self.loaders(name):
                yield from self.entries(name)

    def of(self, roots: Iterable[Root]) -> str:
        """Twelve hex digits naming the sources of a closure, the versions of numba and numpy, and numba's switches."""
        digest = hashlib.sha256(_versions().encode())
        for name, value in sorted(os.environ.items()):
            if name.startswith("NUMBA_") and name != "NUMBA_CACHE_DIR":
                digest.update(f"{name}={value}\0".encode())
        for module in self.closure(*self.modules_of(roots)):
            digest.update(f"{module}\0{_digest(self[module])}\0".encode())
        return digest.hexdigest()[:12]


def _of_program(folder: Path) -> Iterator[tuple[str, Path]]:
    return ((package, folder / package) for package in PACKAGES)


def _modules(package: str, folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        yield ".".join((package, *parts)).removesuffix(".__init__"), path


@cache
def _versions() -> str:
    return " ".join(f"{name} {version(name)}" for name in LIBRARIES)


@cache
def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _elsewhere(module: str) -> Path:
    """The file of a module that is none of the program's.  Raises KeyError for one that is not imported or no file."""
    path = getattr(sys.modules[module], "__file__", None)
    if path is None:
        raise KeyError(module)
    return Path(path)


@cache
def imported_names(text: str) -> tuple[tuple[str, str | None], ...]:
    """(module, name) of everything a source imports; the name is None where it imports a whole module."""
    return tuple(_imported_names(text))


def _imported_names(text: str) -> Iterator[tuple[str, str | None]]:
    for match in STATEMENT.finditer(text):
        module, whole = match["module"], match["whole"]
        if whole:
            yield from ((_first_word(part), None) for part in whole.split("#")[0].split(",") if part.strip())
        else:
            listed = re.sub(r"#[^\n]*", "", match["several"] or match["names"])
            yield from ((module, _first_word(part)) for part in listed.split(",") if part.strip())


def _first_word(text: str) -> str:
    """ "numpy as np" is numpy."""
    return text.split()[0]


@cache
def _loaders(text: str) -> frozenset[str]:
    """Functions of a package's source that call the registry's loader, or one that does."""
    if all(f"{module}.{name}" != REGISTRY for module, name in imported_names(text)):
        return frozenset()
    used = {
        node.name: {
            name.id if isinstance(name, ast.Name) else name.attr
            for name in ast.walk(node)
            if isinstance(name, ast.Name | ast.Attribute)
        }
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
    }
    loading: set[str] = {LOADER}
    while more := {name for name, names in used.items() if names & loading} - loading:
        loading |= more
    return frozenset(loading - {LOADER})


CURRENT = Sources(ROOT, installed.packages)


@cache
def fingerprint(*roots: Root) -> str:
    """Twelve hex digits naming all that decides what these modules and functions compute.

    roots: names of modules, or functions, which stand for their modules; a function of a folder of registered entries
    that loads them stands for all of them.  A module from elsewhere counts by its own text and what it imports.
    """
    return CURRENT.of(roots)
