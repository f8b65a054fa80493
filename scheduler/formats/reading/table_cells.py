"""The cells of a column as numbers: instants and lengths in seconds, counts, and numbers in the place of names.

Cells are Arrow arrays of text, numbers or times.  What cannot be read is missing and counted; nothing is made up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from scheduler.formats.reading.table_fields import DATE, EPOCHS, SECONDS
from scheduler.model.number_text import WHOLE

MISSING = ("", "-", "na", "n/a", "nan", "null", "none", "unknown", "\\n", "nat", "none assigned")
WRITTEN = tuple(
    dict.fromkeys(form for word in MISSING for form in (word, word.upper(), word.title(), word.capitalize()))
)
NUMERIC = r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$"
DATE_TEXT = r"^\d{4}[-/]\d{2}[-/]\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?( ?(Z|UTC|[+-]\d{2}:?\d{2}))?$"
ZONED = r":\d{2}(\.\d+)? ?(Z|UTC|[+-]\d{2}:?\d{2})$"
CLOCK_TEXT = re.compile(r"(?:(?P<days>\d+)-)?(?:(?P<hours>\d+):)?(?P<minutes>\d+):(?P<seconds>\d+(?:\.\d+)?)")
DAYS_TEXT = re.compile(r"(?P<days>\d+)-(?P<hours>\d+)(?::(?P<minutes>\d+))?")
LATEST = 32_503_680_000.0  # s: the year 3000; no job of a log is later
MOST_NANOSECONDS = 2.0**63  # of a time since 1970; float64 holds it to a quarter of a microsecond
FIRST = 1_000  # cells that show as a rule whether a column has numbers or names
SINCE = 1e8  # s: instants from 1973 on are dates, smaller ones count from the begin of the log


@dataclass
class Faults:
    """Cells that are neither missing nor readable: of each column their rows, and what the first one holds."""

    rows: dict[str, np.ndarray] = field(default_factory=dict)
    first: dict[str, str] = field(default_factory=dict)
    twice: int = 0  # local times in the hour that a clock shows twice
    unzoned: bool = False  # whether there are dates that do not tell their time zone

    def add(self, column: str, bad: np.ndarray, cells: Any) -> None:
        """bad: [n] bool."""
        if bad.any():
            self.rows[column] = np.flatnonzero(bad)
            self.first[column] = cell_text(cells[int(self.rows[column][0])])[:40]


def cell_text(cell: Any) -> str:
    """An Arrow cell as text, "" where missing; of a time that Python cannot hold, the number that is kept of it."""
    try:
        value = cell.as_py()
    except (OverflowError, ValueError):  # a date before the year 1 or behind 9999, a time zone nobody knows
        value = cell.value
    return "" if value is None else str(value)


class Instants(NamedTuple):
    """Points in time: whole seconds and the rest, so that no digit is lost; [n] each."""

    whole: np.ndarray  # float64, nan missing
    rest: np.ndarray  # float64 in [0, 1)

    def since(self, base: float) -> np.ndarray:
        """[n] s since that second; -1 where missing."""
        return np.where(np.isnan(self.whole), -1.0, (self.whole - base) + self.rest)


def cleaned(cells: Any) -> Any:
    """The cells as one array; text without blanks around it, null where it says that it is missing."""
    import pyarrow as pa  # type: ignore[import-untyped]
    import pyarrow.compute as pc  # type: ignore[import-untyped]

    if isinstance(cells, pa.ChunkedArray):
        cells = cells.combine_chunks()
    if pa.types.is_dictionary(cells.type):
        cells = cells.cast(cells.type.value_type)
    if pa.types.is_time(cells.type):
        cells = cells.cast(pa.string())
    if pa.types.is_binary(cells.type) or pa.types.is_large_binary(cells.type):
        cells = pa.array(
            [None if cell is None else cell.decode(errors="replace") for cell in cells.to_pylist()], pa.string()
        )
    if not _is_text(cells):
        return cells
    cells = pc.ascii_trim_whitespace(cells if pa.types.is_string(cells.type) else cells.cast(pa.string()))
    return pc.if_else(pc.is_in(cells, pa.array((*WRITTEN, "NaN", "NaT"))), pa.scalar(None, pa.string()), cells)


def _is_text(cells: Any) -> bool:
    import pyarrow as pa

    return bool(
        pa.types.is_string(cells.type) or pa.types.is_large_string(cells.type) or pa.types.is_string_view(cells.type)
    )


def valid(cells: Any) -> np.ndarray:
    """[n] bool: the cells that are not missing."""
    import pyarrow.compute as pc

    return np.asarray(pc.is_valid(cells).to_numpy(zero_copy_only=False), bool)


def floats(cells: Any, most: float = WHOLE) -> np.ndarray:
    """[n] float64 of cleaned cells, nan where missing or no finite number of at most `most`."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if _is_text(cells):
        cells = _numeric(cells)
    elif not (
        pa.types.is_integer(cells.type)
        or pa.types.is_floating(cells.type)
        or pa.types.is_decimal(cells.type)
        or pa.types.is_boolean(cells.type)
    ):
        return np.full(len(cells), np.nan)
    values = np.array(pc.cast(cells, pa.float64(), safe=False).to_numpy(zero_copy_only=False), dtype=np.float64)
    values[~(np.abs(values) <= most)] = np.nan
    return values


def _numeric(cells: Any) -> Any:
    """Text cells as float64, null where they are no number; all at once where all of them are."""
    import pyarrow as pa
    import pyarrow.compute as pc

    try:
        return pc.cast(cells, pa.float64())
    except pa.ArrowInvalid:
        numeric = pc.if_else(pc.match_substring_regex(cells, NUMERIC), cells, pa.scalar(None, pa.string()))
        return pc.cast(pc.replace_substring_regex(numeric, r"^\+", ""), pa.float64())


def counts(cells: Any, column: str, faults: Faults) -> np.ndarray:
    """[n] float64, -1 where missing."""
    cells = cleaned(cells)
    return _filled(floats(cells), cells, column, faults)


def _filled(values: np.ndarray, cells: Any, column: str, faults: Faults) -> np.ndarray:
    lost = np.isnan(values)
    if lost.any():
        faults.add(column, lost & valid(cells) & ~_nan(cells), cells)
        values[lost] = -1.0
    return values


def _nan(cells: Any) -> np.ndarray:
    """[n] bool: numbers that say themselves that they are none, which is missing."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not pa.types.is_floating(cells.type):
        return np.zeros(len(cells), bool)
    return np.asarray(pc.fill_null(pc.is_nan(cells), False).to_numpy(zero_copy_only=False), bool)


# ---- lengths ----------------------------------------------------------------------------------------------------


def lengths(cells: Any, unit: str, column: str, faults: Faults) -> np.ndarray:
    """[n] s, -1 where missing: numbers of that unit (seconds where it is ""), or like 1-12:30:00 and 30:00."""
    import pyarrow as pa
    import pyarrow.compute as pc

    cells = cleaned(cells)
    if pa.types.is_duration(cells.type):
        micro = pc.cast(cells, pa.duration("us"), safe=False).cast(pa.int64())
        return _filled(floats(micro) / 1e6, cells, column, faults)
    values = floats(cells)
    values = np.where(values >= 0, values * SECONDS.get(unit, 1.0), values)
    if _is_text(cells) and (left := np.isnan(values) & valid(cells)).any():
        values[left] = _clocks(cells, left)
    return _filled(values, cells, column, faults)


def _clocks(cells: Any, rows: np.ndarray) -> np.ndarray:
    """s of these cells, nan where they are no clock; each text is read once."""
    import pyarrow as pa
    import pyarrow.compute as pc

    coded = pc.dictionary_encode(pc.filter(cells, pa.array(rows)))
    seconds = np.array([clock(text) for text in coded.dictionary.to_pylist()])
    return seconds[coded.indices.to_numpy()]


def clock(text: str) -> float:
    """s of 90:00, 12:30:00, 1-12, 1-12:30 or 1-12:30:00; nan for anything else."""
    match = CLOCK_TEXT.fullmatch(text) or DAYS_TEXT.fullmatch(text)
    if match is None:
        return np.nan
    parts = {name: float(value or 0) for name, value in match.groupdict().items()}
    return 86_400 * parts["days"] + 3_600 * parts["hours"] + 60 * parts["minutes"] + parts.get("seconds", 0.0)


# ---- instants ---------------------------------------------------------------------------------------------------


def instants(cells: Any, unit: str, zone: str, column: str, faults: Faults) -> Instants:
    """The instants of a column: dates, in `zone` where they tell none, or numbers of a unit ("": as they look)."""
    import pyarrow as pa

    cells = cleaned(cells)
    if pa.types.is_timestamp(cells.type) or pa.types.is_date(cells.type):
        return _split(_stamps(cells, zone, faults), cells, column, faults)
    if _is_text(cells) and unit in ("", DATE) and (stamps := _plain_dates(cells)) is not None:
        return _split(_stamps(stamps, zone, faults), cells, column, faults)
    values = floats(cells, MOST_NANOSECONDS)
    if _is_text(cells) and (unit == DATE or (not unit and np.isnan(values).sum() * 2 > len(values))):
        return _split(_dates(cells, zone, faults), cells, column, faults)
    scale = SECONDS.get(unit or unit_of_instants(values), 1.0)
    values = np.where(values >= 0, values * scale, values)
    values = np.round(values, 6) if scale < 1 else values
    values[values < 0] = np.nan
    return _split(values, cells, column, faults)


def unit_of_instants(values: np.ndarray) -> str:
    """The unit in which most of these numbers are times since 1970, or since the begin of a log: s, ms, us or ns."""
    numbers = values[~np.isnan(values)]
    middle = float(np.median(numbers)) if len(numbers) else 0.0
    return next((unit for least, unit in EPOCHS if middle >= least), "s")


def _split(values: np.ndarray, cells: Any, column: str, faults: Faults) -> Instants:
    """values: [n] s as float64, or microseconds as int64 with the least number for missing."""
    if values.dtype == np.int64:
        has_value = values != np.iinfo(np.int64).min
        whole = np.where(has_value, (values // 1_000_000).astype(np.float64), np.nan)
        rest = np.where(has_value, (values % 1_000_000) / 1e6, 0.0)
    else:
        whole = np.floor(values)
        rest = np.where(np.isnan(values), 0.0, values - whole)
    out = ~(np.abs(whole) <= LATEST)
    whole[out] = np.nan
    if out.any():
        minus = floats(cells) == -1 if len(cells) else out
        faults.add(column, out & valid(cells) & ~_nan(cells) & ~minus, cells)
    return Instants(whole, rest)


def _stamps(cells: Any, zone: str, faults: Faults) -> np.ndarray:
    """[n] int64 microseconds in UTC of time stamps."""
    import pyarrow as pa
    import pyarrow.compute as pc

    stamps = pc.cast(cells, pa.timestamp("us", getattr(cells.type, "tz", None)), safe=False)
    if stamps.type.tz is None:
        stamps = _zoned(stamps, zone, faults)
    least = np.iinfo(np.int64).min
    micros = stamps.cast(pa.timestamp("us")).cast(pa.int64())
    return np.array(pc.fill_null(micros, least).to_numpy(zero_copy_only=False))


def _zoned(stamps: Any, zone: str, faults: Faults) -> Any:
    """Local times as times in UTC; the hour that a clock shows twice is taken as the first one and counted."""
    import pyarrow.compute as pc

    faults.unzoned = True
    if zone in ("", "UTC"):
        return stamps
    first, second = (
        pc.assume_timezone(stamps, zone, ambiguous=which, nonexistent="latest") for which in ("earliest", "latest")
    )
    faults.twice += int(pc.sum(pc.not_equal(first, second)).as_py() or 0)
    return first


def _plain_dates(cells: Any) -> Any:
    """Texts as time stamps where all are dates without a zone, which is quick; else None."""
    import pyarrow as pa
    import pyarrow.compute as pc

    first = pc.min(cells).as_py() if len(cells) < 1_000 else next(filter(None, cells[:1_000].to_pylist()), None)
    if first is None or not re.match(r"\d{4}-\d{2}-\d{2}", first):
        return None
    try:
        return pc.cast(cells, pa.timestamp("us"))
    except pa.ArrowInvalid:
        return None


def _dates(cells: Any, zone: str, faults: Faults) -> np.ndarray:
    """[n] int64 microseconds in UTC of texts such as 2019-01-01 08:55:55; the least number where they are no dates."""
    import pyarrow as pa
    import pyarrow.compute as pc

    nothing = pa.scalar(None, pa.string())
    texts = pc.if_else(pc.match_substring_regex(cells, DATE_TEXT), cells, nothing)
    texts = pc.replace_substring_regex(pc.replace_substring(texts, "/", "-"), r" ?(Z|UTC)$", "+00:00")
    texts = pc.replace_substring_regex(texts, r"(\.\d{6})\d+", r"\1")
    zoned = pc.fill_null(pc.match_substring_regex(texts, ZONED), False)
    absolute = _cast(pc.if_else(zoned, texts, nothing), pa.timestamp("us", "UTC"))
    local = _cast(pc.if_else(zoned, nothing, texts), pa.timestamp("us"))
    some = local.null_count < len(local)
    micros = _stamps(absolute, zone, faults)
    return np.maximum(micros, _stamps(local, zone, faults)) if some else micros


def _cast(texts: Any, kind: Any) -> Any:
    """Texts as time stamps; one by one, null where they are none, where not all of them are (a 30th of February)."""
    import pyarrow as pa
    import pyarrow.compute as pc

    try:
        return pc.cast(texts, kind)
    except pa.ArrowInvalid:
        import pandas as pd

        dates = pd.to_datetime(pd.Series(texts.to_pylist(), dtype=object), format="ISO8601", errors="coerce", utc=True)
        stamps = pa.array(dates.dt.tz_localize(None).astype("datetime64[us]"), pa.timestamp("us"))
        return stamps.cast(pa.timestamp("us")) if kind.tz is None else pc.assume_timezone(stamps, "UTC")


# ---- names ------------------------------------------------------------------------------------------------------


class Names:
    """Numbers in the place of names, from 1 on in the order in which they first appear."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def of(self, cells: Any) -> np.ndarray:
        """[n] float64 of text cells, -1 where missing."""
        import pyarrow.compute as pc

        coded = pc.dictionary_encode(cells)
        numbers = np.array(
            [self.numbers.setdefault(text, len(self.numbers) + 1) for text in coded.dictionary.to_pylist()] + [-1],
            dtype=np.float64,
        )
        return numbers[np.asarray(pc.fill_null(coded.indices, len(numbers) - 1).to_numpy(zero_copy_only=False))]


def named(cells: Any, column: str, names: dict[str, Names], faults: Faults) -> np.ndarray:
    """[n] float64 of a column that names something: its own numbers where all are whole, else numbers for the names.

    names: of each column that has been told by names, to which new ones are added.
    """
    import pyarrow as pa

    cells = cleaned(cells)
    if column not in names and _whole(cells[:FIRST]) is not None and (values := _whole(cells)) is not None:
        return _filled(values, cells, column, faults)
    return names.setdefault(column, Names()).of(cells if _is_text(cells) else cells.cast(pa.string()))


def _whole(cells: Any) -> np.ndarray | None:
    """[n] float64 of cleaned cells, nan where missing; None where one of them is no whole number."""
    values = floats(cells)
    there = values[valid(cells) & ~_nan(cells)]
    return values if (there == np.trunc(there)).all() else None


STATUS: Mapping[str, int] = {
    word: number
    for number, words in (
        (1, "completed cd success succeeded successful done finished ok pass passed"),
        (0, "failed f fail error timeout to node_fail nf out_of_memory oom deadline dl boot_fail bf killed"),
        (5, "cancelled canceled ca aborted revoked rv deleted removed"),
    )
    for word in words.split()
}


def statuses(names: Names | None, numbers: np.ndarray) -> np.ndarray:
    """[n] the status of SWF (1 completed, 0 failed, 5 cancelled, -1 unknown) of states told by names or numbers."""
    if names is None:
        return numbers
    table = np.array([-1.0, *(STATUS.get(name.lower().split(" ")[0], -1) for name in names.numbers), -1.0])
    return table[np.where(numbers < 0, len(table) - 1, numbers).astype(np.int64)]
