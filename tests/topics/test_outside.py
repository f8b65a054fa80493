"""A package of somebody else brings jobs with a color and all that goes with them, and nothing of the program changes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = Path(__file__).with_name("outside")
Facts = dict[str, Any]


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """The folder in which pip has installed the package."""
    folder = tmp_path_factory.mktemp("outside")
    copy = shutil.copytree(PACKAGE, folder / "source")
    options = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--target", str(folder / "site"))
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(copy)], check=True, capture_output=True)
    return folder / "site"


@pytest.fixture(scope="module")
def facts(installed) -> Callable[[], Facts]:
    """facts(): what the program makes of the package as it is then."""

    def ask() -> Facts:
        path = os.pathsep.join([str(installed), *filter(None, [os.environ.get("PYTHONPATH")])])
        done = subprocess.run(
            [sys.executable, "-m", "tests.topics.outside.in_use"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    return ask


def test_what_a_package_brings_is_used_and_its_sources_are_in_the_key_of_a_run(facts, installed):
    before = facts()
    assert before["starts"] == [0, 10, 20, 20, 30]  # colors 1 2 1 1 2
    assert (before["changes"], before["changes_of_fcfs"]) == (3, 3)
    assert (
        before["violation"]
        == "Job 2 (line 4) starts while job 1 (line 3) of another color runs; wanted: one color at a time."
    )
    assert before["colors"] == before["stored"] == [1, 2, 1, 1, 2]
    assert before["option"] == [["queue", "partition"], [-1] * 5]
    assert before["records"] == [False, "partition"]  # nobody asked for a color of the plain log
    assert before["without_colors"] == "One color at a time needs jobs with a color; ask for one by the option color."
    assert "Its color is 2." in before["why"]
    assert "From 0 s to 10 s job 1 of another color was running." in before["why"]
    assert before["plots"] and before["entries"] == ["colored.policies.one_color"]
    policy = installed / "colored" / "policies" / "one_color.py"
    policy.write_text(policy.read_text() + "\nCHANGED = 1\n")
    after = facts()
    assert after["key"] != before["key"] and after["starts"] == before["starts"]


def test_nothing_of_the_program_names_the_package():
    files = [path for side in ("scheduler", "layouts", "queuescope") for path in (ROOT / side).rglob("*.py")]
    assert not [path for path in files if "one_color" in path.read_text(encoding="utf-8")]
    assert (
        len(
            [
                line
                for path in PACKAGE.rglob("colored/**/*.py")
                for line in path.read_text().splitlines()
                if line.strip()
            ]
        )
        <= 200
    )
