"""Inputs that ask for far more than their size, one of a kind, each made by a rule: what is sent, and who reads it.

A new kind is one line.  What an input may take is in reading.py.
"""

from __future__ import annotations

import gzip
import io
import lzma
import tarfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet
from backports import zstd

from scheduler.errors import InputError
from scheduler.exports.reading_recipes import recovered
from scheduler.formats import parse, preview
from scheduler.formats.reading import account_tree
from scheduler.formats.schedule_csv import read_file
from scheduler.preparation.recipe import read as read_recipe
from scheduler.query.fields import LOG
from scheduler.query.grammar import parse as parse_query
from scheduler.results.sweeps.plan import read as read_plan
from tests.topics.parts import of_topics

MiB = 1 << 20


class Input(NamedTuple):
    """An input: its kind, a rule that makes what is sent, what reads it."""

    kind: str
    content: Callable[[], bytes]
    read: Callable[[bytes], Any]


# ---- who reads ------------------------------------------------------------------------------------------------------


def log(name: str) -> Callable[[bytes], Any]:
    """Its first rows are looked at, then all of it is read."""

    def read(content: bytes) -> Any:
        with suppress(InputError):
            preview(content, name)
        return parse(content, name)

    return read


def recipe(content: bytes) -> Any:
    return read_recipe(content.decode())


def query(content: bytes) -> Any:
    return parse_query(content.decode(), LOG)


def plan(content: bytes) -> Any:
    return read_plan(content, "plan")


def recipe_in(content: bytes) -> Any:
    return recovered(content, "figure")


def accounts(content: bytes) -> Any:
    return account_tree.written(account_tree.read(content, "tree"))


def schedule(content: bytes) -> Any:
    return read_file(content, "schedule.csv")


# ---- what is sent ---------------------------------------------------------------------------------------------------


def tarred(*members: tuple[dict[str, Any], bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    """An archive of members: ({attribute of TarInfo: value}, content), written as they are said, true or not."""
    parts = []
    for fields, content in members:
        member = tarfile.TarInfo("a.swf")
        member.size = len(content)
        for name, value in fields.items():
            setattr(member, name, value)
        parts += [member.tobuf(form), content, b"\0" * (-len(content) % tarfile.BLOCKSIZE)]
    return b"".join(parts) + b"\0" * 1024


def sparse() -> bytes:
    """An old sparse member of GNU: a map without an entry, and 1 GiB as its size."""
    header = bytearray(tarred(({"type": tarfile.GNUTYPE_SPARSE}, b""), form=tarfile.GNU_FORMAT)[:512])
    header[386:398] = b"\0" * 12
    header[483:495] = b"%011o\0" % (1 << 30)
    header[148:156] = b"%06o\0 " % (256 + sum(header[:148]) + sum(header[156:]))
    return bytes(header) + b"\0" * 1536


def extended(records: dict[str, str], kind: bytes = b"x") -> tuple[dict[str, Any], bytes]:
    """A member that says something of the next, as POSIX has it."""
    lines = []
    for name, value in records.items():
        rest = len(f" {name}={value}\n")
        length = rest + len(str(rest + len(str(rest))))
        lines.append(f"{length} {name}={value}\n")
    return {"type": kind, "name": "x"}, "".join(lines).encode()


def rle_rows() -> bytes:
    """A table of 3 million rows that are all alike."""
    ones = pa.array([1]).take(pa.array([0] * 1_000_000))
    table = pa.table({name: ones for name in ("submit_time", "run_time", "cores")})
    buffer = io.BytesIO()
    with pyarrow.parquet.ParquetWriter(buffer, table.schema, compression="zstd") as writer:
        for _ in range(3):
            writer.write_table(table)
    return buffer.getvalue()


def long_names() -> bytes:
    """A table of 4,000 rows whose user has one name of a megabyte."""
    rows = 4_000
    user = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), pa.array(["u" * MiB]))
    ones = pa.array([1] * rows)
    table = pa.table({"submit_time": ones, "run_time": ones, "cores": ones, "user": user})
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(table, buffer, compression="zstd", store_schema=False)
    return buffer.getvalue()


def lines(line: str, count: int, head: str = "", end: str = "") -> Callable[[], bytes]:
    return lambda: (head + line * count + end).encode()


def numbered(line: str, count: int, head: str = "") -> Callable[[], bytes]:
    """Lines with their number in the place of {}."""
    return lambda: (head + "".join(line.replace("{}", str(number)) for number in range(count))).encode()


TABLE = "JobID|User|Submit|Start|End|State|NCPUS\n"
CSV = "job_id,submit_time,run_time,cores,user\n"
PLAIN = b"1 0 0 1 1 -1 -1 1 1 -1 1 1 1 1 1 1 -1 -1\n"
MANY = 150_000  # tenths of what was seen to take minutes


def inputs() -> Iterator[Input]:
    yield from trees()
    yield from deep()
    yield from archives()
    yield from packed()
    yield from rows()
    yield from from_topics()


def from_topics() -> Iterator[Input]:
    """Those of the tests of the topics that read something."""
    for inputs_of_topic in of_topics("hostile", "inputs"):
        yield from inputs_of_topic()


def trees() -> Iterator[Input]:
    yield Input("long share", lines("9", 5_000, "Account|User|RawShares\na||"), accounts)
    yield Input(
        "account below itself",
        lines("", 1, "Cluster - 'c'\nParent - 'root'\nAccount - 'a'\nParent - 'a'\nAccount - 'a'\n"),
        accounts,
    )
    yield Input(
        "accounts below each other",
        numbered("Parent - 'a{}'\nAccount - 'a1{}'\n", 1, "Cluster - 'c'\nParent - 'root'\nAccount - 'a0'\n"),
        accounts,
    )
    yield Input(
        "deep accounts",
        lambda: (
            "Cluster - 'c'\nParent - 'root'\nAccount - 'a0'\n"
            + "".join(f"Parent - 'a{n}'\nAccount - 'a{n + 1}'\n" for n in range(4_000))
        ).encode(),
        accounts,
    )
    yield Input("quotes in a dump", lines("'", 90_001, "Cluster - 'c'\nParent - 'root'\nAccount - 'a':"), accounts)
    yield Input("colons in a dump", lines(":'", 50_000, "Cluster - 'c'\nParent - 'root'\nAccount - 'a':"), accounts)


def deep_toml(reader: Callable[[bytes], Any]) -> Iterator[Input]:
    """What goes deep, or on for long, in a file of TOML."""
    dotted = lines("a.", 20_000, "", "a=1")
    yield Input(f"dotted key of a {reader.__name__}", dotted, reader)
    yield Input(f"dotted quotes of a {reader.__name__}", lines('"\\"".', 9_000, "", "a=1"), reader)
    yield Input(f"dotted key inside a {reader.__name__}", lines("a.", 20_000, "x={", "a=1}"), reader)
    yield Input(f"dotted table of a {reader.__name__}", lines("a.", 20_000, "[", "a]"), reader)
    yield Input(f"dotted headings of a {reader.__name__}", lines("[" + "a." * 99 + "a]\n", 300), reader)
    yield Input(f"lists of a {reader.__name__}", lines("[", 30_000, "a="), reader)
    yield Input(f"tables of a {reader.__name__}", lines("{a=", 15_000, "a="), reader)
    yield Input(f"long number of a {reader.__name__}", lines("9", 20_000, "a="), reader)


def deep() -> Iterator[Input]:
    for reader in (recipe, plan):
        yield from deep_toml(reader)
    yield Input("lists of JSON", lines("[", 100_000, '{"description":'), recipe_in)
    yield Input(
        "lists of a Batsim job",
        lines("", 1, '{"profiles":{},"jobs":[{"subtime":1,"profile":' + "[" * 900 + "]" * 900 + "}]}"),
        log("a.json"),
    )
    yield Input(
        "lists of a sacct job",
        lines("", 1, '{"jobs":[{"association":1,"submission":1,"job_id":' + "[" * 900 + "]" * 900 + "}]}"),
        log("a.json"),
    )
    yield Input(
        "infinite numbers of a sacct job",
        lines(
            "", 1, '{"jobs":[{"association":1,"submission":1,"job_id":' + '{"number":' * 900 + "1" + "}" * 900 + "}]}"
        ),
        log("a.json"),
    )
    yield Input("openings of a figure", lines("<metadata>", 100_000, "<svg>"), recipe_in)
    yield Input("open openings of a figure", lines("<metadata", 100_000, "<svg>"), recipe_in)
    yield Input("brackets of a search", lines("(", 300, "", "user=1" + ")" * 90), query)
    yield Input("opposites of a search", lines("not ", 90, "", "user=1"), query)


def archives() -> Iterator[Input]:
    tar = log("a.tar")
    small = {}, PLAIN
    yield Input("sparse member", sparse, tar)
    holes = extended(
        {
            "GNU.sparse.major": "1",
            "GNU.sparse.minor": "0",
            "GNU.sparse.realsize": str(1 << 30),
            "GNU.sparse.name": "a.swf",
        }
    )
    yield Input("sparse member of POSIX", lambda: tarred(holes, ({}, b"1\n0\n0\n".ljust(512, b"\0"))), tar)
    old = extended({"GNU.sparse.map": "0,0", "GNU.sparse.size": str(1 << 30)})
    yield Input("old sparse member of POSIX", lambda: tarred(old, small), tar)
    yield Input("member that ends behind the archive", lambda: tarred(({"size": (1 << 33) - 1}, PLAIN)), tar)
    yield Input("size of POSIX behind the archive", lambda: tarred(extended({"size": str(1 << 40)}), small), tar)
    yield Input("size of POSIX below 0", lambda: tarred(extended({"size": "-1024"}), small), tar)
    yield Input("size of GNU below 0", lambda: tarred(({"size": -1024}, PLAIN), form=tarfile.GNU_FORMAT), tar)
    yield Input(
        "long name",
        lambda: tarred(({"type": b"L", "name": "x"}, b"a" * (8 * MiB)), small, form=tarfile.GNU_FORMAT),
        tar,
    )
    chain = ({"type": b"L", "name": "x"}, b"a.swf\0")
    yield Input("names of names", lambda: tarred(*[chain] * 3_000, small, form=tarfile.GNU_FORMAT), tar)
    yield Input("headers of headers", lambda: tarred(*[extended({"path": "a.swf"})] * 3_000, small), tar)
    wide = extended({f"k{number}": "1" for number in range(100_000)}, b"g")
    yield Input(
        "headers that all members have",
        lambda: tarred(wide, *[extended({"path": "b.swf"}), ({"type": b"5"}, b"")] * 900, small),
        tar,
    )
    yield Input("empty members", lambda: tarred(*[({}, b"")] * 11_000), tar)
    yield Input("folders", lambda: tarred(*[({"type": b"5"}, b"")] * 11_000, small), tar)
    yield Input("zeros", lambda: sparse()[:512] + b"\0" * (8 * MiB), tar)
    bomb = lzma.compress(PLAIN * 180_000)
    yield Input("packed members", lambda: tarred(*[({"name": f"{number}.swf"}, bomb) for number in range(30)]), tar)
    yield Input(
        "packed members, packed",
        lambda: lzma.compress(tarred(*[({"name": f"{number}.swf"}, bomb) for number in range(30)])),
        tar,
    )


def packed() -> Iterator[Input]:
    """A little, packed, that is much."""
    swf = log("a.swf")
    plain = PLAIN * (32 * MiB // len(PLAIN))
    yield Input("xz", lambda: lzma.compress(plain), swf)
    yield Input("gzip", lambda: gzip.compress(plain), swf)
    yield Input("zstd", lambda: zstd.compress(plain), swf)
    yield Input("xz of blanks", lambda: lzma.compress(b" " * (64 * MiB), preset=0), swf)
    large = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 29}]
    yield Input("xz that asks for memory", lambda: lzma.compress(PLAIN, filters=large), swf)
    yield Input("empty members of gzip", lambda: gzip.compress(b"") * 100_000, swf)
    yield Input("recipe", lambda: gzip.compress(b" " * (32 * MiB)), recipe_in)
    yield Input("schedule", lambda: gzip.compress(b"job_id,start\n" + b"1,1\n" * (4 * MiB)), schedule)


def rows() -> Iterator[Input]:
    begin = '{"jobs":[{"association":1,"submission":1}'
    batsim = '{"profiles":{},"nb_res":4,"jobs":[{"subtime":1}'
    yield Input("empty jobs of sacct", lines(",{}", MANY, begin, "]}"), log("a.json"))
    yield Input("small jobs of sacct", lines(',{"job_id":1}', MANY // 4, begin, "]}"), log("a.json"))
    yield Input("empty jobs of Batsim", lines(",{}", MANY, batsim, "]}"), log("a.json"))
    sequence = (
        '{"nb_res":4,"jobs":[{"subtime":1}],"profiles":{"1":{"type":"delay","delay":1},"a":{"type":"composed","seq":['
    )
    yield Input("sequences of Batsim", lines("1,", 10 * MANY, sequence, "2]}}}"), log("a.json"))
    yield Input("lists of sacct", lines(",[]", MANY, begin, "]}"), log("a.json"))
    yield Input("steps of sacct", lines(",1", MANY, begin.replace("}", ',"steps":[1'), "]}]}"), log("a.json"))
    yield Input("short lines of sacct", lines("1|\n", MANY, TABLE), log("a.txt"))
    yield Input("words of sacct", lines("a\n", MANY, TABLE), log("a.txt"))
    yield Input("bars of sacct", lines("||||||\n", MANY // 3, TABLE), log("a.txt"))
    yield Input("empty records of sacct", lines("1||||||\n", MANY // 3, TABLE), log("a.txt"))
    yield Input("wide lines of sacct", lines("1|||||||||||||||\n", MANY // 6, TABLE), log("a.txt"))
    names, bars = "|JobName" * 290, "|" * 330
    yield Input(
        "bars in names of sacct",
        lines(f"1|a|1|2|3|COMPLETED|1{bars}\n", 300, TABLE.strip() + f"{names}\n"),
        log("a.txt"),
    )
    yield Input("lines of sacct with fields missing", lines("1|aaaaaaaaaaaaaaaaaa\n", 2 * MANY, TABLE), log("a.txt"))
    yield Input("records of one job", lines("1|aaaaaaaaaaaaa|||||\n", MANY // 3, TABLE), log("a.txt"))
    yield Input("parts of one job", numbered("1+{}|aaaaaaaaaaaa|||||\n", MANY // 3, TABLE), log("a.txt"))
    yield Input("short lines of SWF", lines("1 1\n", MANY, PLAIN.decode()), log("a.swf"))
    yield Input("odd numbers of SWF", lines("1e1" + " 1" * 17 + "\n", MANY // 12, PLAIN.decode()), log("a.swf"))
    yield Input("comments of SWF", lines(";\n1\n", MANY // 2, PLAIN.decode()), log("a.swf"))
    yield Input("keys of SWF", numbered(";a{}:1\n", MANY // 3), log("a.swf"))
    yield Input("blanks of SWF", lines(" ", 3 * MANY, "1 1\n"), log("a.swf"))
    yield Input("short lines of a table", lines("1,\n", MANY, CSV), log("a.csv"))
    yield Input("empty rows of a table", lines(",,,,\n", MANY // 2, CSV), log("a.csv"))
    yield Input("empty lines of a table", lines("\n", 3 * MANY, CSV + "1,1,1,1,1\n"), log("a.csv"))
    yield Input("quotes of a table", lines('"', 3 * MANY + 1, CSV), log("a.csv"))
    yield Input("open quotes of a table", lines('"a\n', MANY, CSV), log("a.csv"))
    yield Input("columns of a table", lines(",", 3 * MANY, CSV.strip()), log("a.csv"))
    yield Input("columns of one name", lines("a,", 1_900, "submit_time,run_time,cores,", "a\n1,1\n"), log("a.csv"))
    yield Input("comments of a table", lines("#\n", 2 * MANY, "", CSV), log("a.csv"))
    yield Input("short lines of GWF", lines("1 1\n", MANY, "1 1 1 1" + " 1" * 25 + "\n"), log("a.gwf"))
    yield Input("comments of GWF", lines("#\n", MANY, "", "1 1 1 1" + " 1" * 25 + "\n"), log("a.gwf"))
    yield Input("short lines of a schedule", lines("1,\n", MANY, "job_id,start\n1,1\n"), schedule)
    yield Input("comments of a schedule", lines("#\n", 3 * MANY, "", "job_id,start\n1,1\n"), schedule)
    yield Input("accounts", lines("a||1\n", MANY // 3, "Account|User|RawShares\n"), accounts)
    yield Input("rows of Parquet", rle_rows, log("a.parquet"))
    yield Input("long names of Parquet", long_names, log("a.parquet"))
