"""Receiving a file: streamed to disk, counted, and named after what is in it.

The key is the SHA-256 of the plain content, because two gzip files of one trace differ (time stamp, level).  The file
is kept as it was sent.  Nothing sent decides about a path; the name is only ever shown.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from scheduler.errors import InputError, Refused
from scheduler.formats import wanted
from scheduler.formats.reading.decompression import (
    MOST_MEMBERS,
    SUFFIXES,
    Damaged,
    Unpacker,
    grown,
    most_plain,
    packing,
)
from scheduler.results.folders import HIDDEN, lock, room, touch
from scheduler.results.limits import Limits, MiB

OTHERS = {
    b"PK\x03\x04": "a zip archive",
    b"BZh": "packed with bzip2",
    b"7z\xbc\xaf\x27\x1c": "a 7-zip archive",
    b"Rar!": "a rar archive",
}
HEAD = 8  # bytes that tell what a file is
PACKED = ", ".join(SUFFIXES.values())
PIECE = MiB  # bytes of a content taken at a time
LONGEST_NAME = 120


@dataclass(frozen=True)
class Upload:
    """A file that was received."""

    key: str  # SHA-256 of the plain content, 64 hex digits
    name: str  # as the sender calls it, cleaned: to be shown, never a path
    bytes: int  # as sent
    plain_bytes: int  # uncompressed
    is_new: bool  # whether it was not here before


def shown_name(name: str) -> str:
    """The last part of a name, printable characters only, not too long."""
    last = str(name).replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(c for c in last if c.isprintable())[:LONGEST_NAME].strip() or "trace"


class Plain:
    """The plain content of a stream that may be packed (of members, zero padded): counted and hashed, not kept."""

    def __init__(self, limit: int):
        self.limit, self.sent, self.bytes = limit, 0, 0
        self.digest = hashlib.sha256()
        self.head = b""
        self.begun = False
        self.unpacker: Unpacker | None = None

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the stream; raises InputError or Refused."""
        if not self.begun:
            self.head += data
            if len(self.head) < HEAD:
                return
            data, self.head = self.head, b""
            self._recognize(data)
        self._count(data)

    def end(self) -> None:
        """The stream is over; raises InputError when that is too early."""
        if self.head:
            data, self.head = self.head, b""
            self._recognize(data)
            self._count(data)
        if self.unpacker is not None and not self.unpacker.is_whole:
            raise InputError(
                f"The {self.unpacker.packed} file ends in the middle; it was cut off, send it again whole."
            )
        if self.bytes == 0:
            raise InputError(f"The file is empty; wanted: a trace ({wanted()}), plain or packed ({PACKED}).")

    def _recognize(self, head: bytes) -> None:
        self.begun = True
        for magic, what in OTHERS.items():
            if head.startswith(magic):
                raise InputError(
                    f"The file is {what}; wanted: a trace ({wanted()}), plain or packed ({PACKED}), so unpack it first."
                )
        if packed := packing(head):
            self.unpacker = Unpacker(packed)

    def _count(self, data: bytes) -> None:
        self.sent += len(data)
        most = most_plain(self.sent)
        try:
            for piece in [data] if self.unpacker is None else self.unpacker.pieces(data):
                self.digest.update(piece)
                self.bytes += len(piece)
                if self.bytes > self.limit:
                    raise Refused(
                        f"The file holds more than {self.limit // MiB:,} MiB of text, which is all this "
                        "server takes; send a slice of it."
                    )
                if self.unpacker is not None and self.bytes > most:
                    raise InputError(f"The file holds {grown(most, self.sent)}; unpack it and send it plain.")
        except Damaged as error:
            assert self.unpacker is not None
            raise InputError(f"The {self.unpacker.packed} file is damaged ({error}); send it again.") from None
        if self.unpacker is not None and self.unpacker.has_too_many_members:
            raise InputError(
                f"The file consists of more than {MOST_MEMBERS:,} {self.unpacker.packed} members; unpack "
                "it, pack it anew as one and send that."
            )


def content_key(content: bytes) -> str:
    """The key of a file: the SHA-256 of its plain content; empty where it cannot be unpacked."""
    plain = Plain(sys.maxsize)
    try:
        for begin in range(0, len(content), PIECE):
            plain.feed(content[begin : begin + PIECE])
        plain.end()
    except InputError:
        return ""
    return plain.digest.hexdigest()


def receive(chunks: Iterable[bytes], name: str, folder: Path, limits: Limits) -> Upload:
    """Stream a file into `folder`, under its key.  Raises InputError, Refused; leaves nothing behind then."""
    plain, sent = Plain(limits.plain), 0
    with room():
        number, temporary = tempfile.mkstemp(prefix=HIDDEN, dir=folder)
    try:
        with room(), os.fdopen(number, "wb") as file:
            lock(number)
            for chunk in chunks:
                sent += len(chunk)
                if sent > limits.uploaded:
                    raise Refused(
                        f"The file has more than {limits.uploaded // MiB:,} MiB, which is all this server "
                        "takes; compress it with gzip or send a slice of it."
                    )
                plain.feed(chunk)
                file.write(chunk)
        plain.end()
        key = plain.digest.hexdigest()
        with room():
            is_new = _keep(Path(temporary), folder / key)
    finally:
        Path(temporary).unlink(missing_ok=True)
    return Upload(key, shown_name(name), sent, plain.bytes, is_new)


def _keep(temporary: Path, final: Path) -> bool:
    """The first file of this content stays, which is known to be good; whether this one is the first."""
    if final.exists():
        touch(final)
        return False
    os.replace(temporary, final)
    return True
