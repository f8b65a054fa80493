"""Measured figures in documents come from docs/measured: files with the figures, the command, the date and the machine.

A section of performance.md names its file in the line below its heading, another document in a comment of the paragraph.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.cases.sources import ROOT, source

sys.path.append(str(ROOT / "benchmarks"))
from record import FIGURE, content, figures

FOLDER = ROOT / "docs" / "measured"
PAGE = ROOT / "docs" / "performance.md"
OTHERS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
OTHERS += [path for folder in ("", "decisions", "recipes") for path in sorted((ROOT / "docs" / folder).glob("*.md"))]
LINE = re.compile(r"Measured (?P<date>.+?) on (?P<machine>.+) \(\[file\]\(measured/(?P<name>\w+)\.toml\)\)\.")
COMMENT = re.compile(r"<!-- measured: (\w+) -->")
# what a sentence with a figure says where somebody measured it
MEASURED = re.compile(
    r"\b(of CPU|(?:was|were) measured|took|takes? [^.;]* of CPU|faster|slower|listens|wall time|times [^;]{0,40}as long)\b"
)


def entry(name: str) -> dict[str, Any]:
    return tomllib.loads(source(FOLDER / f"{name}.toml"))


def quoted(text: str) -> set[str]:
    return set(FIGURE.findall(" ".join(text.split())))


def sections() -> list[tuple[str, str]]:
    parts = re.split(r"^## (.*)\n", source(PAGE), flags=re.MULTILINE)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def of_section(text: str) -> re.Match[str] | None:
    return LINE.match(text.strip().split("\n\n")[0].replace("\n", " "))


@pytest.mark.parametrize(("title", "text"), sections(), ids=[title[:30] for title, _ in sections()])
def test_a_section_has_the_figures_date_and_machine_of_its_file(title, text):
    line = of_section(text)
    assert line, f"{title}: the first line names no file of docs/measured"
    kept = entry(line["name"])
    assert (line["date"], line["machine"]) == (kept["date"], kept["machine"])
    body = text.strip().split("\n\n", 1)[1]
    assert quoted(body) == set(kept["figures"])


def paragraphs() -> list[tuple[Path, str]]:
    return [(path, text) for path in OTHERS if path != PAGE for text in source(path).split("\n\n")]


def test_measured_figures_of_other_documents_are_those_of_their_files():
    quotes: dict[str, set[str]] = {}
    for path, text in paragraphs():
        comment = COMMENT.search(text)
        sentences = re.split(r"(?<=[.;:|])\s+", " ".join(text.split()))
        told = {figure for one in sentences if MEASURED.search(one) for figure in FIGURE.findall(one)}
        assert comment or not told, f"{path.name}: {told} without a comment that names a file of docs/measured"
        if comment:
            quotes.setdefault(comment[1], set()).update(told)
    assert quotes and quotes == {name: set(entry(name)["figures"]) for name in quotes}


def test_every_file_is_quoted():
    in_page = {line["name"] for _, text in sections() if (line := of_section(text))}
    in_others = {comment[1] for _, text in paragraphs() if (comment := COMMENT.search(text))}
    assert {path.stem for path in FOLDER.glob("*.toml")} == in_page | in_others
    for path in FOLDER.glob("*.toml"):
        assert set(entry(path.stem)) == {"command", "date", "machine", "figures"}


def test_what_a_benchmark_prints_is_kept_with_its_units():
    printed = "read in 3 s\n| load | exact, ms |\n|---|---|\n| 0.1 | 5.2 |\n| 0.4 | 7.0 |"
    assert figures(printed) == ["3 s", "5.2 ms", "7.0 ms"]
    kept = tomllib.loads(content("python x.py", "2026-11-29", "2 cores", figures(printed)))
    assert kept["figures"] == ["3 s", "5.2 ms", "7.0 ms"] and kept["machine"] == "2 cores"
