"""Table 5, as printed: degradation from the bound on the weeks of the real log, of all algorithms."""

from __future__ import annotations

from scheduler.papers.dfrs_2011.published import Degradation

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


TABLE_5 = dict(map(_read, _LINES.strip().splitlines()))     # the paper's EASY is "EASY, restricted"
