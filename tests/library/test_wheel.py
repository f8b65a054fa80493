"""The wheel: built outside the clone, it holds all the program needs, and works where nothing of the clone is."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scheduler.program_files import FOLDERS, folder

ROOT = Path(__file__).parents[2]
SOURCES = ("scheduler", "layouts", "queuescope", *FOLDERS)
LOOSE = ("app.py", "setup.py", "pyproject.toml", "README.md", "LICENSE", "requirements.txt", "requirements-cluster.txt")
NEEDED = ("assets", "sample_traces", "scheduler", "layouts")  # of which every file that is no program is data
CHECK = """
import queuescope as qs, sys
from pathlib import Path
assert Path(qs.__file__).is_relative_to(sys.argv[1]), qs.__file__
log = qs.load("five-jobs.swf")
assert qs.compare(log, ["fcfs"]).table.wait_mean.iloc[0] == 15840
assert qs.compare(log, ["easy"]).plot.gantt().data and "dash" not in sys.modules    # drawing needs no Dash
from layouts.site import create_app
client = create_app(Path(sys.argv[2])).server.test_client()
for address in ("/", "/assets/queuescope.js", "/assets/fonts/inter.woff2", "/glossary"):
    assert client.get(address).status_code == 200, address
from layouts.words.glossary import entries
from scheduler.catalogue import all_logs
assert entries() and all_logs()
"""


def links(source: Path, target: Path) -> None:
    """A copy of a folder as links, without what programs left in it."""
    for path in source.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.symlink_to(path)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """Built by pip of a copy of the sources, with the setuptools that is here and without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in SOURCES:
        links(ROOT / name, folder / "sources" / name)
    for name in LOOSE:
        (folder / "sources" / name).symlink_to(ROOT / name)
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "--no-index",
            "--wheel-dir",
            str(folder),
            str(folder / "sources"),
        ],
        check=True,
        cwd=folder,
        env=environment(),
    )
    (built,) = folder.glob("*.whl")
    return built


def environment(**more: str) -> dict[str, str]:
    """Of a program of the wheel: a home of its own, and kernels as they stand, which is enough for five jobs."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "QUEUESCOPE_HOME")}
    return {**kept, "NUMBA_DISABLE_JIT": "1", **more}


@pytest.fixture(scope="module")
def installed(wheel) -> Path:
    target = wheel.parent / "site"
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--no-index",
            "--no-compile",
            "--target",
            str(target),
            str(wheel),
        ],
        check=True,
        cwd=wheel.parent,
        env=environment(),
    )
    return target


def test_it_holds_every_file_the_program_needs(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = set()
    for name in NEEDED:
        root = folder(name) if name in FOLDERS else ROOT / name
        files = (path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        inside = f"queuescope/{name}" if name in FOLDERS else name
        wanted |= {f"{inside}/{path.relative_to(root).as_posix()}" for path in files}
    wanted = {name for name in wanted if not name.startswith("layouts/frontend/")}  # the bundle is in assets
    assert wanted <= names, sorted(wanted - names)
    assert {"app.py", "queuescope/docs/glossary.md", "queuescope/__main__.py"} <= names
    assert not [name for name in names if name.startswith(("tests/", "benchmarks/"))]


def test_it_works_where_the_clone_is_not(installed, tmp_path):
    subprocess.run(
        [sys.executable, "-P", "-c", CHECK, str(installed), str(tmp_path / "home")],
        check=True,
        cwd=tmp_path,
        env=environment(PYTHONPATH=str(installed), QUEUESCOPE_HOME=str(tmp_path / "home")),
    )


def test_it_brings_the_program(installed, tmp_path):
    program = [sys.executable, str(installed / "bin" / "queuescope")]
    own = environment(PYTHONPATH=str(installed), QUEUESCOPE_HOME=str(tmp_path / "home"))
    command = [*program, "simulate", "sample_traces/five-jobs.swf", "--policy", "easy", "--out", "-"]
    told = subprocess.run(command, cwd=tmp_path, env=own, capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[4] == "4,4,10800,21600,25200,2"
