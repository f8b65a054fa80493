"""A figure of the dark page, recolored by the palette, is the figure of the light one; and tables travel whole."""

from __future__ import annotations

import base64
import csv
import gzip
import io
import re

import pytest

from layouts import theme
from layouts.drawing import tables
from layouts.frame.controls import spoken
from layouts.routes.light_figures import palette
from layouts.state.view import View
from layouts.workload_plots import all_workload_plots
from tests.cases import small

COLOR = re.compile(r"#[0-9a-f]{6}\b|rgba?\(\s*\d+,\s*\d+,\s*\d+", re.IGNORECASE)


def light(color: str, known: dict[str, str]) -> str:
    """As layouts/frontend/export/paper.js does it."""
    if color.startswith("#"):
        return known.get(color.lower(), color.lower())
    parts = [int(part) for part in re.findall(r"\d+", color)]
    made = known.get("#" + "".join(f"{part:02x}" for part in parts))
    return str(theme.rgb(made) if made else tuple(parts))


def colors(figure, known):
    return [light(found, known) for found in COLOR.findall(figure.to_json())]


@pytest.mark.parametrize("key", all_workload_plots())
def test_a_dark_figure_recolored_is_the_light_one(key):
    sets = [(user, -1, 0, [2.0, 3.0, 40.0] * 5) for user in range(12)]
    work = small.campaigns(sets, 6, [10 * at for at in range(12)])
    dark, bright = (
        all_workload_plots()[key].figure(work, View(scheme=scheme)).checked() for scheme in ("dark", "light")
    )
    assert colors(dark, palette()) == colors(bright, {})
    assert theme.INK["dark"] in dark.to_json()


def test_no_light_color_is_taken_for_a_dark_one():
    assert not set(palette()) & set(theme.HUES)
    assert all(re.fullmatch(r"#[0-9a-f]{6}", color) for pair in palette().items() for color in pair)


# ---- tables ---------------------------------------------------------------------------------------------------------


def test_the_whole_table_of_a_figure_is_in_its_page():
    rows = [
        {"run": f"run {n}", "wait": n / 3, "jobs": n, "none": None if n else float("nan"), "late": n == 2}
        for n in range(250)
    ]
    twin = spoken("Waits", "Who?", ["So."], None, rows).children[-1].children
    told = list(csv.DictReader(io.StringIO(gzip.decompress(base64.b64decode(getattr(twin, "data-csv"))).decode())))
    assert len(told) == 250
    assert [float(row["wait"]) for row in told] == [row["wait"] for row in rows]
    assert told[249] == {"run": "run 249", "wait": "83", "jobs": "249", "none": "", "late": "no"}


def test_a_text_that_a_spreadsheet_would_run_is_quoted():
    assert (
        tables.written([{"name": '=1+1,"x"', "lag": -3.0, "note": "a\nb"}])
        == 'name,lag,note\n"\'=1+1,""x""",-3,"a\nb"\n'
    )
    for first in "=+-@":
        assert tables.written([{"name": f"{first}cmd"}]) == f"name\n'{first}cmd\n"
