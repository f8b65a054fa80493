"""The plain bytes of what somebody hands in: gunzipped if it is gzip, of any number of members, within a limit.

A gzip file of a few kilobytes can hold gigabytes of blanks, so the limit is on what comes out, checked while it does.
"""

from __future__ import annotations

import zlib

from scheduler.errors import FormatError

MAGIC = b"\x1f\x8b"
LIMIT = 1 << 29             # bytes of plain text; reading takes about ten times that in memory
MOST_MEMBERS = 10_000       # a file of millions of empty members is an attack, not a log
FIRST_BITE, LARGEST_BITE = 1 << 16, 1 << 24


def plain(content: bytes, name: str, limit: int = LIMIT) -> bytes:
    """The content without compression; raises FormatError for broken gzip and for more than `limit` bytes."""
    if not content.startswith(MAGIC):
        _check_size(len(content), name, limit)
        return content
    parts: list[bytes] = []
    room, at, members = limit, 0, 0
    while at < len(content):
        part, at = _member(content, at, name, room)
        parts.append(part)
        room, members = room - len(part), members + 1
        _check_size(limit - room, name, limit)
        if members > MOST_MEMBERS:
            raise FormatError(f"{name} consists of more than {MOST_MEMBERS:,} gzip members; unpack it and try "
                              "again.")
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _check_size(size: int, name: str, limit: int) -> None:
    if size > limit:
        raise FormatError(f"{name} holds more than {limit / 2**20:.6g} MiB of text, the limit; cut the log into parts.")


def _member(content: bytes, at: int, name: str, room: int) -> tuple[bytes, int]:
    """One gzip member and where the next begins; stops early, with more than `room` bytes, when there is too much."""
    stream, parts, size, bite = zlib.decompressobj(wbits=31), [], 0, FIRST_BITE
    while not stream.eof:
        if at >= len(content):
            raise FormatError(f"{name} is a gzip file that ends too early (after {at} bytes); transfer it again.")
        try:
            parts.append(stream.decompress(content[at:at + bite], room - size + 1))
        except zlib.error:
            raise FormatError(f"{name} is a damaged gzip file (near byte {at}); transfer it again.") from None
        size += len(parts[-1])
        if size > room:
            break
        at += bite - len(stream.unconsumed_tail)
        bite = min(2 * bite, LARGEST_BITE)
    at = min(at, len(content)) - len(stream.unused_data)
    return b"".join(parts), _past_padding(content, at)


def _past_padding(content: bytes, at: int) -> int:
    """Tapes and disks pad files with zeros: the end of the content if nothing but zeros is left."""
    if content[at:at + 1] == b"\0" and not content[at:].strip(b"\0"):
        return len(content)
    return at
