"""Where the pages lead to a class, and what its doors declare: rooms that are over go, codes are guarded."""

from __future__ import annotations

import time

from layouts.pages.learn import learn_page as learn
from layouts.topics import codes
from layouts.topics.lessons import instructor_page as instructor
from scheduler.results.limits import Limits
from scheduler.topics import all_topics
from scheduler.topics.classroom.expiry import EMPTY
from scheduler.topics.classroom.rooms import Rooms
from scheduler.topics.lessons.shelf import all_lessons


def test_the_page_for_instructors_leads_to_a_room_for_every_lesson_with_questions():
    written = str(instructor.layout())
    lessons = all_lessons().values()
    assert "href='/class/teacher'" in written
    assert [
        lesson.key
        for lesson in lessons
        if (f"href='/class/teacher?lesson={lesson.key}'" in written) is not any(step.question for step in lesson.steps)
    ] == []


def test_learn_leads_students_to_a_class_and_not_to_the_page_of_teachers():
    addresses = [address for _, _, address, _ in learn.ways()]
    assert "/class" in addresses and "/class/teacher" not in addresses


def test_who_guesses_codes_of_rooms_is_made_to_wait():
    assert "/class/" in codes()


def test_rooms_that_are_over_are_deleted_where_topics_tidy(tmp_path):
    rooms = Rooms(tmp_path, Limits(), lambda: time.time() - 4 * EMPTY)  # nobody joins
    rooms.open(all_lessons()["convoy"])
    tidy = all_topics()["classroom"].tidy
    assert tidy is not None
    assert count(rooms) == 1
    tidy(tmp_path)
    assert count(rooms) == 0


def count(rooms: Rooms) -> int:
    """How many rooms are kept."""
    with rooms.database.reading() as db:
        return db.execute("SELECT count(*) FROM rooms").fetchone()[0]
