"""The files that come with the program beside its modules: samples, assets, documents that pages show.

In a clone they lie beside the packages; where pip installed the program they are data of the package `queuescope`.
"""

from __future__ import annotations

from pathlib import Path

CLONE = Path(__file__).parents[1]
FOLDERS = ("assets", "docs", "sample_traces")       # what setup.py makes package data of


def folder(name: str) -> Path:
    """One of FOLDERS, wherever it lies; raises KeyError for another name."""
    if name not in FOLDERS:
        raise KeyError(name)
    installed = CLONE / "queuescope" / name
    return installed if installed.is_dir() else CLONE / name
