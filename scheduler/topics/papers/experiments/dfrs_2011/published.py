"""What tables 2 to 5 print, and how near ours has to come.

Traces are not published, so ours are others of the same model, and no value can be met exactly: a mean has to lie
within a quarter of the printed one.  Two algorithms that never place jobs anew stand apart, for few bad traces decide
their means: these are judged by their place among samples of as many traces, as deviations are.  Maxima are not judged:
how large the largest of other traces may be, ours do not say.

`AGAIN` is what a simulator written from the paper's text alone, by somebody else, gave for 100 such traces.
"""

from __future__ import annotations

from typing import NamedTuple

from scheduler.topics.papers.experiments import Band


class Degradation(NamedTuple):
    """Of an algorithm on a set of traces."""

    mean: float
    deviation: float
    most: float


class Row(NamedTuple):
    """A line of table 2."""

    real: Degradation
    unscaled: Degradation
    scaled: Degradation


def _row(*numbers: float) -> Row:
    return Row(*(Degradation(*numbers[i : i + 3]) for i in (0, 3, 6)))


TABLE_2 = {  # the paper's EASY is "EASY, restricted"
    "FCFS": _row(3578.5, 3727.8, 21718.4, 5457.2, 2958.5, 15102.7, 5869.3, 2789.1, 17403.3),
    "EASY, restricted": _row(3041.9, 3438.0, 21317.4, 4955.4, 2730.6, 14036.8, 5262.0, 2588.9, 14534.1),
    "Greedy */opt=min": _row(949.8, 1828.5, 11778.4, 2435.0, 2285.6, 11229.9, 3204.3, 2517.5, 19129.2),
    "GreedyP */opt=min": _row(13.5, 68.0, 819.2, 37.5, 156.0, 1204.9, 115.7, 644.0, 10354.2),
    "GreedyPM */opt=min": _row(13.8, 68.2, 819.2, 33.8, 154.0, 1321.7, 124.0, 673.5, 9598.8),
    "Greedy/per/opt=min": _row(28.3, 24.9, 163.7, 30.1, 10.2, 58.1, 29.3, 14.3, 153.2),
    "GreedyP/per/opt=min": _row(18.5, 18.6, 152.4, 20.1, 7.3, 38.1, 17.8, 9.6, 84.6),
    "GreedyPM/per/opt=min": _row(18.4, 18.8, 158.7, 20.2, 7.3, 38.1, 17.9, 9.8, 93.0),
    "Greedy */per/opt=min": _row(24.3, 15.9, 81.6, 30.4, 9.7, 65.7, 29.1, 12.3, 101.4),
    "GreedyP */per/opt=min": _row(17.9, 19.6, 213.5, 20.3, 6.8, 32.0, 17.9, 8.6, 89.9),
    "GreedyPM */per/opt=min": _row(17.9, 19.3, 198.6, 20.3, 6.9, 32.0, 17.9, 8.6, 89.9),
    "GreedyP/per/opt=min/minvt=600": _row(8.9, 18.9, 152.4, 5.9, 4.5, 38.1, 7.3, 8.5, 96.8),
    "GreedyPM/per/opt=min/minvt=600": _row(8.8, 18.9, 158.7, 5.9, 4.5, 38.1, 7.3, 8.1, 96.8),
    "GreedyP */per/opt=min/minvt=600": _row(6.9, 14.2, 149.3, 4.9, 2.9, 19.2, 6.1, 6.3, 103.5),
    "GreedyPM */per/opt=min/minvt=600": _row(6.9, 14.4, 149.6, 4.8, 2.4, 13.6, 6.1, 5.4, 90.2),
    "MCB8 */opt=min/minvt=600": _row(12.0, 32.8, 370.0, 6.9, 5.4, 44.4, 13.2, 21.6, 270.9),
    "MCB8/per/opt=min/minvt=600": _row(10.8, 25.3, 287.6, 8.1, 6.6, 53.3, 11.0, 12.6, 127.5),
    "MCB8 */per/opt=min/minvt=600": _row(13.6, 30.2, 318.9, 7.8, 3.9, 21.9, 12.2, 15.3, 195.7),
    "/per/opt=min/minvt=600": _row(105.0, 445.6, 5011.9, 43.0, 19.7, 134.7, 40.4, 25.0, 238.3),
    "/stretch-per/opt=max/minvt=600": _row(105.0, 445.6, 5011.9, 43.0, 19.6, 134.7, 40.2, 24.8, 236.9),
}

AGAIN = {  # unscaled, mean
    "FCFS": 4993.0,
    "EASY, restricted": 4557.0,
    "EASY, textbook": 1653.0,
    "Greedy */opt=min": 3293.0,
    "Greedy/per/opt=min": 27.2,
    "Greedy */per/opt=min": 27.0,
    "GreedyP/per/opt=min": 16.5,
    "GreedyPM/per/opt=min": 16.5,
    "GreedyP */per/opt=min": 16.6,
    "GreedyPM */per/opt=min": 16.7,
    "GreedyP/per/opt=min/minvt=600": 5.8,
    "GreedyPM/per/opt=min/minvt=600": 5.8,
    "GreedyP */per/opt=min/minvt=600": 4.4,
    "GreedyPM */per/opt=min/minvt=600": 4.5,
    "MCB8 */opt=min/minvt=600": 7.5,
    "MCB8/per/opt=min/minvt=600": 8.3,
    "MCB8 */per/opt=min/minvt=600": 7.7,
    "/per/opt=min/minvt=600": 36.8,
    "/stretch-per/opt=max/minvt=600": 38.1,
}
AGAIN_SCALED = {  # mean over the loads, 20 traces each
    "FCFS": 5191.0,
    "EASY, restricted": 4682.0,
    "EASY, textbook": 1604.0,
    "GreedyPM */per/opt=min": 16.5,
    "GreedyPM */per/opt=min/minvt=600": 4.7,
    "MCB8 */per/opt=min/minvt=600": 9.3,
    "/per/opt=min/minvt=600": 36.3,
}
MEAN = Band(0.25)
WIDE = dict.fromkeys(("FCFS", "Greedy */opt=min"), Band(0.4))  # these vary most between sets of traces
FEW_DECIDE = ("GreedyP */opt=min", "GreedyPM */opt=min")
MAXIMA = (
    "Maxima are shown for information: the largest of as many other traces is often beyond all of ours, so that "
    "a printed maximum could never be too large."
)
WEEKLY = Band(0.3)  # on the weeks of the log, of which few decide a mean


def bands(traces: int) -> dict[str, Band]:
    """{algorithm: band of its mean in table 2}, synthetic traces."""
    by_sample = Band(sample=traces, room=0.05)
    return {name: by_sample if name in FEW_DECIDE else WIDE.get(name, MEAN) for name in TABLE_2}


TABLE_4 = {  # mean normalized underutilization: real, unscaled, scaled
    "EASY, restricted": (0.064, 0.349, 0.384),
    "GreedyP */per/opt=min/minvt=600": (0.344, 0.497, 0.607),
    "GreedyPM */per/opt=min/minvt=600": (0.344, 0.497, 0.608),
}
AGAIN_TABLE_4 = {
    "EASY, restricted": 0.403,
    "EASY, textbook": 0.275,
    "GreedyP */per/opt=min/minvt=600": 0.479,
    "GreedyPM */per/opt=min/minvt=600": 0.479,
}  # unscaled


_LINES = """
FCFS | 3578.5 3727.8 21718.4
EASY, restricted | 3041.9 3438.0 21317.4
Greedy */opt=avg | 1012.2 2229.5 19799.1
Greedy */opt=min | 949.8 1828.5 11778.4
Greedy/per/opt=avg | 28.9 27.0 212.9
Greedy/per/opt=avg/minft=300 | 23.3 26.9 182.3
Greedy/per/opt=avg/minft=600 | 23.5 27.6 212.2
Greedy/per/opt=avg/minvt=300 | 23.9 26.9 182.3
Greedy/per/opt=avg/minvt=600 | 23.8 27.8 182.3
Greedy/per/opt=min | 28.3 24.9 163.7
Greedy/per/opt=min/minft=300 | 23.4 26.0 152.0
Greedy/per/opt=min/minft=600 | 23.1 24.8 152.5
Greedy/per/opt=min/minvt=300 | 23.5 26.9 182.8
Greedy/per/opt=min/minvt=600 | 23.0 25.9 152.0
Greedy */per/opt=avg | 24.5 15.9 81.6
Greedy */per/opt=avg/minft=300 | 19.8 17.8 85.6
Greedy */per/opt=avg/minft=600 | 19.3 17.6 85.6
Greedy */per/opt=avg/minvt=300 | 19.2 17.5 85.6
Greedy */per/opt=avg/minvt=600 | 18.9 17.3 74.9
Greedy */per/opt=min | 24.3 15.9 81.6
Greedy */per/opt=min/minft=300 | 19.5 17.7 85.6
Greedy */per/opt=min/minft=600 | 19.1 17.5 85.6
Greedy */per/opt=min/minvt=300 | 18.9 17.2 85.6
Greedy */per/opt=min/minvt=600 | 19.0 17.4 66.1
GreedyP */opt=avg | 20.4 116.7 1254.2
GreedyP */opt=min | 13.5 68.0 819.2
GreedyP/per/opt=avg | 18.4 18.6 152.4
GreedyP/per/opt=avg/minft=300 | 9.1 18.8 152.4
GreedyP/per/opt=avg/minft=600 | 9.0 18.7 152.4
GreedyP/per/opt=avg/minvt=300 | 9.0 18.8 152.4
GreedyP/per/opt=avg/minvt=600 | 8.9 18.9 152.4
GreedyP/per/opt=min | 18.5 18.6 152.4
GreedyP/per/opt=min/minft=300 | 9.1 18.8 152.4
GreedyP/per/opt=min/minft=600 | 9.0 18.9 152.4
GreedyP/per/opt=min/minvt=300 | 9.0 18.9 152.4
GreedyP/per/opt=min/minvt=600 | 8.9 18.9 152.4
GreedyP */per/opt=avg | 17.9 19.7 213.5
GreedyP */per/opt=avg/minft=300 | 8.2 19.4 213.5
GreedyP */per/opt=avg/minft=600 | 7.7 18.5 198.8
GreedyP */per/opt=avg/minvt=300 | 7.0 14.0 149.3
GreedyP */per/opt=avg/minvt=600 | 6.9 14.0 149.3
GreedyP */per/opt=min | 17.9 19.6 213.5
GreedyP */per/opt=min/minft=300 | 7.9 19.0 213.5
GreedyP */per/opt=min/minft=600 | 7.5 18.0 198.8
GreedyP */per/opt=min/minvt=300 | 6.9 14.0 149.3
GreedyP */per/opt=min/minvt=600 | 6.9 14.2 149.3
GreedyPM */opt=avg | 14.1 72.7 880.1
GreedyPM */opt=min | 13.8 68.2 819.2
GreedyPM/per/opt=avg | 18.5 19.2 158.7
GreedyPM/per/opt=avg/minft=300 | 9.1 19.4 158.7
GreedyPM/per/opt=avg/minft=600 | 9.0 19.3 158.7
GreedyPM/per/opt=avg/minvt=300 | 9.1 19.4 158.7
GreedyPM/per/opt=avg/minvt=600 | 8.9 19.5 158.7
GreedyPM/per/opt=min | 18.4 18.8 158.7
GreedyPM/per/opt=min/minft=300 | 9.2 19.2 158.7
GreedyPM/per/opt=min/minft=600 | 9.1 19.3 158.7
GreedyPM/per/opt=min/minvt=300 | 8.9 18.8 158.7
GreedyPM/per/opt=min/minvt=600 | 8.8 18.9 158.7
GreedyPM */per/opt=avg | 17.8 19.3 198.6
GreedyPM */per/opt=avg/minft=300 | 8.2 19.1 198.6
GreedyPM */per/opt=avg/minft=600 | 7.8 19.0 198.8
GreedyPM */per/opt=avg/minvt=300 | 7.0 14.1 149.6
GreedyPM */per/opt=avg/minvt=600 | 6.9 14.2 149.6
GreedyPM */per/opt=min | 17.9 19.3 198.6
GreedyPM */per/opt=min/minft=300 | 8.1 19.2 198.6
GreedyPM */per/opt=min/minft=600 | 7.9 19.1 198.8
GreedyPM */per/opt=min/minvt=300 | 6.9 14.3 149.6
GreedyPM */per/opt=min/minvt=600 | 6.9 14.4 149.6
MCB8 */opt=avg | 346.3 1223.1 13399.7
MCB8 */opt=avg/minft=300 | 44.7 144.2 1082.8
MCB8 */opt=avg/minft=600 | 20.6 63.9 672.0
MCB8 */opt=avg/minvt=300 | 14.1 33.2 370.0
MCB8 */opt=avg/minvt=600 | 12.1 32.8 370.0
MCB8 */opt=min | 345.6 1241.5 13668.8
MCB8 */opt=min/minft=300 | 44.7 138.4 1126.3
MCB8 */opt=min/minft=600 | 19.1 59.2 672.0
MCB8 */opt=min/minvt=300 | 14.0 33.2 370.0
MCB8 */opt=min/minvt=600 | 12.0 32.8 370.0
MCB8/per/opt=avg | 171.4 702.4 8383.0
MCB8/per/opt=avg/minft=300 | 15.0 33.5 279.3
MCB8/per/opt=avg/minft=600 | 12.1 26.9 292.4
MCB8/per/opt=avg/minvt=300 | 11.5 25.3 287.6
MCB8/per/opt=avg/minvt=600 | 10.7 25.2 287.6
MCB8/per/opt=min | 169.1 691.4 8362.3
MCB8/per/opt=min/minft=300 | 15.1 34.5 309.3
MCB8/per/opt=min/minft=600 | 12.1 26.9 292.4
MCB8/per/opt=min/minvt=300 | 11.5 25.3 287.6
MCB8/per/opt=min/minvt=600 | 10.8 25.3 287.6
MCB8 */per/opt=avg | 394.5 1562.9 17862.0
MCB8 */per/opt=avg/minft=300 | 56.1 197.4 1849.6
MCB8 */per/opt=avg/minft=600 | 23.6 71.3 799.3
MCB8 */per/opt=avg/minvt=300 | 15.5 30.6 318.9
MCB8 */per/opt=avg/minvt=600 | 13.7 30.3 318.9
MCB8 */per/opt=min | 389.1 1522.1 17313.6
MCB8 */per/opt=min/minft=300 | 56.8 198.7 1738.4
MCB8 */per/opt=min/minft=600 | 25.1 81.4 799.3
MCB8 */per/opt=min/minvt=300 | 15.4 30.6 318.9
MCB8 */per/opt=min/minvt=600 | 13.6 30.2 318.9
/per/opt=avg | 105.0 445.6 5011.9
/per/opt=avg/minft=300 | 105.0 445.6 5011.9
/per/opt=avg/minft=600 | 105.0 445.6 5011.9
/per/opt=avg/minvt=300 | 105.0 445.6 5011.9
/per/opt=avg/minvt=600 | 105.0 445.6 5011.9
/per/opt=min | 105.0 445.6 5011.9
/per/opt=min/minft=300 | 105.0 445.6 5011.9
/per/opt=min/minft=600 | 105.0 445.6 5011.9
/per/opt=min/minvt=300 | 105.0 445.6 5011.9
/per/opt=min/minvt=600 | 105.0 445.6 5011.9
/stretch-per/opt=avg | 105.0 445.6 5011.9
/stretch-per/opt=avg/minft=300 | 105.0 445.6 5011.9
/stretch-per/opt=avg/minft=600 | 105.0 445.6 5011.9
/stretch-per/opt=avg/minvt=300 | 105.0 445.6 5011.9
/stretch-per/opt=avg/minvt=600 | 105.0 445.6 5011.9
/stretch-per/opt=max | 105.0 445.6 5011.9
/stretch-per/opt=max/minft=300 | 105.0 445.6 5011.9
/stretch-per/opt=max/minft=600 | 105.0 445.6 5011.9
/stretch-per/opt=max/minvt=300 | 105.0 445.6 5011.9
/stretch-per/opt=max/minvt=600 | 105.0 445.6 5011.9
"""


def _read(line: str) -> tuple[str, Degradation]:
    name, numbers = line.split(" | ")
    return name, Degradation(*map(float, numbers.split()))


TABLE_5 = dict(map(_read, _LINES.strip().splitlines()))  # the paper's EASY is "EASY, restricted"
