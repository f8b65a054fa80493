"""What is to be done when files change, and which files are looked at."""

from __future__ import annotations

import os

import pytest

from developing.watching import action, actions, broken, changed, snapshot

BEFORE = {"app.py": 1, "scheduler/simulate.py": 2, "layouts/frontend/main.js": 3, "assets/language.css": 4}


@pytest.mark.parametrize(
    ("after", "needed"),
    [
        (BEFORE, set()),
        (BEFORE | {"app.py": 9}, {"restart"}),
        (BEFORE | {"scheduler/policies/new.py": 9}, {"restart"}),
        ({path: when for path, when in BEFORE.items() if path != "scheduler/simulate.py"}, {"restart"}),
        (BEFORE | {"scheduler/topics/lessons/files/halves.toml": 9}, {"restart"}),
        (BEFORE | {"layouts/frontend/main.js": 9}, {"build"}),
        (BEFORE | {"assets/language.css": 9}, {"reload"}),
        (BEFORE | {"layouts/topics/any/any.css": 9}, {"reload"}),
        (BEFORE | {"assets/queuescope.js": 9, "app.py": 0}, {"reload", "restart"}),
    ],
)
def test_two_snapshots_say_what_is_to_be_done(after, needed):
    assert actions(changed(BEFORE, after)) == needed


def test_a_script_that_the_server_keeps_needs_a_new_server():
    assert action("layouts/frontend/own_policy/worker.js") == "restart"


@pytest.mark.parametrize(
    "path",
    ["scheduler/.simulate.py.swp", "layouts/theme.py~", "scheduler/4913", "assets/.language.css.swp", "assets/4913"],
)
def test_what_editors_write_beside_a_file_makes_no_difference(path):
    assert action(path) is None


def test_a_snapshot_has_the_sources_of_the_program_and_no_others(tmp_path):
    files = {"app.py", "layouts/pages/page.py", "assets/third_party/plotly.js", "docs/glossary.md"}
    for path in [
        *files,
        "layouts/pages/__pycache__/page.py",
        "tests/test_page.py",
        "docs/slurm.md",
        "layouts/notes.txt",
    ]:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    os.utime(tmp_path / "app.py", ns=(5, 5))
    times = snapshot(tmp_path)
    assert set(times) == files and times["app.py"] == 5


def test_a_file_that_is_no_python_is_told_from_one_that_is(tmp_path):
    (tmp_path / "good.py").write_text("x = 1\n")
    (tmp_path / "bad.py").write_text("x = = 1\n")
    (tmp_path / "null.py").write_bytes(b"x = '\0'\n")
    (tmp_path / "jobs.toml").write_text("= no Python, nor meant to be\n")
    errors = broken(tmp_path, {"good.py", "bad.py", "null.py", "jobs.toml", "gone.py"})
    assert list(errors) == ["bad.py", "null.py"]
    assert isinstance(errors["bad.py"], SyntaxError) and errors["bad.py"].lineno == 1
