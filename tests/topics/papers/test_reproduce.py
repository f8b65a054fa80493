"""Experiments run part by part: nothing that is kept runs again, whatever came in between."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scheduler.errors import Cancelled, InputError, ParamError, StoreError, UnknownKey
from scheduler.preparation.build import workload
from scheduler.results import specs
from scheduler.results.limits import Limits
from scheduler.results.progress import Progress
from scheduler.results.queue.runs import Runs, Ticket
from scheduler.results.store import Store
from scheduler.simulate import FINISHED, STOP, simulate
from scheduler.topics.papers.experiments import EXACTLY, Band, Claim, Measured, Outcome, Published
from scheduler.topics.papers.tasks import reproduce as reproducing
from scheduler.topics.papers.tasks.reproduce import (
    contract,
    describe,
    items,
    part_key,
    reproduce,
    reproduced,
    run_parts,
)
from scheduler.topics.papers.verdicts import CORRECTED, FAILED, INFORMATION, REPRODUCED, UNJUDGED, UNSTATED
from tests.cases.small_log import ROOT, is_one_sentence, swf
from tests.topics.papers.made_paper import KEY, experiment, noted, on_logs, register

SPEC = {"do": "reproduce", "experiment": KEY, "scale": "quick", "seed": 0}
CONTRACT = ["experiment", "scale", "seed", "cpu_seconds", "verdict", "values", "claims", "differences"]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "home")


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Numbers of the parts that were run, of the made-up experiment."""
    numbers: list[int] = []
    register(monkeypatch, experiment(noted(numbers)))
    return numbers


def run(store: Store, scale: str = "quick", seed: int = 0, progress: Progress | None = None) -> dict[str, Any]:
    return reproduce(store, KEY, scale, seed, progress or Progress())


def kept_part(store: Store, number: int) -> Path:
    """The file of a part that was kept."""
    return store.root / "parts" / part_key(KEY, {"do": "halve", "number": number})


# -- nothing runs twice


def test_kept_parts_are_not_run_again(store, ran):
    first = run(store)
    assert ran == [0, 1, 2, 3]
    assert run(store) == first and ran == [0, 1, 2, 3]  # cpu_seconds too: those of the parts as they were run
    run(store, "full")
    assert ran == [0, 1, 2, 3, 4, 5, 6, 7]
    run(store, seed=1)
    assert ran[8:] == [10, 11, 12, 13]


CHILD = """
import os, signal, sys
from pathlib import Path
import pytest
from scheduler.results.progress import Progress
from scheduler.topics.papers.tasks.reproduce import reproduce
from scheduler.results.store import Store
from scheduler.topics.papers.tasks.reproduce import reproduced
from scheduler.simulate import FINISHED, STOP, simulate
from scheduler.preparation.build import workload
from tests.topics.papers.made_paper import KEY, experiment, register

def run(part):
    if part["number"] == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return part["number"] / 2

register(pytest.MonkeyPatch(), experiment(run))
reproduce(Store(Path(sys.argv[1])), KEY, "quick", 0, Progress())
"""


def test_a_killed_experiment_goes_on_where_it_was(store, ran):
    died = subprocess.run([sys.executable, "-c", CHILD, str(store.root)], cwd=ROOT, capture_output=True, text=True)
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert [kept_part(store, number).exists() for number in range(4)] == [True, True, False, False]
    record = run(store)
    assert ran == [2, 3] and record["values"][0]["ours"] == 3.0


@pytest.mark.parametrize("content", [b"", b"{", b'{"schema": 1}', b"\xff\xfe", b"[]", b'{"schema": 0, "key": "x"}'])
def test_a_damaged_part_is_run_again(store, ran, content):
    first = run(store)
    kept_part(store, 1).write_bytes(content)
    again = run(store)
    assert ran == [0, 1, 2, 3, 1] and again["values"] == first["values"]
    assert json.loads(kept_part(store, 1).read_bytes())["result"] == 0.5


def test_a_part_without_its_result_is_run_again(store, ran):
    run(store)
    path = kept_part(store, 1)
    record = json.loads(path.read_bytes())
    del record["result"]
    path.write_text(json.dumps(record))
    run(store)
    assert ran == [0, 1, 2, 3, 1]


def test_parts_of_other_sources_are_not_taken(store, ran, monkeypatch):
    run(store)
    monkeypatch.setattr(reproducing, "fingerprint", lambda *roots: "other")
    run(store)
    assert ran == [0, 1, 2, 3, 0, 1, 2, 3]


def test_labels_do_not_name_a_part_and_papers_do():
    part = {"do": "halve", "number": 1}
    assert part_key(KEY, part | {"label": "one"}) == part_key(KEY, part | {"label": "two"})
    assert part_key(KEY, part) != part_key("ostrich-2013/fig2", part) != part_key(KEY, part | {"number": 2})


def test_parts_take_part_in_making_room(tmp_path, ran):
    store = Store(tmp_path, Limits(stored=1))
    record = run(store)
    assert record["values"][0]["ours"] == 3.0 and not kept_part(store, 0).exists()


# -- how it is run


def test_progress_says_which_part_and_how_far(store, ran, monkeypatch):
    said: list[tuple[float, str]] = []

    class Told(Progress):
        def at(self, done: float, message: str) -> None:
            super().at(done, message)
            said.append((self.percent, message))

    run(store, progress=Told())
    assert said[1] == (25.0, "Part 2 of 4: number 1 of 4.") and said[-1][0] == 100
    said.clear()
    run(store, "full", progress=Told())
    assert said[0] == (50.0, "Part 5 of 8: number 4 of 8.")


def test_what_was_found_is_no_measure_of_the_pace(monkeypatch):
    progress = Progress()
    monkeypatch.setattr(Progress, "seconds", property(lambda self: 10.0))
    progress.done_before, progress.done = 0.5, 0.5
    assert progress.eta is None
    progress.done = 0.75
    assert progress.eta == pytest.approx(10.0)  # a quarter in 10 s, a quarter is left


def test_it_is_cancelled_between_two_parts(store, monkeypatch):
    progress, ran = Progress(), []

    def stopping(part: dict) -> float:
        ran.append(part["number"])
        if part["number"] == 1:
            progress.stop()
        return part["number"] / 2

    register(monkeypatch, experiment(stopping))
    with pytest.raises(Cancelled):
        run(store, progress=progress)
    assert ran == [0, 1] and kept_part(store, 1).exists()
    run(store)
    assert ran == [0, 1, 2, 3]


def test_results_are_put_together_as_they_are_read(store, monkeypatch):
    """A part that was just run counts the same as one that was kept: tuples are lists then, and keys are words."""
    seen: list[Any] = []

    def put(_parts: Any, results: Any) -> Outcome:
        seen.append(results)
        return Outcome((Measured("sum", 3.0),))

    register(monkeypatch, replace(experiment(lambda part: (part["number"],)), outcome=put))
    run(store), run(store)
    assert seen[0] == seen[1] == [[0], [1], [2], [3]]


# -- what can be asked for


def test_a_spec_is_filled_in(store, ran):
    assert specs.check({"do": "reproduce", "experiment": KEY}, store) == SPEC
    assert specs.check(SPEC | {"scale": "full", "seed": "7", "x": 1}, store) == SPEC | {"scale": "full", "seed": 7}


def test_what_draws_no_lots_has_no_seed(store, monkeypatch):
    register(monkeypatch, experiment(noted([]), random=False))
    assert specs.check(SPEC | {"seed": 5}, store) == SPEC | {"seed": None}
    assert reproduce(store, KEY, "quick", None, Progress())["seed"] is None


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"experiment": "made-2020/halfs"}, UnknownKey, "made-2020/halves"),
        ({"experiment": None}, UnknownKey, "experiment"),
        ({"experiment": "../../etc"}, UnknownKey, "experiment"),
        ({"scale": "huge"}, ParamError, "quick"),
        ({"seed": -1}, ParamError, "seed"),
        ({"seed": "x"}, ParamError, "seed"),
        ({"seed": 2**60}, ParamError, "seed"),
        ({"scale": ["full"]}, InputError, "scale"),
    ],
)
def test_what_cannot_be_asked_for_is_said(store, ran, change, error, words):
    with pytest.raises(error, match=words) as caught:
        specs.check(SPEC | change, store)
    assert is_one_sentence(str(caught.value)) and not ran


def test_scale_seed_and_paper_name_an_outcome(store, ran):
    keys = {specs.key(specs.check(SPEC | change, store)) for change in ({}, {"scale": "full"}, {"seed": 1})}
    assert len(keys) == 3 and specs.key(SPEC) == specs.key(dict(reversed(SPEC.items())))


# -- as a run


def test_a_run_from_wish_to_record(store, ran, caplog):
    runs = Runs(store)
    (ticket,) = runs.submit([SPEC], "v")
    assert (
        ticket.fresh
        and runs.status(ticket.key).state == "queued"
        and reproducing.TASK.result(store, ticket.key) is None
    )
    with caplog.at_level("INFO", "queuescope.runs"):
        runs.work([ticket.key])
    assert "do=reproduce policy=- jobs=4" in caplog.text
    status, record = runs.status(ticket.key), reproducing.TASK.result(store, ticket.key)
    assert (status.state, status.percent, status.spec) == ("done", 100.0, SPEC) and status.seconds >= 0
    assert record["verdict"] == REPRODUCED and record["charts"][0]["series"][0]["y"] == [0, 0.5, 1, 1.5]
    assert record["settings"] == [["numbers", "4", "chosen"]]
    assert runs.submit([SPEC], "v") == [Ticket(ticket.key, "done", False)]
    assert runs.result(ticket.key) == ticket.key


def test_a_damaged_record_is_made_again_of_its_parts(store, ran):
    runs = Runs(store)
    key = runs.submit([SPEC], "v")[0].key
    runs.work([key])
    (store.root / "experiments" / key).write_bytes(b"{")
    assert runs.status(key).state == "unknown" and runs.submit([SPEC], "v")[0].fresh
    runs.work([key])
    assert reproducing.TASK.result(store, key)["verdict"] == REPRODUCED and ran == [0, 1, 2, 3]


# -- on logs


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of logs with the second choice of the made-up paper, and another log."""
    made = tmp_path / "traces"
    (made / "more").mkdir(parents=True)
    (made / "more" / "small-2.swf").write_text(swf())
    (made / "other.swf").write_text(swf().replace("Test", "Other"))
    monkeypatch.setenv("QUEUESCOPE_TRACES", str(made))
    return made


def halves(part: dict[str, Any], trace: Any, begin: Any) -> float:
    """Half the jobs of the trace."""
    begin(len(trace))
    return len(trace) / 2


def on(store: Store, progress: Progress | None = None, **asked: Any) -> dict[str, Any]:
    spec = specs.check(SPEC | asked, store)
    return reproduced(store, specs.key(spec), spec, progress or Progress())


def test_the_paper_s_logs_are_found_and_named_by_content(store, folder, monkeypatch):
    register(monkeypatch, on_logs(halves))
    record = on(store)
    assert record["values"][1]["ours"] == 4.0 and [log["name"] for log in record["logs"]] == ["small-2"]
    spec = record["spec"]
    assert [(log["kind"], log["name"]) for log in spec["logs"]] == [("log", "more/small-2.swf")]
    sent = store.save_upload([swf().encode()], "small-2.swf.gz")
    same = specs.check(SPEC | {"logs": [{"kind": "upload", "key": sent.key, "name": sent.name}]}, store)
    assert specs.key(same) == specs.key(spec) == specs.key(specs.check(spec, store))
    other = specs.check(SPEC | {"logs": [{"kind": "log", "name": "other.swf"}]}, store)
    assert specs.key(other) != specs.key(spec)
    (folder / "other.swf").write_text(swf().replace("Test", "Third"))
    assert specs.key(specs.check(SPEC | {"logs": [{"kind": "log", "name": "other.swf"}]}, store)) != specs.key(other)


def test_a_log_that_changes_is_not_taken_for_the_one_that_was_asked_for(store, folder, monkeypatch):
    register(monkeypatch, on_logs(halves))
    spec = specs.check(SPEC, store)
    (folder / "more" / "small-2.swf").write_text(swf().replace("Test", "Changed"))
    with pytest.raises(StoreError, match="has changed since"):
        reproduced(store, specs.key(spec), spec, Progress())


@pytest.mark.parametrize(
    ("logs", "error", "words"),
    [
        ([{"kind": "log", "name": "../../etc/passwd"}], InputError, "no log"),
        ("other.swf", InputError, "list"),
        ([{"kind": "sample", "name": "five-jobs.swf"}], InputError, "a log of the server or on an upload"),
        ([{"kind": "upload", "key": "0" * 64, "name": "x"}], InputError, "send it again"),
        ([None], InputError, "choose"),
        ([{"kind": "log", "name": "other.swf"}] * 13, InputError, "at most 12"),
    ],
)
def test_logs_that_cannot_be_had_are_said(store, folder, monkeypatch, logs, error, words):
    register(monkeypatch, on_logs(halves))
    with pytest.raises(error, match=words) as caught:
        specs.check(SPEC | {"logs": logs}, store)
    assert is_one_sentence(str(caught.value))


def test_an_experiment_that_takes_no_log_says_so(store, ran, folder):
    with pytest.raises(InputError, match=f"{KEY} takes no log"):
        specs.check(SPEC | {"logs": [{"kind": "log", "name": "other.swf"}]}, store)
    assert "logs" not in specs.check(SPEC | {"logs": []}, store)


def test_progress_moves_inside_a_part_by_its_weight(store, folder, monkeypatch):
    """Two parts of weights 1 and 3; half of the jobs of each are finished when its progress is looked at."""
    progress, seen = Progress(), []

    def run(part: dict[str, Any], trace: Any, begin: Any) -> float:
        control = begin(len(trace))
        if part["first"] is None:
            control[FINISHED] = 2
            seen.append((progress.percent, progress.message))
        return 1.0

    register(monkeypatch, on_logs(run))
    on(store, progress)
    assert seen == [(12.5, "Part 1 of 2: small-2, half 0."), (62.5, "Part 2 of 2: small-2, half 1.")]
    assert progress.percent == 100 and progress.preparing > 0


def test_it_is_cancelled_inside_a_part_and_goes_on_with_it(store, folder, monkeypatch):
    stop: list[int] = [1]
    ran: list[int] = []

    def run(part: dict[str, Any], trace: Any, begin: Any) -> float:
        jobs = workload(trace, first=part["first"])
        control = begin(len(jobs))
        if part["first"] is None:
            ran.append(part["half"])
            control[STOP] = part["half"] in stop
        return float(simulate(jobs, "fcfs", control=control).wait.mean())

    register(monkeypatch, on_logs(run))
    with pytest.raises(Cancelled):
        on(store)
    stop.clear()
    assert on(store)["values"][1]["ours"] == 18.0  # waits 0, 9, 18 in both halves
    assert ran == [0, 1, 1]


def test_claims_that_are_not_judged_fail_nothing(store, folder, monkeypatch):
    def put(_parts: Any, _results: Any) -> Outcome:
        return Outcome(
            (Measured("x", 1.0, unit="s", cell=("a", "b", "c")),),
            (Claim("It is.", False, "It is not.", judged=False),),
            differences=("Another log.",),
        )

    register(monkeypatch, replace(on_logs(halves), outcome=put))
    record = on(store)
    assert record["verdict"] == UNJUDGED and record["claims"][0]["judged"] is False
    assert record["values"][0]["cell"] == ["a", "b", "c"] and record["values"][0]["unit"] == "s"
    assert record["differences"] == ["Nobody wrote this paper.", "Another log."]
    assert list(contract(record)) == [*CONTRACT, "logs"]


# -- what is told


def test_the_file_keeps_its_contract(store, ran):
    written = contract(run(store))
    assert list(written) == CONTRACT
    assert (written["experiment"], written["scale"], written["seed"]) == (KEY, "quick", 0)
    assert written["cpu_seconds"] >= 0 and written["differences"] == ["Nobody wrote this paper."]
    assert written["values"][0] == {
        "name": "sum",
        "where": "table 1",
        "unit": "s",
        "published": 3.0,
        "ours": 3.0,
        "low": 2.0,
        "high": 4.0,
        "tolerance": [2.5, 3.5],
        "verdict": REPRODUCED,
    }
    assert written["values"][1]["name"] == "largest" and written["values"][1]["published"] is None
    assert written["claims"] == [
        {
            "text": "Halves are less than 10 together.",
            "holds": True,
            "evidence": "Their sum is 3.",
            "verdict": REPRODUCED,
        }
    ]


@pytest.mark.parametrize(
    ("band", "corrected", "ours", "wanted"),
    [
        (Band(1 / 3), "", 1.0, REPRODUCED),
        (Band(1 / 3), "", 2.0, REPRODUCED),
        (Band(1 / 3), "an e for an i", 2.0, CORRECTED),
        (Band(1 / 3), "", 2.1, FAILED),
        (Band(1 / 3), "an e for an i", 0.9, FAILED),
        (Band(1 / 3), "", None, FAILED),
        (Band(1 / 3), "", float("nan"), FAILED),
        (None, "", 5.0, INFORMATION),
        (None, "an e for an i", None, INFORMATION),
    ],
)
def test_a_value_has_its_verdict(band, corrected, ours, wanted):
    one = replace(experiment(noted([])), published=(Published("x", 1.5, band, "table 1", corrected=corrected),))
    assert describe(one, Outcome((Measured("x", ours),)))["values"][0]["verdict"] == wanted


def test_a_misprint_is_no_excuse_for_another_number():
    one = replace(
        experiment(noted([])),
        published=(Published("x", 22, EXACTLY, "table 1", meant=32, corrected="2 x 10 + 12 = 32"),),
    )
    assert [describe(one, Outcome((Measured("x", ours),)))["values"][0]["verdict"] for ours in (32.0, 22.0, None)] == [
        CORRECTED,
        FAILED,
        FAILED,
    ]


def test_what_is_not_reproduced_is_explained_and_nothing_else_is():
    one = replace(
        experiment(noted([])),
        explained="Ours are others.",
        published=(
            Published("x", 1, EXACTLY, "table 1", explained="It was rounded."),
            Published("y", 1, EXACTLY, "table 1"),
        ),
    )
    made = describe(
        one,
        Outcome(
            (Measured("x", 2), Measured("y", 2)),
            (
                Claim("It is.", False, "It is not."),
                Claim("It was.", True, "It was."),
                Claim("We found it.", False, "We did not.", finding=True),
            ),
        ),
    )
    assert [value.get("explained") for value in made["values"]] == ["It was rounded.", "Ours are others."]
    assert [claim.get("explained") for claim in made["claims"]] == ["Ours are others.", None, None]
    assert items(made["values"], made["claims"]) == [FAILED, FAILED, FAILED, REPRODUCED], "a finding is no item"


def test_agreement_with_the_reference_changes_no_verdict():
    one = replace(
        experiment(noted([])),
        published=tuple(
            Published(name, 4.0, Band(0.25), "table 1", reference=reference)
            for name, reference in (("x", 4.4), ("y", 40.0), ("z", None))
        ),
    )
    values = describe(one, Outcome(tuple(Measured(name, 4.5) for name in "xyz")))["values"]
    assert [(value["verdict"], value.get("agrees")) for value in values] == [
        (REPRODUCED, True),
        (REPRODUCED, False),
        (REPRODUCED, None),
    ]


def test_what_the_paper_prints_in_a_table_is_its_published_number():
    made = describe(
        experiment(noted([])),
        Outcome(
            (
                Measured("sum", 3.0),
                Measured("largest", 3.0),
                Measured("t, a: max", 2.0, cell=("t", "a", "max"), printed=1.5),
                Measured("t, a: mean", 1.0, cell=("t", "a", "mean")),
                Measured(
                    "t, a: std.", 1.0, cell=("t", "a", "std."), printed=1.5, band=Band(sample=9), sampled=(1.2, 1.6)
                ),
            )
        ),
    )
    table = {value["name"]: (value["published"], value["ours"], value["verdict"]) for value in made["values"][-3:]}
    assert table == {
        "t, a: max": (1.5, 2.0, INFORMATION),
        "t, a: mean": (None, 1.0, UNSTATED),
        "t, a: std.": (1.5, 1.0, REPRODUCED),
    }


# -- sweeps


def test_an_experiment_may_be_run_sweep_by_sweep(store, monkeypatch):
    numbers: list[int] = []
    one = experiment(noted(numbers))
    register(
        monkeypatch,
        replace(
            one, parts=lambda scale, seed: [part | {"sweep": at // 3} for at, part in enumerate(one.parts(scale, seed))]
        ),
    )
    ran = run_parts(store, KEY, "full", 0, Progress(), sweeps=1)
    assert (numbers, len(ran.parts), ran.of_parts, list(ran.results)) == ([0, 1, 2], 3, 8, [0, 0.5, 1])
    run_parts(store, KEY, "full", 0, Progress(), sweeps=2)
    assert numbers == [0, 1, 2, 3, 4, 5], "the first is kept"


def test_claims_that_fail_are_told(store, ran):
    record = run(store, seed=3)
    assert record["verdict"] == FAILED and record["claims"][0]["holds"] is False


# -- the command line


def test_reproduce_writes_the_file(run, ran, tmp_path, monkeypatch):
    monkeypatch.setenv("QUEUESCOPE_HOME", str(tmp_path / "home"))
    out = tmp_path / "out.json"
    assert run("reproduce", KEY, "--out", out) == (0, "", "")
    written = json.loads(out.read_text())
    assert list(written) == CONTRACT and (written["scale"], written["seed"]) == ("quick", 0)
    assert Runs(Store(tmp_path / "home")).status(specs.key(SPEC)).state == "done"  # the page shows it, too
    assert run("reproduce", KEY, "--scale", "full", "--seed", "0", "--out", out) == (0, "", "")
    assert json.loads(out.read_text())["values"][0]["ours"] == 14.0 and ran == [0, 1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["made-2020/halfs", "--out", "o.json"], "did you mean made-2020/halves"),
        ([KEY, "--out", "o.csv"], ".json"),
        ([KEY, "--out", "none/o.json"], "folder does not exist"),
        ([KEY, "--scale", "big", "--out", "o.json"], "scale"),
        ([KEY, "--seed", "-2", "--out", "o.json"], "seed"),
        ([KEY], "--out"),
    ],
)
def test_a_wrong_call_runs_nothing(run, ran, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUEUESCOPE_HOME", str(tmp_path / "home"))
    code, printed, err = run("reproduce", *words)
    assert (code, printed, ran) == (2, "", []) and said in err and is_one_sentence(err)
    assert not list(tmp_path.glob("o.*"))


def test_an_interrupted_call_leaves_no_file_and_keeps_its_parts(run, tmp_path, monkeypatch):
    from scheduler.cli import progress as commands_progress

    home, numbers = tmp_path / "home", []
    monkeypatch.setenv("QUEUESCOPE_HOME", str(home))
    register(monkeypatch, experiment(noted(numbers)))

    def interrupted(thread: Any, _told: Any) -> None:
        while 1 not in numbers:
            thread.join(0.001)
        raise KeyboardInterrupt

    monkeypatch.setattr(commands_progress, "_watch", interrupted)
    assert run("reproduce", KEY, "--out", tmp_path / "o.json")[0] == 130
    assert not (tmp_path / "o.json").exists() and kept_part(Store(home), 0).exists()


def test_papers_are_listed(run, ran):
    code, printed, err = run("papers", "--json")
    (paper,) = json.loads(printed)
    assert (code, err) == (0, "")
    assert list(paper) == ["key", "title", "authors", "year", "venue", "link", "errata", "experiments"]
    (one,) = paper["experiments"]
    assert one["key"] == KEY and one["cpu_seconds"] == {"quick": 0.1, "full": 0.2}
    (told,) = one["published"]
    assert {name: told[name] for name in ("name", "value", "where", "unit", "meant", "corrected")} == {
        "name": "sum",
        "value": 3.0,
        "where": "table 1",
        "unit": "s",
        "meant": None,
        "corrected": "",
    }
    assert told["accepted"] == [2.5, 3.5] and told["band"] == {"share": 0.0, "room": 0.5, "end": "", "sample": 0}
    assert {"title", "where", "question", "settings", "differences"} <= set(one)
