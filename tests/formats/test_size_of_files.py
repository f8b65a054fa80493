"""How much a packed file may hold, and how many jobs a text may tell of, is known from how long it is."""

from __future__ import annotations

import gzip

import pytest

from scheduler.errors import FormatError, InputError
from scheduler.formats.reading import decompression, density
from scheduler.formats.reading.decompression import plain
from scheduler.results.uploads import Plain

JOBS = b"1 0 0 60 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n" * 1_000


@pytest.mark.parametrize(("growth", "is_read"), [(len(JOBS) // len(gzip.compress(JOBS)) + 1, True), (20, False)])
def test_a_packed_file_holds_as_much_as_a_log_that_was_packed(monkeypatch, growth, is_read):
    monkeypatch.setattr(decompression, "LEAST", 1)
    monkeypatch.setattr(decompression, "GROWTH", growth)
    packed, upload = gzip.compress(JOBS), Plain(1 << 20)
    if is_read:
        upload.feed(packed)
        assert plain(packed, "a.swf") == JOBS and upload.bytes == len(JOBS)
        return
    with pytest.raises(FormatError, match="more than any log that was packed once; unpack it and open"):
        plain(packed, "a.swf")
    with pytest.raises(InputError, match="more than any log that was packed once; unpack it"):
        upload.feed(packed)


def test_little_may_be_packed_however_well_and_what_is_plain_is_as_long_as_it_is():
    zeros = b"0" * decompression.LEAST
    assert plain(gzip.compress(zeros), "a.swf") == zeros and plain(zeros, "a.swf") is zeros
    with pytest.raises(FormatError, match="more than 8,388,608 bytes"):
        plain(gzip.compress(zeros + b"0"), "a.swf")


def test_many_lines_have_a_length():
    density.check(density.FEW, "lines", 1, "a.txt")
    density.check(density.FEW + 1, "lines", (density.FEW + 1) * density.SHORTEST, "a.txt")
    with pytest.raises(FormatError, match="10,001 lines in 200,019 characters, too few to tell of jobs"):
        density.check(density.FEW + 1, "lines", (density.FEW + 1) * density.SHORTEST - 1, "a.txt")
