"""SVG that a browser sent, read with suspicion: only what a chart is made of, nothing that runs or is fetched.

A file that a browser opens, or a converter reads, must not run anything, load anything or grow: so elements and
attributes are those of drawings, references lead to places in the same file, pictures are inside it as PNG, and there
is no document type, where entities would be declared.  Parts are counted, and how deep they lie, while they are read;
what is drawn again and again (patterns, masks, clip paths) is small and refers to nothing itself, or a few lines
would stand for billions of parts.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from scheduler.errors import InputError

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
ELEMENTS = frozenset(
    (
        "svg",
        "g",
        "defs",
        "title",
        "desc",
        "path",
        "rect",
        "circle",
        "ellipse",
        "line",
        "polyline",
        "polygon",
        "text",
        "tspan",
        "image",
        "clipPath",
        "pattern",
        "linearGradient",
        "radialGradient",
        "stop",
        "mask",
        "metadata",
    )
)
LARGEST = 24 << 20  # bytes
MOST_ELEMENTS = 200_000
DEEPEST = 100  # elements inside each other
REPEATED = frozenset(("pattern", "mask", "clipPath"))
MOST_REPEATED = 100  # elements inside one of these
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
        root = ElementTree.fromstring(text, ElementTree.XMLParser(target=_Counted()))
    except (UnicodeDecodeError, ElementTree.ParseError, ValueError):
        raise InputError("That is no figure; wanted: an SVG drawing.") from None
    for element in root.iter():
        _check(element)
        if element.tag.rpartition("}")[2] in REPEATED:
            _check_repeated(element)
    if root.tag != f"{{{SVG}}}svg":
        raise InputError("That is no figure; wanted: an SVG drawing.")
    return root


class _Counted(ElementTree.TreeBuilder):
    """Builds the tree of a file; raises InputError as soon as there are too many parts, or too deep ones."""

    def __init__(self) -> None:
        super().__init__()
        self.count = self.depth = 0

    def start(self, tag: str, attributes: dict[str, str], /) -> ElementTree.Element:
        self.count, self.depth = self.count + 1, self.depth + 1
        if self.count > MOST_ELEMENTS:
            raise InputError(f"The figure has more than {MOST_ELEMENTS:,} parts; zoom in, or save it as SVG.")
        if self.depth > DEEPEST:
            raise InputError(f"The parts of the figure lie more than {DEEPEST} deep; no chart is made so.")
        return super().start(tag, attributes)

    def end(self, tag: str, /) -> ElementTree.Element:
        self.depth -= 1
        return super().end(tag)


def _check_repeated(element: ElementTree.Element) -> None:
    """Raise InputError where a pattern, mask or clip path is large, or refers to something."""
    for count, inner in enumerate(element.iter()):
        if count > MOST_REPEATED:
            raise InputError(f"A pattern, mask or clip path of the figure has more than {MOST_REPEATED} parts.")
        picture = inner.tag == f"{{{SVG}}}image"
        if any(
            REFERENCE.search(value) or (key.endswith("href") and not picture) for key, value in inner.attrib.items()
        ):
            raise InputError("A pattern, mask or clip path of the figure refers to another part; no chart is made so.")


def _check(element: ElementTree.Element) -> None:
    space, _, name = str(element.tag).rpartition("}")
    if space != "{" + SVG or name not in ELEMENTS:
        raise InputError(f"The figure holds {name[:30]!r}, which no chart is made of.")
    for key, value in list(element.attrib.items()):
        bare = key.rpartition("}")[2].lower()
        if bare.startswith("data-"):  # plotly's notes to itself, of which nothing is drawn
            del element.attrib[key]
            continue
        if bare.startswith("on") or (bare != "href" and UNSAFE.search(value)):
            raise InputError(f"The figure holds the attribute {bare[:30]!r} with something that is not drawn.")
        if bare in ("href", "src") and not (PLACE.fullmatch(value) or (name == "image" and PICTURE.fullmatch(value))):
            raise InputError("The figure refers to something outside of it; wanted: a drawing with all its pictures.")
        if any(not PLACE.fullmatch(reference[2]) for reference in REFERENCE.finditer(value)):
            raise InputError("The figure refers to something outside of it; wanted: a drawing with all its pictures.")


def inches(root: ElementTree.Element) -> tuple[float, float]:
    """Width and height the drawing asks for; raises InputError unless both are 0.5 to 40 in."""
    matches = [INCHES.fullmatch(root.get(name, "")) for name in ("width", "height")]
    sides = [float(match[1]) for match in matches if match]
    if len(sides) != 2 or not all(0.5 <= side <= 40 for side in sides):
        raise InputError("The figure does not tell its size; wanted: width and height of 0.5 to 40 inches.")
    return sides[0], sides[1]


def written(root: ElementTree.Element) -> bytes:
    """The drawing as a file."""
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
