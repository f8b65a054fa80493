"""Makes the program importable from any folder, and says what machine a table was made on."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
LOGS = Path(os.environ.get("QUEUESCOPE_TEST_LOGS") or os.devnull)  # the folder of real logs, as for the tests


def machine() -> str:
    """Processor, cores, system, Python and the versions that decide speed, as a line of Markdown."""
    import numba
    import numpy

    return (
        f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}, Python "
        f"{platform.python_version()}, numpy {numpy.__version__}, numba {numba.__version__}\n"
    )


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()
