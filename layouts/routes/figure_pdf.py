"""A figure as PDF: the SVG the browser drew, converted in a process of its own with little time.

Text stays text, in fonts that come with the converter and are embedded.  The size of the page is that of the figure.
The facts of the document name the program with its version and commit (Creator), and hold what the figure has as
metadata, the recipe of its workload (QueuescopeRecipe).
"""

from __future__ import annotations

import re
import subprocess
import sys
from xml.etree import ElementTree

from layouts.routes import checked_svg
from scheduler.errors import InputError, Refused
from scheduler.program_files import made_by

METADATA = f"{{{checked_svg.SVG}}}metadata"
POINTS = 72.0  # per inch
PATIENCE = 30.0  # s
FONT = "Liberation Sans"  # comes with the converter, as wide as Arial and Helvetica
INFORMATION = re.compile(
    rb"trailer\s*<<\s*/Size (\d+)\s*/Root (\d+) 0 R\s*/Info (\d+) 0 R\s*>>\s*startxref\s*(\d+)\s*%%EOF\s*$"
)
RECIPE = b"/QueuescopeRecipe"  # of the facts of a document
FAMILY = re.compile(r"(font-family:[^;]*)")
SECONDS = 15  # of CPU
MEMORY = 1 << 30  # bytes it may write to
# What the other process does: limits for itself where the system has them, then one conversion from stdin to stdout.
CONVERT = f"""
import sys
try:
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS}))
    resource.setrlimit(resource.RLIMIT_DATA, ({MEMORY}, {MEMORY}))
except (ImportError, ValueError, OSError):
    pass
import vl_convert
sys.stdout.buffer.write(vl_convert.svg_to_pdf(sys.stdin.buffer.read().decode()))
"""


def pdf(svg: bytes) -> bytes:
    """The page.  Raises InputError for what is no figure, Refused where it takes too long or cannot be converted."""
    root = checked_svg.checked(svg)
    sides = checked_svg.inches(root)
    for name, inches in zip(("width", "height"), sides, strict=True):
        root.set(name, f"{POINTS * inches:.4f}")  # the converter takes a unit for a point
    _with_font(root)
    recipe = "".join(element.text or "" for element in root.findall(METADATA))
    try:
        page = subprocess.run(
            [sys.executable, "-I", "-c", CONVERT],
            input=ElementTree.tostring(root),
            capture_output=True,
            timeout=PATIENCE,
            check=True,
        ).stdout
    except subprocess.TimeoutExpired:
        raise Refused(f"To make a PDF of this figure takes longer than {PATIENCE:.0f} s; save it as SVG.") from None
    except subprocess.CalledProcessError:
        raise InputError("This figure could not be made a PDF; save it as SVG.") from None
    if not page.startswith(b"%PDF-"):
        raise InputError("This figure could not be made a PDF; save it as SVG.")
    return _with_facts(page, recipe)


def _with_facts(page: bytes, recipe: str) -> bytes:
    """The document with its facts written anew behind it: who made it, and the recipe; as it is where it has no facts.

    An incremental update (ISO 32000-1, section 7.5.6): nothing of what is there moves.
    """
    match = INFORMATION.search(page)
    if match is None:
        return page
    size, root, number, before = match.groups()
    entries = [b"/Producer (Queuescope, svg2pdf)", b"/Creator %s" % _text(made_by())]
    entries += [b"%s %s" % (RECIPE, _text(recipe))] if recipe.strip() else []
    facts = b"\n%s 0 obj\n<<\n  %s\n>>\nendobj\n" % (number, b"\n  ".join(entries))
    table = b"xref\n%s 1\n%010d 00000 n\r\n" % (number, len(page) + 1)
    trailer = b"trailer\n<<\n  /Size %s\n  /Root %s 0 R\n  /Info %s 0 R\n  /Prev %s\n>>\n" % (
        size,
        root,
        number,
        before,
    )
    return page + facts + table + trailer + b"startxref\n%d\n%%%%EOF\n" % (len(page) + len(facts))


def _text(text: str) -> bytes:
    """A text as PDF writes it where it may hold any sign (ISO 32000-1, section 7.9.2)."""
    return b"<FEFF%s>" % text.encode("utf-16-be", "replace").hex().upper().encode()


def _with_font(root: ElementTree.Element) -> None:
    """Name a font that is there, last, for every text; one whose fonts are all missing would be left out."""
    root.set("font-family", root.get("font-family", FONT))
    for element in root.iter():
        for name, written in (("font-family", rf"\g<0>, {FONT}"), ("style", rf"\1, {FONT}")):
            if name in element.attrib:
                pattern = FAMILY if name == "style" else re.compile(r".+", re.DOTALL)
                element.set(name, pattern.sub(written, element.attrib[name]))
