"""Make the small pictures of the table of papers: python docs/make_paper_thumbnails.py.

Reads what came of every experiment when it was run last (docs/make_paper_outcomes.py) and keeps of its first chart what
a picture of some hundred pixels can show: our values, from 0 to 1.  An experiment without an outcome keeps the picture
it has.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scheduler.topics.papers.experiments import all_experiments  # noqa: E402
from scheduler.topics.papers.results.outcomes import record_of  # noqa: E402

WRITTEN = ROOT / "layouts" / "topics" / "papers" / "thumbnails.json"
POINTS, SERIES = 24, 6  # of a series, of a picture: at most


def thumbnail(chart: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Our series of a chart: name, kind, and points from 0 to 1, at most POINTS of each."""
    ours = [series for series in chart["series"] if not series.get("published")] or chart["series"]
    ours = [series for series in ours[:SERIES] if any(value is not None for value in series["y"])]
    words = any(isinstance(x, str) for series in ours for x in series["x"])
    places = {x: at for at, x in enumerate(dict.fromkeys(x for series in ours for x in series["x"]))}
    xs = [[float(places[x] if words else x) for x in series["x"]] for series in ours]
    ys = [[scaled(value, bool(chart.get("y_log"))) for value in series["y"]] for series in ours]
    low_x, high_x = ends([x for row in xs for x in row])
    low_y, high_y = ends([y for row in ys for y in row if y is not None])
    low_y = low_y if chart.get("y_log") else min(low_y, 0.0)
    return [
        {
            "name": series["name"],
            "kind": series.get("kind", "lines"),
            "points": [
                [
                    round((x - low_x) / (high_x - low_x), 3),
                    None if y is None else round((y - low_y) / (high_y - low_y), 3),
                ]
                for x, y in thinned(list(zip(row_x, row_y, strict=True)))
            ],
        }
        for series, row_x, row_y in zip(ours, xs, ys, strict=True)
    ]


def scaled(value: float | None, log: bool) -> float | None:
    """A value as the axis has it; None where there is none."""
    if value is None or not math.isfinite(value) or (log and value <= 0):
        return None
    return math.log10(value) if log else float(value)


def ends(values: Sequence[float]) -> tuple[float, float]:
    """The least and the greatest, apart."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def thinned(points: list) -> list:
    """At most POINTS of them, the first and the last included."""
    if len(points) <= POINTS:
        return points
    return [points[round(at * (len(points) - 1) / (POINTS - 1))] for at in range(POINTS)]


def main() -> None:
    """Read and write."""
    argparse.ArgumentParser(description=str(__doc__).split("\n", 1)[0]).parse_args()
    pictures = json.loads(WRITTEN.read_text()) if WRITTEN.exists() else {}
    for name in all_experiments():
        charts = (record_of(name) or {}).get("charts")
        if charts:
            pictures[name] = thumbnail(charts[0])
    lines = [f"{json.dumps(name)}: {json.dumps(pictures[name])}" for name in all_experiments() if name in pictures]
    WRITTEN.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
