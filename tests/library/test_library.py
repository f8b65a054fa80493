"""The package `queuescope`: light to import, and the same runs under the same keys as the pages make."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from flask import Flask

import queuescope as qs
from layouts.frame.callbacks import Services, load_spec, run_spec
from layouts.plots import all_plots
from layouts.routes import export_routes
from layouts.state import origin
from layouts.workload_plots import all_workload_plots
from queuescope import place
from queuescope.__main__ import main
from queuescope.work import bar, line
from scheduler.errors import AuditFailed, FormatError, InputError, ParamError, QueryError, QueuescopeError, UnknownKey
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from tests.cases.small_log import is_one_sentence, swf

ROOT = Path(__file__).parents[2]
HEAVY = ("dash", "flask", "plotly", "pandas", "numba", "numpy", "scipy")


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return Store(tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("logs") / "small.swf"
    path.write_text(swf())
    return path


@pytest.fixture(scope="module")
def runs(store, file):
    return qs.compare(
        qs.load(file, store=store), ["fcfs", qs.policy("easy", ties="submissions"), qs.policy("tabu", seed=3)]
    )


def test_importing_it_imports_nothing_heavy():
    script = f"import sys, json, queuescope; print(json.dumps([one for one in {HEAVY} if one in sys.modules]))"
    out = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert json.loads(out) == []


def test_runs_have_the_keys_that_the_page_gives_them(runs, tmp_path, file):
    store = Store(tmp_path)
    page = Runs(store)
    upload = store.save_upload([file.read_bytes()], file.name)
    loading = page.submit([load_spec({"kind": "upload", "key": upload.key, "name": upload.name}, {})], "visitor")[0].key
    page.work([loading])
    workload = page.result(loading)
    asked = [
        run_spec(workload, "fcfs"),
        run_spec(workload, "easy", {"ties": "submissions"}),
        run_spec(workload, "tabu", {}, 3),
    ]
    tickets = page.submit(asked, "visitor")
    page.work([ticket.key for ticket in tickets])
    assert [ticket.key for ticket in tickets] == list(runs.keys)
    for key in runs.keys:
        mine, theirs = runs.store.schedule(key), store.schedule(key)
        assert all((mine.placed.columns[name] == column).all() for name, column in theirs.placed.columns.items())
    assert runs.address == f"/compare?w={workload}&runs={','.join(runs.keys)}"


def test_a_second_call_simulates_nothing(runs, store, file, monkeypatch):
    monkeypatch.setattr("queuescope.work.task_of", None)
    again = qs.compare(qs.load(file, store=store), ["fcfs"])
    assert again.keys == runs.keys[:1]


def test_a_log_tells_what_is_in_it(store, file):
    log = qs.load(file, store=store)
    assert len(log) == len(log.frame) == 4
    assert log.frame.submit.tolist() == log.lines.columns["submit"].tolist()
    assert log.fingerprint == log.lines.sha256 and len(log.fingerprint) == 64
    assert {"level", "jobs", "sentence"} == set(log.health.columns)
    user = int(log.frame.user_id[0])
    alone = log.filter(f"user={user}")
    assert set(alone.frame.user_id) == {user} == set(alone.jobs.user_id)
    assert 0 < len(alone.frame) < 4 and len(log.frame) == 4
    short = alone.filter("job_id=1")
    assert short.jobs.job_id.tolist() == [1]
    assert "where=" in repr(alone) and "gap=" not in repr(alone)


def test_tables_are_frames(runs):
    assert runs.table.index.tolist() == runs.names
    assert runs.metrics.loc[runs.names[0], "wait_mean"] == runs[0].frame.wait.mean()
    assert set(runs.table.columns) <= set(runs.metrics.columns)
    assert runs["fcfs"].key == runs[0].key == runs[runs.names[0]].key == runs[runs.keys[0]].key
    frame = runs["easy"].frame
    assert np.allclose(frame.end - frame.submit, frame.response) and len(frame) == len(runs["easy"])
    assert runs["easy"].rows("decisions").shape[0] > 0
    assert [run.key for run in runs] == list(runs.keys) and (runs[:1] + runs[1:]).keys == runs.keys


def test_a_run_says_why(runs):
    said = runs["easy"].why(2)
    assert said.startswith("Job 2 (line ") and "was submitted" in said
    first, last = said.facts[0], said.facts[-1]
    assert (first.what, first.job, last.time) == ("job_asked", 1, runs["easy"].frame.start[1])
    with pytest.raises(UnknownKey) as error:
        runs["easy"].why(4711)
    assert is_one_sentence(str(error.value))


@pytest.mark.parametrize("key", sorted(all_plots()))
def test_every_figure_of_compare_is_there(runs, key):
    plot = all_plots()[key]
    shown = [run for run in runs.plot._finished()]
    if not plot.applies(shown):
        with pytest.raises(ParamError):
            getattr(runs.plot, key)()
        return
    figure = getattr(runs.plot, key)()
    assert figure.layout.width and runs.plot.caption(key).endswith(".")
    assert isinstance(runs.plot.rows(key), pd.DataFrame)


def test_gantt_charts_of_all_runs_stand_on_one_axis_of_time(runs):
    figure = runs.plot.gantt(window=("1000", "17min"))
    assert [axis for axis in figure.layout.to_plotly_json() if axis.startswith("yaxis")] == [
        "yaxis",
        "yaxis2",
        "yaxis3",
    ]
    assert list(figure.layout.xaxis.range) == [1000, 1020] and figure.layout.xaxis2.matches == "x"
    assert {trace.yaxis for trace in figure.data} == {"y", "y2", "y3"}
    domains = [figure.layout[f"yaxis{n}"].domain for n in ("", "2", "3")]
    assert all(low[0] >= high[1] for low, high in pairwise(domains))
    alone = runs.plot.gantt(run="easy")
    assert "EASY" in alone.layout.title.text and "yaxis2" not in alone.layout.to_plotly_json()
    with pytest.raises(QueryError):
        runs.plot.gantt(window=("2d", "1d"))
    with pytest.raises(ParamError):
        runs.plot.waits(colour="red")
    with pytest.raises(AttributeError, match="plot"):
        runs.plot.wait()


def test_a_gantt_chart_of_many_jobs_brings_its_picture(store):
    runs = qs.compare(qs.generate("poisson", seed=1, store=store, jobs=1500), ["fcfs"])
    (image,) = runs.plot.gantt().layout.images
    assert image.source.startswith("data:image/png;base64,")
    assert base64.b64decode(image.source.partition(",")[2]).startswith(b"\x89PNG")


def test_figures_of_a_log(store, file):
    log = qs.load(file, store=store)
    for key, plot in all_workload_plots().items():
        if plot.applies(log.workload):
            assert getattr(log.plot, key)().layout.width and log.plot.caption(key)
    with pytest.raises(AttributeError):
        log.plot.nothing()


def test_a_frame_becomes_a_log(store):
    frame = pd.DataFrame(
        {"submit": [0, 0, 60], "runtime": [600, 300, 30], "processors": [2, 4, 1], "user": ["a", "b", "a"]}
    )
    log = qs.from_frame(frame, processors=4, store=store)
    assert log.workload.platform.processors == 4 and log.jobs.runtime.tolist() == [600, 300, 30]
    assert log.frame.user_id.tolist() == ["a", "b", "a"]
    assert qs.from_frame(frame, processors=4, store=store).key == log.key
    with pytest.raises(FormatError) as error:
        qs.from_frame(frame.drop(columns=["submit", "processors"]), processors=4)
    assert "when a job was submitted" in str(error.value) and "how many processors" in str(error.value)
    with pytest.raises(FormatError, match="no rows"):
        qs.from_frame(frame[:0], processors=4)


def test_what_is_wrong_is_said_in_a_sentence(store, file, tmp_path):
    with pytest.raises(InputError) as error:
        qs.load(tmp_path / "nothing.swf")
    assert is_one_sentence(str(error.value))
    for wrong in (
        lambda: qs.policy("nothing"),
        lambda: qs.policy("easy", nothing=1),
        lambda: qs.load(file, store=store, load=-1),
        lambda: qs.generate("nothing"),
        lambda: qs.load(file, store=store).filter("user="),
    ):
        with pytest.raises(InputError):
            wrong()
    with pytest.raises(AttributeError, match="it has"):
        qs.nothing  # noqa: B018


def test_schedules_of_other_programs_are_audited(runs, store, file, tmp_path):
    log, frame = qs.load(file, store=store), runs["fcfs"].frame[["job_id", "start"]]
    assert qs.audit(log, frame).passed
    path = tmp_path / "theirs.csv"
    frame[:-1].to_csv(path, index=False)
    certificate = qs.audit(log, path)
    assert not certificate.passed and is_one_sentence(certificate.first_violation)


def test_a_schedule_of_another_program_becomes_a_run_once_it_has_passed_the_audit(runs, store, file, client):
    log, frame = qs.load(file, store=store), runs["easy"].frame[["job_id", "start"]]
    theirs = qs.schedule(log, frame, name="Another  simulator")
    both = qs.compare(log, ["easy", theirs])
    assert both.names == ["EASY backfilling", "Another simulator"] and theirs.audit["checks"]
    assert (both[1].frame.start == both[0].frame.start).all() and both[1].metrics["wait_mean"] == both[0].metrics[
        "wait_mean"
    ]
    assert len(both.plot.gantt(run=1).data) and "does not tell why" in both[1].why(1)
    answer = client.get(f"/export/command.txt?runs={theirs.key}")
    assert answer.status_code == 404 and "another program" in answer.text
    record = store.record(theirs.key)
    assert origin.of_records(store.workload_record(log.key), [record]).runs == ()
    with pytest.raises(AuditFailed):
        qs.schedule(log, frame.assign(start=0), name="too early")
    for wrong in ("", "x" * 61):
        with pytest.raises(InputError):
            qs.schedule(log, frame, name=wrong)


def test_replicas_have_a_row_for_each_run_and_copy(runs):
    frame = runs[:2].replicas(3)
    assert frame.index.names == ["run", "replica"] and len(frame) == 6
    assert set(frame.index.get_level_values("run")) == set(runs.names[:2])


# -- the lines that Save offers -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def client(store):
    server = Flask(__name__)
    export_routes.register(server, Services(store.root, store, Runs(store)))
    return server.test_client()


def run_lines(text: str, monkeypatch, store: Store, folder: Path) -> dict:
    """What the lines make, with this store and in that folder; figures are not shown."""
    monkeypatch.setattr("queuescope.logs.Store", lambda: store)
    monkeypatch.setattr("plotly.graph_objects.Figure.show", lambda figure: None)
    monkeypatch.chdir(folder)
    space: dict = {}
    exec(compile(text, "python.txt", "exec"), space)
    return space


def test_the_lines_of_a_figure_make_the_same_runs(runs, client, store, file, monkeypatch):
    answer = client.get(
        f"/export/python.txt?page=/compare&figure=gantt&runs={','.join(runs.keys)}&t0=0&t1=60&color=size"
    )
    assert answer.status_code == 200 and "window=(0.0, 60.0), color='size'" in answer.text
    assert "qs.policy('tabu', seed=3)" in answer.text and "qs.policy('easy', ties='submissions')" in answer.text
    assert run_lines(answer.text, monkeypatch, store, file.parent)["runs"].keys == runs.keys


def test_the_lines_of_a_workload_open_it_again(client, store, file, monkeypatch):
    log = qs.generate("poisson", seed=2, store=store, options={"load": 0.8}, jobs=50)
    text = client.get(f"/export/python.txt?page=/workload&figure=runtimes&w={log.key}").text
    assert "log.plot.runtimes()" in text
    assert run_lines(text, monkeypatch, store, file.parent)["log"].key == log.key
    two = client.get(f"/export/python.txt?page=/beside&w={log.key}&other={qs.load(file, store=store).key}").text
    assert run_lines(two, monkeypatch, store, file.parent)["other"].key == qs.load(file, store=store).key


def test_the_lines_of_a_schedule_of_another_program_read_its_file(runs, client, store, file, monkeypatch, tmp_path):
    theirs = qs.schedule(qs.load(file, store=store), runs["easy"].frame[["job_id", "start"]], name="O'Neill's  program")
    text = client.get(f"/export/python.txt?page=/compare&figure=gantt&runs={runs.keys[0]},{theirs.key}").text
    assert "run_2.csv" in text and "run_1" not in text
    (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "run_2.csv").write_bytes(client.get(f"/export/{theirs.key}/jobs.csv").data)
    again = run_lines(text, monkeypatch, store, tmp_path)["runs"]
    assert again.keys[0] == runs.keys[0] and again.names[1] == theirs.name
    assert (again[1].frame.start == theirs.frame.start).all()


def test_the_lines_of_a_sweep_run_it_and_draw_its_chart(client, store, file, no_processes, monkeypatch):
    plan = {
        "name": "two loads",
        "trace": file.name,
        "loads": [0.5, 0.9],
        "policies": [{"policy": "easy"}, {"policy": "fcfs"}],
    }
    monkeypatch.chdir(file.parent)
    sweep = qs.sweep(plan, store=store)
    text = client.get(
        f"/export/python.txt?page=/compare&figure=sweep&sweep={sweep.attrs['key']}&metric=stretch_max"
    ).text
    assert f"SHA-256 {sweep.trace_sha256[0]}" in text
    monkeypatch.setattr("queuescope.studies.Store", lambda *_: store)
    there = qs.sweep(plan | {"trace": str(file)}, store=store).attrs["key"]  # a file elsewhere on the server
    assert str(file.parent) not in client.get(f"/export/python.txt?page=/compare&figure=sweep&sweep={there}").text
    again = run_lines(text.replace("__main__", "builtins"), monkeypatch, store, file.parent)
    assert again["plan"] == plan and again["sweep"].attrs["key"] == sweep.attrs["key"]
    chart = qs.sweep_figure(sweep, "stretch_max")
    assert [list(line.x) for line in chart.data if line.name in ("EASY backfilling", "First come, first served")] == [
        [0.5, 0.9]
    ] * 2
    easy = sweep[sweep.name == "EASY backfilling"].sort_values("load_asked")
    assert any(list(line.y) == pytest.approx(easy.stretch_max.tolist()) for line in chart.data if line.y is not None)


def test_the_chart_of_a_sweep_needs_the_table_of_one_and_a_metric_it_has(store, file, no_processes, monkeypatch):
    monkeypatch.chdir(file.parent)
    sweep = qs.sweep({"trace": file.name, "policies": [{"policy": "easy"}]}, store=store)
    for table, metric in ((sweep, "no_such"), (pd.DataFrame(), "")):
        with pytest.raises(QueuescopeError) as caught:
            qs.sweep_figure(table, metric)
        assert is_one_sentence(str(caught.value))


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "page=/compare&runs=abc",
        "page=/beside&w=1",
        "page=/compare&figure=sweep&sweep=" + "0" * 24,
        "w=" + "0" * 24,
        "runs=" + "0" * 24,
    ],
)
def test_where_there_are_no_lines_a_sentence_says_so(client, asked):
    answer = client.get(f"/export/python.txt?{asked}")
    assert answer.status_code in (400, 404) and is_one_sentence(answer.text.strip())


# -- the program --------------------------------------------------------------------------------------------------


def test_the_program_without_a_command_is_the_dashboard_else_the_command_line(monkeypatch, capsys):
    served = []
    monkeypatch.setattr("app.main", lambda: served.append(list(sys.argv)))
    assert main(["--port", "1"]) == 0 and main([]) == 0
    assert served == [["queuescope", "--port", "1"], ["queuescope"]]
    assert main(["metrics"]) == 0 and "wait_mean" in capsys.readouterr().out
    assert main(["--version"]) == 0 and main(["nothing"]) == 2


def test_a_foreign_package_in_the_way_is_named(tmp_path):
    (tmp_path / "scheduler").mkdir()
    (tmp_path / "scheduler" / "__init__.py").write_text("")
    (tmp_path / "app.py").write_text("")
    script = f"import sys; sys.path[:0] = [{str(tmp_path)!r}]; sys.path.append({str(ROOT)!r}); import queuescope"
    out = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert out.returncode == 1 and f"'scheduler' that Python finds in {tmp_path}" in out.stderr
    assert place.foreign("app", *place.PARTS) == {}


def test_progress_is_a_line_where_nobody_has_a_notebook():
    assert line(50, "EASY: Simulating.") == f"[{'#' * 15}{' ' * 15}]  50 % EASY: Simulating."
    with bar() as draw:
        assert draw(10, "words") is None
