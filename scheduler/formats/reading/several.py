"""Several files that are one log, such as one for each month: kept as a tar archive, joined when they are read.

The archive is made of the files as they are, sorted by name, with nothing else in it (no times, no owners), so that the
same files are the same archive, whoever makes it.  Names that stand for one thing (a user, a queue) have one number in
the joined log.  Times are counted from where the earliest file begins.
"""

from __future__ import annotations

import io
import re
import tarfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from scheduler.columns import SWF, headers
from scheduler.errors import FormatError
from scheduler.formats.reading.account_tree import WITH_LOG, sniff
from scheduler.formats.reading.decompression import TooLong, most_plain, plain
from scheduler.formats.reading.table_trace import header
from scheduler.model.account_tree import Tree
from scheduler.model.notes import Note
from scheduler.model.trace import CLUSTERS, Trace

LIMIT = 1 << 30  # bytes of an archive, and of all its files unpacked
MOST_FILES = 1_000
MOST_ENTRIES = 10 * MOST_FILES  # of an archive: also folders, links, and what is said of a file before it
LONGEST_NAME = 500  # bytes of the name of a file that are kept
MARK, MARK_AT = b"ustar", 257
BLOCK = tarfile.BLOCKSIZE
OCTAL = re.compile(rb"[ \0]*([0-7]{0,12})[ \0]*")
REGULAR, SPARSE, LONG_NAME, EXTENDED = (b"0", b"\0", b"7"), b"S", b"L", b"x"  # kinds of entries
PATH = re.compile(rb"(?:\A|\n)\d+ path=([^\n]*)")
INSTANTS = ("eligible",)  # of `extra`
START = "UnixStartTime"
MEANINGS = (CLUSTERS, "Queuescope-Campaigns")  # and those of topics
SAME = ("job_id", "submit", "runtime", "allocated_processors", "requested_processors")


def is_archive(head: bytes) -> bool:
    """Whether a file that begins like this is a tar archive."""
    return head[MARK_AT : MARK_AT + len(MARK)] == MARK


def archive(files: Mapping[str, bytes]) -> bytes:
    """The archive of these files: {name: content}."""
    buffer = io.BytesIO()
    with tarfile.TarFile(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, content in sorted(files.items()):
            member = tarfile.TarInfo(short(name))
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def title(names: Sequence[str]) -> str:
    """What several files are called together: "2019-01.csv and 2 more.tar"."""
    return f"{min(names)} and {len(names) - 1} more.tar"


def short(name: str) -> str:
    """The name that a file has in an archive: its last 90 bytes, in characters every archive can hold."""
    return "".join(c if c.isascii() and c.isprintable() and c not in "/\\" else "_" for c in name)[-90:]


def members(content: bytes, name: str) -> list[tuple[str, bytes]]:
    """[(name, content)] of the files of an archive, sorted by name; raises FormatError."""
    files: list[tuple[str, bytes]] = []
    long_name = b""
    for number, (kind, of, file) in enumerate(_entries(content, name)):
        if kind == SPARSE or (kind == EXTENDED and b" GNU.sparse." in file):
            raise FormatError(f"{name} holds a file with holes; pack the files without the option --sparse.")
        if number >= MOST_ENTRIES:
            raise FormatError(
                f"{name} holds more than {MOST_ENTRIES:,} entries, the most of an archive (folders and links count, "
                "too); pack the files of the log alone."
            )
        if kind == LONG_NAME:
            long_name = file.rstrip(b"\0")
        elif kind == EXTENDED:
            path = PATH.search(file)
            long_name = path[1] if path else long_name
        else:
            label = (long_name or of)[-LONGEST_NAME:].decode(errors="replace")
            long_name = b""
            if kind in REGULAR and not label.rsplit("/", 1)[-1].startswith("."):
                files.append((label, file))
        if len(files) > MOST_FILES:
            raise FormatError(
                f"{name} holds more than {MOST_FILES:,} files, the most of an archive ({label[-60:]!r} is one too "
                "many); join them into fewer, such as one for each month, or open a part of them."
            )
    if not files:
        raise FormatError(f"{name} is a tar archive without a file; wanted: the files of a log.")
    return sorted(files)


def unpacked(files: Sequence[tuple[str, bytes]], name: str, sent: int) -> Iterator[tuple[str, bytes]]:
    """(name, text) of the files of an archive of so many bytes; raises FormatError for too much text in all."""
    most = room = min(LIMIT, most_plain(sent))
    for number, (of, packed) in enumerate(files, 1):
        try:
            text = plain(packed, of, room)
        except TooLong:
            raise FormatError(
                f"{name} holds more than {most / 2**20:,.6g} MiB of text, the most of an archive of {sent:,} bytes: "
                f"{of[-60:]!r}, file {number:,} of {len(files):,}, goes beyond it; open fewer of its files at once."
            ) from None
        room -= len(text)
        yield of, text


def _entries(content: bytes, name: str) -> Iterator[tuple[bytes, bytes, bytes]]:
    """(kind, name, content) of each entry of an archive, all of which lie in it; raises FormatError.

    Python's own reader believes what a header says of sizes and holes, and keeps what it says of all files with each.
    """
    at = 0
    while (header := content[at : at + BLOCK]).strip(b"\0"):
        size = _size(header)
        if size is None:
            raise FormatError(f"{name} is a damaged tar archive (its entry at byte {at:,}); pack the files anew.")
        end = at + BLOCK + size
        behind = end + -end % BLOCK
        if behind > len(content):
            raise FormatError(f"{name} is a damaged tar archive (it ends within a file); transfer it again.")
        yield header[156:157], _name(header), content[at + BLOCK : end]
        at = behind


def _size(header: bytes) -> int | None:
    """How many bytes the file behind a header has; None where the header is damaged."""
    size, check = OCTAL.fullmatch(header[124:136]), OCTAL.fullmatch(header[148:156])
    sums = sum(header) - sum(header[148:156]) + 8 * ord(" ")
    return int(size[1] or b"0", 8) if size and check and int(check[1] or b"0", 8) == sums else None


def _name(header: bytes) -> bytes:
    of, folder = header[:100].partition(b"\0")[0], header[345:500].partition(b"\0")[0]
    return folder + b"/" * bool(folder) + of


def first_log(begin: bytes) -> tuple[str, bytes]:
    """(name, first bytes) of the first log of an archive that begins like this; two empty ones where none begins."""
    at = 0
    while len(header := begin[at : at + BLOCK]) == BLOCK and (size := _size(header)) is not None:
        file = begin[at + BLOCK : at + BLOCK + size]
        if header[156:157] in REGULAR and size and not sniff(file):
            return _name(header).decode(errors="replace"), file
        at += BLOCK + size + -size % BLOCK
    return "", b""


def joined(name: str, parts: Sequence[Trace], sha256: str, trees: Mapping[str, Tree] | None = None) -> Trace:
    """One trace of several, in the order of their first submissions.  `line` counts on from one file to the next.

    trees: {file: the tree of accounts in it}, one at most.

    Jobs that stand in two files word for word are taken once, and told; other jobs of one number are kept, and told.
    Raises FormatError for logs that cannot be one: some with dates and some without, or of other kinds of jobs.
    """
    tree, tree_note = _one_tree(name, parts, trees or {})
    if len(parts) == 1:
        return replace(parts[0], name=name, sha256=sha256, accounts=tree, notes=(*parts[0].notes, *tree_note))
    _check_alike(name, parts)
    starts = [part.number(START) or 0 for part in parts]
    base = min(starts)
    order = sorted(range(len(parts)), key=lambda at: (_first(parts[at]) + starts[at], at))
    parts = [_moved(parts[at], starts[at] - base) for at in order]
    names = _all_names(parts)
    parts = [_renumbered(part, names) for part in parts]
    begins = np.cumsum([0, *(int(part.line[-1]) if len(part) else 0 for part in parts)])
    line = np.concatenate([part.line + begin for part, begin in zip(parts, begins, strict=False)])
    columns = {column: np.concatenate([part.columns[column] for part in parts]) for column in SWF}
    extra = {
        column: np.concatenate([part.extra.get(column, np.full(len(part), -1.0)) for part in parts])
        for column in dict.fromkeys(column for part in parts for column in part.extra)
    }
    keys = dict(parts[0].keys) | ({START: str(base)} if base else {})
    _widest_machine(parts, keys)
    whole = Trace(name, columns, line, header(keys), (), sha256, keys, names=names, extra=extra)
    kept, notes = _without_copies(whole, np.repeat(np.arange(len(parts)), [len(part) for part in parts]))
    return replace(whole.take(kept), notes=(_files_note(parts), *_notes(parts), *notes, *tree_note), accounts=tree)


def _one_tree(name: str, parts: Sequence[Trace], trees: Mapping[str, Tree]) -> tuple[Tree, tuple[Note, ...]]:
    """The tree of accounts of a log, and what is told of it; raises FormatError for several, and for one alone."""
    if not parts:
        raise FormatError(f"{name} is {WITH_LOG}.")
    if len(trees) > 1:
        raise FormatError(f"{name} has {len(trees)} trees of accounts ({', '.join(trees)[:120]}); wanted: one.")
    for of, tree in trees.items():
        accounts = [one.name for one in tree if not one.user]
        named = {label for part in parts for label in part.names.get("group_id", ())}
        lost = len(named - set(accounts))
        values = {"way": "lost" if lost else "all", "file_of": of, "lost": lost, "accounts": len(accounts)}
        return tree, (Note("account_tree", len(tree), values=values | {"users": len(tree) - len(accounts)}),)
    return (), ()


def _check_alike(name: str, parts: Sequence[Trace]) -> None:
    if any(key in part.keys for part in parts for key in (*MEANINGS, *headers())):
        raise FormatError(
            f"{name}: a log of campaigns, needs, clusters or moldable tasks is one file; open them one by one."
        )
    dated = [bool(part.number(START)) for part in parts]
    if any(dated) and not all(dated):
        with_date, without = parts[dated.index(True)].name, parts[dated.index(False)].name
        raise FormatError(
            f"{name}: {with_date} tells when it begins and {without} does not, so they cannot be put in "
            f"order; add '; {START}: ' with its Unix time to the header of each."
        )


def _first(part: Trace) -> float:
    """s: the earliest submission that is known."""
    submit = part.columns["submit"]
    return float(submit[submit >= 0].min(initial=np.inf))


def _moved(part: Trace, shift: float) -> Trace:
    """The trace with times that are later by so much."""
    if not shift:
        return part
    columns, extra = (
        {
            name: np.where(column == -1, -1.0, column + shift) if name in times else column
            for name, column in which.items()
        }
        for which, times in ((part.columns, ("submit",)), (part.extra, INSTANTS))
    )
    return replace(part, columns=columns, extra=extra)


def _all_names(parts: Sequence[Trace]) -> dict[str, tuple[str, ...]]:
    """{column: its names} of all parts, in the order in which they first appear.  Raises FormatError for a column of
    names in one file and of numbers in another."""
    names = {}
    for column in dict.fromkeys(column for part in parts for column in part.names):
        for part in parts:
            values = part.columns.get(column, part.extra.get(column))
            if column not in part.names and values is not None and (values != -1).any():
                raise FormatError(
                    f"{part.name} tells the column {column} by numbers and another file of the log by "
                    "names; open them one by one."
                )
        names[column] = tuple(dict.fromkeys(name for part in parts for name in part.names.get(column, ())))
    return names


def _renumbered(part: Trace, names: Mapping[str, tuple[str, ...]]) -> Trace:
    """The trace with the numbers that its names have in all parts."""
    numbers = {column: {name: number for number, name in enumerate(all_of, 1)} for column, all_of in names.items()}

    def of(column: str, values: np.ndarray) -> np.ndarray:
        if column not in part.names:
            return values
        table = np.array([-1.0, *(float(numbers[column][name]) for name in part.names[column])])
        return table[np.where(values < 1, 0, values).astype(np.int64)]

    return replace(
        part,
        columns={name: of(name, values) for name, values in part.columns.items()},
        extra={name: of(name, values) for name, values in part.extra.items()},
    )


def _widest_machine(parts: Iterable[Trace], keys: dict[str, str]) -> None:
    """The machine of the joined log is the largest that a file tells of."""
    for key in ("MaxProcs", "MaxNodes"):
        sizes = [size for part in parts if (size := part.number(key))]
        if sizes:
            keys[key] = str(max(sizes))


def _without_copies(whole: Trace, file: np.ndarray) -> tuple[np.ndarray, list[Note]]:
    """(which rows stay, what is told): a job that stands in two files is one; others of one number are told.

    file: [n] which file a row is of, rising.
    """
    keys = np.column_stack([whole.columns[name] for name in SAME])
    _, first, same = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    stays = (file == file[first][same.ravel()]) | (whole.columns["job_id"] == -1)
    notes = []
    if (~stays).any():
        lines = tuple(whole.line[~stays][:3].tolist())
        notes.append(Note("copies_dropped", int((~stays).sum()), lines, "repair"))
    ids = whole.columns["job_id"][stays]
    numbers, counts = np.unique(ids[ids != -1], return_counts=True)
    if (again := numbers[counts > 1]).size:
        lines = tuple(whole.line[stays][np.isin(ids, again)][:3].tolist())
        notes.append(Note("numbers_again", int(again.size), lines, "warning", {"first": int(again[0])}))
    return stays, notes


def _files_note(parts: Sequence[Trace]) -> Note:
    return Note("files_joined", len(parts), values={"files": [[part.name, len(part)] for part in parts]})


def _notes(parts: Sequence[Trace]) -> list[Note]:
    """The notes of the parts, with the file they are of; what is the same of all but for the lines, once."""
    facts = [[replace(note, lines=()) for note in part.notes] for part in parts]
    common = [note for note in facts[0] if all(note in others for others in facts)]
    own = [
        replace(note, file=part.name)
        for part, notes in zip(parts, facts, strict=True)
        for note in notes
        if note not in common
    ]
    return [note for note in parts[0].notes if replace(note, lines=()) in common] + own
