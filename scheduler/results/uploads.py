"""Receiving a file: streamed to disk, counted, and named after what is in it.

The key is the SHA-256 of the plain content, because two gzip files of one trace differ (time stamp, level).  The file
is kept as it was sent.  Nothing sent decides about a path; the name is only ever shown.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from scheduler.errors import InputError, Refused
from scheduler.formats import suffixes, wanted
from scheduler.formats.reading.decompression import FIRST_BITE, MOST_MEMBERS
from scheduler.results.folders import HIDDEN, room, touch
from scheduler.results.limits import Limits, MiB

GZIP = b"\x1f\x8b"
OTHERS = {b"PK\x03\x04": "a zip archive", b"BZh": "packed with bzip2", b"\xfd7zXZ\x00": "packed with xz",
          b"\x28\xb5\x2f\xfd": "packed with zstd", b"7z\xbc\xaf\x27\x1c": "a 7-zip archive", b"Rar!": "a rar archive"}
HEAD = 8            # bytes that tell what a file is
PIECE = MiB         # plain bytes taken out of a gzip stream at a time
LONGEST_NAME = 120


@dataclass(frozen=True)
class Upload:
    """A file that was received."""

    key: str            # SHA-256 of the plain content, 64 hex digits
    name: str           # as the sender calls it, cleaned: to be shown, never a path
    bytes: int          # as sent
    plain_bytes: int    # uncompressed


def shown_name(name: str) -> str:
    """The last part of a name, printable characters only, not too long."""
    last = str(name).replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(c for c in last if c.isprintable())[:LONGEST_NAME].strip() or "trace"


class Plain:
    """The plain content of a stream that may be gzip (several members, zero padding): counted and hashed, not kept."""

    def __init__(self, limit: int):
        self.limit, self.bytes = limit, 0
        self.digest = hashlib.sha256()
        self.head = b""
        self.member: zlib._Decompress | None = None
        self.members = 0

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the stream; raises InputError or Refused."""
        if self.bytes == 0 and self.member is None:
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
        if self.member is not None and not self.member.eof:
            raise InputError("The gzip file ends in the middle; it was cut off, send it again whole.")
        if self.bytes == 0:
            raise InputError(f"The file is empty; wanted: a trace in the {wanted()}, plain or gzip.")

    def _recognize(self, head: bytes) -> None:
        for magic, what in OTHERS.items():
            if head.startswith(magic):
                raise InputError(f"The file is {what}; wanted: plain text or gzip ({', '.join(suffixes())}), so unpack "
                                 "it first.")
        if head.startswith(GZIP):
            self._next_member()

    def _next_member(self) -> None:
        """Begin a member; raises InputError where there have been too many: an empty one costs 20 bytes to send."""
        self.members += 1
        if self.members > MOST_MEMBERS:
            raise InputError(f"The file consists of more than {MOST_MEMBERS:,} gzip members; unpack it, pack "
                             "it anew as one and send that.")
        self.member = zlib.decompressobj(31)

    def _count(self, data: bytes) -> None:
        # A member hands back what is behind it, so short bites keep that from being copied over and over.
        bites = (data[at:at + FIRST_BITE] for at in range(0, len(data), FIRST_BITE))
        for piece in [data] if self.member is None else (piece for bite in bites for piece in self._unpacked(bite)):
            self.digest.update(piece)
            self.bytes += len(piece)
            if self.bytes > self.limit:
                raise Refused(f"The file holds more than {self.limit // MiB:,} MiB of text, which is all this server "
                              "takes; send a slice of it.")

    def _unpacked(self, data: bytes) -> Iterator[bytes]:
        """The plain pieces of these bytes, at most PIECE long, however much the sender packed into them."""
        assert self.member is not None
        try:
            while data:
                if self.member.eof:
                    data = data.lstrip(b"\0")
                    if not data:
                        return
                    self._next_member()
                yield self.member.decompress(data, PIECE)
                data = self.member.unconsumed_tail or self.member.unused_data
        except zlib.error as error:
            raise InputError(f"The gzip file is damaged ({error}); send it again.") from None


def content_key(content: bytes) -> str:
    """The key of a file: the SHA-256 of its plain content; empty where it cannot be unpacked."""
    plain = Plain(sys.maxsize)
    try:
        for begin in range(0, len(content), PIECE):
            plain.feed(content[begin:begin + PIECE])
        plain.end()
    except InputError:
        return ""
    return plain.digest.hexdigest()


def receive(chunks: Iterable[bytes], name: str, folder: Path, limits: Limits) -> Upload:
    """Stream a file into `folder`, under its key.  Raises InputError, Refused; leaves nothing behind then."""
    plain, sent = Plain(limits.plain), 0
    with room():
        number, made = tempfile.mkstemp(prefix=HIDDEN, dir=folder)
    try:
        with room(), os.fdopen(number, "wb") as file:
            for chunk in chunks:
                sent += len(chunk)
                if sent > limits.uploaded:
                    raise Refused(f"The file has more than {limits.uploaded // MiB:,} MiB, which is all this server "
                                  "takes; compress it with gzip or send a slice of it.")
                plain.feed(chunk)
                file.write(chunk)
        plain.end()
        key = plain.digest.hexdigest()
        with room():
            _keep(Path(made), folder / key)
    finally:
        Path(made).unlink(missing_ok=True)
    return Upload(key, shown_name(name), sent, plain.bytes)


def _keep(made: Path, final: Path) -> None:
    """The first file of this content stays: it is known to be good."""
    if final.exists():
        touch(final)
    else:
        os.replace(made, final)
