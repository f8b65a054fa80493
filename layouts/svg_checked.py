"""SVG that a browser sent, read with suspicion: only what a chart is made of, nothing that runs or is fetched.

A file that a browser opens, or a converter reads, must not run anything, load anything or grow: so elements and
attributes are those of drawings, references lead to places in the same file, pictures are inside it as PNG, and there
is no document type, where entities would be declared.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from scheduler.errors import InputError

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
ELEMENTS = frozenset((
    "svg", "g", "defs", "title", "desc", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
    "tspan", "image", "clipPath", "pattern", "linearGradient", "radialGradient", "stop", "mask"))
LARGEST = 24 << 20              # bytes
MOST_ELEMENTS = 200_000
PICTURE = re.compile(r"data:image/png;base64,[A-Za-z0-9+/=\s]*")
PLACE = re.compile(r"#[\w.:-]+")
REFERENCE = re.compile(r"url\(\s*(['\"]?)(.*?)\1\s*\)", re.IGNORECASE)
UNSAFE = re.compile(r"@|\\|javascript:|expression\(|-moz-binding", re.IGNORECASE)
INCHES = re.compile(r"(\d{1,3}(?:\.\d{1,4})?)in")

ElementTree.register_namespace("", SVG)
ElementTree.register_namespace("xlink", XLINK)


def checked(content: bytes) -> ElementTree.Element:
    """The drawing in these bytes.  Raises InputError, one sentence, for anything that is no plain drawing."""
    if len(content) > LARGEST:
        raise InputError(f"The figure has {len(content) >> 20} MB; at most {LARGEST >> 20} MB are taken.")
    try:
        text = content.decode("utf-8")
        if "<!DOCTYPE" in text or "<!ENTITY" in text:
            raise InputError("The figure declares a document type; wanted: a plain SVG drawing.")
        root = ElementTree.fromstring(text)
    except (UnicodeDecodeError, ElementTree.ParseError, ValueError):
        raise InputError("That is no figure; wanted: an SVG drawing.") from None
    for count, element in enumerate(root.iter()):
        if count >= MOST_ELEMENTS:
            raise InputError(f"The figure has more than {MOST_ELEMENTS:,} parts; zoom in, or save it as SVG.")
        _check(element)
    if root.tag != f"{{{SVG}}}svg":
        raise InputError("That is no figure; wanted: an SVG drawing.")
    return root


def _check(element: ElementTree.Element) -> None:
    space, _, name = str(element.tag).rpartition("}")
    if space != "{" + SVG or name not in ELEMENTS:
        raise InputError(f"The figure holds {name[:30]!r}, which no chart is made of.")
    for key, value in list(element.attrib.items()):
        bare = key.rpartition("}")[2].lower()
        if bare.startswith("data-"):        # plotly's notes to itself, of which nothing is drawn
            del element.attrib[key]
            continue
        if bare.startswith("on") or (bare != "href" and UNSAFE.search(value)):
            raise InputError(f"The figure holds the attribute {bare[:30]!r} with something that is not drawn.")
        if bare in ("href", "src") and not (PLACE.fullmatch(value)
                                       or (name == "image" and PICTURE.fullmatch(value))):
            raise InputError("The figure refers to something outside of it; wanted: a drawing with all its pictures.")
        if any(not PLACE.fullmatch(found[2]) for found in REFERENCE.finditer(value)):
            raise InputError("The figure refers to something outside of it; wanted: a drawing with all its pictures.")


def inches(root: ElementTree.Element) -> tuple[float, float]:
    """Width and height the drawing asks for; raises InputError unless both are 0.5 to 40 in."""
    found = [INCHES.fullmatch(root.get(name, "")) for name in ("width", "height")]
    sides = [float(match[1]) for match in found if match]
    if len(sides) != 2 or not all(0.5 <= side <= 40 for side in sides):
        raise InputError("The figure does not tell its size; wanted: width and height of 0.5 to 40 inches.")
    return sides[0], sides[1]


def written(root: ElementTree.Element) -> bytes:
    """The drawing as a file."""
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
