"""The stamp of the environment: it is made again when what it was made of has changed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from developing import environment
from developing.environment import REQUIREMENTS, STAMP, is_current, stamp
from tests.conftest import REPOSITORY


@pytest.fixture
def clone(tmp_path) -> Path:
    """A folder with requirements, and an environment that is complete."""
    for name in REQUIREMENTS:
        (tmp_path / name).write_text("dash\n")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").touch()
    (tmp_path / ".venv" / STAMP).write_text(stamp(tmp_path))
    return tmp_path


def test_an_environment_of_these_requirements_is_left_alone(clone):
    assert is_current(clone, clone / ".venv")


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_other_requirements_make_it_anew(clone, name):
    (clone / name).write_text("dash>=4\n")
    assert not is_current(clone, clone / ".venv")


def test_one_without_stamp_or_python_is_made_again(clone):
    (clone / ".venv" / "bin" / "python").unlink()
    assert not is_current(clone, clone / ".venv")
    (clone / ".venv" / "bin" / "python").touch()
    (clone / ".venv" / STAMP).unlink()
    assert not is_current(clone, clone / ".venv")


def test_another_python_or_folder_has_another_stamp(clone, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    for name in REQUIREMENTS:
        (other / name).write_text("dash\n")
    assert len({stamp(clone), stamp(clone, "3.99"), stamp(other)}) == 3


def test_all_files_of_requirements_count():
    lines = (REPOSITORY / REQUIREMENTS[-1]).read_text().splitlines()
    assert {line.removeprefix("-r ") for line in lines if line.startswith("-r ")} == set(REQUIREMENTS[:-1])


def test_this_python_is_taken_where_the_project_takes_it_else_the_newest_that_is_there(tmp_path, monkeypatch):
    assert environment.interpreter(REPOSITORY) == sys.executable
    (tmp_path / "pyproject.toml").write_text('[project]\nrequires-python = ">=3.50,<3.53"\n')
    for name in ("python3.50", "python3.51"):
        (tmp_path / name).touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert environment.interpreter(tmp_path) == str(tmp_path / "python3.51")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match=r"there is none of python3\.52, python3\.51, python3\.50"):
        environment.interpreter(tmp_path)


def test_python_without_venv_says_what_to_install(clone, monkeypatch):
    monkeypatch.setattr(environment, "interpreter", lambda root: "false")  # the program that always fails
    with pytest.raises(SystemExit, match="apt-get install -y python3-venv"):
        environment.make(clone, clone / ".venv")
