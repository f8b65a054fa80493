"""Fixtures of every test: a home of its own for the program, the folder of real logs, one hypothesis profile.

QUEUESCOPE_HOME has to be set before anything of the program is imported, so it is set here, at import.  Machine code
is kept between runs, next to pytest's own cache or in the folder QUEUESCOPE_TEST_CACHE: its folders are named by fingerprints of the
sources, so that code of other sources is never used.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from hypothesis import settings

REPOSITORY = Path(__file__).parents[1]
TEST_CACHE = Path(os.environ.get("QUEUESCOPE_TEST_CACHE") or REPOSITORY / ".pytest_cache").absolute()
HOME = Path(tempfile.mkdtemp(prefix="queuescope-test-"))
# The folder that QUEUESCOPE_TEST_LOGS names: logs of the archive under their own names, in folders of it those of others.
TEST_LOGS = Path(os.environ.get("QUEUESCOPE_TEST_LOGS") or os.devnull).expanduser().absolute()
ARCHIVE = "https://www.cs.huji.ac.il/labs/parallel/workload/logs.html"
WITHOUT_LOGS = f"QUEUESCOPE_TEST_LOGS names no folder with this log; logs can be had from {ARCHIVE}"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background of a script: programs inherit deafness
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["QUEUESCOPE_HOME"] = str(HOME)
os.environ.pop("QUEUESCOPE_TRACES", None)
with suppress(OSError):  # a checkout may be read-only: then every run compiles anew
    _code = TEST_CACHE / "compiled"
    _code.mkdir(parents=True, exist_ok=True)
    (HOME / "compiled").symlink_to(_code, target_is_directory=True)

# Compiled or not decides how long an example takes, so there is no deadline; derandomized, a failure is everybody's.
fixed = partial(settings.register_profile, deadline=None, derandomize=True, database=None)
fixed("few", max_examples=20)
fixed("fixed", max_examples=60)
settings.register_profile("explore", deadline=None, max_examples=2_000, print_blob=True)


TWINS = {
    "twins",
    "why",
    "experiments",
    "samples",
    "policies",
    "bounds",
    "engine",
    "analysis",
    "replay",
}  # they simulate a lot


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all", action="store_true", help="also run what is marked exhaustive, and every test at full width"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Say how wide tests go before any module of tests is imported (tests/cases/width.py reads it)."""
    everything = config.getoption("--all")
    os.environ["QUEUESCOPE_TESTS"] = "all" if everything else "usual"
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed" if everything else "few"))


TIERS = ("core", "twins", "browser")  # in this order: what is quick to fail comes first


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is exhaustive, mark each test with its tier, and put all into order."""
    if not config.getoption("--all"):
        left_out = [item for item in items if item.get_closest_marker("exhaustive")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("exhaustive")]
    for item in items:
        item.add_marker("twins" if item.get_closest_marker("slow") and tier(item) == "core" else tier(item))
    items[:] = in_order(items, are_files_named=all(".py" in word for word in config.args))


def in_order(items: list[pytest.Item], are_files_named: bool) -> list[pytest.Item]:
    """The quick tiers first; of a tier the longest files, or, where files are named, the order of those.

    A worker takes a whole file, and long ones take most seconds: were one of them the last, the other worker would wait.
    """
    if not are_files_named:
        sizes = {path: path.stat().st_size for path in {item.path for item in items}}
        items = sorted(items, key=lambda item: (-sizes[item.path], item.path))
    return sorted(items, key=lambda item: TIERS.index(tier(item)))


def tier(item: pytest.Item) -> str:
    """The tier of a test's file: browser, twins (and experiments of papers), or core."""
    room, *inside = item.path.relative_to(REPOSITORY / "tests").parts
    return "browser" if room == "browser" else "twins" if TWINS & {room, *inside} else "core"


def pytest_collection_finish() -> None:
    """Ten thousand tests stay to the end: the garbage collector need not look through them again and again."""
    gc.freeze()


def pytest_unconfigure() -> None:
    shutil.rmtree(HOME, ignore_errors=True)


@pytest.fixture(scope="session")
def real_log() -> Callable[[str], Path]:
    """Where a log of the folder QUEUESCOPE_TEST_LOGS stands; a test whose log is not there is skipped."""

    def path_of(name: str) -> Path:
        if not (TEST_LOGS / name).is_file():
            pytest.skip(f"{name}: {WITHOUT_LOGS}")
        return TEST_LOGS / name

    return path_of


@pytest.fixture
def log(tmp_path: Path) -> str:
    """The log of four jobs of small_log.py, as a file."""
    from tests.cases.small_log import swf  # after QUEUESCOPE_HOME is set

    path = tmp_path / "small.swf"
    path.write_text(swf())
    return str(path)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable:
    """The command line, called in this process."""
    from tests.cases.small_log import called

    return partial(called, capsys)


@pytest.fixture
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweeps run in this process."""
    from tests.cases.crew import CrewHere

    monkeypatch.setattr("scheduler.results.sweeps.sweep.Crew", CrewHere)
