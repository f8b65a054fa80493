"""`lesson FILE`: check a lesson of one's own, and print its questions with the answers that simulation gives."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from scheduler.cli.output import note, say
from scheduler.command import Command
from scheduler.errors import InputError

if TYPE_CHECKING:
    from scheduler.topics.lessons.cases import Case
    from scheduler.topics.lessons.lesson import Lesson

INDENT = "   "


def declare(parser: ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("file", metavar="FILE", help="a lesson, such as my_lesson.toml; docs/lessons.md has its fields")


def run(args: Namespace) -> int:
    """Print the lesson; 1 where it falls short of what it says.  Raises InputError, FormatError."""
    from scheduler.topics.lessons.answer_key import variants
    from scheduler.topics.lessons.cases import Case
    from scheduler.topics.lessons.lesson_link import check

    lesson = read(Path(args.file))
    problems = check(lesson)
    say("\n".join(lines(Case(lesson, 0, lesson.jobs))))
    for problem in problems:
        note(problem)
    if not problems:
        say(variants(lesson))
    return int(bool(problems))


def read(path: Path) -> Lesson:
    """The lesson of a file, whose name is its key; raises InputError, FormatError with the line."""
    from scheduler.topics.lessons import reading

    try:
        with path.open("rb") as file:
            content = file.read(reading.MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}.") from error
    if len(content) > reading.MOST_BYTES:
        raise InputError(
            f"{path} has more than {reading.MOST_BYTES:,} bytes, which no lesson needs; name the file of a lesson."
        )
    return reading.read(content, path.name.removesuffix(".toml"))


def lines(case: Case) -> Iterator[str]:
    """Title, goal, and each step with its answers."""
    from scheduler.topics.lessons.answer_key import answers
    from scheduler.topics.lessons.texts import filled

    yield f"{case.lesson.title}: {filled(case, case.lesson.goal)}"
    for number, step in enumerate(case.lesson.steps, 1):
        yield f"{number}. {step.kind.capitalize()}. {filled(case, step.text)}"
        if step.question is not None:
            yield from (INDENT + text for text in answers(case, step.question))


COMMAND = Command("lesson", "check a lesson of your own, and print its answers", declare, run)
