"""Put the notes of changes/ under the heading of a new version in CHANGELOG.md, and remove their files.

python docs/make_release_notes.py VERSION [--date 2026-11-29]
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Mapping
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KINDS = {"added": "Added", "changed": "Changed", "fixed": "Fixed", "results": "Results change", "removed": "Removed"}


def notes(root: Path) -> dict[Path, str]:
    """{file: text} of all notes, by name; the README beside them is none."""
    return {path: path.read_text().strip() for path in sorted(root.glob("changes/*")) if path.name != "README.md"}


def kind_of(path: Path) -> str:
    """The kind of a note, median-wait.added.md: added; raises ValueError for a name without a known one."""
    slug, _, kind = path.name.removesuffix(".md").rpartition(".")
    if not slug or kind not in KINDS or path.suffix != ".md":
        raise ValueError(f"{path.name} is not named NAME.KIND.md with one of the kinds {', '.join(KINDS)}.")
    return kind


def section(version: str, day: str, texts: Mapping[Path, str]) -> str:
    """The text of a version: its heading, then the notes, kind by kind.  Links lead from the folder above."""
    lines = [f"## {version} - {day}", ""]
    for kind, heading in KINDS.items():
        items = [text.replace("](../", "](") for path, text in texts.items() if kind_of(path) == kind]
        if items:
            lines += [f"### {heading}", "", *("- " + textwrap.indent(item, "  ").lstrip() for item in items), ""]
    return "\n".join(lines) + "\n"


def release(root: Path, version: str, day: str) -> int:
    """Write the section above that of the version before, and remove the files; how many notes there were."""
    texts, changelog = notes(root), root / "CHANGELOG.md"
    before, heading, after = changelog.read_text().partition("## ")
    changelog.write_text(before + section(version, day, texts) + heading + after)
    for path in texts:
        path.unlink()
    return len(texts)


def main() -> int:
    """Make the notes of a version."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("version", help="number of the new version, as in scheduler.__version__")
    parser.add_argument("--date", default=date.today().isoformat(), help="its day (default: today)")
    args = parser.parse_args()
    print(f"{release(ROOT, args.version, args.date)} notes are in CHANGELOG.md under {args.version}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
