"""The style sheets: colors are those of the two schemes, and every variable that is used has a value."""

from __future__ import annotations

import re

from tests.cases.sources import ROOT, source

SHEETS = sorted((ROOT / "assets").glob("*.css")) + sorted((ROOT / "layouts").rglob("*.css"))
SCRIPTS = sorted((ROOT / "layouts").rglob("*.js")) + sorted((ROOT / "layouts").rglob("*.py"))
LITERAL = re.compile(r"(?<![-\w])(?:color|background|border[a-z-]*|outline|fill|stroke): [^;}]*?(#[0-9a-f]{3,8})")
PAPER = "sheet.css"
# White below a QR code, the black screen of a presenter, numbers on bars.
SAME_IN_BOTH = {"classroom.css": {"#fff"}, "present.css": {"#000"}, "by_hand.css": {"#000", "#fff"}}


def test_what_has_a_color_has_it_from_the_scheme():
    literal = [
        f"{path.name}:{number}: {match.group()}"
        for path in SHEETS
        if path.name != PAPER
        for number, line in enumerate(source(path).splitlines(), 1)
        for match in LITERAL.finditer(line)
        if match.group(1) not in SAME_IN_BOTH.get(path.name, ())
    ]
    assert literal == [], "a color that is the same in light and dark; wanted: a variable of both schemes"


def test_every_variable_of_the_styles_has_a_value():
    styles = "\n".join(map(source, SHEETS))
    used = set(re.findall(r"var\((--qs-[\w-]+)\)", styles))
    values = set(re.findall(r"(--qs-[\w-]+):", styles))
    elsewhere = set(re.findall(r"(?<!var\()(--qs-[\w-]+)", "\n".join(map(source, SCRIPTS))))
    assert len(used) > 20 and used - values - elsewhere == set()
