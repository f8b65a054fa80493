"""`replay`: a recording of Slurm under its own configuration, and what a change does."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import pytest

from scheduler.__main__ import main

RECORDINGS = Path(__file__).parents[2] / "data" / "slurm"


@pytest.fixture
def call(tmp_path: Path) -> list[str]:
    return call_of("one_basic", tmp_path)


def call_of(recording: str, tmp_path: Path) -> list[str]:
    """The command that replays a recording, whose files are put into a folder."""
    data = json.loads(gzip.decompress((RECORDINGS / f"{recording}.json.gz").read_bytes()))
    for name, key in (("jobs.txt", "sacct"), ("slurm.conf", "conf"), ("tree.txt", "tree"), ("qos.txt", "qos")):
        (tmp_path / name).write_text(data[key])
    files = {"slurm-conf": "slurm.conf", "sshare": "tree.txt", "slurm-qos": "qos.txt"}
    return [
        "replay",
        str(tmp_path / "jobs.txt"),
        *(
            word
            for name, file in files.items()
            if data[{"slurm.conf": "conf", "tree.txt": "tree", "qos.txt": "qos"}[file]]
            for word in (f"--{name}", str(tmp_path / file))
        ),
    ]


def test_a_replay_near_the_record_advises_on_a_change(call: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*call, "--json", "--change", "bf_interval=120", "--change", "priority=multifactor"]) == 0
    answer = json.loads(capsys.readouterr().out)
    whole = answer["agreement"][0]
    assert answer["advises"] and not answer["reasons"] and whole["jobs"] == 80
    assert whole["rank"] > 0.95 and abs(whole["simulated_mean"] / whole["recorded_mean"] - 1) < 0.1
    assert {row["part"] for row in answer["agreement"]} >= {"all", "size", "user"}
    assert answer["gains"][0]["before"] == whole["simulated_mean"] and answer["gains"][0]["difference"] != 0
    assert answer["lines"][0] == "PriorityType=priority/multifactor" and "bf_interval=120" in answer["lines"][1]


def test_a_replay_that_is_far_off_does_not_advise(call: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            [
                *call,
                "--param",
                "priority=multifactor",
                "--param",
                "weight_job_size=100000",
                "--change",
                "bf_interval=120",
            ]
        )
        == 0
    )
    out = capsys.readouterr()
    assert "not near enough to the record to advise" in out.out and "--anyway" in out.out
    assert "Lines of slurm.conf" not in out.out and "rank correlation" in out.out


def test_several_values_of_a_setting_show_what_they_trade(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = [*call_of("eight_multifactor_2", tmp_path), "--sweep", "weight_fairshare=100000,0"]
    assert main([*call, "--json"]) == 0
    swept = json.loads(capsys.readouterr().out)["sweep"]
    assert swept["setting"] == "weight_fairshare" and [one["value"] for one in swept["points"]] == [0, 100000]
    without, with_shares = (one["worst"] for one in swept["points"])
    assert (
        without["account"] == with_shares["account"] == "physics"
    )  # 3 shares of 5: those of root and bio are one each
    assert without["share"] == pytest.approx(0.6) and 0 < with_shares["lacks"] < without["lacks"] < 0.6
    assert main(call) == 0
    lines = capsys.readouterr().out.partition("lacks most of its share")[2].splitlines()
    assert [line.split()[0] for line in lines[2:4]] == ["0", "100000"]


@pytest.mark.parametrize("more", [[], ["--change", "bf_interval=120"]])
def test_the_answer_comes_first_and_what_it_rests_on_after(
    call: list[str],
    more: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    conf = tmp_path / "slurm.conf"
    conf.write_text(conf.read_text() + "SlurmctldPort=6817\nSlurmdPort=6818\nNoSuchSetting=1\n")
    monkeypatch.setattr("sys.stderr", sys.stdout)  # as on a terminal: both in the order in which they are written
    assert main([*call, *more]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "The simulation is near enough to the record to advise."
    after = [at for at, line in enumerate(lines) if line.startswith(("of ", "Lines of slurm.conf"))]
    unread = next(at for at, line in enumerate(lines) if "NoSuchSetting" in line)
    assert after and max(after) < unread and not any("Port=" in line for line in lines)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--sweep", "bf_interval=30"], "has 1 value; wanted: NAME=V1,V2"),
        (["--sweep", "bf_intervall=3,4"], "bf_interval"),
        (["--sweep", "accounts=a,b", "--anyway"], "accounts"),
        (["--change", "node_count=many"], "whole number of nodes"),
        (["--change", "bf_intervall=3"], "bf_interval"),
        (["--within", "-1"], "within"),
        (["--change", "node_count=0"], "from 1 to"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    call: list[str], more: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*call, *more]) == 2
    assert says in capsys.readouterr().err
