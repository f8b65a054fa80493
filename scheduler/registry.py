"""One module of a folder is one entry; its key is the module's name.

The folder of the same name in a topic holds what that topic adds: those of `scheduler.policies` also lie in
`scheduler/topics/KEY/policies/`, and in the folder `policies` of an installed package with a topic.  Keys stand in URLs
and stored results, so they never change; titles may.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scheduler import installed
from scheduler.errors import InputError, UnknownKey

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

TOPICS = "topics"  # the folder of topics, of `scheduler` and of `layouts`


@cache
def load(package: str, attribute: str) -> Mapping[str, Any]:
    """{key: entry} of every module of a package, and of its folders in topics, that declares `attribute`.

    They are in the alphabetical order of the modules' names.  An entry may be one object or a tuple of them (a family
    of metrics in one file); single entries must have the name of their module as key.  Raises ValueError when a key is
    wrong or taken twice.
    """
    by_key: dict[str, Any] = {}
    for name, module in modules(package):
        declared = getattr(import_module(module), attribute, None)
        if declared is None:
            continue
        entries = declared if isinstance(declared, tuple) else (declared,)
        for entry in entries:
            if not isinstance(declared, tuple) and entry.key != name:
                raise ValueError(f"{module} declares the key {entry.key!r}; its name and that must agree")
            if entry.key in by_key:
                raise ValueError(f"{package}: the key {entry.key!r} is declared twice")
            by_key[entry.key] = entry
    return by_key


def folders(package: str) -> list[str]:
    """A package of entries, and those of the same name in topics and in installed packages that bring topics.

    No topic is imported to find them.

    >>> folders("scheduler.policies")[0]
    'scheduler.policies'
    """
    side, _, name = package.partition(".")
    last = name.rpartition(".")[2]
    topics = {
        f"{side}.{TOPICS}.{door.parent.name}": door.parent
        for door in sorted((Path(str(import_module(side).__file__)).parent / TOPICS).glob("*/__init__.py"))
    }
    beside = installed.packages(side) if side in installed.GROUPS else {}
    added = (f"{topic}.{last}" for topic, folder in {**topics, **beside}.items() if _is_package(folder / last))
    return list(dict.fromkeys([package, *added]))  # a package may itself be one of them


def _is_package(folder: Path) -> bool:
    return (folder / "__init__.py").is_file()


def has_topic(key: str) -> bool:
    """Whether the folder of a topic is there, of the simulator."""
    return Path(__file__).parent.joinpath(TOPICS, key, "__init__.py").exists()


def modules(package: str) -> list[tuple[str, str]]:
    """(name, full name) of every module in these, in alphabetical order."""
    return sorted(
        (module.name, f"{folder}.{module.name}")
        for folder in folders(package)
        for module in pkgutil.iter_modules(import_module(folder).__path__)
    )


def with_installed(entries: Mapping[str, Any], group: str, kind: type) -> Mapping[str, Any]:
    """These entries, and those that installed packages declare as entry points of a group, named as their keys.

    Raises InputError where one cannot be imported, is not of that kind, has another key than its name, or one that is
    taken.
    """
    from importlib.metadata import entry_points  # 60 ms, which importing this module shall not take

    points = sorted(entry_points(group=group), key=lambda point: point.name)
    return each_once([*entries.items(), *((point.name, _installed(point, kind)) for point in points)])


def _installed(point: EntryPoint, kind: type) -> Any:
    try:
        entry = point.load()
    except Exception as error:  # whatever a package of somebody else raises when it is imported
        raise InputError(_of_no_use(point, f"importing it ends in {type(error).__name__}: {error}")) from error
    if not isinstance(entry, kind) or getattr(entry, "key", None) != point.name:
        raise InputError(_of_no_use(point, f"it is no {kind.__name__} with the key {point.name!r}"))
    return entry


def _of_no_use(point: EntryPoint, reason: str) -> str:
    package = point.dist.name if point.dist else "that is installed"
    return f"{point.value} of the package {package} cannot be used, for {reason}; update or uninstall the package."


def each_once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """{key: entry} of pairs.  Raises InputError where two have one key, for one of them would be lost."""
    by_key: dict[str, Any] = {}
    for key, entry in pairs:
        if key in by_key:
            raise InputError(f"{key!r} is declared twice; take out one of the topics or packages that declare it.")
        by_key[key] = entry
    return by_key


def behind_their_needs(topics: Mapping[str, Any]) -> Mapping[str, Any]:
    """These topics, each behind those it needs.  Raises InputError where one of these is not there."""
    ordered: dict[str, Any] = {}
    for key in topics:
        _follow(key, topics, ordered, ())
    return ordered


def _follow(key: str, topics: Mapping[str, Any], ordered: dict[str, Any], behind: tuple[str, ...]) -> None:
    """Add a topic, after those it needs.  behind: the keys of those that it comes before, because they need it."""
    for needed in topics[key].needs:
        if needed not in topics or needed in (*behind, key):
            reason = (
                "needs it, too; take both out" if needed in topics else f"is not there; install it, or take {key!r} out"
            )
            raise InputError(f"The topic {key!r} needs the topic {needed!r}, which {reason}.")
        _follow(needed, topics, ordered, (*behind, key))
    ordered.setdefault(key, topics[key])


def find(entries: Mapping[str, Any], key: str, noun: str) -> Any:
    """The entry of that key; raises UnknownKey with the close matches."""
    if key in entries:
        return entries[key]
    near = get_close_matches(str(key), entries, 3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(entries)}."
    raise UnknownKey(f"There is no {noun} {str(key)[:40]!r}; {hint}")
