"""For whom something is kept: a visitor and the address that visitor comes from, both as hashes.

A file for each entry, called by its key, names whom it was made for.  When somebody else at the same address asks for
it, too, only the address stays.  What several addresses ask for is nobody's and has no file, as what was made for
nobody: by the command line, by this server itself, by an older version of the program.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path

SHAPE = re.compile(r"([0-9a-f]{24})? ([0-9a-f]{24})?")
SITE = 64  # bits that all addresses of one line have in common in IPv6


@dataclass(frozen=True)
class Holder:
    """Hashes of 24 hex digits; without a visitor: several of that address; without an address: nobody."""

    address: str = ""
    visitor: str = ""

    def __str__(self) -> str:
        return f"{self.address} {self.visitor}"

    @classmethod
    def of(cls, visitor: str, address: str, secret: bytes) -> Holder:
        """Who asks; address: as network() has it; secret: without it nobody can try which address has this hash."""

        def hashed(kind: str, name: str) -> str:
            return hmac.new(secret, f"{kind} {name}".encode(), "sha256").hexdigest()[:24]

        return cls(hashed("address", address or visitor), hashed("visitor", visitor))

    @classmethod
    def of_text(cls, text: object) -> Holder:
        """The holder that was written as text; nobody where it is anything else."""
        parts = SHAPE.fullmatch(text) if isinstance(text, str) else None
        return cls(parts[1] or "", parts[2] or "") if parts else NOBODY

    def joined(self, other: Holder) -> Holder:
        """Who holds what both want."""
        if self.address != other.address:
            return NOBODY
        return self if self == other else Holder(self.address)


NOBODY = Holder()


def network(address: str) -> str:
    """What counts as one address: in IPv6 all of one line, which has so many that each request could have its own."""
    with suppress(ValueError):
        parsed = ip_address(address.partition("%")[0])
        parsed = getattr(parsed, "ipv4_mapped", None) or parsed
        return str(ip_network((parsed, SITE), strict=False) if isinstance(parsed, IPv6Address) else parsed)
    return address


class Holders:
    """Who holds what, in `folder`: a file for each entry, called as its key."""

    def __init__(self, folder: Path):
        self.folder = folder

    def of(self, key: str) -> Holder:
        """Whose an entry is."""
        with suppress(OSError, UnicodeDecodeError):
            return Holder.of_text((self.folder / key).read_text("ascii"))
        return NOBODY

    def set(self, key: str, holder: Holder) -> None:
        """The entry was made for this holder; one that cannot be written down is nobody's."""
        if holder == NOBODY:
            self.forget(key)
        else:
            with suppress(OSError):
                (self.folder / key).write_text(str(holder), "ascii")

    def join(self, key: str, holder: Holder) -> None:
        """This holder wants an entry that is there already."""
        before = self.of(key)
        if before != (after := before.joined(holder)):
            self.set(key, after)

    def forget(self, key: str) -> None:
        """The entry is gone."""
        with suppress(OSError):
            (self.folder / key).unlink()

    def keys(self) -> Iterator[str]:
        """The keys of all entries that somebody holds."""
        with suppress(OSError):
            yield from [path.name for path in self.folder.iterdir()]
