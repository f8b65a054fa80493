"""Nonsense on the command line: whatever is wrong with a file or a call is told in one sentence, and nothing is written.

Also how the program ends: 1 for a violation, 2 for what is wrong, 130 for Ctrl-C, quietly when nobody reads on.
"""

from __future__ import annotations

import gzip
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scheduler.__main__ import main
from tests.cases.small_log import EASY, HEADER, PROGRAM, ROOT, ROWS, is_one_sentence, swf

# ---- nonsense -------------------------------------------------------------------------------------------------------

NONSENSE = {
    "empty.swf": b"",
    "blank.swf": b"\n \n\n",
    "binary.swf": bytes(range(256)) * 40,
    "list.swf": b'{"jobs": [1, 2, 3]}\n',
    "report.swf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n",
    "truncated.swf.gz": gzip.compress(swf().encode() * 50, mtime=0)[:-30],
    "head.swf.gz": gzip.compress(swf().encode(), mtime=0)[:6],
    "renamed.swf.gz": b"not gzip at all",
    "seventeen.swf": (HEADER + "1 0 0 10 1 -1 -1 1 10 -1 1 1 1 -1 1 -1 -1\n").encode(),
    "words.swf": b"the quick brown fox jumps over the lazy dog\n" * 20,
    "header.swf": HEADER.encode(),
    "unusable.swf": swf({4: ROWS[4]}).encode(),
    "notes.txt": b"shopping: milk, bread\n",
    "nan.swf": (HEADER + " ".join(["nan"] * 18) + "\n").encode(),
    "wide.swf": swf({1: (0, 10, 9, 9, 10, 1)}).encode(),
    "capacity.swf": swf(header="; Version: 2.2\n").encode(),
    "zero.swf": swf(header="; MaxProcs: 0\n").encode(),
    "utf16.swf": swf().encode("utf-16"),
}


@pytest.mark.parametrize("name", NONSENSE)
@pytest.mark.parametrize("command", ["inspect", "simulate", "audit"])
def test_a_file_that_is_no_log(run, tmp_path, name, command):
    log, out = tmp_path / name, tmp_path / "out.csv"
    log.write_bytes(NONSENSE[name])
    (tmp_path / "s.csv").write_text(EASY)
    more = {"inspect": [], "simulate": ["--policy", "easy", "--out", out], "audit": [tmp_path / "s.csv"]}[command]
    code, printed, err = run(command, log, *more)
    assert (code, printed) == (2, "")
    assert is_one_sentence(err)
    assert not out.exists()


SCHEDULES = {
    "empty": b"",
    "no start": b"job_id,begin\n1,1000\n",
    "words": b"job_id,start\n1,soon\n",
    "short row": b"job_id,start\n1\n",
    "nan": b"job_id,start\n1,nan\n",
    "binary": bytes(range(256)),
    "zip": b"PK\x03\x04" + bytes(60),
    "gzip": gzip.compress(EASY.encode(), mtime=0)[:-9],
    "twice": b"job_id,start,start\n1,1000,1000\n",
}


@pytest.mark.parametrize("name", SCHEDULES)
def test_a_file_that_is_no_schedule(run, log, tmp_path, name):
    (tmp_path / "s.csv").write_bytes(SCHEDULES[name])
    code, printed, err = run("audit", log, tmp_path / "s.csv")
    assert (code, printed) == (2, "")
    assert is_one_sentence(err)


CALLS = {
    "nothing": [],
    "unknown command": ["simulat"],
    "unknown option": ["inspect", "LOG", "--fast"],
    "abbreviated option": ["inspect", "LOG", "--proc", "4"],
    "no trace": ["inspect"],
    "two traces": ["inspect", "LOG", "LOG"],
    "surplus word": ["policies", "easy"],
    "no policy": ["simulate", "LOG", "--out", "OUT"],
    "no out": ["simulate", "LOG", "--policy", "easy"],
    "unknown policy": ["simulate", "LOG", "--policy", "eassy", "--out", "OUT"],
    "unknown param": ["simulate", "LOG", "--policy", "easy", "--out", "OUT", "--param", "depth=3"],
    "param without value": ["simulate", "LOG", "--policy", "easy", "--out", "OUT", "--param", "depth"],
    "seed in words": ["simulate", "LOG", "--policy", "easy", "--out", "OUT", "--seed", "x"],
    "seed below zero": ["generate", "poisson", "--seed", "-1", "--out", "OUT.swf"],
    "threshold below zero": ["simulate", "LOG", "--policy", "easy", "--out", "OUT", "--threshold", "-1"],
    "threshold nan": ["simulate", "LOG", "--policy", "easy", "--out", "OUT", "--threshold", "nan"],
    "no processors": ["inspect", "LOG", "--processors", "0"],
    "half a processor": ["inspect", "LOG", "--processors", "2.5"],
    "size": ["inspect", "LOG", "--size", "large"],
    "estimates": ["inspect", "LOG", "--estimates", "perfect"],
    "overrun": ["inspect", "LOG", "--overrun", "kill"],
    "arrivals": ["inspect", "LOG", "--arrivals", "open"],
    "first none": ["inspect", "LOG", "--first", "0"],
    "from after to": ["inspect", "LOG", "--from", "1005", "--to", "1000"],
    "empty slice": ["inspect", "LOG", "--from", "9000"],
    "load zero": ["inspect", "LOG", "--load", "0"],
    "load nan": ["inspect", "LOG", "--load", "nan"],
    "too small a machine": ["simulate", "LOG", "--policy", "easy", "--out", "OUT", "--processors", "3"],
    "absent file": ["inspect", "FOLDER/absent.swf"],
    "folder": ["inspect", "FOLDER"],
    "file as folder": ["inspect", "LOG/x.swf"],
    "null byte": ["inspect", "a\0b.swf"],
    "out format": ["simulate", "LOG", "--policy", "easy", "--out", "FOLDER/out.xlsx"],
    "out folder absent": ["simulate", "LOG", "--policy", "easy", "--out", "FOLDER/absent/out.csv"],
    "out is a folder": ["simulate", "LOG", "--policy", "easy", "--out", "FOLDER/dir.csv"],
    "out below a file": ["simulate", "LOG", "--policy", "easy", "--out", "LOG/out.csv"],
    "out is the log": ["simulate", "LOG", "--policy", "easy", "--out", "LOG"],
    "metrics folder absent": [
        "simulate",
        "LOG",
        "--policy",
        "easy",
        "--out",
        "OUT",
        "--metrics",
        "FOLDER/absent/m.json",
    ],
    "metrics is out": ["simulate", "LOG", "--policy", "easy", "--out", "OUT", "--metrics", "OUT"],
    "window without file": ["simulate", "LOG", "--policy", "easy", "--out", "OUT", "--decisions-window", "all"],
    "window in words": [
        "simulate",
        "LOG",
        "--policy",
        "easy",
        "--out",
        "OUT",
        "--decisions",
        "FOLDER/d.csv",
        "--decisions-window",
        "noon",
    ],
    "window reversed": [
        "simulate",
        "LOG",
        "--policy",
        "easy",
        "--out",
        "OUT",
        "--decisions",
        "FOLDER/d.csv",
        "--decisions-window",
        "9:3",
    ],
    "decisions of recorded": ["simulate", "LOG", "--policy", "recorded", "--out", "OUT", "--decisions", "FOLDER/d.csv"],
    "one file to audit": ["audit", "LOG"],
    "absent schedule": ["audit", "LOG", "FOLDER/absent.csv"],
    "audit unknown policy": ["audit", "LOG", "LOG", "--policy", "recordd"],
    "unknown generator": ["generate", "poison", "--out", "OUT.swf"],
    "generator param": ["generate", "poisson", "--param", "jobs=many", "--out", "OUT.swf"],
    "generator param range": ["generate", "poisson", "--param", "jobs=0", "--out", "OUT.swf"],
    "generator param twice": ["generate", "poisson", "--param", "jobs=5", "--param", "jobs=6", "--out", "OUT.swf"],
    "generator params at odds": [
        "generate",
        "poisson",
        "--param",
        "processors=4",
        "--param",
        "largest=8",
        "--out",
        "OUT.swf",
    ],
    "generate format": ["generate", "poisson", "--out", "FOLDER/made.csv"],
    "log without folder": ["inspect", "--log", "small"],
    "log and trace": ["inspect", "LOG", "--log", "small"],
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_makes_no_sense(run, log, tmp_path, monkeypatch, name):
    monkeypatch.delenv("QUEUESCOPE_TRACES", raising=False)
    (tmp_path / "dir.csv").mkdir()
    before = sorted(tmp_path.iterdir())
    places = {"LOG": log, "OUT": str(tmp_path / "out.csv"), "FOLDER": str(tmp_path)}
    argv = [
        word if word.startswith("--") else "".join(places.get(part, part) for part in split(word))
        for word in CALLS[name]
    ]
    code, printed, err = run(*argv)
    assert (code, printed) == (2, "")
    assert is_one_sentence(err)
    assert sorted(tmp_path.iterdir()) == before
    assert Path(log).read_text() == swf()


def split(word):
    """The parts of a word that may stand for a place."""
    for sign in ("/", "."):
        if sign in word:
            head, tail = word.split(sign, 1)
            return head, sign, tail
    return (word,)


@pytest.mark.parametrize(("wrong", "right"), [("eassy", "easy"), ("fcsf", "fcfs"), ("backfil", "backfill")])
def test_an_unknown_policy_gets_close_matches(run, log, tmp_path, wrong, right):
    code, _, err = run("simulate", log, "--policy", wrong, "--out", tmp_path / "out.csv")
    assert code == 2 and wrong in err and right in err


def test_a_sentence_stays_one_line_whatever_it_quotes(run):
    code, _, err = run("inspect", "two\nlines.swf")
    assert code == 2 and is_one_sentence(err)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read and write everything")
def test_permissions(run, log, tmp_path):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    code, _, err = run("simulate", log, "--policy", "easy", "--out", closed / "out.csv")
    assert code == 2 and "permission" in err.lower() and is_one_sentence(err)
    Path(log).chmod(0)
    code, _, err = run("inspect", log)
    assert code == 2 and "permission" in err.lower() and is_one_sentence(err)


def test_permission_denied_is_told(run, log, tmp_path, monkeypatch):
    def refuse(*a, **k):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", refuse)
    code, _, err = run("simulate", log, "--policy", "easy", "--out", tmp_path / "out.csv")
    assert code == 2 and "permission denied" in err and is_one_sentence(err)


def test_a_disk_that_fills_up_leaves_nothing(run, log, tmp_path, monkeypatch):
    class Full:
        def __init__(self, number):
            self.number = number

        def __enter__(self):
            return self

        def __exit__(self, *_):
            os.close(self.number)

        def write(self, content):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fdopen", lambda number, mode: Full(number))
    code, _, err = run(
        "simulate", log, "--policy", "easy", "--out", tmp_path / "out.csv", "--metrics", tmp_path / "m.json"
    )
    assert code == 2 and "no space left" in err and is_one_sentence(err)
    assert [path.name for path in tmp_path.iterdir()] == ["small.swf"]


# ---- as a program of its own ----------------------------------------------------------------------------------------


def test_wrong_calls_end_with_2_and_one_line(tmp_path):
    said = subprocess.run(
        [*PROGRAM, "simulate", "absent.swf", "--policy", "easy", "--out", str(tmp_path / "o.csv")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, said.stdout) == (2, "")
    assert is_one_sentence(said.stderr)


def test_a_violation_ends_with_1(log, tmp_path):
    (tmp_path / "s.csv").write_text("job_id,start\n1,1000\n")
    said = subprocess.run(
        [*PROGRAM, "audit", log, str(tmp_path / "s.csv")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stderr) == (1, "")
    assert is_one_sentence(said.stdout)


def test_a_reader_that_leaves_early_is_no_error():
    process = subprocess.Popen([*PROGRAM, "generators"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert (process.wait(60), err) == (0, b"")


INTERRUPTED = """
import os, signal, threading
import scheduler.simulate as simulate
from scheduler.__main__ import main

def endless(workload, policy, values, *, control, **more):
    os.kill(os.getpid(), signal.SIGINT)
    while not control[simulate.STOP]:
        threading.Event().wait(0.01)
    raise simulate.Cancelled("stopped")

simulate.simulate = endless
raise SystemExit(main(["simulate", {log!r}, "--policy", "easy", "--out", {out!r}]))
"""


def test_ctrl_c_stops_a_run_with_130(log, tmp_path):
    text = INTERRUPTED.format(log=log, out=str(tmp_path / "out.csv"))
    said = subprocess.run(
        [sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    assert said.returncode == 130
    assert is_one_sentence(said.stderr) and said.stdout == ""
    assert [path.name for path in tmp_path.iterdir()] == ["small.swf"]


def test_ctrl_c_while_reading_ends_with_130(tmp_path):
    pipe = tmp_path / "pipe.swf"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [*PROGRAM, "inspect", str(pipe)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with pipe.open("wb"):  # opens when the program has opened the other end, and so is reading
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    assert process.returncode == 130 and out == b"" and is_one_sentence(err.decode())


def test_ctrl_c_inside_another_error_ends_with_130(run, monkeypatch):
    def wrapped(*_):
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            raise RuntimeError("while a class was made") from error

    monkeypatch.setattr("scheduler.cli.inspect.read_trace", wrapped)
    code, out, err = run("inspect", "any.swf")
    assert (code, out) == (130, "") and is_one_sentence(err)


def test_a_fault_of_our_own_is_not_called_an_interrupt(monkeypatch):
    def faulty(*_):
        raise RuntimeError("ours")

    monkeypatch.setattr("scheduler.cli.inspect.read_trace", faulty)
    with pytest.raises(RuntimeError, match="ours"):
        main(["inspect", "any.swf"])


def test_progress_is_drawn_on_a_terminal_only(log, tmp_path):
    leader, follower = pty.openpty()
    call = [*PROGRAM, "simulate", log, "--policy", "easy", "--out", str(tmp_path / "out.csv")]
    code = subprocess.run(call, cwd=ROOT, stderr=follower, check=False).returncode
    os.close(follower)
    drawn = os.read(leader, 10_000)
    os.close(leader)
    assert code == 0 and drawn.endswith(b"\r\x1b[K")


def test_progress_says_how_long_the_rest_takes():
    from scheduler.cli.progress import line

    assert line(0, 1000, 1.0) == "preparing 1,000 jobs"
    assert line(250, 1000, 5.0) == "250 of 1,000 jobs (25 %), about 15 s left"
    assert line(1000, 1000, 9.0) == "checking 1,000 jobs"
