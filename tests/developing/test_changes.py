"""Which files differ, in a clone made for it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from developing.changes import base, changed_files


def git(folder: Path, *words: str) -> str:
    names = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
    return subprocess.run(
        ["git", *names, *words], cwd=folder, capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.fixture
def clone(tmp_path) -> Path:
    """One commit of three files on main."""
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    (tmp_path / ".gitignore").write_text("ignored.py\n")
    for name in ("first.py", "second.py"):
        (tmp_path / name).write_text(f"{name}\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "first")
    return tmp_path


def test_on_main_what_is_not_committed_counts(clone):
    (clone / "first.py").write_text("changed\n")
    (clone / "größe.py").write_text("new\n")
    (clone / "ignored.py").write_text("ignored\n")
    (clone / "second.py").unlink()
    assert changed_files(clone, base(clone)) == ["first.py", "größe.py", "second.py"]


def test_on_a_branch_all_since_it_left_main_counts(clone):
    git(clone, "switch", "--quiet", "-c", "branch")
    (clone / "first.py").write_text("changed\n")
    git(clone, "commit", "--quiet", "-am", "second")
    git(clone, "switch", "--quiet", "main")
    (clone / "second.py").write_text("changed on main\n")
    git(clone, "commit", "--quiet", "-am", "third")
    git(clone, "switch", "--quiet", "branch")
    assert base(clone) == git(clone, "rev-parse", "HEAD~1")
    assert changed_files(clone, base(clone)) == ["first.py"]
    assert changed_files(clone, "main") == ["first.py", "second.py"]


def test_a_file_that_was_moved_counts_twice(clone):
    git(clone, "mv", "first.py", "third.py")
    assert changed_files(clone, "HEAD") == ["first.py", "third.py"]


def test_a_commit_that_is_not_there_is_told(clone):
    with pytest.raises(SystemExit, match="git knows no commit 'nothing'"):
        changed_files(clone, "nothing")
