"""Batsim workloads and logs of the Grid Workloads Archive against naive twins, made and real."""

from __future__ import annotations

import json
from random import Random

import pytest

from scheduler.errors import FormatError
from scheduler.formats import batsim, gwf, parse, recognize
from scheduler.preparation.build import workload
from tests.naive import batsim as naive_batsim
from tests.naive import gwf as naive_gwf

NAMES = (
    "example_workload_hpc_seed1_jobs250",
    "g5k_workload_delay_seed1_size32",
    "test_delays",
    "test_same_submit_time",
    "test_various_profile_types",
    "test_walltime",
)


def rules(trace) -> dict:
    return {note.rule: note for note in trace.notes}


@pytest.mark.parametrize("name", NAMES)
def test_real_workloads_of_batsim_read_as_the_naive_twin_reads_them(name, real_log):
    content = real_log(f"batsim/{name}.json").read_bytes()
    trace, expected = parse(content, f"{name}.json"), naive_batsim.jobs(content.decode())
    columns = (
        trace.columns[column].tolist() for column in ("submit", "runtime", "requested_processors", "requested_time")
    )
    assert list(zip(*columns, strict=True)) == [
        (submit, -1 if ran is None else ran, size, wall) for submit, ran, size, wall in expected
    ]
    assert trace.number("MaxProcs") == json.loads(content)["nb_res"]
    assert len(workload(trace)) == sum(ran is not None for _, ran, _, _ in expected)


def test_sequences_of_delays_are_delays_and_what_is_none_is_told():
    profiles = {
        "a": {"type": "delay", "delay": 3},
        "b": {"type": "composed", "seq": ["a", "a"], "repeat": 4},
        "c": {"type": "composed", "seq": ["b", "d"]},
        "d": {"type": "parallel", "cpu": [1]},
        "e": {"type": "composed", "seq": ["e"]},
    }
    jobs = [
        {"id": f"w0!{number}", "subtime": number, "res": 1, "profile": profile}
        for number, profile in enumerate("abcdex")
    ]
    trace = batsim.read(json.dumps({"nb_res": 4, "jobs": jobs, "profiles": profiles}).encode(), "x.json")
    assert trace.columns["runtime"].tolist() == [3, 24, -1, -1, -1, -1] and trace.columns["job_id"].tolist() == list(
        range(6)
    )
    assert (rules(trace)["profile_no_delay"].count, rules(trace)["profile_unknown"].lines) == (3, (6,))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'{"jobs": [', "is no JSON"),
        (b'{"jobs": [], "profiles": {}}', "no jobs"),
        (b"[1]", "no workload of Batsim"),
        (b'{"jobs": [{"res": 1, "profile": "a"}], "profiles": {"a": {"type": "delay", "delay": 1}}}', "no submit time"),
        (
            b'{"jobs": [{"subtime": 1, "res": 1, "profile": "a"}], "profiles": {"a": {"type": "parallel"}}}',
            "only Batsim can tell",
        ),
    ],
)
def test_what_is_no_workload_of_delays_is_refused(content, words):
    with pytest.raises(FormatError, match=words):
        batsim.read(content, "x.json")


def log(seed: int) -> str:
    """A log of a grid: names and numbers, tabs and blanks, lines that are too short, comments inside."""
    draw = Random(seed)
    lines = ["# Format: Grid Workload Format", "# MaxProcs: 400", "#"]
    for number in range(60):
        fields = [
            number,
            number * 7,
            draw.choice((-1, 5)),
            draw.choice((-1, 60, 3600)),
            draw.choice((-1, 1, 4)),
            "1.5",
            -1,
            draw.choice((-1, 2)),
            90,
            -1,
            draw.choice((0, 1, 5)),
            f"U{draw.randrange(5)}",
            f"G{number % 2}",
            -1,
            "q",
            -1,
            "G1",
            f"site{number % 3}",
            "UNITARY",
            -1,
            -1,
            -1,
            -1,
            -1,
            -1,
            -1,
            -1,
            "vo",
            -1,
        ]
        lines.append(draw.choice(("\t", " ", "  ")).join(map(str, fields)) + draw.choice(("", " ")))
        lines += [" ".join(map(str, fields[:9]))] * (number == 30) + ["# a comment"] * (number == 40)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(4))
def test_logs_of_grids_read_as_the_naive_twin_reads_them(seed):
    text = log(seed)
    trace, expected = gwf.read(text.encode(), "x.gwf"), naive_gwf.jobs(text)
    for field in naive_gwf.NUMBERS:
        assert trace.columns[field].tolist() == [float(job[field]) for job in expected], field
    users = trace.names["user_id"]
    assert [users[int(number) - 1] for number in trace.columns["user_id"]] == [job["user"] for job in expected]
    assert trace.names["partition"] == ("site0", "site1", "site2") and trace.number("MaxProcs") == 400
    assert rules(trace)["row_width"].count == 1 and trace.line[0] == 4 and recognize(text.encode(), "any").key == "gwf"


def test_a_log_of_a_grid_without_a_job_is_refused():
    with pytest.raises(FormatError, match="only comments"):
        gwf.read(b"# nothing\n", "x.gwf")
    with pytest.raises(FormatError, match="no line has 29 fields"):
        gwf.read(b"# nothing\n1 2 3\n", "x.gwf")
