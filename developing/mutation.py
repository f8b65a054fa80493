"""Plant faults, one after the other, and tell which of them the tests find: what no test finds is not guarded.

Each fault is planted in a worktree of its own, where the tests run that the change concerns, the nearest first and
those of the browser last, until one fails.  Faults are drawn at random, or read from a folder of patches.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from developing.bundle import build
from developing.changes import changed_files
from developing.environment import ROOT, python, say
from developing.faults import SUBJECTS, draw
from developing.selection import BROWSER, select

AT_ONCE = 12  # test files of one call of pytest: a fault is mostly found by the first few
NOTHING_RAN = 5  # pytest's exit code


@dataclass(frozen=True)
class Planted:
    """A fault, and how it is put into a folder."""

    name: str
    plant: Callable[[Path], None]


@dataclass(frozen=True)
class Outcome:
    """What came of a fault: the tests that failed, none where it was not found."""

    name: str
    failed: Sequence[str]
    seconds: float

    def __str__(self) -> str:
        """A row of a table."""
        caught = f"found by {self.failed[0]}" if self.failed else "NOT FOUND"
        return f"| {self.name} | {caught} | {self.seconds:.0f} s |"


def mutate(words: Sequence[str]) -> int:
    """Plant faults and tell which of them no test finds: --count, --seed, --subject, or --patches FOLDER."""
    options = _options().parse_args(words)
    interpreter = python()
    outcomes = []
    for planted in _faults(options):
        with worktree() as folder:
            began = time.monotonic()
            try:
                planted.plant(folder)
            except subprocess.CalledProcessError:
                say(f"{planted.name} is left out: its lines have changed")
                continue
            build(folder)
            failed = first_failures(folder, interpreter, options.quick, options.everything)
            outcomes.append(Outcome(planted.name, failed, time.monotonic() - began))
        print(outcomes[-1], flush=True)
    missed = sum(not outcome.failed for outcome in outcomes)
    say(f"{len(outcomes) - missed} of the planted faults found, {missed} not found")
    return 1 if missed else 0


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./dev mutate", description=mutate.__doc__, allow_abbrev=False)
    parser.add_argument("--count", type=int, default=20, help="faults to draw (20)")
    parser.add_argument(
        "--seed", type=int, default=int(time.time()) // 86_400, help="of the draw; another one each day"
    )
    parser.add_argument("--subject", choices=SUBJECTS, help="where to plant; all in turn")
    parser.add_argument("--patches", type=Path, help="a folder or file of patches to plant instead")
    parser.add_argument("--quick", action="store_true", help="without the tests of the browser")
    parser.add_argument("--all", dest="everything", action="store_true", help="with the exhaustive tests")
    return parser


def _faults(options: argparse.Namespace) -> Iterator[Planted]:
    """The patches of a folder, or faults that are drawn."""
    if options.patches:
        paths = [options.patches] if options.patches.is_file() else sorted(options.patches.glob("*.patch"))
        yield from (Planted(path.stem, partial(apply, path)) for path in paths)
        return
    subjects = [options.subject] if options.subject else list(SUBJECTS)
    for at, subject in enumerate(subjects):
        share = options.count // len(subjects) + (at < options.count % len(subjects))
        for fault in draw(ROOT, subject, share, options.seed):
            yield Planted(fault.describe(ROOT), fault.plant)


def apply(patch: Path, folder: Path) -> None:
    """Apply a patch; three-way, so that it may be of an earlier commit."""
    subprocess.run(["git", "apply", "--3way", str(patch.absolute())], cwd=folder, check=True, capture_output=True)
    subprocess.run(["git", "reset", "-q"], cwd=folder, check=True)


@contextmanager
def worktree() -> Iterator[Path]:
    """A worktree of the last commit, gone afterwards; it shares the packages of Node."""
    with TemporaryDirectory(prefix="queuescope-mutant-") as scratch:
        folder = Path(scratch) / "clone"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", str(folder), "HEAD"], cwd=ROOT, check=True)
        if (ROOT / "node_modules").is_dir():
            (folder / "node_modules").symlink_to(ROOT / "node_modules", target_is_directory=True)
        try:
            yield folder
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(folder)], cwd=ROOT, check=True)


def first_failures(folder: Path, interpreter: str, quick: bool, everything: bool) -> list[str]:
    """The tests that fail first, of those that the change in a folder concerns."""
    files = select(folder, changed_files(folder, "HEAD")).files
    plain = [path for path in files if not path.startswith(BROWSER)]
    drawn = [] if quick else [path for path in files if path.startswith(BROWSER)]
    for chosen in (*_batches(plain), *_batches(drawn)):
        if failed := run_tests(folder, interpreter, [*(["--all"] if everything else []), *chosen]):
            return failed
    return []


def _batches(files: Sequence[str]) -> Iterator[Sequence[str]]:
    """A few files, then more and more of them."""
    begin, size = 0, AT_ONCE
    while begin < len(files):
        yield files[begin : begin + size]
        begin, size = begin + size, 4 * size


def run_tests(folder: Path, interpreter: str, words: Sequence[str]) -> list[str]:
    """The tests that failed or could not be imported, until the first one of each worker."""
    environment = {**os.environ, "QUEUESCOPE_NODE": "", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [interpreter, "-m", "pytest", "-x", "-n", "2", "-p", "no:cacheprovider", "--tb=no", *words]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode in (0, NOTHING_RAN):
        return []
    summary = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return [line.split()[1] for line in summary] or [f"pytest ended with {done.returncode}"]
