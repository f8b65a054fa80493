"""The lessons there are: the files of this folder, those of other topics, and those of a folder of one's own.

A lesson that needs another topic lies in the folder `lessons` of that topic; a folder of one's own is named by
QUEUESCOPE_LESSONS.

convoy.toml is a lesson; convoy.v1.toml beside it is what it was in version 1: links that name that version open it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from scheduler.errors import InputError
from scheduler.registry import find
from scheduler.topics.lessons.lesson import Lesson
from scheduler.topics.lessons.reading import MOST_BYTES, read

FILES = Path(__file__).parent / "files"
OF_TOPIC = "lessons"  # folder of a topic
OWN = "QUEUESCOPE_LESSONS"  # environment: a folder with lessons of one's own
MOST = 100  # files of that folder that are read


class Shelf(NamedTuple):
    """The lessons in their order, what they were in earlier versions, and a sentence on each file that is none."""

    lessons: Mapping[str, Lesson]
    problems: tuple[str, ...]
    earlier: Mapping[tuple[str, int], Lesson] = {}


def all_lessons() -> Mapping[str, Lesson]:
    """{key: Lesson} in the recommended order; the key is the name of the file."""
    return shelf().lessons


def shelf() -> Shelf:
    """The lessons of the program, then those of one's own folder; files that changed are read again."""
    return _shelf(tuple(_shipped()), tuple(_files(Path(os.environ[OWN])) if os.environ.get(OWN) else ()))


def lesson_of(key: str, version: int | None = None) -> Lesson:
    """The lesson of a key in a version, the present one without; raises UnknownKey, InputError for one not kept."""
    kept = shelf()
    lesson = find(kept.lessons, key, "lesson")
    if version in (None, lesson.version):
        return lesson
    if (key, version) not in kept.earlier:
        raise InputError(
            f"This link is of version {version} of {lesson.title}, which is not kept here; its questions "
            f"may differ from those of the present version, {lesson.version}, on the page Learn."
        )
    return kept.earlier[key, version]


def version() -> tuple:
    """What changes with any file: (path, time of its change, ns)."""
    own = _files(Path(os.environ[OWN])) if os.environ.get(OWN) else []
    return tuple([*_shipped(), *own])


def _shipped() -> list[tuple[str, int]]:
    """Paths of the lessons of the program and when they changed."""
    return [entry for folder in [FILES, *sorted(FILES.parents[1].glob(f"*/{OF_TOPIC}"))] for entry in _files(folder)]


def _files(folder: Path) -> list[tuple[str, int]]:
    """Paths of the lessons in a folder and when they changed; none where it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return sorted(
                (entry.path, entry.stat().st_mtime_ns)
                for entry in entries
                if entry.name.endswith(".toml") and entry.is_file()
            )[:MOST]
    except OSError:
        return []


@lru_cache(4)  # a file that is being written changes often
def _shelf(shipped: tuple[tuple[str, int], ...], own: tuple[tuple[str, int], ...]) -> Shelf:
    lessons: dict[str, Lesson] = {}
    earlier: dict[tuple[str, int], Lesson] = {}
    problems: list[str] = []
    for path, _ in (*shipped, *own):
        try:
            name, number = _named(Path(path))
            lesson = read(_content(Path(path)), name)
            if number is not None:
                earlier[name, number] = _of_version(lesson, number)
                continue
            if lesson.key in lessons:
                raise InputError(f"{lesson.key}.toml has the name of another lesson; give the file another name.")
            lessons[lesson.key] = lesson
        except InputError as error:
            problems.append(str(error))
    order = sorted(lessons.values(), key=lambda lesson: (lesson.place, lesson.key))
    return Shelf({lesson.key: lesson for lesson in order}, tuple(problems), earlier)


def _named(path: Path) -> tuple[str, int | None]:
    """(key, version) of the name of a file; None: the present one."""
    match = re.fullmatch(r"(.*)[.]v(\d{1,4})", path.stem)
    return (match[1], int(match[2])) if match else (path.stem, None)


def _of_version(lesson: Lesson, number: int) -> Lesson:
    """The lesson; raises InputError where its file says another version than its name."""
    if lesson.version != number:
        raise InputError(
            f"{lesson.key}.v{number}.toml says version = {lesson.version}; wanted: version = {number}, as in its name."
        )
    return lesson


def _content(path: Path) -> bytes:
    """The bytes of a file; raises InputError where it cannot be read or is no lesson by its size."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path.name} cannot be read ({error.strerror}).") from error
    if len(content) > MOST_BYTES:
        raise InputError(f"{path.name} has {len(content):,} bytes; wanted: at most {MOST_BYTES:,}.")
    return content
