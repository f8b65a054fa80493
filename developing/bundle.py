"""assets/queuescope.js, built of layouts/frontend by Node; without Node it stays as it is.

The packages that build it are fetched once, as package-lock.json says.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

NO_NODE = (
    "there is no Node (npm), so the scripts of the pages stay as assets/queuescope.js has them; everything else works"
)


def build(root: Path) -> str:
    """Build the bundle; "" or, where it was not built, the sentence that says why."""
    if not shutil.which("npm"):
        return NO_NODE
    if not (root / "node_modules" / "esbuild").is_dir() and _fails(root, "ci", "--ignore-scripts"):
        return "npm could not fetch the packages that build the scripts; what it says above tells why"
    if _fails(root, "run", "--silent", "build"):
        return "the scripts could not be built; what is above says where"
    return ""


def _fails(root: Path, *words: str) -> bool:
    return subprocess.call(["npm", *words], cwd=root) != 0
