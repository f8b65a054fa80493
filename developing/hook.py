"""What git checks before a commit (.pre-commit-config.yaml), set up where pre-commit is there and git has no hook."""

from __future__ import annotations

import subprocess
from pathlib import Path

from developing.environment import ROOT, program, say


def install() -> None:
    """Set the hook up, and say so.  Other trees of the same clone, which share it, need not know pre-commit."""
    path = hook_path(ROOT)
    if path is None or path.exists() or not Path(program("pre-commit")).exists():
        return
    command = [program("pre-commit"), "install", "--allow-missing-config"]
    if subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0:
        say("git now checks what you commit: format, linters, the bundle (pre-commit uninstall takes that away)")


def hook_path(root: Path) -> Path | None:
    """Where git looks for the hook; None where this is no clone."""
    command = ["git", "rev-parse", "--git-path", "hooks/pre-commit"]
    answer = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return root / answer.stdout.strip() if answer.returncode == 0 else None
