"""The experiments of fairness-2012: what is kept of a schedule, the claims on results made by hand, parts, and --log."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scheduler.errors import InputError
from scheduler.formats import swf as format_swf
from scheduler.policies import all_policies
from scheduler.results import specs
from scheduler.results.progress import Progress
from scheduler.results.store import Store
from scheduler.simulate import new_control, simulate
from scheduler.topics.papers.experiments import LogFile
from scheduler.topics.papers.experiments.fairness_2012 import claims, fig1, fig2, runs, settings
from scheduler.topics.papers.experiments.fairness_2012.claims_of_users import FIGURE_2
from scheduler.topics.papers.experiments.fairness_2012.logs import LOGS, paper_log
from scheduler.topics.papers.tasks import reproduce as reproducing
from scheduler.topics.papers.tasks.reproduce import reproduced
from scheduler.topics.papers.verdicts import UNDECIDABLE, of_claim
from tests.cases import small
from tests.cases.small_log import is_one_sentence, swf

FIG1, FIG2 = "fairness-2012/fig1", "fairness-2012/fig2"
KTH = paper_log("KTH-SP2-1996-2")


def text(jobs: int = 120, seed: int = 3, header: str = "; MaxProcs: 100\n") -> str:
    """A log of a busy machine of 100 processors with six users."""
    random = np.random.default_rng(seed)
    submit, run = np.cumsum(random.integers(0, 60, jobs)), random.integers(10, 600, jobs)
    wide, user = random.integers(1, 80, jobs), random.integers(1, 7, jobs)
    return swf({i + 1: (submit[i], run[i], wide[i], wide[i], 2 * run[i], user[i]) for i in range(jobs)}, header)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of logs: two under names of the paper's, packed and plain, and one of nobody's."""
    made = tmp_path / "traces"
    made.mkdir()
    (made / "KTH-SP2-1996-2.swf.gz").write_bytes(gzip.compress(text().encode()))
    (made / "METACENTRUM-2009-2.swf").write_text(text(seed=4, header=""))
    (made / "other.swf").write_text(text(seed=5))
    monkeypatch.setenv("QUEUESCOPE_TRACES", str(made))
    monkeypatch.setenv("QUEUESCOPE_HOME", str(tmp_path / "home"))
    return made


def trace(content: str, name: str = "x.swf") -> Any:
    return format_swf.read(content.encode(), name)


def part(**more: Any) -> dict[str, Any]:
    return {
        "do": "log",
        "log": "0" * 64,
        "first": None,
        "policy": "fcfs",
        "machine": {},
        "name": "x",
        "label": "x, FCFS",
        "weight": 1,
    } | more


# -- what is run and kept


def test_what_is_kept_by_hand():
    """Small log under FCFS: waits 0, 9, 18; user 5 has two jobs, 18 s for 35 processor-s; user 6 one, 9 s for 40."""
    told: list[int] = []

    def begin(jobs: int) -> np.ndarray:
        told.append(jobs)
        return new_control()

    kept = runs.run(part(), trace(swf()), begin)
    assert told == [3] and (kept["records"], kept["jobs"], kept["users"]) == (4, 3, 2)
    assert (kept["wait"], kept["response"]) == (9.0, pytest.approx(52 / 3))
    assert kept["slowdown"] == pytest.approx((1 + 1.9 + 4.6) / 3)
    assert kept["other_wait"] == 9.0, "nothing is simultaneous"
    assert kept["nuwt"] == pytest.approx([18 / 35])
    assert kept["uwt"] == pytest.approx((18 / 35 + 9 / 40) / 2)
    assert kept["f"] == pytest.approx((18 / 35 - 9 / 40) ** 2 / 2)


def test_short_jobs_count_as_one_second_and_runtimes_are_neither_cut_nor_guessed():
    rows = {1: (0, 10, 4, 4, 5, 1), 2: (1, 2, 4, 4, 60, 1)}
    jobs = runs.drawn(part(), trace(swf(rows)))
    assert jobs.jobs.runtime.tolist() == jobs.jobs.requested_time.tolist() == [10, 2]
    kept = runs.run(part(), trace(swf(rows)), lambda _jobs: new_control())
    assert kept["slowdown"] == pytest.approx((1 + 11 / 2) / 2)  # of 10 s it would be 1.05


def test_the_machine_is_the_paper_s_or_the_header_s():
    assert runs.drawn(part(machine={"processors": 806}), trace(text(header=""))).platform.processors == 806
    assert runs.drawn(part(), trace(swf())).platform.processors == 4
    with pytest.raises(InputError, match="does not tell the size of its machine") as caught:
        runs.drawn(part(), trace(swf(header="")))
    assert is_one_sentence(str(caught.value))


def test_the_six_logs_are_told_by_their_names():
    made = runs.parts("full", 7, [LogFile("METACENTRUM-2009-2", "a" * 64), LogFile("mine", "b" * 64)])
    assert [one["machine"] for one in made] == [{"clusters": "metacentrum-2009", "wide": "drop"}] * 15 + [{}] * 15
    assert [one["label"] for one in made][::15] == ["MetaCentrum, BF", "mine, BF"]
    assert {one.get("seed") for one in made if one["policy"] != "tabu"} == {None}
    assert [one["seed"] for one in made if one["policy"] == "tabu"] == [*range(70, 80)] * 2, "ten seeds each"
    assert [one["seed"] for one in runs.parts("quick", 7, [LogFile("mine", "b" * 64)]) if "seed" in one] == [7]
    assert {log.title: (log.processors, log.jobs) for log in LOGS} == {
        "MetaCentrum": (806, 103_656),
        "SDSC BLUE": (1_152, 243_314),
        "CTC SP2": (338, 77_222),
        "HPC2N": (240, 202_876),
        "SDSC SP2": (128, 59_725),
        "KTH SP2": (100, 28_489),
    }


def test_metacentrum_is_run_as_its_clusters():
    """Of jobs of 80, 152, 153 and 806 processors the first two fit into a cluster, and each has one of its own."""
    rows = {i + 1: (0, 10, wide, wide, 10, 1) for i, wide in enumerate((80, 152, 153, 806))}
    (asked,) = (
        one for one in runs.parts("full", 0, [LogFile("METACENTRUM-2009-2", "a" * 64)]) if one["policy"] == "easy"
    )
    jobs = runs.drawn(asked, trace(swf(rows, "")))
    assert (jobs.platform.processors, len(jobs.platform.clusters), jobs.jobs.processors.tolist()) == (
        806,
        14,
        [80, 152],
    )
    kept = runs.run(asked, trace(swf(rows, "")), lambda _jobs: new_control())
    assert (kept["records"], kept["jobs"], kept["wait"]) == (4, 2, 0.0)


# -- claims, on results made by hand


def result(policy: str, wait: float, slowdown: float, nuwt: tuple[float, ...], moved: float = 0.0) -> runs.Result:
    """moved: by how much another order of simultaneous events moves the wait."""
    return runs.Result(policy, wait, wait + 1_000, slowdown, 0.0, 0.0, np.array(nuwt), other_wait=wait * (1 - moved))


GOOD = {  # as the paper has it
    "fcfs": result("fcfs", 90_000, 5_000, (1.0, 90.0)),
    "backfill": result("backfill", 6_000, 140, (0.5, 8.0)),
    "easy": result("easy", 6_500, 139, (0.5, 9.0)),
    "conservative": result("conservative", 7_200, 120, (0.5, 9.5)),
    "backfill_fair": result("backfill_fair", 6_300, 130, (0.4, 2.0)),
    "tabu": result("tabu", 3_000, 40, (0.3, 1.0)),
}


def on(log: str = "KTH-SP2-1996-2", **changed: runs.Result) -> runs.OnLog:
    paper = paper_log(log)
    poor = {"backfill_fair": result("backfill_fair", 8_000, 130, (0.4, 2.0))} if "SDSC-SP2" in log else {}
    return runs.OnLog(log, paper, True, paper.jobs if paper else 30, 20, GOOD | poor | changed)


def six(**changed: runs.Result) -> list[runs.OnLog]:
    """All six as the paper has them, the first one changed."""
    return [on(LOGS[0].names[0], **changed), *(on(log.names[0]) for log in LOGS[1:])]


def near_curves() -> dict[str, runs.Result]:
    """Five users under each policy; up to 10 no two curves but that of FCFS are more than one user apart."""
    users = {
        "backfill": (0.2, 0.5, 11.0, 12.0, 13.0),
        "easy": (0.2, 0.5, 12.0, 13.0, 14.0),
        "conservative": (0.2, 0.5, 13.0, 14.0, 15.0),
        "backfill_fair": (0.2, 0.45, 0.75, 11.0, 12.0),
        "tabu": (0.15, 0.4, 0.75, 10.5, 11.5),
    }
    return {policy: replace(GOOD[policy], nuwt=np.array(nuwt)) for policy, nuwt in users.items()}


def test_all_claims_hold_as_the_paper_has_it():
    made = [
        *claims.checked(claims.FIGURE_1, six()),
        *claims.checked(FIGURE_2, [on(log.names[0], **near_curves()) for log in LOGS]),
    ]
    assert len(made) == 19 and all(claim.holds and claim.judged for claim in made)
    assert all(claim.text.endswith(".") and claim.evidence.endswith(".") for claim in made)
    assert made[0].text.startswith("On all six logs, FCFS is the worst")
    assert made[5].text.startswith("On SDSC SP2, ") and made[6].text.startswith(
        "On all five logs other than SDSC SP2, "
    )
    assert "On 6 of 6 logs. MetaCentrum: yes, " in made[0].evidence


@pytest.mark.parametrize(
    ("words", "changed", "said"),
    [
        ("worst of all", {"fcfs": result("fcfs", 7_500, 5_000, (1.0, 90.0))}, "0.9375 times (wait)"),
        ("off the scale", {"fcfs": result("fcfs", 11_900, 5_000, (1.0, 90.0))}, "1.488 times (wait)"),
        (
            "worst of all",
            {"fcfs": result("fcfs", 7_990, 5_000, (1.0, 90.0), 0.01)},
            "the difference to BF-FAIR is within tie noise, 1 %",
        ),
        (
            "improve on FCFS",
            {"easy": result("easy", 81_500, 139, (0.5, 9.0))},
            "BF-EASY 9.44 % (wait) and 97.2 % (slowdown)",
        ),
        (
            "longer mean waits",
            {"conservative": result("conservative", 6_400, 120, (0.5, 9.5), 0.05)},
            "the difference to BF-EASY is within tie noise, 5 %",
        ),
        (
            "longer mean waits",
            {"conservative": result("conservative", 6_400, 120, (0.5, 9.5), 0.01)},
            "BF-EASY 1 h 48 min.",
        ),
        (
            "slightly lower mean slowdown",
            {"conservative": result("conservative", 7_000, 139.5, (0.5, 9.5))},
            "BF-CONS 139.5, BF 140, BF-EASY 139.",
        ),
        (
            "slightly lower mean slowdown",
            {"conservative": result("conservative", 7_000, 100, (0.5, 9.5))},
            "28.1 % lower than the better",
        ),
        (
            "poor in mean wait",
            {"backfill_fair": result("backfill_fair", 6_400, 130, (0.4, 2.0))},
            "BF-FAIR 1 h 47 min, BF 1 h 40 min, BF-EASY 1 h 48 min",
        ),
        (
            "shortest mean wait",
            {"tabu": result("tabu", 6_001, 40, (0.3, 1.0), 0.02)},
            "the difference to BF is within tie noise, 2 %",
        ),
        ("lowest mean slowdown of all", {"tabu": result("tabu", 3_000, 121, (0.3, 1.0))}, "TS 121, BF-CONS 120"),
        (
            "TS improves on BF-CONS",
            {"tabu": result("tabu", 3_000, 110, (0.3, 1.0))},
            "TS 58.3 % (wait) and 8.33 % (slowdown)",
        ),
        ("TS is fairer than BF-CONS", {"tabu": result("tabu", 3_000, 40, (0.0, 9.5))}, "deviation 4.75 against 4.5"),
        ("curves show that FCFS", {"fcfs": result("fcfs", 90_000, 5_000, (0.5, 9.0))}, "edian 4.75 against 5, 90th"),
        (
            "steeper curve",
            {"backfill_fair": result("backfill_fair", 8_000, 130, (0.4, 8.2))},
            "edian 4.3 against 4.25, 90th percentile 7.42 against 7.25",
        ),
        (
            "has the highest mean NUWT",
            {"fcfs": result("fcfs", 90_000, 5_000, (1.0, 2.0))},
            "ean 1.5 against 5 (BF-CONS)",
        ),
        (
            "BF-FAIR has a lower mean and a lower deviation",
            {"backfill_fair": result("backfill_fair", 8_000, 130, (0.0, 7.9))},
            "deviation 3.95 against 3.75 (BF)",
        ),
        (
            "TS has a lower mean and a lower deviation",
            {"tabu": result("tabu", 3_000, 40, (5.0, 5.1))},
            "ean 5.05 against 4.25 (BF)",
        ),
        ("TS is as fair as BF-FAIR", {"tabu": result("tabu", 3_000, 40, (0.0, 1.9))}, "deviation 0.95 against 0.8"),
    ],
)
def test_a_claim_fails_where_the_numbers_do(words: str, changed: dict, said: str):
    log = on("SDSC-SP2-1998-rebuilt", **changed)
    (claim,) = (claim for claim in claims.checked((*claims.FIGURE_1, *FIGURE_2), [log]) if words in claim.text)
    assert not claim.holds and said in claim.evidence
    (before,) = (
        claim
        for claim in claims.checked((*claims.FIGURE_1, *FIGURE_2), [on("SDSC-SP2-1998-rebuilt")])
        if words in claim.text
    )
    assert before.holds


def test_strength_is_the_paper_s():
    """One log that disagrees fails what is said of all, not what is said of most."""
    better = result("conservative", 1_000, 300, (0.5, 9.5))
    by_text = {claim.text: claim for claim in claims.checked(claims.FIGURE_1, six(conservative=better))}
    most = next(claim for text, claim in by_text.items() if "longer mean waits" in text)
    every = next(claim for text, claim in by_text.items() if "TS has the shortest" in text)
    assert most.holds and "On 5 of 6 logs; not on MetaCentrum. " in most.evidence
    assert "MetaCentrum: no, " in most.evidence and not every.holds and "On 5 of 6 logs; not on" in every.evidence
    half = [on(log.names[0], conservative=better if i < 3 else GOOD["conservative"]) for i, log in enumerate(LOGS)]
    made = {claim.text: claim.holds for claim in claims.checked(claims.FIGURE_1, half)}
    assert [holds for text, holds in made.items() if "longer mean waits" in text] == [False]  # 3 are not most
    assert [holds for text, holds in made.items() if "lower mean slowdown" in text and "BF-CONS has" in text] == [
        True
    ]  # but often


def test_what_the_paper_did_not_run_is_not_judged():
    every = (*claims.FIGURE_1, *FIGURE_2)
    assert {claim.judged for claim in claims.checked(every, [replace(on(), whole=False)])} == {False}
    assert {claim.judged for claim in claims.checked(every, [on("mine")])} == {False}
    single = {claim.text: claim.judged for claim in claims.checked(every, [on()])}
    assert {
        judged for text, judged in single.items() if "FCFS is" in text or "TS has the" in text or "TS is" in text
    } == {True}
    assert {
        judged for text, judged in single.items() if "BF-CONS has" in text or "BF-FAIR has" in text or "several" in text
    } == {False}
    assert not [text for text in single if "poor in mean wait" in text]  # said of SDSC SP2 alone


def test_one_log_decides_whether_ts_is_as_fair_as_backfilling_by_fair_share():
    """One user of TS waits for 20; without the user that waits most TS has 0.3 against 0.4."""
    claim = next(
        one
        for one in claims.checked(FIGURE_2, six(tabu=result("tabu", 3_000, 40, (0.3, 20.0))))
        if "as fair as BF-FAIR" in one.text
    )
    assert not claim.holds and claim.judged and "three criteria of performance" in claim.explained
    assert "On 5 of 6 logs; not on MetaCentrum. " in claim.evidence
    assert (
        "(without the user with the highest NUWT, 20 against 2: mean 0.3 against 0.4, deviation 0 against 0)"
        in claim.evidence
    )


def test_long_tails_are_several_users_under_each_backfilling():
    tails = {
        policy: result(policy, 6_000, 140, (0.5, *[11.0] * count))
        for policy, count in (("backfill", 3), ("easy", 3), ("conservative", 4))
    }
    few = tails | {"easy": result("easy", 6_000, 140, (0.5, 11.0, 12.0))}
    for changed, holds, words in (
        (tails, True, "BF 3, BF-EASY 3, BF-CONS 4"),
        (few, False, "BF 3, BF-EASY 2, BF-CONS 4"),
    ):
        claim = next(one for one in claims.checked(FIGURE_2, [on(**changed)]) if "several users" in one.text)
        assert claim.holds is holds and words in claim.evidence


def test_how_far_curves_are_apart():
    """Of five users under each policy there is one more of TS than of BF up to 0.15, and two more up to 9."""
    one, two = (
        next(claim for claim in claims.checked(FIGURE_2, [on(**curves)]) if "do not differ much" in claim.text)
        for curves in (near_curves(), near_curves() | {"tabu": result("tabu", 3_000, 40, (0.3, 0.4, 0.75, 9.0, 11.0))})
    )
    assert one.holds and "20 points between TS and BF at NUWT 0.15" in one.evidence
    assert not two.holds and "40 points between TS and BF at NUWT 9" in two.evidence and of_claim(two) == UNDECIDABLE


def test_who_is_competitive_is_near_the_best_on_the_other_logs():
    poor = result("backfill_fair", 6_700, 130, (0.4, 2.0))
    claim = next(one for one in claims.checked(claims.FIGURE_1, six(backfill_fair=poor)) if "competitive" in one.text)
    assert (
        not claim.holds
        and "On 4 of 5 logs; not on MetaCentrum. " in claim.evidence
        and "SDSC SP2:" not in claim.evidence
    )
    assert "wait BF-FAIR 1 h 52 min, BF 1 h 40 min, slowdown BF-FAIR 130, BF-CONS 120" in claim.evidence


def test_a_copy_that_lacks_jobs_is_named():
    short = replace(on("SDSC-SP2-1998-rebuilt"), records=54_006)
    alone = next(one for one in claims.checked(claims.FIGURE_1, [short]) if "poor in mean wait" in one.text)
    assert alone.text.startswith("On SDSC SP2 (a rebuilt copy with 90 % of the jobs), BF-FAIR is poor")
    every = claims.checked(claims.FIGURE_1, [*six()[:4], short, on()])[0]
    assert every.evidence.endswith("SDSC SP2 is run as a rebuilt copy with 90 % of the jobs.")
    assert "rebuilt" not in claims.checked(claims.FIGURE_1, six())[0].evidence


@pytest.mark.parametrize(
    ("seeds", "words"),
    [
        ((1, 1), "TS was run with one seed on each log."),
        ((10, 10), "TS was run with 10 seeds on each log."),
        ((1, 10), "TS was run with 1 to 10 seeds on each log."),
    ],
)
def test_the_evidence_says_how_many_seeds_were_run(seeds: tuple[int, int], words: str):
    several = [
        on(log.names[0], tabu=replace(GOOD["tabu"], draws=(GOOD["tabu"],) * (count if count > 1 else 0)))
        for log, count in zip(LOGS, seeds, strict=False)
    ]
    with_ts, without = (claims.checked(claims.FIGURE_1, several)[i].evidence for i in (-1, 0))
    assert words in with_ts and "seed" not in without


def test_differences_are_told_per_log():
    told = " ".join(runs.differences([on(), on("CTC-SP2-1996-rebuilt"), on("METACENTRUM-2009-2"), on("mine")]))
    for words in (
        "KTH SP2: the paper counts 28,489 jobs; the file has 28,489",
        "the 20 of them",
        "14 clusters",
        "rebuilt",
        "mine is none of the paper's logs",
        "Not run: SDSC BLUE, HPC2N, SDSC SP2;",
    ):
        assert words in told
    assert "first 5,000 jobs" in runs.differences([replace(on(), whole=False)])[0]
    assert not [text for text in runs.differences(six()) if text.startswith("Not run")]


def test_several_seeds_are_one_result_with_its_interval():
    """Waits 2,000, 3,000 and 4,000: mean 3,000, and 2,484 to either side by Student's t of two degrees of freedom."""
    drawn = [result("tabu", 1_000 * k, 40, (0.3, 0.3 + k)) for k in (2, 3, 4)]
    parts = [part(policy=one.policy, seed=k) for k, one in enumerate(drawn)]
    got = [
        {
            "records": 30,
            "jobs": 20,
            **{name: getattr(one, name) for name in ("wait", "response", "slowdown", "uwt", "f")},
            "nuwt": one.nuwt.tolist(),
        }
        for one in drawn
    ]
    (log,) = runs.by_log([*parts, part()], [*got, got[0]])
    search = log.under["tabu"]
    assert (search.wait, search.deviation, len(search.nuwt), len(search.draws)) == (3_000, pytest.approx(1.5), 6, 3)
    assert search.interval("wait") == pytest.approx((3_000 - 2_484.1, 3_000 + 2_484.1), abs=0.1)
    assert search.between("deviation") == " (3 seeds: 1 to 2)" and log.under["fcfs"].between("deviation") == ""
    (value,) = (one for one in fig1.measured(log) if one.name == "x, TS: mean wait")
    assert (value.low, value.high) == search.interval("wait") and log.under["fcfs"].interval("wait") == (None, None)
    assert " ".join(fig2.distribution(log).caption).startswith("2 users"), "not those of every seed"


# -- charts and values


def test_figure_1_as_data():
    bubbles, bars = fig1.bubbles(on()), fig1.responses(on())
    (series,) = bubbles.series
    assert series.kind == "bubbles" and set(series.x) == {"BF", "BF-EASY", "BF-CONS", "BF-FAIR", "TS"}
    assert dict(zip(series.x, series.sizes, strict=True))["TS"] == 40
    assert dict(zip(series.x, series.y, strict=True))["BF-EASY"] == pytest.approx(6_500 / 3_600)
    assert (
        bubbles.y_title == "mean wait (h)"
        and "FCFS is left out, as in the paper: mean wait 1 d 01 h with a slowdown of 5,000." in bubbles.caption
    )
    assert bars.series[0].kind == "bars" and "mean response 1 d 01 h." in " ".join(bars.caption)
    values = {value.name: value.ours for value in fig1.measured(on())}
    assert len(values) == 18 and values["KTH SP2, FCFS: mean wait"] == 90_000
    assert [fig1.scaled([seconds])[1] for seconds in (0, 119, 120, 7_199, 7_200)] == ["s", "s", "min", "min", "h"]


def test_figure_2_as_data():
    steps, bars = fig2.distribution(on()), fig2.bars(on())
    fcfs = next(series for series in steps.series if series.name == "FCFS")
    share = dict(zip(fcfs.x, fcfs.y, strict=True))
    assert (share[0.98], share[1.0], share[10.0]) == (0.0, 50.0, 50.0) and max(fcfs.x) == 10
    assert steps.caption == (
        "2 users with several jobs, cut at 10 as in the paper.",
        "Users beyond it: FCFS 1 (up to 90).",
    )
    assert {series.name: dict(zip(series.x, series.y, strict=True))["BF"] for series in bars.series} == {
        "mean": 4.25,
        "standard deviation": 3.75,
    }
    values = {value.name: value.ours for value in fig2.measured(on())}
    assert values["KTH SP2, FCFS: users beyond 10"] == 1 and values["KTH SP2, BF: 90th percentile"] == 7.25
    assert values["KTH SP2, BF: median"] == 4.25 and len(values) == 42


def test_a_log_where_nobody_has_several_jobs_has_no_nuwt():
    none = {policy: replace(one, nuwt=np.zeros(0)) for policy, one in GOOD.items()}
    log = on(**none)
    assert {value.ours for value in fig2.measured(log) if "mean NUWT" in value.name} == {None}
    assert fig2.distribution(log).series[0].y[-1] == 0 and fig2.bars(log).caption == ()


# -- as experiments


def count(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Labels of the parts that are run."""
    ran: list[str] = []
    run_part = reproducing._run

    def counted(store: Store, name: str, part: dict, run: Callable[[], Any]) -> Any:
        ran.append(part["label"])
        return run_part(store, name, part, run)

    monkeypatch.setattr(reproducing, "_run", counted)
    return ran


def reproduce(store: Store, experiment: str, **asked: Any) -> dict[str, Any]:
    spec = specs.check({"do": "reproduce", "experiment": experiment} | asked, store)
    return reproduced(store, specs.key(spec), spec, Progress())


def test_both_figures_share_their_parts_and_logs_are_known_by_content(folder, tmp_path, monkeypatch):
    ran, store = count(monkeypatch), Store(tmp_path / "home")
    first = reproduce(store, FIG1)
    assert first["parts"] == 12 and len(ran) == 12
    assert [log["name"] for log in first["logs"]] == ["METACENTRUM-2009-2", "KTH-SP2-1996-2"]  # the paper's order
    assert len(reproduce(store, FIG2)["values"]) == 84 and len(ran) == 12
    sent = store.save_upload([text().encode()], "KTH-SP2-1996-2.swf")  # plain, and in another place
    alone = reproduce(store, FIG2, logs=[{"kind": "upload", "key": sent.key, "name": sent.name}])
    assert len(ran) == 12 and [log["name"] for log in alone["logs"]] == ["KTH-SP2-1996-2"]
    named = {"do": "reproduce", "experiment": FIG2, "logs": [{"kind": "log", "name": "KTH-SP2-1996-2.swf.gz"}]}
    assert specs.key(specs.check(named, store)) == specs.key(alone["spec"])
    reproduce(store, FIG2, seed=1)
    assert ran[12:] == ["MetaCentrum, TS, seed 1", "KTH SP2, TS, seed 1"]  # only the search draws lots


def test_a_whole_log_is_told_with_the_paper_s_count(folder, tmp_path):
    record = reproduce(Store(tmp_path / "home"), FIG1, scale="full", logs=[{"kind": "log", "name": "other.swf"}])
    assert record["verdict"] == "not judged" and "other is none of the paper's logs" in " ".join(record["differences"])
    assert {value["cell"][0] for value in record["values"]} == {"other"}
    assert [chart["title"] for chart in record["charts"]] == [
        "other: mean wait and bounded slowdown",
        "other: mean response",
    ]


# -- the command line


def test_log_by_name_and_by_path(run, folder, tmp_path):
    out = tmp_path / "out.json"
    assert run("reproduce", FIG1, "--log", "KTH-SP2-1996-2", "--out", out) == (0, "", "")
    by_name = json.loads(out.read_text())
    assert list(by_name)[-1] == "logs" and [log["name"] for log in by_name["logs"]] == ["KTH-SP2-1996-2"]
    elsewhere = tmp_path / "KTH-SP2-1996-2.swf"
    elsewhere.write_text(text())
    assert run("reproduce", FIG1, "--log", elsewhere, "--out", out) == (0, "", "")
    assert json.loads(out.read_text()) == by_name


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([FIG1, "--log", "KHT-SP2-1996-2"], "did you mean KTH-SP2-1996-2"),
        ([FIG1, "--log", "no/such.swf"], "no such file"),
        (["ostrich-2013/appendix-a", "--log", "other"], "takes no log"),
        ([FIG1, "--log", "{}/zip.swf"], "zip archive"),
        ([FIG1, "--log", "{}/bare.swf"], "does not tell the size of its machine"),
        ([FIG1, "--log", "{}/text.swf"], "text.swf"),
    ],
)
def test_a_wrong_log_is_a_sentence(run, folder, tmp_path, words, said):
    (tmp_path / "zip.swf").write_bytes(b"PK\x03\x04" + b"0" * 20)
    (tmp_path / "bare.swf").write_text(text(header=""))
    (tmp_path / "text.swf").write_text("This is no log at all.\n")
    code, printed, err = run("reproduce", *[word.format(tmp_path) for word in words], "--out", tmp_path / "o.json")
    assert (code, printed) == (2, "") and said in err and is_one_sentence(err)
    assert not (tmp_path / "o.json").exists()


@pytest.mark.parametrize("there", [True, False])
def test_without_any_log_it_says_which_are_wanted(run, tmp_path, monkeypatch, there):
    monkeypatch.setenv("QUEUESCOPE_HOME", str(tmp_path / "home"))
    if there:
        monkeypatch.setenv("QUEUESCOPE_TRACES", str(tmp_path))
    code, _, err = run("reproduce", FIG1, "--out", tmp_path / "o.json")
    assert code == 2 and "METACENTRUM-2009-2" in err and "QUEUESCOPE_TRACES" in err and is_one_sentence(err)
    assert ("names no folder" in err) is not there


def test_papers_lists_the_logs(run):
    listed = next(paper for paper in json.loads(run("papers", "--json")[1]) if paper["key"] == "fairness-2012")
    assert [log["title"] for log in listed["experiments"][0]["logs"]] == [log.title for log in LOGS]
    assert (
        "logs"
        not in next(paper for paper in json.loads(run("papers", "--json")[1]) if paper["key"] == "ostrich-2013")[
            "experiments"
        ][0]
    )


# -- a real log


def test_the_beginning_of_kth_sp2(real_log, tmp_path, monkeypatch):
    name = "KTH-SP2-1996-2.swf.gz"
    monkeypatch.setenv("QUEUESCOPE_TRACES", str(real_log(name).parent))
    record = reproduce(Store(tmp_path / "home"), FIG1, logs=[{"kind": "log", "name": name}])
    waits = {value["cell"][1]: value["ours"] for value in record["values"] if value["cell"][2] == "mean wait"}
    assert list(waits) == list(runs.NAMES.values())
    assert max(waits, key=waits.__getitem__) == "FCFS" and min(waits, key=waits.__getitem__) == "TS"
    assert waits["FCFS"] > 1.5 * max(wait for name, wait in waits.items() if name != "FCFS")
    assert record["verdict"] == "not judged" and len(record["charts"]) == 2


def test_what_is_said_of_the_iterations_is_what_tabu_makes():
    params = {param.name: param.default for param in all_policies()["tabu"].params}
    text = "\n".join((*settings.DIFFERENCES, *map(str, settings.SETTINGS)))
    assert (
        f"Elsewhere TS stops after {params['most']} at each search" in text
        and "makes all its iterations, 2 for" in text
    )
    # 130 jobs wait for the first: 260 moves are made, elsewhere 200
    jobs = small.workload([(0, 1_000, 1), *((1, 50 + at, 1) for at in range(130))], 1)
    for given, moves in ((runs.PARAMS["tabu"], 260), (None, 200)):
        made = simulate(jobs, "tabu", given).search
        assert made is not None
        first = made.take(made.time == made.time[0])
        assert first.waiting[0] == 130 and first.iteration.max() == moves  # 0 is the plan before the first move
