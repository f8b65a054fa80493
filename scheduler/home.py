"""Where all data is kept: one folder of whoever runs the program."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_dir


def home() -> Path:
    """Where all data is kept: QUEUESCOPE_HOME, else the platform's user data folder; made if missing (0700)."""
    folder = Path(os.environ.get("QUEUESCOPE_HOME") or user_data_dir("queuescope", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder
