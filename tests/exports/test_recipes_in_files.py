"""Files that leave the program hold the recipe of their jobs, and --recipe takes it out of them: the same jobs again."""

from __future__ import annotations

import csv
import io
import json
import zipfile
import zlib

import pytest
from flask import Flask

from layouts.frame.callbacks import Services, run_spec
from layouts.pages.compare.runs import run_list
from layouts.pages.compare.window import range_panel
from layouts.routes import export_routes, figure_pdf
from layouts.state import page_state
from scheduler.__main__ import main
from scheduler.errors import InputError
from scheduler.exports import sweep_table
from scheduler.exports.reading_recipes import of_lines, recovered
from scheduler.model.workload_options import WorkloadOptions
from scheduler.preparation import recipe
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from tests.cases.csv_rows import rows_of
from tests.cases.small_log import is_one_sentence

# Job 2 runs past its request, job 3 has no runtime; job 5 is of another user.
LOG = b"""; UnixStartTime: 1338508800
; MaxProcs: 4
1 0 0 100 2 -1 -1 2 600 -1 1 1 1 1 1 1 -1 -1
2 10 0 90 2 -1 -1 2 20 -1 1 1 1 1 1 1 -1 -1
3 25 0 0 1 -1 -1 1 100 -1 1 3 1 1 1 1 -1 -1
4 90000 0 50 1 -1 -1 1 100 -1 1 3 1 1 1 1 -1 -1
5 90010 0 60 1 -1 -1 1 60 -1 1 2 1 1 1 1 -1 -1
"""
OPTIONS = {"where": "user!=2", "leave_out": "ran_past_request", "begin": "2012-06-01"}
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="3.3in" height="2in" viewBox="0 0 330 200">{}<text x="9" y="20">waits</text></svg>'


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    store = Store(tmp_path_factory.mktemp("recipes"))
    return Services(store.root, store, Runs(store))


@pytest.fixture(scope="module")
def key(services):
    """Of the workload of an upload, sliced, cleaned and filtered."""
    upload = services.store.save_upload([LOG], "small.swf")
    source = {"kind": "upload", "key": upload.key, "name": "small.swf"}
    loading = services.runs.submit([{"do": "load", "source": source, "options": OPTIONS}], "v")[0].key
    services.runs.work([loading])
    return services.runs.result(loading)


@pytest.fixture(scope="module")
def run(services, key):
    """A run of that workload."""
    made = services.runs.submit([run_spec(key, "fcfs")], "v")[0].key
    services.runs.work([made])
    return made


@pytest.fixture(scope="module")
def files(services, key, run):
    """{name: content} of every kind of file with a recipe."""
    server = Flask(__name__)
    export_routes.register(server, services)
    client = server.test_client()

    def content(address: str) -> bytes:
        answer = client.get(address)
        assert answer.status_code == 200, answer.text
        return answer.data

    text = content(f"/export/recipe.toml?w={key}").decode()
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    drawing = SVG.format(f"<metadata>{escaped}</metadata>").encode()
    bundle = io.BytesIO()
    with zipfile.ZipFile(bundle, "w") as archive:
        archive.writestr("recipe.toml", text)
    return {
        "recipe.toml": text.encode(),
        "usage.csv": content(f"/export/workload/{key}/usage.csv?per=user"),
        "figure.svg": drawing,
        "figure.pdf": figure_pdf.pdf(drawing),
        "figure.png": png(text),
        "bundle.zip": bundle.getvalue(),
        "whole.zip": content(f"/export/{run}/bundle.zip"),
        "jobs.csv": content(f"/export/{run}/jobs.csv?users=yes"),
        "range.csv": range_table(services, run),
        **{
            name: content(f"/export/workload/{key}/{name}?users=yes")
            for name in ("workload.swf", "workload.csv", "workload.json", "workload.parquet")
        },
    }


def range_table(services, run: str) -> bytes:
    """What the button of the selected range saves."""
    page = page_state.read({"runs": [run], "finished": [run], "range": {"r0": 0.0, "r1": 100_000.0}})
    return range_panel.saved(services, run_list.of_same_jobs(services, page), page.view()).encode()


def png(text: str) -> bytes:
    """The chunks of a PNG of one pixel, as the browser writes them."""
    chunks = [
        (b"IHDR", b"\0\0\0\1\0\0\0\1\x08\0\0\0\0"),
        (b"iTXt", b"Recipe\0\0\0\0\0" + text.encode()),
        (b"IDAT", zlib.compress(b"\0\0")),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big") for kind, data in chunks
    )


KINDS = (
    "recipe.toml",
    "usage.csv",
    "jobs.csv",
    "range.csv",
    "whole.zip",
    "figure.svg",
    "figure.pdf",
    "figure.png",
    "bundle.zip",
    "workload.swf",
    "workload.csv",
    "workload.json",
    "workload.parquet",
)


@pytest.mark.parametrize("name", KINDS)
def test_the_recipe_in_a_file_gives_the_same_jobs_on_the_command_line(services, key, files, name, tmp_path, capsys):
    (tmp_path / "small.swf").write_bytes(LOG)
    (tmp_path / name).write_bytes(files[name])
    assert main(["inspect", str(tmp_path / "small.swf"), "--recipe", str(tmp_path / name)]) == 0
    described = json.loads(capsys.readouterr().out)
    record = services.store.workload_record(key)
    assert described["jobs"] == 2 and described["workload_hash"] == record["hash"]


def test_what_stands_in_a_table_besides_its_rows(services, key, files):
    text = files["usage.csv"].decode()
    comments = [line for line in text.splitlines() if line.startswith("#")]
    assert [row["jobs"] for row in rows_of(text)] == ["1", "1"] and text.startswith("# | # Queuescope ")
    assert f"# | # {services.store.workload_record(key)['hash']}" in comments
    assert '# | leave_out = ["ran_past_request"]' in comments and '# | where = "user!=2"' in comments
    assert '# | from = "2012-06-01"' in comments and any(line.startswith('# | name = "small.swf"') for line in comments)


def test_repairs_stand_in_the_recipe_as_comments(services):
    upload = services.store.save_upload([LOG], "small.swf")
    loading = services.runs.submit(
        [
            {
                "do": "load",
                "source": {"kind": "upload", "key": upload.key, "name": "small.swf"},
                "options": {"overrun": "cut"},
            }
        ],
        "v",
    )[0].key
    services.runs.work([loading])
    server = Flask(__name__)
    export_routes.register(server, services)
    text = server.test_client().get(f"/export/recipe.toml?w={services.runs.result(loading)}").text
    notes = [
        note["text"]
        for note in services.store.workload_record(services.runs.result(loading))["notes"]
        if note["level"] == "repair"
    ]
    assert notes and all(f"# Repaired: {note}" in text for note in notes)


def test_a_table_about_two_workloads_holds_both(tmp_path, capsys):
    (tmp_path / "small.swf").write_bytes(LOG)
    log, out = str(tmp_path / "small.swf"), str(tmp_path / "beside.csv")
    assert main(["beside", log, log, "--first-where", "user=1", "--second-where", "user!=1", "--out", out]) == 0
    text = (tmp_path / "beside.csv").read_text()
    assert '# 1 | where = "user 1"' in text and '# 2 | where = "user!=1"' in text
    with pytest.raises(InputError, match="the recipes of several workloads") as caught:
        of_lines(text, "beside.csv")
    assert is_one_sentence(str(caught.value))
    copied = "".join(line.removeprefix("# 2 | ") + "\n" for line in text.splitlines() if line.startswith("# 2 |"))
    (tmp_path / "second.toml").write_text(copied)
    assert main(["inspect", log, "--recipe", str(tmp_path / "second.toml")]) == 0
    assert json.loads(capsys.readouterr().out)["jobs"] == 2


@pytest.mark.parametrize(
    "content",
    [
        b"\x89PNG\r\n\x1a\nxx",
        png("")[:60],
        b"%PDF-1.7\n%%EOF",
        b"%PDF-1.7 /QueuescopeRecipe <FEFF0>",
        b"PK\x03\x04zzz",
        b"PAR1xxPAR1",
        b'{"description": 3}',
        b"[1]{",
        SVG.format("").encode(),
        b"",
    ],
    ids=range(10),
)
def test_a_file_without_a_recipe_is_refused_in_a_sentence(content):
    with pytest.raises(InputError, match=r"holds no recipe|wanted") as caught:
        recipe.read(recovered(content, "file"))
    assert is_one_sentence(str(caught.value))


def test_the_csv_of_a_run_from_the_command_line_holds_the_recipe_and_is_audited(tmp_path, capsys):
    (tmp_path / "small.swf").write_bytes(LOG)
    log, out = str(tmp_path / "small.swf"), tmp_path / "easy.csv"
    asked = ["--leave-out", "ran_past_request", "--where", "user=1"]
    assert main(["simulate", log, *asked, "--policy", "easy", "--out", str(out)]) == 0
    assert out.read_text().startswith("# | # A recipe of Queuescope") and '# | where = "user 1"' in out.read_text()
    assert [row["job_id"] for row in rows_of(out.read_text())] == ["1"]
    assert main(["audit", log, str(out), "--recipe", str(out)]) == 0 and "Passed: 1 job," in capsys.readouterr().out
    wrong = out.read_text().replace("\n1,1,0,0,", "\n1,1,0,x,")
    out.write_text(wrong)
    line = wrong.splitlines().index(next(row for row in wrong.splitlines() if row.startswith("1,1,0,x"))) + 1
    assert main(["audit", log, str(out), *asked]) == 2
    assert f"Line {line} of the schedule: start is 'x'" in capsys.readouterr().err


def test_a_part_of_the_log_on_another_machine_leaves_the_csv_as_other_programs_expect_it(tmp_path):
    (tmp_path / "small.swf").write_bytes(LOG)
    out = tmp_path / "easy.csv"
    assert (
        main(
            [
                "simulate",
                str(tmp_path / "small.swf"),
                "--policy",
                "easy",
                "--out",
                str(out),
                "--first",
                "3",
                "--processors",
                "6",
                "--overrun",
                "cut",
                "--estimates",
                "exact",
            ]
        )
        == 0
    )
    assert out.read_text().startswith("job_id,user_id,submit,start,end,processors\n")


def test_the_file_for_evalys_holds_it_beside_the_first_job(services, run):
    server = Flask(__name__)
    export_routes.register(server, services)
    content = server.test_client().get(f"/export/{run}/evalys.csv").data
    rows = list(csv.DictReader(io.StringIO(content.decode())))
    assert [bool(row["metadata"]) for row in rows] == [True, False]
    wanted = recipe.read(recovered(content, "evalys.csv"))
    assert wanted.options.leave_out == "ran_past_request" and wanted.options.where is None  # it would name a user


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_the_table_of_a_sweep_holds_it(tmp_path, monkeypatch, suffix):
    record = {
        "trace": "small.swf",
        "trace_sha256": "0" * 64,
        "options": {"leave_out": "ran_past_request", "first": 3},
        "columns": {"policy": ["easy"], "jobs": [2]},
    }
    text = recovered(sweep_table.content(record, suffix), "runs")
    assert recipe.read(text).options == WorkloadOptions(leave_out="ran_past_request", first=3)
    plain = sweep_table.content(record | {"options": {}}, ".csv")
    assert plain == b"policy,jobs\neasy,2\n"


def test_files_about_runs_of_several_workloads_say_which_recipe_is_whose(services, key, run):
    other = services.store.workload_record(key)["source"]
    loading = services.runs.submit([{"do": "load", "source": other, "options": OPTIONS | {"processors": 6}}], "v")[
        0
    ].key
    services.runs.work([loading])
    wider = services.runs.submit([run_spec(services.runs.result(loading), "fcfs")], "v")[0].key
    services.runs.work([wider])
    server = Flask(__name__)
    export_routes.register(server, services)
    client = server.test_client()
    for address in (f"runs={run},{wider}", f"w={key}&other={services.runs.result(loading)}"):
        text = client.get(f"/export/recipe.toml?{address}").text
        assert {line[:4] for line in text.splitlines()} == {"1 | ", "2 | ", "1 |", "2 |"}
        assert "2 | processors = 6" in text and "1 | processors = 6" not in text
        with pytest.raises(InputError, match="the recipes of several workloads"):
            recovered(text.encode(), "recipe.toml")
