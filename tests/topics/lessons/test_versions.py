"""Versions: a link names one, an earlier one is kept in a file of its own, and questions do not change under a version."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from layouts.topics.lessons import lesson_address, lesson_sheet
from scheduler.errors import InputError
from scheduler.topics.lessons import shelf
from scheduler.topics.lessons.lesson import Lesson
from scheduler.topics.lessons.questions import truth
from scheduler.topics.lessons.shelf import all_lessons, lesson_of
from scheduler.topics.lessons.variants import case_of
from tests.cases.small_log import is_one_sentence
from tests.topics.lessons.test_reading import GOOD
from tests.topics.parts import of_topics

# {lesson: (version, digest of its jobs and questions)}.  Where this differs, raise the version of the lesson and keep its
# file of before beside it, as KEY.vN.toml: links that name that version are to open the same questions.
QUESTIONS = {
    "order_matters": (1, "acf591c42e"),
    "nobody_interrupted": (2, "3bf924e669"),
    "starvation": (1, "194a1ad5ea"),
    "convoy": (1, "0e88c77e44"),
    "reservation": (1, "1f02fdcc17"),
    "no_reservation": (1, "1dbfa507b2"),
    "metrics_that_disagree": (1, "0564576085"),
    "easy_conservative": (1, "ae0e8dca19"),
    "own_estimate": (2, "5f0906193f"),
    "padding": (1, "38935817d5"),
    "early_end": (1, "0cfc62aa2e"),
    "capacity": (2, "e5fbe35d2b"),
    "fair_share": (1, "fea838676d"),
    "project": (1, "8950466994"),
    **{key: digests for of_topic in of_topics("lessons", "QUESTIONS") for key, digests in of_topic.items()},
}
EARLIER = {
    ("capacity", 1): "6156ae9bdb",
    ("nobody_interrupted", 1): "e19be3b15d",
    ("own_estimate", 1): "c2236c4f04",
    **{lesson: digest for of_topic in of_topics("lessons", "EARLIER") for lesson, digest in of_topic.items()},
}


def digest(lesson: Lesson) -> str:
    """Of what decides the questions and the answers of all variants; sentences may be improved."""
    asked = [
        (
            step.question.ask,
            step.question.rule,
            step.question.value,
            step.question.right,
            step.question.group,
            step.question.among,
            step.question.tolerance,
            [mistake.rule or mistake.value for mistake in step.question.mistakes],
        )
        for step in lesson.steps
        if step.question
    ]
    content = (
        lesson.unit,
        lesson.processors,
        lesson.jobs,
        lesson.sample,
        sorted(lesson.jitter.items()),
        lesson.phenomenon,
        asked,
    )
    written = repr(content)
    for later in (", qos=None, partition=None", ", group=None, parts=()", ", among=(), job=0"):  # few lessons have them
        written = written.replace(later, "")
    return hashlib.sha256(written.encode()).hexdigest()[:10]


def test_questions_stay_as_they_are_under_a_version():
    assert {key: (lesson.version, digest(lesson)) for key, lesson in all_lessons().items()} == QUESTIONS


def test_questions_of_earlier_versions_are_kept():
    assert {key: digest(lesson) for key, lesson in shelf.shelf().earlier.items()} == EARLIER


@pytest.fixture
def own(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.setenv(shelf.OWN, str(tmp_path))
    (tmp_path / "queues.toml").write_text(f"version = 2\n{GOOD}".replace('title = "', 'title = "New: ', 1))
    (tmp_path / "queues.v1.toml").write_text(f"version = 1\n{GOOD}")
    return tmp_path


def test_a_link_of_last_year_opens_the_questions_of_last_year(own):
    assert not shelf.shelf().problems
    assert lesson_of("queues").version == 2 and lesson_of("queues", 1).version == 1
    link = lesson_address.write(lesson_of("queues", 1), 3, 2)
    assert "version=1" in link
    search = link.partition("?")[2]
    case = lesson_address.read(search).case
    assert case.lesson.source == f"version = 1\n{GOOD}"
    assert case.jobs == case_of(lesson_of("queues", 1), 3).jobs
    assert "New: " not in lesson_sheet.document(search, False)
    assert lesson_address.read("lesson=queues").case.lesson.title.startswith("New: ")
    for step in case.lesson.steps:
        if step.question:
            assert truth(case, step.question) is not None


def test_a_version_that_is_not_kept_is_told(own):
    with pytest.raises(InputError, match="version 3 of New: ") as refused:
        lesson_address.read("lesson=queues&version=3")
    assert is_one_sentence(str(refused.value))
    for version in ("0", "x", "-1", "99999", "1e3", ""):
        with pytest.raises(InputError):
            lesson_address.read(f"lesson=queues&version={version or 'none'}")


def test_a_file_whose_name_and_version_differ_is_told(own):
    (own / "queues.v3.toml").write_text(f"version = 2\n{GOOD}")
    (own / "queues.v4.toml").write_text("title = 1")
    problems = " ".join(shelf.shelf().problems)
    assert "queues.v3.toml says version = 2; wanted: version = 3" in problems and len(shelf.shelf().problems) == 2
    assert [key for key in shelf.shelf().earlier if key not in EARLIER] == [("queues", 1)]
