"""Files in all the shapes that archives, simulators and clusters give them: each opens whole, or is refused in one sentence.

The shapes are those of logs that people have; the jobs are made up.  What a file itself lacks is asked for when its jobs
are taken, and that is one sentence, too.
"""

from __future__ import annotations

import gzip
import json
import lzma

import pyarrow as pa
import pytest

from scheduler.errors import InputError, WorkloadError
from scheduler.formats import parse
from scheduler.preparation.build import workload
from tests.cases.small_log import is_one_sentence

SWF_LINE = "{0} {1} 5 60 4 12.50 1024 4 90 -1 1 7 2 -1 3 1 -1 -1"
LINES = [SWF_LINE.format(number, number * 30) for number in range(1, 6)]
PLAIN = "\n".join(LINES) + "\n"
ARCHIVE = f"""; Version: 2.2
;       MaxJobs: 5
; MaxProcs: 64
; Queue:  1  [fque:1]
; Queue:  2
;
;{chr(9)}see: http://example.org
; 1| 2| 3| 4|
{PLAIN}"""
NODES = "{1241,1241,1241} q_1d 1:ppn=4:x86_64:cl_one#excl"
ALEA = "".join(
    f"{number} {1356996147 + number} 0 600 4 1 1024 4 900 68719476736 1 62 1 1 -1 1 1 1 {NODES}\n"
    for number in range(5)
)
TABBED = "; MaxProcs: 64\n" + "".join(line.replace(" ", "\t") + "\t90\n" for line in LINES)
HASHES = "# a comment\n# MaxProcs: 64\n" + PLAIN
GWF = "# GWF 1.0\n# MaxProcs: 64\n" + "".join(
    f"{number} {number * 30} 5 60 4" + " -1" * 24 + "\n" for number in range(1, 6)
)
PROFILES = {
    "d": {"type": "delay", "delay": 20.5},
    "p": {"type": "ParallelTaskProfile", "cpu": [5e6, 0], "com": [0, 0, 0, 0]},
    "h": {"type": "msg_par_hg", "cpu": 1e7, "com": 1e6},
    "s": {"type": "composed", "repeat": 2, "seq": ["d", "d"]},
}
BATSIM = json.dumps(
    {
        "nb_res": 8,
        "profiles": PROFILES,
        "jobs": [
            {"id": f"w0!{number}", "subtime": number, "res": 2, "walltime": 100, "profile": key}
            for number, key in enumerate("dphsd")
        ],
    }
)
CELLS = "{0}|{0}|cl|main|qos|acc|acc|918273|ann|1928|2015-06-26T13:57:0{1}|2015-06-26T13:57:0{1}|{2}|{3}|{4}|1:0|{5}|1|8|8|3000Mc|||3-00:00:00|n1|name"
ENDED = ("2015-06-28T02:55:50", "2015-07-01T02:55:50", "3-00:00:00", "TIMEOUT")
NAMELESS = (
    "\n".join(
        [
            CELLS.format("41_100", 1, *ENDED),
            CELLS.format("41_[1-3]", 2, "Unknown", "Unknown", "00:00:00", "PENDING"),
            CELLS.format("42", 3, *ENDED[:3], "CANCELLED by 1022"),
            CELLS.format("43", 4, "2015-06-28T02:55:50", "2015-06-30T02:55:50", "00:00:00", "RUNNING"),
        ]
    )
    + "\n"
)
TABLE = (
    "job_id,user,account,partition,qos,wallclock_req,nodes_req,processors_req,gpus_req,mem_req,submit_time,start_time,end_time,"
    "run_time,state,name\n"
    + "".join(
        f"{number},user0014,account0003,partition001,normal,172800.0,10,10,0,0.0,2019-01-01 08:55:5{number},2019-01-01 08:55:56,"
        "2019-01-02 12:39:41,99825.0,COMPLETED,name0005\n"
        for number in range(1, 6)
    )
)

OPEN = {
    "archive.swf": (ARCHIVE, 5),
    "plain.swf": (PLAIN, 5),
    "alea.swf": (ALEA, 5),
    "tabs.swf": (TABBED, 5),
    "hashes.swf": (HASHES, 5),
    "trace.gwf": (GWF, 5),
    "batsim.json": (BATSIM, 5),
    "slurm.log": (NAMELESS, 4),
    "cluster.csv": (TABLE, 5),
    "cluster.tsv": (TABLE.replace(",", "\t"), 5),
    "windows.swf": (ARCHIVE.replace("\n", "\r\n"), 5),
    "cut.swf": (ARCHIVE[:-1], 5),
}


def packed_with_zstd(content: bytes) -> bytes:
    buffer = pa.BufferOutputStream()
    with pa.CompressedOutputStream(buffer, "zstd") as stream:
        stream.write(content)
    return bytes(buffer.getvalue().to_pybytes())


PACK = {"": bytes, ".gz": gzip.compress, ".xz": lzma.compress, ".zst": packed_with_zstd}
NO_SUBMIT = TABLE.replace("submit_time", "colour")
REFUSED = {
    "notes.md": "# Logs\n\n| file | jobs |\n|---|---|\n| KTH | 28,489 |\n",
    "script.py": "import json\n\nprint(json.dumps({}))\n",
    "settings.json": '{"name": "x", "jobs": 3}',
    "list.json": "[1, 2, 3]",
    "no-submit.csv": NO_SUBMIT,
    "empty.swf": "",
    "header.swf": "; MaxProcs: 64\n",
    "names.csv": TABLE.splitlines()[0] + "\n",
    "page.html": "<!doctype html><p>Not found</p>",
    "short.txt": "JobID|State\n1|COMPLETED\n",
}


@pytest.mark.parametrize("ending", PACK)
@pytest.mark.parametrize("name", OPEN)
def test_a_log_of_any_shape_opens_with_all_its_jobs(name, ending):
    text, jobs = OPEN[name]
    trace = parse(PACK[ending](text.encode()), name + ending)
    assert len(trace) == jobs
    try:
        work = workload(trace)
    except WorkloadError as error:
        assert is_one_sentence(str(error)) and "give the number of processors" in str(error)
        work = workload(trace, processors=64)
    left = jobs - len(work)
    assert left == 0 or any(note.count >= left for note in (*work.notes, *trace.notes)), (
        "jobs are left out without a word"
    )


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_log_is_refused_in_one_sentence_that_says_what_is_wanted(name):
    with pytest.raises(InputError) as caught:
        workload(parse(REFUSED[name].encode(), name), processors=64)
    message = str(caught.value)
    assert "\n" not in message.rstrip("\n").split("sacct -")[0] and len(message) < 1_500
    assert any(word in message for word in ("wanted", "run", "empty", "no job")), message
