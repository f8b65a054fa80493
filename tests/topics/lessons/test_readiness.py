"""A lesson is waited for while its kernels are compiled, and is there afterwards."""

from __future__ import annotations

import threading

import pytest

from layouts.topics.lessons import body, readiness
from scheduler.topics.lessons import variants


@pytest.fixture(autouse=True)
def begun_anew():
    readiness._asked.cache_clear()
    yield
    readiness._asked.cache_clear()


def test_a_lesson_whose_kernels_are_not_there_is_waited_for_and_then_there(monkeypatch):
    compiled, begun = threading.Event(), threading.Event()

    def slow(lesson, seed):
        begun.set()
        assert compiled.wait(60)
        return variants.case_of(lesson, seed)

    monkeypatch.setattr(readiness, "PATIENCE", 0.01)
    monkeypatch.setattr(readiness, "case_of", slow)
    assert readiness.awaited("?lesson=convoy&step=2", now=lambda: readiness._asked("convoy").since + 7.0) == 7.0
    assert begun.wait(60)
    compiled.set()
    assert readiness._asked("convoy").done.wait(60)
    assert readiness.awaited("?lesson=convoy&step=3") is None


def test_what_has_no_lesson_of_the_shelf_is_not_waited_for():
    for search in ("", "?lesson=convoi", "?file=x", "?step=2"):
        assert readiness.awaited(search) is None


def test_the_page_says_for_how_long_it_has_been_at_work():
    words = body.preparing(75.0).children[0].children
    assert "is being compiled, once on this machine (1 min 15 s so far" in words and "by itself" in words
