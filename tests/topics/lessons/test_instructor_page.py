"""The page for instructors says of every lesson what its file says, and its path is one that can be gone."""

from __future__ import annotations

from layouts.topics.lessons import instructor_page
from scheduler.topics.lessons.shelf import OWN, all_lessons
from tests.pages.test_pages import texts
from tests.topics.lessons.test_reading import GOOD


def test_every_lesson_stands_with_its_notes():
    words = texts(instructor_page.layout())
    for lesson in all_lessons().values():
        for text in (lesson.title, lesson.goal, lesson.misconception, *lesson.discussion, *lesson.pitfalls):
            assert text in words


def test_a_lesson_builds_on_what_comes_before_it_and_has_notes():
    lessons = list(all_lessons().values())
    for at, lesson in enumerate(lessons):
        assert set(lesson.builds_on) <= {one.key for one in lessons[:at]}, lesson.key
        assert lesson.class_minutes > lesson.minutes and lesson.discussion and lesson.pitfalls, lesson.key


def test_a_lesson_without_notes_and_with_unknown_grounds_is_shown(tmp_path, monkeypatch):
    text = GOOD.replace('builds_on = ["order_matters"]', 'builds_on = ["nowhere"]').replace("The convoy", "<b>Mine</b>")
    (tmp_path / "mine.toml").write_text(text)
    monkeypatch.setenv(OWN, str(tmp_path))
    words = texts(instructor_page.layout())
    assert "<b>Mine</b>" in words and "nowhere" not in words
