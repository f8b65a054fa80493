"""The rows of a table in CSV, without the lines of comment before it, which hold the recipe of its jobs."""

from __future__ import annotations

import csv


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))
