"""Numbers in figures are written as everywhere: spaces between thousands, no powers of ten, no SI letters."""

from __future__ import annotations

import re
from pathlib import Path

import plotly.graph_objects as go
import pytest

from layouts import theme

pytestmark = pytest.mark.core
SOURCES = sorted((Path(__file__).parents[2] / "layouts").rglob("*.py"))
# d3's g and s, and Python's g inside a template, turn to 1.23e+4 or 12k; r with a comma says 12 300
SHORTENED = re.compile(r"%\{+[a-z]+:[^}]*[gse]\}")


def test_no_template_of_a_figure_shortens_numbers():
    found = [f"{path.name}: {match[0]}" for path in SOURCES for match in SHORTENED.finditer(path.read_text())]
    assert not found, found
    assert (
        SHORTENED.search("%{y:.3~g} busy") and SHORTENED.search("f'%{{x:.4s}}'") and not SHORTENED.search("%{y:,.3~r}")
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axes_write_large_numbers_out(scheme):
    layout = go.layout.Template(theme.template(scheme)).layout
    assert layout.separators == ".\u202f"
    assert layout.xaxis.exponentformat == layout.yaxis.exponentformat == "none"
    assert layout.xaxis.separatethousands and layout.yaxis.separatethousands
