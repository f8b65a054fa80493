"""Several files as one log: sorted, copies told, one number for one name, times from where the earliest begins."""

from __future__ import annotations

import lzma
import tarfile
from io import BytesIO

import pytest

from scheduler.errors import FormatError
from scheduler.formats import parse
from scheduler.formats.reading.decompression import packed
from scheduler.formats.reading.several import MOST_FILES, archive, members

HEAD = "id,submit_time,run_time,cores,user,queue\n"
JUNE = HEAD + "1,2024-06-01 00:00:00,60,2,anna,short\n2,2024-06-30 23:00:00,7200,4,bob,long\n"
JULY = (
    HEAD
    + "2,2024-06-30 23:00:00,7200,4,bob,long\n1,2024-07-02 00:00:00,30,1,carl,long\n3,2024-07-03 00:00:00,30,1,anna,long\n"
)
SWF = "1 {} 5 60 4 -1 -1 4 90 -1 1 7 2 -1 3 -1 -1 -1\n"


def joined(files: dict[str, str | bytes]):
    return parse(
        archive({name: text.encode() if isinstance(text, str) else text for name, text in files.items()}), "x.tar"
    )


def notes(trace) -> dict:
    return {note.rule: note for note in trace.notes}


def test_months_are_one_log_in_the_order_of_time_whatever_they_are_called():
    trace = joined({"a.csv": JULY, "b.csv": JUNE})
    assert trace.columns["submit"].tolist() == [0, 30 * 86_400 - 3_600, 31 * 86_400, 32 * 86_400]
    assert trace.columns["job_id"].tolist() == [1, 2, 1, 3] and trace.keys["UnixStartTime"] == "1717200000"
    assert trace.names["user_id"] == ("anna", "bob", "carl") and trace.columns["user_id"].tolist() == [1, 2, 3, 1]
    assert trace.columns["queue"].tolist() == [1, 2, 2, 2]


def test_a_job_of_two_files_is_one_and_a_number_of_two_jobs_is_told():
    told = notes(joined({"a.csv": JUNE, "b.csv": JULY}))
    assert told["copies_dropped"].count == 1 and told["copies_dropped"].lines == (5,)
    assert told["numbers_again"].count == 1 and "the first of them 1" in told["numbers_again"].text
    assert "a.csv (2), b.csv (3)" in told["files_joined"].text


def test_what_stands_twice_in_one_file_stays():
    twice = HEAD + "1,2024-06-01 00:00:00,60,2,anna,short\n" * 2
    assert len(joined({"a.csv": twice, "b.csv": JULY})) == 5


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".zst"])
def test_the_files_and_the_archive_may_be_packed(suffix):
    files = {f"june.csv{suffix}": packed(JUNE.encode(), suffix), "july.csv": JULY.encode()}
    assert len(parse(packed(archive(files), suffix), f"months.tar{suffix}")) == 4


def test_files_of_different_formats_and_logs_without_dates_are_joined_as_they_count():
    trace = joined({"a.swf": "; MaxProcs: 8\n" + SWF.format(50), "b.swf": "; MaxProcs: 16\n" + SWF.format(0)})
    assert trace.columns["submit"].tolist() == [0, 50] and trace.number("MaxProcs") == 16


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"a.csv": JUNE, "b.swf": SWF.format(0)}, "tells when it begins and b.swf does not"),
        ({"a.csv": JUNE, "b.csv": JULY.replace("anna", "5").replace("bob", "6").replace("carl", "7")}, "by numbers"),
        ({"a.swf": SWF.format(0), "b.swf": "; Queuescope-Clusters: 4,4\n" + SWF.format(0)}, "one by one"),
        ({"a.csv": JUNE, "b.txt": "nothing of the kind"}, "b.txt is in no format known"),
    ],
)
def test_files_that_are_no_log_together_are_refused(files, words):
    with pytest.raises(FormatError, match=words):
        joined(files)


def test_an_archive_is_made_of_its_files_alone():
    one = archive({"b.csv": b"2", "a.csv": b"1"})
    assert one == archive({"a.csv": b"1", "b.csv": b"2"}) and members(one, "x") == [("a.csv", b"1"), ("b.csv", b"2")]


def test_links_folders_and_hidden_files_of_an_archive_are_nothing():
    made = BytesIO()
    with tarfile.TarFile(fileobj=made, mode="w") as tar:
        for name, kind in (("d", tarfile.DIRTYPE), ("l", tarfile.SYMTYPE), ("../.hidden", tarfile.REGTYPE)):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc/passwd"
            tar.addfile(member, BytesIO())
        member = tarfile.TarInfo("../../june.csv")
        member.size = len(JUNE)
        tar.addfile(member, BytesIO(JUNE.encode()))
    assert len(parse(made.getvalue(), "x.tar")) == 2


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_files_of_an_archive_have_the_names_they_were_packed_with(form):
    names = ["june.csv", f"{'months/' * 20}july.csv"]
    names += [] if form == tarfile.USTAR_FORMAT else ["größe.csv", f"{'a' * 200}.csv", "z.csv"]
    packing = BytesIO()
    with tarfile.TarFile(fileobj=packing, mode="w", format=form) as tar:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size, member.mtime = len(name.encode()), 1.5
            tar.addfile(member, BytesIO(name.encode()))
    assert members(packing.getvalue(), "x.tar") == sorted((name, name.encode()) for name in names)


def test_an_archive_holds_so_many_files():
    files = {f"{number:04}.swf": SWF.format(number).encode() for number in range(MOST_FILES + 1)}
    with pytest.raises(
        FormatError, match=r"more than 1,000 files, the most of an archive \('1000.swf' is .* join them"
    ):
        members(archive(files), "x.tar")
    files.popitem()
    assert len(members(archive(files), "x.tar")) == MOST_FILES


def test_an_archive_holds_so_much_text_in_all_its_files():
    month = lzma.compress(SWF.format(0).encode() * 90_000)
    whole = archive({f"{number}.swf.xz": month for number in range(3)})
    words = rf"^x.tar holds more than 8 MiB of text, the most of an archive of {len(whole):,} bytes: '\d.swf.xz', file "
    with pytest.raises(FormatError, match=words + r"\d of 3, goes beyond it; open fewer of its files at once\.$"):
        parse(whole, "x.tar")


def test_a_damaged_archive_is_refused():
    whole = archive({"a.csv": JUNE.encode(), "b.csv": JULY.encode()})
    with pytest.raises(FormatError, match=r"damaged tar archive|no format"):
        parse(whole[:700], "x.tar")
