"""Names of files: of what runs and logs are called, in letters every system takes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

LONGEST = 60
ENDINGS = (".gz", ".swf", ".txt")


def file_name(text: str) -> str:
    """A text as part of a file's name: "EASY, depth 2" -> "easy-depth-2"; "export" where nothing is left."""
    for ending in ENDINGS:
        text = text.removesuffix(ending)
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9.]+", "-", plain).strip("-.")[:LONGEST] or "export"


def file_names(texts: Sequence[str]) -> list[str]:
    """One for each, numbered in order, so that no two are alike."""
    return [f"{place}-{file_name(text)}" for place, text in enumerate(texts, 1)]
