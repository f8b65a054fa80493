"""Published weaknesses of the packages of constraints.txt, asked of pip-audit where that is installed.

They are published whatever a change does, so they are told and fail nothing; nor does a machine without a network.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

ACCEPTED = ("CVE-2025-69872",)  # looked at: docs/server.md says why it does not apply
WORDS = ("--no-deps", "--disable-pip", "--progress-spinner", "off", "--format", "json")
TOPIC = "published weaknesses of packages"


def weaknesses(root: Path) -> str:
    """What pip-audit says, in a line; that nobody was asked where it is not installed or reaches nobody."""
    tool = shutil.which("pip-audit")
    if tool is None:
        return f"{TOPIC}: not asked; `pipx install pip-audit` has them asked"
    ignored = [word for name in ACCEPTED for word in ("--ignore-vuln", name)]
    line = [tool, *WORDS, *ignored, "--requirement", "constraints.txt"]
    answer = subprocess.run(line, cwd=root, capture_output=True, text=True, check=False)
    try:
        return f"{TOPIC}: {_summary(json.loads(answer.stdout)['dependencies'])}"
    except json.JSONDecodeError:
        return f"{TOPIC}: not asked; pip-audit ended with: {answer.stderr.strip()[-200:]!r}"


def _summary(packages: list[dict[str, Any]]) -> str:
    """What is known of all packages; of those that pip-audit skips nobody was asked."""
    asked = [package for package in packages if "vulns" in package]
    named = [
        f"{package['name']} {package['version']} has {weakness['id']}"
        for package in asked
        for weakness in package["vulns"]
    ]
    words = "; ".join(named) or ("none known" if asked else "not asked")
    return words + f" (packages asked about: {len(asked)} of {len(packages)})"
