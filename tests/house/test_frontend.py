"""The scripts of the pages: the bundle is made of its sources, the linter finds nothing, the unit tests pass.

Users need no Node.  Where it or its packages are missing these tests are skipped, but not where CI runs: there they fail.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess

import pytest

from tests.cases.every_case import every_case
from tests.cases.sources import ROOT, source

SOURCES = ROOT / "layouts" / "frontend"
BUNDLE = ROOT / "assets" / "queuescope.js"
NEEDED = "QUEUESCOPE_NODE"  # "needed": a missing Node is a failure, as in .ci/run


def missing() -> str:
    """Why the scripts cannot be built here; nothing where they can."""
    if not shutil.which("node"):
        return "there is no Node; its version is in package.json"
    return (
        ""
        if (ROOT / "node_modules" / "esbuild").is_dir()
        else "the packages of package-lock.json are not there: npm ci"
    )


@pytest.fixture(scope="module")
def run_npm():
    """run_npm(script, *words): the finished process of a script of package.json."""
    if missing():
        assert os.environ.get(NEEDED) != "needed", missing()
        pytest.skip(missing())
    scripts = json.loads((ROOT / "package.json").read_text())["scripts"]
    path = f"{ROOT / 'node_modules' / '.bin'}{os.pathsep}{os.environ['PATH']}"

    def run(script: str, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            ["sh", "-c", f'{scripts[script]} "$@"', script, *words],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PATH": path},
        )

    return run


def test_the_bundle_is_made_of_its_sources(run_npm, tmp_path):
    done = run_npm("build", str(tmp_path / "queuescope.js"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "queuescope.js").read_text() == BUNDLE.read_text(), "run: npm run build"


def test_the_linter_finds_nothing(run_npm):
    done = run_npm("lint")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_unit_tests_pass(run_npm):
    done = run_npm("test")
    assert done.returncode == 0, done.stdout[-8_000:] + done.stderr
    assert int(re.findall(r"^# pass (\d+)$", done.stdout, re.MULTILINE)[0]) > 90


# -- what needs no Node

MODULES = sorted(SOURCES.rglob("*.js"))


@every_case("path", MODULES)
def test_a_script_says_what_it_is(path):
    assert source(path).startswith("/* "), "begin with a comment that says what it is"


INSIDE = re.compile(
    r"\b_(?:fullLayout|fullData|offset|length|size|dash-config|dashPlotlyJSURL)\b|\.emit\b|\b[pd]2[dp]\(|dash_stores|dash_component_api"
    r"|js-plotly-plot|svg-container|main-svg|\.modebar(?![;\w])|dragcover|hovertext\b(?=')|window\.fetch\s*=|layoutHashes"
)


@every_case("path", [path for path in MODULES if path.name != "internals.js"])
def test_the_inside_of_dash_and_plotly_stands_in_one_module(path):
    lines = [
        line.strip()
        for line in source(path).splitlines()
        if INSIDE.search(line) and not line.strip().startswith(("//", "*", "/*"))
    ]
    assert not lines, "say this in internals.js, with the version it was checked against"


def test_that_module_has_what_the_others_have_not():
    assert len(INSIDE.findall((SOURCES / "internals.js").read_text())) > 20


def test_the_bundle_is_the_only_script():
    assert [path.name for path in (ROOT / "assets").glob("*.js")] == [BUNDLE.name]


def test_the_lock_names_versions_and_no_addresses_of_downloads():
    lock = json.loads((ROOT / "package-lock.json").read_text())
    wanted = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    assert lock["packages"][""]["devDependencies"] == wanted
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values())
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]


def called_by_python() -> set[tuple[str, str]]:
    """(namespace, name) of every ClientsideFunction whose names stand in the sources."""
    text = "\n".join(path.read_text() for path in (ROOT / "layouts").rglob("*.py"))
    return set(re.findall(r'ClientsideFunction\(\s*"(\w+)",\s*"(\w+)"', text))


def test_what_python_calls_is_offered():
    offered = {}
    for path in MODULES:
        for namespace, body in re.findall(r"offerToDash\('(\w+)', \{(.*?)\n?\s*\}\);", path.read_text(), re.DOTALL):
            offered.setdefault(namespace, "")
            offered[namespace] += f" {body}"
    absent = [
        f"{namespace}.{name}"
        for namespace, name in sorted(called_by_python())
        if not re.search(rf"\b{name}\b", offered.get(namespace, ""))
    ]
    assert called_by_python() and not absent
