"""Release notes: CHANGELOG.md is short and tells of the version that the package has, and the notes of changes/ can be
joined into it."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from scheduler import __version__

ROOT = Path(__file__).parents[2]
MOST_LINES = 150  # of CHANGELOG.md

BEFORE = """# Changelog

What it is.

## 0.9.0 - 2026-11-29

### Results change

- Old.
"""
AFTER = """# Changelog

What it is.

## 1.0.0 - 2027-01-02

### Added

- A plot.
- A tab,
  [here](docs/tab.md).

### Results change

- Waits are shorter.

## 0.9.0 - 2026-11-29

### Results change

- Old.
"""


def load_script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_release_notes", ROOT / "docs" / "make_release_notes.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = load_script()


def test_the_changelog_is_short_and_begins_with_the_version_of_the_package():
    text = (ROOT / "CHANGELOG.md").read_text()
    assert text.count("\n") <= MOST_LINES
    versions = re.findall(r"^## (\S+) - \d{4}-\d\d-\d\d$", text, re.MULTILINE)
    assert versions[0] == __version__, "make the release notes of the new version: docs/make_release_notes.py"
    assert versions.count(__version__) == 1


def test_every_note_has_a_known_kind_and_a_text():
    for path, text in SCRIPT.notes(ROOT).items():
        assert SCRIPT.kind_of(path) in SCRIPT.KINDS
        assert text, path.name


def test_the_readme_of_the_notes_explains_every_kind():
    rows = re.findall(r"^\| `(\w+)` \| \S", (ROOT / "changes" / "README.md").read_text(), re.MULTILINE)
    assert rows == list(SCRIPT.KINDS)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "CHANGELOG.md").write_text(BEFORE)
    changes = tmp_path / "changes"
    changes.mkdir()
    (changes / "README.md").write_text("How to write a note.\n")
    (changes / "a-wait.results.md").write_text("Waits are shorter.\n")
    (changes / "b-plot.added.md").write_text("A plot.\n")
    (changes / "c-tab.added.md").write_text("\nA tab,\n[here](../docs/tab.md).\n")
    return tmp_path


def test_notes_are_joined_by_kind_under_a_new_heading_and_removed(project):
    assert SCRIPT.release(project, "1.0.0", "2027-01-02") == 3
    assert (project / "CHANGELOG.md").read_text() == AFTER
    assert [path.name for path in (project / "changes").iterdir()] == ["README.md"]


@pytest.mark.parametrize("name", ["plot.md", "plot.new.md", "plot.added.txt", ".added.md", "plot.added"])
def test_a_note_without_a_known_kind_stops_the_release_and_nothing_is_written(project, name):
    (project / "changes" / name).write_text("A plot.\n")
    with pytest.raises(ValueError, match=re.escape(name)):
        SCRIPT.release(project, "1.0.0", "2027-01-02")
    assert (project / "CHANGELOG.md").read_text() == BEFORE
    assert len(list((project / "changes").iterdir())) == 5
