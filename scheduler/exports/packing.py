"""Pieces of bytes, compressed on their way: as gzip, or as the files of a zip archive; without dates.

Nothing is held but what is being compressed: one piece of a gzip stream, one file of an archive.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

GZIP = zlib.MAX_WBITS | 16
FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest date an archive can tell
READABLE = 0o644 << 16

Files = Iterable[tuple[str, Callable[[], bytes]]]


def gzipped(pieces: Iterable[bytes], level: int = 6) -> Iterator[bytes]:
    """The gzip stream of these pieces."""
    packed = zlib.compressobj(level, zlib.DEFLATED, GZIP)
    for piece in pieces:
        if some := packed.compress(piece):
            yield some
    yield packed.flush()


class _Sink:
    """Where an archive is written: a list of pieces, taken away as they come."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def write(self, piece: bytes) -> int:
        """Keep a piece until it is taken."""
        self.pieces.append(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        """There is nothing below."""

    def taken(self) -> bytes:
        """All that was written since the last time."""
        pieces, self.pieces = self.pieces, []
        return b"".join(pieces)


def zipped(files: Files) -> Iterator[bytes]:
    """The zip archive of {name: how to make it}; a file is made when it is its turn."""
    sink = _Sink()
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        for name, make in files:
            info = ZipInfo(name, FIRST_DAY)
            info.compress_type, info.external_attr, info.create_system = ZIP_DEFLATED, READABLE, 3
            archive.writestr(info, make())
            yield sink.taken()
    yield sink.taken()
