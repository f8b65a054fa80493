"""The lessons there are: the files of this folder, and those of a folder of one's own, QUEUESCOPE_LESSONS."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from scheduler.errors import InputError
from scheduler.lessons.lesson import Lesson
from scheduler.lessons.reading import MOST_BYTES, read

FILES = Path(__file__).parent / "files"
OWN = "QUEUESCOPE_LESSONS"      # environment: a folder with lessons of one's own
MOST = 100                      # files of that folder that are read


class Shelf(NamedTuple):
    """The lessons in their order, and a sentence on each file that is none."""

    lessons: Mapping[str, Lesson]
    problems: tuple[str, ...]


def all_lessons() -> Mapping[str, Lesson]:
    """{key: Lesson} in the recommended order; the key is the name of the file."""
    return shelf().lessons


def shelf() -> Shelf:
    """The lessons of the program, then those of one's own folder; files that changed are read again."""
    return _shelf(tuple(_files(FILES)), tuple(_files(Path(os.environ[OWN])) if os.environ.get(OWN) else ()))


def version() -> tuple:
    """What changes with any file: (path, time of its change, ns)."""
    own = _files(Path(os.environ[OWN])) if os.environ.get(OWN) else []
    return tuple([*_files(FILES), *own])


def _files(folder: Path) -> list[tuple[str, int]]:
    """Paths of the lessons in a folder and when they changed; none where it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return sorted((entry.path, entry.stat().st_mtime_ns) for entry in entries
                          if entry.name.endswith(".toml") and entry.is_file())[:MOST]
    except OSError:
        return []


@lru_cache(4)       # a file that is being written changes often
def _shelf(shipped: tuple[tuple[str, int], ...], own: tuple[tuple[str, int], ...]) -> Shelf:
    lessons: dict[str, Lesson] = {}
    problems: list[str] = []
    for path, _ in (*shipped, *own):
        try:
            lesson = read(_content(Path(path)), Path(path).stem)
            if lesson.key in lessons:
                raise InputError(f"{lesson.key}.toml has the name of another lesson; give the file another name.")
            lessons[lesson.key] = lesson
        except InputError as error:
            problems.append(str(error))
    order = sorted(lessons.values(), key=lambda lesson: (lesson.place, lesson.key))
    return Shelf({lesson.key: lesson for lesson in order}, tuple(problems))


def _content(path: Path) -> bytes:
    """The bytes of a file; raises InputError where it cannot be read or is no lesson by its size."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path.name} cannot be read ({error.strerror}).") from error
    if len(content) > MOST_BYTES:
        raise InputError(f"{path.name} has {len(content):,} bytes; wanted: at most {MOST_BYTES:,}.")
    return content
