"""Planted faults: what is drawn is another program that can still be read, and what the tests find of it is told."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from developing import mutation
from developing.faults import SUBJECTS, Fault, draw, faults_of
from tests.conftest import REPOSITORY

SOURCE = '''"""Text with 1 < 2."""
LIMIT: Literal[3] = 4  # below 5


def fits(free, size):
    """Whether 1 + 1 is 2."""
    return not size < 1 and (size <= free or free == LIMIT) and f"{size + 1}"
'''
SCRIPT = """/* a < b && c */
// a < b
export const next = at => at + 1;
function close() {
  menu.hide();
}
"""


def after(source: str, name: str, folder) -> set[str]:
    """Every source that a fault makes of a source."""
    (folder / name).write_text(source)
    sources = set()
    for fault in list(faults_of(folder, name)):
        fault.plant(folder)
        sources.add((folder / name).read_text())
        (folder / name).write_text(source)
    return sources


def test_faults_of_python_leave_text_comments_and_annotations_alone(tmp_path):
    expected = {
        SOURCE.replace("= 4 ", "= 5 "),
        SOURCE.replace("not size < 1", "size < 1"),
        SOURCE.replace("size < 1 and", "size <= 1 and"),
        SOURCE.replace("size < 1 and", "size < 2 and"),
        SOURCE.replace("size <= free", "size < free"),
        SOURCE.replace("free or free", "free and free"),
        SOURCE.replace("free == LIMIT", "free != LIMIT"),
    }
    assert after(SOURCE, "fits.py", tmp_path) == expected


def test_faults_of_scripts_leave_comments_alone(tmp_path):
    assert after(SCRIPT, "menu.js", tmp_path) == {
        SCRIPT.replace("at + 1", "at + 2"),
        SCRIPT.replace("  menu.hide();", ""),
    }


@pytest.mark.parametrize("subject", SUBJECTS)
def test_of_every_subject_faults_are_drawn_the_same_for_a_seed(subject):
    drawn = draw(REPOSITORY, subject, 12, 7)
    assert len({fault.path for fault in drawn}) == 12
    assert drawn == draw(REPOSITORY, subject, 12, 7) != draw(REPOSITORY, subject, 12, 8)
    for fault in drawn:
        source = (REPOSITORY / fault.path).read_text("utf-8")
        assert source[fault.start :].startswith(fault.before) and fault.before != fault.after
        if fault.path.endswith(".py"):
            ast.parse(source[: fault.start] + fault.after + source[fault.start + len(fault.before) :])


def test_a_fault_says_where_it_is(tmp_path):
    (tmp_path / "a.py").write_text("x = 1\ny = x < 2\n")
    assert Fault("a.py", 11, " < ", " <= ").describe(tmp_path) == "a.py:2: '<' -> '<='"


def test_a_patch_is_planted(tmp_path):
    folder, patch = tmp_path / "clone", tmp_path / "one.patch"
    folder.mkdir()
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    (folder / "a.py").write_text("x = 1\n")
    patch.write_text("--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n")
    subprocess.run(["git", "add", "."], cwd=folder, check=True)
    mutation.apply(patch, folder)
    assert (folder / "a.py").read_text() == "x = 2\n"
    (folder / "a.py").write_text("y = 3\n")
    with pytest.raises(subprocess.CalledProcessError):
        mutation.apply(patch, folder)


@pytest.mark.exhaustive
def test_tests_that_fail_are_named(tmp_path):
    (tmp_path / "test_one.py").write_text("def test_right(): assert 1\ndef test_wrong(): assert 0\n")
    (tmp_path / "test_two.py").write_text("import nothing_of_that_name\n")
    (tmp_path / "test_none.py").write_text("")
    run = mutation.run_tests
    assert run(tmp_path, sys.executable, ["test_one.py"]) == ["test_one.py::test_wrong"]
    assert run(tmp_path, sys.executable, ["test_two.py"]) == ["test_two.py"]
    assert run(tmp_path, sys.executable, ["test_none.py"]) == []


def test_an_outcome_is_a_row():
    assert (
        str(mutation.Outcome("a.py:2", ["tests/test_a.py::test_it"], 3.2))
        == "| a.py:2 | found by tests/test_a.py::test_it | 3 s |"
    )
    assert str(mutation.Outcome("a.py:2", [], 61.0)) == "| a.py:2 | NOT FOUND | 61 s |"
