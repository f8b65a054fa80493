"""The plain bytes of what somebody hands in: unpacked if it is gzip, xz or zstd, of any number of members, in a limit.

A packed file of a few kilobytes can hold gigabytes of blanks, so the limit is on what comes out, checked while it does;
how much may come out goes by how much was sent.  What an unpacker may take for its own tables is bounded as well: xz by
MEMORY, zstd by its library (128 MiB).
"""

from __future__ import annotations

import gzip
import lzma
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from scheduler.errors import FormatError

LIMIT = 1 << 29  # bytes of plain text; reading takes about ten times that in memory
GROWTH = 200  # plain bytes for one that is packed; logs have 5 to 80, the fullest of JSON
LEAST = 1 << 23  # plain bytes that any packed file may hold
MOST_MEMBERS = 10_000  # a file of millions of empty members is an attack, not a log
MEMORY = 1 << 28  # bytes an xz file may ask for; the strongest usual setting asks for 65 MiB
BITE = 1 << 16  # packed bytes taken at once: a member hands back what is behind it, which is copied
PIECE = 1 << 20  # plain bytes handed out at once
HEAD = 1 << 16  # plain bytes that tell what a file is


class TooLong(FormatError):
    """A file holds more text than it may."""


class Damaged(Exception):
    """Packed bytes that cannot be unpacked; the text says why."""


def _zstd() -> Any:
    from backports import zstd

    return zstd.ZstdDecompressor()


OPENERS: dict[bytes, tuple[str, Callable[[], Any]]] = {
    b"\x1f\x8b": ("gzip", lambda: zlib.decompressobj(wbits=31)),
    b"\xfd7zXZ\x00": ("xz", lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, MEMORY)),
    b"\x28\xb5\x2f\xfd": ("zstd", _zstd),
}
SUFFIXES = {"gzip": ".gz", "xz": ".xz", "zstd": ".zst"}
LONGEST_MAGIC = max(map(len, OPENERS))


def packing(head: bytes) -> str:
    """How a file that begins like this is packed: gzip, xz, zstd, or "" where it is plain."""
    return next((name for magic, (name, _) in OPENERS.items() if head.startswith(magic)), "")


def bare(name: str) -> str:
    """The name of a file without the suffix that only says how it is packed, in small letters."""
    lower = name.lower()
    return next((lower.removesuffix(suffix) for suffix in SUFFIXES.values() if lower.endswith(suffix)), lower)


def most_plain(sent: int) -> int:
    """How many plain bytes a file of so many packed ones may hold."""
    return max(LEAST, GROWTH * sent)


class Unpacker:
    """Packed bytes in, as they come; plain pieces of at most PIECE bytes out."""

    def __init__(self, packed: str):
        self.packed = packed
        self._open = next(opener for name, opener in OPENERS.values() if name == packed)
        self._member = self._open()
        self.members, self.at = 1, 0  # at: packed bytes taken before the bite under way

    @property
    def is_whole(self) -> bool:
        """Whether the file may end here."""
        return bool(self._member.eof)

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """The plain pieces of these bytes; raises Damaged."""
        for begin in range(0, len(data), BITE):
            bite = data[begin : begin + BITE]
            yield from self._bite(bite)
            self.at += len(bite)

    def _bite(self, data: bytes) -> Iterator[bytes]:
        while data:
            if self._member.eof and not self._next_member(data := data.lstrip(b"\0")):
                return
            try:
                yield from self._plain(data)
            except (zlib.error, lzma.LZMAError, EOFError) as error:
                raise Damaged(str(error)) from None
            except Exception as error:  # backports.zstd.ZstdError, without loading the library for other files
                if type(error).__name__ != "ZstdError":
                    raise
                raise Damaged(str(error)) from None
            data = self._member.unused_data if self._member.eof else b""

    def _next_member(self, data: bytes) -> bool:
        """Whether another member begins; what is left of a file may be the zeros that tapes and disks pad with."""
        if not data:
            return False
        self.members += 1
        if self.members <= MOST_MEMBERS:
            self._member = self._open()
        return self.members <= MOST_MEMBERS

    def _plain(self, data: bytes) -> Iterator[bytes]:
        member = self._member
        if self.packed == "gzip":
            while data and not member.eof:
                yield member.decompress(data, PIECE)
                data = member.unconsumed_tail
            return
        yield member.decompress(data, PIECE)
        while not member.eof and not member.needs_input:
            yield member.decompress(b"", PIECE)

    @property
    def has_too_many_members(self) -> bool:
        """Whether it was given up because of MOST_MEMBERS."""
        return self.members > MOST_MEMBERS


def plain(content: bytes, name: str, limit: int = LIMIT) -> bytes:
    """The content as it was before packing; raises FormatError where it is damaged, and for more than `limit` bytes."""
    packed = packing(content[:LONGEST_MAGIC])
    if not packed:
        _check_size(len(content), name, limit)
        return content
    unpacker, parts, size = Unpacker(packed), [], 0
    a, most = "an" if packed == "xz" else "a", most_plain(len(content))
    try:
        for part in unpacker.pieces(content):
            parts.append(part)
            size += len(part)
            _check_size(size, name, limit)
            if size > most:
                raise FormatError(f"{name} holds {grown(most, len(content))}; unpack it and open it plain.")
    except Damaged:
        raise FormatError(f"{name} is a damaged {packed} file (near byte {unpacker.at}); transfer it again.") from None
    if unpacker.has_too_many_members:
        raise FormatError(f"{name} consists of more than {MOST_MEMBERS:,} {packed} members; unpack it and try again.")
    if not unpacker.is_whole:
        raise FormatError(
            f"{name} is {a} {packed} file that ends too early (after {len(content)} bytes); transfer it again."
        )
    return parts[0] if len(parts) == 1 else b"".join(parts)


def grown(plain_bytes: int, sent: int) -> str:
    """What a packed file holds that holds too much."""
    return f"more than {plain_bytes:,} bytes of text in {sent:,}, more than any log that was packed once"


def _check_size(size: int, name: str, limit: int) -> None:
    if size > limit:
        raise TooLong(f"{name} holds more than {limit / 2**20:.6g} MiB of text, the limit; cut the log into parts.")


def head(content: bytes, most: int = HEAD) -> bytes:
    """The first plain bytes of a content that may be packed; b"" where it cannot be unpacked."""
    packed = packing(content[:LONGEST_MAGIC])
    if not packed:
        return bytes(content[:most])
    beginning = b""
    try:
        for part in Unpacker(packed).pieces(bytes(content[:most])):
            beginning += part[: most - len(beginning)]
            if len(beginning) >= most:
                break
    except Damaged:
        return beginning
    return beginning


def packed(content: bytes, name: str) -> bytes:
    """The content packed as the end of a name says; without a date, so that equal contents give equal files."""
    if name.lower().endswith(".gz"):
        return gzip.compress(content, mtime=0)
    if name.lower().endswith(".xz"):
        return lzma.compress(content)
    if name.lower().endswith(".zst"):
        from backports import zstd

        return zstd.compress(content)
    return content
