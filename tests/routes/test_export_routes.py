"""The addresses of exports: what they send, and that they refuse everything else in a sentence."""

from __future__ import annotations

import gzip
import io
import json
import zipfile

import pytest
from flask import Flask
from plotly.io.json import to_json_plotly

from layouts.frame.callbacks import Services
from layouts.pages.compare.gantts import gantt_panel
from layouts.pages.compare.runs.run_list import finished
from layouts.plots import all_plots
from layouts.plots.gantts import legend, stack
from layouts.routes import checked_svg, export_routes, figure_pdf
from layouts.state.view import View
from scheduler.errors import InputError
from scheduler.formats import parse, schedule_csv, swf
from scheduler.preparation import recipe
from scheduler.results.queue.runs import Runs
from scheduler.results.store import Store
from tests.cases.csv_rows import rows_of
from tests.cases.small_log import is_one_sentence
from tests.cases.small_log import swf as small_swf

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="3.3in" height="2in" '
    'viewBox="0 0 330 200">{}</svg>'
)
GOOD = SVG.format(
    '<defs><clipPath id="c"><rect width="9" height="9"/></clipPath></defs><g clip-path="url(#c)" data-x="@">'
    '<path d="M0,0L9,9" style="fill: rgb(1, 2, 3)"/></g><text x="9" y="20" font-size="12" font-family="Arial">waits</text>'
)
OURS = {"X-Requested-With": "fetch"}


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    store = Store(tmp_path_factory.mktemp("exports"))
    return Services(store.root, store, Runs(store))


@pytest.fixture(scope="module")
def keys(services):
    """Keys of two runs of an upload."""
    upload = services.store.save_upload([small_swf().encode()], "small.swf")
    loading = services.runs.submit(
        [{"do": "load", "source": {"kind": "upload", "key": upload.key, "name": "small.swf"}}], "v"
    )[0].key
    services.runs.work([loading])
    asked = [
        {"do": "simulate", "workload": services.runs.result(loading), "policy": policy} for policy in ("fcfs", "easy")
    ]
    made = [ticket.key for ticket in services.runs.submit(asked, "v")]
    services.runs.work(made)
    return made


@pytest.fixture(scope="module")
def client(services):
    server = Flask(__name__)
    export_routes.register(server, services)
    return server.test_client()


def test_how_much_another_workload_differs_as_csv(client, services, keys):
    key = services.store.record(keys[0])["workload"]
    answer = client.get(f"/export/workload/{key}/beside.csv?other={key}")
    rows = rows_of(answer.text)
    assert answer.status_code == 200 and answer.mimetype == "text/csv"
    assert {row["measure"] for row in rows} >= {"runtime", "processors"}
    assert {row["cliffs_delta"] for row in rows} == {"0"}


@pytest.mark.parametrize("other, status", [("", 404), ("../x", 404), ("0" * 24, 404)])
def test_another_workload_that_is_not_there_is_said(client, services, keys, other, status):
    key = services.store.record(keys[0])["workload"]
    answer = client.get(f"/export/workload/{key}/beside.csv?other={other}")
    assert answer.status_code == status and is_one_sentence(answer.text)


@pytest.mark.parametrize("name", ["workload.swf", "workload.json", "workload.csv", "workload.parquet"])
def test_the_jobs_of_a_workload_are_a_file_of_every_format(client, services, keys, name):
    workload = services.store.record(keys[0])["workload"]
    got = client.get(f"/export/workload/{workload}/{name}")
    assert got.status_code == 200 and got.headers["Content-Disposition"].endswith(f'small.{name}"')
    assert len(parse(got.data, name)) == 3
    assert client.get(f"/export/workload/{workload}/workload.txt").status_code == 404
    assert client.get(f"/export/workload/{'0' * 24}/{name}").status_code == 404


def test_the_usage_report_is_a_file_with_every_row(client, services, keys):
    workload = services.store.record(keys[0])["workload"]
    got = client.get(f"/export/workload/{workload}/usage.csv?per=user,queue")
    assert got.headers["Content-Disposition"] == 'attachment; filename="small-user-queue-usage.csv"'
    lines = [line for line in got.data.decode().splitlines() if not line.startswith("# |")]
    assert lines[0].startswith("user,queue,jobs,users,processor_hours,") and len(lines) == 3
    assert sum(int(line.split(",")[2]) for line in lines[1:]) == 3
    for per in ("", "weather", "user,user", "%00"):
        refused = client.get(f"/export/workload/{workload}/usage.csv?per={per}")
        assert refused.status_code == 400 and b"wanted: one or two of" in refused.data


def test_each_download_has_a_name_and_is_what_it_says(client, services, keys):
    one, both = keys[1], ",".join(keys)
    table = client.get(f"/export/{one}/jobs.csv?users=yes")
    assert table.data == schedule_csv.write(services.store.schedule(one))
    assert table.headers["Content-Disposition"] == 'attachment; filename="small-easy-backfilling.jobs.csv"'
    for_evalys = client.get(f"/export/{one}/evalys.csv")
    assert for_evalys.headers["Content-Disposition"] == 'attachment; filename="small-easy-backfilling.evalys.csv"'
    assert [float(line.split(",")[6]) for line in for_evalys.data.decode().splitlines()[1:]] == services.store.schedule(
        one
    ).placed.start.tolist()
    log = swf.read(client.get(f"/export/{one}/log.swf.gz").data, "log.swf.gz")
    assert log.columns["wait"].tolist() == services.store.schedule(one).wait.tolist()
    trace = client.get(f"/export/{both}/trace.json.gz")
    assert {e["pid"] for e in json.loads(gzip.decompress(trace.data))["traceEvents"]} == {1, 2}
    assert "small-2-runs.trace.json.gz" in trace.headers["Content-Disposition"]
    assert client.get(f"/export/{one}/citation.bib").data.startswith(b"@software{queuescope,")


def test_an_export_that_fails_on_its_way_is_answered_by_a_sentence(client, keys, monkeypatch):
    def fails(*_):
        yield b"a line"
        raise InputError("It does not go on.")

    with monkeypatch.context() as broken:
        broken.setitem(export_routes.KINDS, "jobs.csv", fails)
        answer = client.get(f"/export/{keys[0]}/jobs.csv")
        assert answer.status_code == 400 and answer.text.strip() == "It does not go on."
    assert client.get(f"/export/{keys[0]}/jobs.csv").status_code == 200


def test_users_are_named_only_where_asked(client, keys):
    assert client.get(f"/export/{keys[0]}/jobs.csv").data.startswith(b"job_id,user,submit,start,end,processors\n1,u1,")
    assert client.get(f"/export/{keys[0]}/jobs.csv?users=yes").data.startswith(
        b"job_id,user_id,submit,start,end,processors\n1,5,"
    )


def test_the_bundle_tells_where_the_runs_are_shown(client, keys):
    answer = client.get(
        f"/export/{','.join(keys)}/bundle.zip", query_string={"state": f"?runs={','.join(keys)}&t0=5&t1=9&x=<script>"}
    )
    told = zipfile.ZipFile(io.BytesIO(answer.data)).read("README.txt").decode()
    assert f"http://localhost/compare?runs={','.join(keys)}&t0=5&t1=9\n" in told


def test_figures_go_into_the_bundle_checked(client, keys):
    answer = client.post(f"/export/{keys[0]}/bundle.zip", json={"figures": {"gantt.svg": GOOD}}, headers=OURS)
    drawn = zipfile.ZipFile(io.BytesIO(answer.data)).read("figures/gantt.svg").decode()
    assert "waits" in drawn
    assert "data-x" not in drawn


def test_the_commands_of_an_address(client, keys):
    told = client.get(f"/export/command.txt?runs={','.join(keys)}").text.splitlines()
    assert [line.split(" --policy ")[1].split()[0] for line in told if line.startswith("python")] == ["fcfs", "easy"]
    assert any("SHA-256" in line for line in told)


def test_the_recipe_of_an_address(client, services, keys):
    workload = services.store.record(keys[0])["workload"]
    answer = client.get(f"/export/recipe.toml?w={workload}")
    assert answer.mimetype == "application/toml" and answer.headers["Content-Disposition"].endswith('.recipe.toml"')
    assert recipe.read(answer.text).sha256 == services.store.workload_record(workload)["trace_sha256"]


def test_figures_of_a_dark_page_come_in_light_colors(client, services, keys):
    shown = finished(services, keys, keys)
    search = f"?runs={','.join(keys)}&t0=1000&t1=1010&color=size&job=1"
    told = json.loads(client.get(f"/export/light/gantt{search}").text)
    view = View(t0=1000.0, t1=1010.0, color="size", job=1)
    wanted = legend.hide(all_plots()["gantt"].figure(shown, view, run=1, source="real"))
    wanted = stack.fitted(wanted, gantt_panel.lanes(shown, view), 1, view)
    assert told[f'{{"run":"{keys[1]}","source":"real","type":"gantt"}}'] == json.loads(to_json_plotly(wanted))
    assert len(told) == 2
    told = json.loads(client.get(f"/export/light/underutilization?runs={','.join(keys)}").text)
    assert told['{"plot":"underutilization","run":"all","type":"timed"}'] == json.loads(
        to_json_plotly(all_plots()["underutilization"].figure(shown, View()))
    )


BAD = [
    "/export/{k}/nothing",
    "/export/x/jobs.csv",
    "/export/..%2f..%2fetc/jobs.csv",
    "/export/{k},{k}/trace.json.gz",
    "/export/{k},{l}/jobs.csv",
    "/export/{k},{l}/evalys.csv",
    "/export/{absent}/jobs.csv",
    "/export/command.txt",
    "/export/command.txt?runs={absent}",
    "/export/recipe.toml",
    "/export/recipe.toml?w={absent}",
    "/export/light/nothing?runs={k}",
    "/export/light/gantt",
    "/export/light/gantt?runs={absent}",
    "/export/" + ",".join(f"{n:024x}" for n in range(7)) + "/trace.json.gz",
]


@pytest.mark.parametrize("address", BAD)
def test_what_makes_no_sense_is_refused_in_a_sentence(client, keys, address):
    answer = client.get(address.format(k=keys[0], l=keys[1], absent="a" * 24))
    assert answer.status_code in (400, 404)
    if not answer.data.startswith(b"<!doctype"):  # flask's own page for a path that is none
        assert answer.mimetype == "text/plain"
        assert is_one_sentence(answer.text)


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        ({"figures": {"gantt.svg": GOOD}}, {}),
        ({"figures": {"../gantt.svg": GOOD}}, OURS),
        ({"figures": ["gantt.svg"]}, OURS),
        ({"figures": {"gantt.svg": "<svg>"}}, OURS),
        ([], OURS),
    ],
)
def test_figures_of_others_and_other_things_are_refused(client, keys, body, headers):
    answer = client.post(f"/export/{keys[0]}/bundle.zip", json=body, headers=headers)
    assert (answer.status_code, answer.mimetype) == (400, "text/plain")
    assert is_one_sentence(answer.text)


# ---- SVG that was sent ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        '<rect onclick="alert(1)"/>',
        '<image href="http://127.0.0.1/x.png"/>',
        '<image xlink:href="file:///etc/passwd"/>',
        '<image href="data:image/svg+xml;base64,AAAA"/>',
        '<rect style="fill:url(http://a/b#c)"/>',
        "<rect style=\"fill:url('//a/b')\"/>",
        "<foreignObject/>",
        "<style>@import 'x'</style>",
        '<a href="#x"/>',
        '<rect style="@import x"/>',
        '<image href="data:image/png,x y"/>',
        '<rect fill="javascript:x"/>',
    ],
)
def test_what_is_no_drawing_is_refused(inside):
    with pytest.raises(InputError) as refused:
        checked_svg.checked(SVG.format(inside).encode())
    assert is_one_sentence(str(refused.value))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe<",
        b"<html/>",
        b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>',
        b"<svg/>",
        b"x" * (checked_svg.LARGEST + 1),
    ],
)
def test_what_is_no_svg_is_refused(content):
    with pytest.raises(InputError):
        checked_svg.checked(content)


def test_a_pdf_has_the_size_of_the_figure_and_text_in_an_embedded_font(client):
    answer = client.post("/export/figure.pdf", data=GOOD.encode(), headers=OURS)
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.data.startswith(b"%PDF-")
    box = next(line for line in answer.data.split(b"/MediaBox")[1:]).split(b"]")[0].strip(b" [").split()
    assert [float(number) for number in box] == pytest.approx([0, 0, 3.3 * 72, 2 * 72], abs=0.1)
    assert b"/FontFile" in answer.data


@pytest.mark.parametrize("svg", [GOOD.replace("3.3in", "330"), GOOD.replace("3.3in", "300in"), "no svg"])
def test_a_figure_of_no_size_is_refused(svg):
    with pytest.raises(InputError):
        figure_pdf.pdf(svg.encode())


def test_pdf_is_for_our_own_pages(client):
    assert client.post("/export/figure.pdf", data=GOOD.encode()).status_code == 400
