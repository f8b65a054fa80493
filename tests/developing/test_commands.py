"""The door, ./dev: what it lists, what it calls, and that it needs nothing that has to be installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from developing import commands, environment
from developing.commands import COMMANDS, main
from tests import conftest
from tests.conftest import REPOSITORY


def test_help_lists_every_command_with_a_line_and_needs_no_package():
    line = [sys.executable, "-E", "-S", str(REPOSITORY / "dev"), "--help"]
    answer = subprocess.run(line, cwd="/", capture_output=True, text=True, check=True).stdout
    listed = [row.split(maxsplit=1) for row in answer.splitlines() if row.startswith("  ")]
    assert [name for name, _ in listed] == list(COMMANDS)
    assert all(sentence.endswith((".", "no-open")) for _, sentence in listed)


def test_a_command_that_is_not_there_is_told(capsys):
    assert main(["tests"]) == 2
    assert "no command 'tests'; wanted is one of serve, test," in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "call"),
    [
        ([], ("serve", [])),
        (["--port", "8060"], ("serve", ["--port", "8060"])),
        (["test", "-x", "--since", "main"], ("test", ["-x", "--since", "main"])),
    ],
)
def test_words_name_a_command_and_the_rest_is_its_own(monkeypatch, words, call):
    calls: list[tuple[str, list[str]]] = []
    for name in COMMANDS:
        monkeypatch.setitem(COMMANDS, name, lambda more, name=name: calls.append((name, list(more))) or 0)
    assert main(words) == 0 and calls == [call]


def test_ctrl_c_ends_a_command_without_a_word(monkeypatch):
    def interrupted(words):
        raise KeyboardInterrupt

    monkeypatch.setitem(COMMANDS, "format", interrupted)
    assert main(["format"]) == 130


def write(root: Path, files: dict[str, str]) -> None:
    """A small repository in place of this one."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


@pytest.fixture
def program(monkeypatch) -> list[tuple[str, ...]]:
    """What ./dev would go on as."""
    calls: list[tuple[str, ...]] = []
    monkeypatch.setattr(commands, "become", lambda *words: calls.append(words) or 0)
    monkeypatch.setattr(commands, "python", lambda: "python")
    return calls


@pytest.mark.parametrize(("more", "rest"), [([], ("-n", "2")), (["-n", "0"], ("-n", "0")), (["-x"], ("-n", "2", "-x"))])
def test_the_tests_of_a_change_are_run_on_two_cores_unless_told_otherwise(
    monkeypatch, program, capsys, tmp_path, more, rest
):
    write(tmp_path, {"docs/slurm.md": "", "tests/__init__.py": "", "tests/house/test_docs.py": ""})
    monkeypatch.setattr(commands, "ROOT", tmp_path)
    monkeypatch.setattr(commands, "changed_files", lambda root, since: ["docs/slurm.md"] if since == "HEAD" else [])
    assert COMMANDS["test"](["--since", "HEAD", *more]) == 0
    ((python, *words),) = program
    assert (python, *words[:2]) == ("python", "-m", "pytest") and tuple(words[2 : 2 + len(rest)]) == rest
    assert words[-1] == "tests/house/test_docs.py" and "by 1 other changed file" in capsys.readouterr().out


def test_the_nearest_files_stay_the_first_of_their_tier_and_otherwise_the_longest(monkeypatch, tmp_path):
    monkeypatch.setattr(conftest, "REPOSITORY", tmp_path)
    names = ("browser/test_a", "twins/test_z", "twins/test_b", "twins/test_b", "model/test_c")
    items = [SimpleNamespace(path=tmp_path / "tests" / f"{name}.py") for name in names]
    write(tmp_path, {f"tests/{name}.py": "# longer\n" if name.endswith("_b") else "" for name in names})

    def order(are_files_named: bool) -> list[int]:
        return [
            next(at for at, other in enumerate(items) if other is item)
            for item in conftest.in_order(items, are_files_named)
        ]

    assert order(are_files_named=True) == [4, 1, 2, 3, 0]
    assert order(are_files_named=False) == [4, 2, 3, 1, 0]


def test_without_a_change_there_is_nothing_to_run(monkeypatch, program, capsys, tmp_path):
    write(tmp_path, {"tests/house/test_docs.py": ""})
    monkeypatch.setattr(commands, "ROOT", tmp_path)
    monkeypatch.setattr(commands, "changed_files", lambda root, since: [])
    assert COMMANDS["test"]([]) == 0
    assert program == [] and "nothing has changed" in capsys.readouterr().out


def test_all_is_checked_by_the_script_of_ci_after_weaknesses_are_told(monkeypatch, program, capsys):
    monkeypatch.setattr(commands, "weaknesses", lambda root: f"none in {root.name}")
    assert COMMANDS["check"](["-x"]) == 0
    assert program == [(str(REPOSITORY / ".ci" / "run"), "-x")]
    assert capsys.readouterr().out == f"dev: none in {REPOSITORY.name}\n"


def test_the_clone_is_that_of_the_program():
    assert environment.ROOT == REPOSITORY
