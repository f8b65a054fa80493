"""The environment of the clone, .venv: made where it is missing, and brought up to date when the requirements change.

A stamp is written into it last, so what was interrupted is done again.  The versions of Python that may be used are
those of pyproject.toml.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
VENV = ROOT / ".venv"
REQUIREMENTS = ("requirements.txt", "requirements-cluster.txt", "requirements-dev.txt")
STAMP = ".complete"
NO_VENV = (
    "Python cannot make an environment here. On Debian install what it lacks, and call ./dev again:\n"
    '    $(command -v sudo) sh -c "apt-get update && apt-get install -y python3-venv"'
)


def say(sentence: str) -> None:
    """Print a line that is seen to come from ./dev."""
    print(f"dev: {sentence}", flush=True)


def python() -> str:
    """The Python of the environment, which is made first if it has to be."""
    if not is_current(ROOT, VENV):
        make(ROOT, VENV)
    return program("python")


def program(name: str) -> str:
    """A program of the environment."""
    return str(VENV / "bin" / name)


def is_current(root: Path, venv: Path) -> bool:
    """Whether the environment is complete, and of these requirements."""
    return (venv / "bin" / "python").exists() and _read(venv / STAMP) == stamp(root)


def stamp(root: Path, version: str = sys.version) -> str:
    """Names what an environment is made of: the requirements, the version of Python and the folder."""
    digest = hashlib.sha256(f"{version}\0{root}".encode())
    for name in REQUIREMENTS:
        digest.update(b"\0" + (root / name).read_bytes())
    return digest.hexdigest()


def make(root: Path, venv: Path) -> None:
    """Make the environment, or bring it up to date.  Ends the program with a sentence where that is impossible."""
    say(f"installing what the program and its tests need into {venv.name}, which takes a minute or two")
    creation = subprocess.run([interpreter(root), "-m", "venv", str(venv)], capture_output=True, text=True, check=False)
    if creation.returncode:
        raise SystemExit(f"{creation.stdout}{creation.stderr}\n{NO_VENV}")
    pip = [str(venv / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    if subprocess.call([*pip, "-r", str(root / REQUIREMENTS[-1])], cwd=root):
        raise SystemExit("dev: pip could not install the requirements; what it says above tells why.")
    (venv / STAMP).write_text(stamp(root))


def interpreter(root: Path) -> str:
    """A Python that may be used: this one, else one of another version.  Ends the program where there is none."""
    versions = wanted(tomllib.loads((root / "pyproject.toml").read_text())["project"]["requires-python"])
    if f"python3.{sys.version_info.minor}" in versions:
        return sys.executable
    for name in versions:
        if path := shutil.which(name):
            return path
    raise SystemExit(f"dev: there is none of {', '.join(versions)}, and this is Python {sys.version.split()[0]}.")


def wanted(requires: str) -> Sequence[str]:
    """The names of the versions of Python that a requirement takes, the newest first.

    >>> wanted(">=3.11,<3.14")
    ['python3.13', 'python3.12', 'python3.11']
    """
    first, end = map(int, re.findall(r"3\.(\d+)", requires))
    return [f"python3.{minor}" for minor in reversed(range(first, end))]


def _read(path: Path) -> str:
    return path.read_text() if path.is_file() else ""
