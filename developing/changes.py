"""Which files differ from where a branch began, as git tells: committed or not, new ones and deleted ones, too."""

from __future__ import annotations

import subprocess
from pathlib import Path

MAIN = ("main", "origin/main")


def base(root: Path) -> str:
    """Where this branch left the main one; on the main one itself, and where there is none, the last commit."""
    for name in MAIN:
        if commits := _git(root, "merge-base", name, "HEAD"):
            return commits[0]
    return "HEAD"


def changed_files(root: Path, since: str) -> list[str]:
    """The paths that differ from a commit.  Ends the program with a sentence where there is no such commit."""
    if not _git(root, "rev-parse", "--verify", "--quiet", f"{since}^{{commit}}"):
        raise SystemExit(f"dev: git knows no commit {since!r}")
    differing = _git(root, "diff", "--name-only", "--no-renames", since)
    return sorted({*differing, *_git(root, "ls-files", "--others", "--exclude-standard")})


def _git(root: Path, *words: str) -> list[str]:
    """The lines git answers; none where it fails."""
    answer = subprocess.run(
        ["git", "-c", "core.quotePath=false", *words], cwd=root, capture_output=True, text=True, check=False
    )
    return answer.stdout.splitlines() if answer.returncode == 0 else []
