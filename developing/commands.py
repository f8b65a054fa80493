"""The commands of ./dev.  To add one, write a function that takes the words after its name and ends with an exit code
- the first line of its docstring is its help - and give it a name in COMMANDS.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from developing.changes import base, changed_files
from developing.environment import ROOT, interpreter, python, say
from developing.mutation import mutate
from developing.selection import select
from developing.serving import serve
from developing.weaknesses import weaknesses

Command = Callable[[Sequence[str]], int]
INTERRUPTED = 130  # the exit code of what Ctrl-C has ended


def test(words: Sequence[str]) -> int:
    """Run the tests that the change concerns, of this branch or --since REV; more words are pytest's."""
    parser = argparse.ArgumentParser(prog="./dev test", add_help=False, allow_abbrev=False)
    parser.add_argument("--since")
    options, more = parser.parse_known_args(words)
    since = options.since or base(ROOT)
    selection = select(ROOT, changed_files(ROOT, since))
    say(f"{selection} since {since[:12]}")
    if not selection.files:
        return 0
    cores = [] if any(word.startswith("-n") for word in more) else ["-n", "2"]
    return become(python(), "-m", "pytest", *cores, *more, *selection.files)


def check(words: Sequence[str]) -> int:
    """Run everything: all tests, linters and the type checker, as .ci/run does; it installs what is missing."""
    say(weaknesses(ROOT))
    return become(str(ROOT / ".ci" / "run"), *words)


def format_sources(words: Sequence[str]) -> int:
    """Format the Python sources, and repair what the linter can repair."""
    ruff = [python(), "-m", "ruff"]
    paths = list(words) or ["."]
    return subprocess.call([*ruff, "format", *paths], cwd=ROOT) or subprocess.call(
        [*ruff, "check", "--fix", *paths], cwd=ROOT
    )


def reference(words: Sequence[str]) -> int:
    """Write docs/reference anew, from what policies, metrics, plots and the others declare."""
    return become(python(), "docs/make_reference.py", *words)


def wheel(words: Sequence[str]) -> int:
    """Build the wheel into dist/, install it into a scratch environment, and let `queuescope doctor` check it there."""
    shutil.rmtree(ROOT / "build", ignore_errors=True)  # else files deleted since the last time would be in it
    subprocess.run([python(), "-m", "pip", "wheel", "--no-deps", "--quiet", "-w", "dist", "."], cwd=ROOT, check=True)
    newest = max((ROOT / "dist").glob("queuescope-*.whl"), key=lambda path: path.stat().st_mtime)
    say(f"built {newest.relative_to(ROOT)}; installing it into a scratch environment")
    with TemporaryDirectory(prefix="queuescope-wheel-") as folder:
        venv = Path(folder) / "venv"
        subprocess.run([interpreter(ROOT), "-m", "venv", str(venv)], check=True)
        subprocess.run([str(venv / "bin" / "pip"), "install", "--quiet", str(newest)], check=True)
        home = {**os.environ, "QUEUESCOPE_HOME": str(Path(folder) / "home")}
        return subprocess.call([str(venv / "bin" / "queuescope"), "doctor", *words], cwd=folder, env=home)


COMMANDS: dict[str, Command] = {
    "serve": serve,
    "test": test,
    "check": check,
    "format": format_sources,
    "reference": reference,
    "wheel": wheel,
    "mutate": mutate,
}


def main(words: Sequence[str]) -> int:
    """Run the command that these words name, `serve` without one; the exit code."""
    if words and words[0] in ("-h", "--help"):
        print(overview())
        return 0
    name, *more = words if words and not words[0].startswith("-") else ("serve", *words)
    if name not in COMMANDS:
        print(f"dev: there is no command {name!r}; wanted is one of {', '.join(COMMANDS)}.", file=sys.stderr)
        return 2
    try:
        return COMMANDS[name](more)
    except KeyboardInterrupt:
        return INTERRUPTED


def overview() -> str:
    """The commands with a line each."""
    lines = [f"  {name:10} {summary(command)}" for name, command in COMMANDS.items()]
    return "\n".join(["./dev [command] [words of the command]; without a command: serve", "", *lines])


def summary(command: Command) -> str:
    """The first line of a command's docstring."""
    return (command.__doc__ or "").partition("\n")[0]


def become(*words: str) -> int:
    """Go on as another program in this folder; Ctrl-C reaches it directly."""
    os.chdir(ROOT)
    sys.stdout.flush()
    os.execv(words[0], words)
