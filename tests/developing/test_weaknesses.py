"""Published weaknesses of packages: what pip-audit says is told, and where it cannot be asked, that."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from developing.weaknesses import weaknesses

SAFE = {"name": "flask", "version": "3.1", "vulns": []}
WEAK = {"name": "pillow", "version": "1.0", "vulns": [{"id": "CVE-1"}, {"id": "CVE-2"}]}
SKIPPED = {"name": "dash", "skip_reason": "Dependency not found"}
OFFLINE = "ERROR:pip_audit._cli:Could not connect"


@pytest.fixture
def tool(tmp_path: Path, monkeypatch) -> Path:
    """A pip-audit that says what is in `answer` and keeps the words it is called with in `words`."""
    script = tmp_path / "pip-audit"
    script.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/words; cat {tmp_path}/answer; echo "{OFFLINE}" >&2; exit 1\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return tmp_path


@pytest.mark.parametrize(
    ("packages", "told"),
    [
        ([SAFE], "none known (packages asked about: 1 of 1)"),
        ([SAFE, WEAK], "pillow 1.0 has CVE-1; pillow 1.0 has CVE-2 (packages asked about: 2 of 2)"),
        ([SAFE, SKIPPED], "none known (packages asked about: 1 of 2)"),
        ([SKIPPED], "not asked (packages asked about: 0 of 1)"),
    ],
)
def test_what_is_known_is_told_with_how_many_were_asked_about(tool: Path, packages: list, told: str):
    (tool / "answer").write_text(json.dumps({"dependencies": packages, "fixes": []}))
    assert weaknesses(tool) == f"published weaknesses of packages: {told}"


def test_the_versions_that_were_tested_are_asked_about_but_for_what_was_looked_at(tool: Path):
    (tool / "answer").write_text(json.dumps({"dependencies": []}))
    weaknesses(tool)
    words = (tool / "words").read_text().split()
    assert words[-2:] == ["--requirement", "constraints.txt"]
    assert words[words.index("--ignore-vuln") + 1] == "CVE-2025-69872"


def test_without_a_network_nobody_was_asked(tool: Path):
    (tool / "answer").write_text("")
    assert weaknesses(tool) == f"published weaknesses of packages: not asked; pip-audit ended with: {OFFLINE!r}"


def test_without_the_tool_it_says_how_to_install_it(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "not asked; `pipx install pip-audit`" in weaknesses(tmp_path)
