"""PNG files of pictures that are indices into a palette (PNG specification, third edition, sections 5 and 11)."""

from __future__ import annotations

import struct
import zlib

import numpy as np


def indexed(index: np.ndarray, colors: np.ndarray, opacity: np.ndarray) -> bytes:
    """A picture as PNG.

    index: [height, width] u1; colors: [entries, 3] u1 red, green, blue; opacity: [entries] u1, 0 is transparent.
    """
    height, width = index.shape
    rows = np.zeros((height, width + 1), np.uint8)  # each row begins with its filter: 0, none
    rows[:, 1:] = index
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", colors.tobytes()),
            _chunk(b"tRNS", opacity.tobytes()),
            _chunk(b"IDAT", zlib.compress(rows.tobytes(), 1)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
