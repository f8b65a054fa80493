"""`lesson` on the command line: the answers of a file, what it falls short of, and the line of an error."""

from __future__ import annotations

import pytest

from tests.conftest import REPOSITORY

CONVOY = (REPOSITORY / "scheduler" / "topics" / "lessons" / "files" / "convoy.toml").read_text(encoding="utf-8")


@pytest.fixture
def write(tmp_path):
    def write(text, name="mine.toml"):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return file

    return write


def test_right_and_wrong_answers_are_printed(write, run):
    code, out, err = run("lesson", write(CONVOY))
    rows = out.splitlines()
    assert (code, err) == (0, "") and rows[0].startswith("The convoy: ")
    assert "   Right: jobs 3, 4, 5, 6, 7, 8" in rows and "   Right: at the same time as under FCFS" in rows
    assert any(row.startswith("   Wrong: later than under FCFS. ") for row in rows)
    assert any(row.startswith("   Right: job 1 at 0 min, job 2 at 10 min") for row in rows)
    assert rows[-1] == "5 of the variants 1 to 5 show the phenomenon."


def test_a_lesson_that_does_not_show_what_it_says_ends_with_one(write, run):
    worse = '"mean wait", rule = "fcfs"}, is = "<"'
    code, out, err = run("lesson", write(CONVOY.replace('"mean wait", rule = "fcfs"}, is = ">"', worse)))
    assert code == 1 and "Condition 1 of the phenomenon does not hold" in err
    assert out.startswith("The convoy: ") and "variants" not in out


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        (CONVOY.replace("minutes = ", "minutes = -", 1), "mine.toml", "mine.toml, line"),
        (CONVOY, "My Lesson.toml", "no name of a lesson"),
        ("#" * 200_000, "mine.toml", "more than"),
        (None, "none.toml", "cannot be read"),
    ],
)
def test_what_is_no_lesson_is_said(write, tmp_path, run, text, name, words):
    code, out, err = run("lesson", tmp_path / name if text is None else write(text, name))
    assert (code, out) == (2, "") and words in err
