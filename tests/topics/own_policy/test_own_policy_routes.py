"""What the page Own policy loads and sends, over the routes of a server."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from layouts.routes import export_routes
from layouts.site import create_app
from layouts.topics.own_policy import python_files
from scheduler.errors import InputError, Unsupported
from scheduler.policies import PolicyInput, all_policies, from_outside, known_policies, policy_of
from scheduler.preparation.build import workload
from scheduler.preparation.samples import sample
from scheduler.results import specs
from scheduler.results.store import Store
from scheduler.simulate import new_control, simulate
from tests.server.test_prefix import LAB, dashboard  # noqa: F401 - dashboard is a fixture

OURS = {"X-Requested-With": "fetch", "Sec-Fetch-Site": "same-origin"}
JOBS = workload(sample("five-jobs.swf"))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("own")


@pytest.fixture(scope="module")
def client(home: Path) -> Iterator[FlaskClient]:
    yield create_app(home).server.test_client()


@pytest.fixture(scope="module")
def key(home: Path) -> str:
    return Store(home).put_workload(JOBS, {"kind": "sample", "name": "five-jobs.swf"})


def sent(key: str) -> dict:
    run = simulate(JOBS, "easy")
    return {
        "workload": key,
        "name": "EASY by hand",
        "program": "",
        "job": JOBS.jobs.job_id.tolist(),
        "reasons": [],
        "reason": [],
        "start": run.placed.start.tolist(),
        "processors": JOBS.jobs.processors.tolist(),
    }


def test_the_files_of_pyodide_are_those_that_were_published(client: FlaskClient) -> None:
    lines = (python_files.PYODIDE / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    assert sums.keys() == python_files.FILES.keys() and "pyodide.asm.wasm" in sums
    for name, digest in sums.items():
        plain = client.get(f"{python_files.FOLDER}{name}")
        packed = client.get(f"{python_files.FOLDER}{name}", headers={"Accept-Encoding": "gzip"})
        content = gzip.decompress(packed.data) if packed.headers.get("Content-Encoding") == "gzip" else packed.data
        assert hashlib.sha256(plain.data).hexdigest() == hashlib.sha256(content).hexdigest() == digest, name
        assert "immutable" in packed.headers["Cache-Control"] and packed.mimetype in python_files.TYPES.values()
    assert (
        (python_files.PYODIDE.parent / "pyodide-LICENSE.txt")
        .read_text()
        .startswith("Mozilla Public License Version 2.0")
    )


@pytest.mark.parametrize("name", ["SHA256SUMS", "..%2F..%2Fapp.py", "pyodide.asm.wasm.gz", "nothing.mjs"])
def test_no_other_file_is_there(client: FlaskClient, name: str) -> None:
    assert client.get(f"{python_files.FOLDER}{name}").status_code == 404


def test_no_page_loads_python_by_itself(client: FlaskClient) -> None:
    index = client.get("/").get_data(as_text=True)
    assert "pyodide" not in index and "worker.js" not in index and "queuescope.js" in index


def test_the_worker_has_a_policy_of_its_own_and_the_page_keeps_its(client: FlaskClient) -> None:
    policy = client.get("/own-policy/worker.js", base_url="http://127.0.0.1:8050").headers["Content-Security-Policy"]
    folder = f"127.0.0.1:8050/pyodide/{python_files.VERSION}/"
    assert policy.split("; ")[:4] == [
        "default-src 'none'",
        f"script-src {folder} 'wasm-unsafe-eval'",
        f"connect-src {folder}",
        "worker-src 'none'",
    ]
    for referrer, host in (
        ("https://192.0.2.7/own-policy", "192.0.2.7"),
        ("https://example.org/x", "127.0.0.1:8050"),
        ("x:", "127.0.0.1:8050"),
    ):
        behind = client.get("/own-policy/worker.js", base_url="http://127.0.0.1:8050", headers={"Referer": referrer})
        assert f"script-src {host}/pyodide/" in behind.headers["Content-Security-Policy"]
    page = client.get("/own-policy").headers["Content-Security-Policy"]
    assert page == client.get("/learn").headers["Content-Security-Policy"]
    assert "'self'" in page and "wasm" not in page and "unsafe-eval" not in page


def test_addresses_name_what_is_there(client: FlaskClient) -> None:
    addresses = python_files.addresses()
    loop = addresses["loop"]
    assert "immutable" in client.get("/" + loop).headers["Cache-Control"]
    assert "immutable" not in client.get("/" + loop.partition("?")[0] + "?v=000000000000").headers["Cache-Control"]
    assert "immutable" not in client.get("/" + addresses["worker"]).headers["Cache-Control"]
    assert "def play(" in client.get("/" + addresses["loop"]).get_data(as_text=True)


def test_jobs_come_by_column(client: FlaskClient, key: str) -> None:
    data = client.get(f"/own-policy/jobs.json?w={key}").get_json()
    assert data["machine"] == 4 and data["columns"]["processors"] == [1, 3, 4, 2, 1]
    for wrong in ("", "0" * 24, "../runs", "x" * 5000):
        answer = client.get(f"/own-policy/jobs.json?w={wrong}")
        assert answer.status_code == 400 and "choose it again" in answer.get_json()["message"]


def test_a_schedule_is_kept_and_a_faulty_one_named(client: FlaskClient, key: str, home: Path) -> None:
    rows = sent(key)
    run = client.post("/own-policy/schedule", json=rows, headers=OURS).get_json()["run"]
    assert Store(home).schedule(run).placed.start.tolist() == rows["start"]
    answer = client.post("/own-policy/schedule", json=rows | {"start": [0, 0, 0, 0, 0]}, headers=OURS)
    fault = answer.get_json()
    assert answer.status_code == 200 and fault["fault"].startswith(
        "Job 3 (line 13) starts at 0 s, before its submission"
    )
    assert (fault["job"], fault["time"], fault["machine"]) == (3, 0.0, 4)
    assert [bar[0] for bar in fault["around"] if bar[5]] == [3]


BODIES = [
    "",
    "null",
    "[]",
    "1",
    '"a"',
    "{",
    '{"workload": 1}',
    '{"workload": "' + "0" * 24 + '"}',
    '{"job": NaN}',
    json.dumps({"job": [1], "start": [0], "processors": [1], "workload": "../../etc/passwd", "name": "x"}),
]


@pytest.mark.parametrize("body", BODIES)
def test_what_is_no_schedule_is_refused(client: FlaskClient, body: str) -> None:
    answer = client.post("/own-policy/schedule", data=body, content_type="application/json", headers=OURS)
    assert answer.status_code == 400 and len(answer.get_json()["message"]) > 15


def test_only_our_pages_send_schedules_and_none_is_too_large(client: FlaskClient, key: str) -> None:
    assert client.post("/own-policy/schedule", json=sent(key)).status_code == 403
    foreign = {"X-Requested-With": "fetch", "Sec-Fetch-Site": "cross-site", "Origin": "http://example.org"}
    assert client.post("/own-policy/schedule", json=sent(key), headers=foreign).status_code == 403
    assert (
        client.post(
            "/own-policy/schedule", data=b"[" + b" " * (5 << 20), content_type="application/json", headers=OURS
        ).status_code
        == 413
    )


def test_hidden_seeds_make_workloads_that_stay_the_same(client: FlaskClient, home: Path) -> None:
    ask = {"challenge": "busy_machine"}
    keys = client.post("/own-policy/hidden", json=ask, headers=OURS).get_json()["workloads"]
    assert (
        len(set(keys)) == 3
        and client.post("/own-policy/hidden", json=ask, headers=OURS).get_json()["workloads"] == keys
    )
    assert all(len(Store(home).workload(one)) == 400 for one in keys)
    assert 1 not in {Store(home).workload_record(one)["source"]["seed"] for one in keys}


@pytest.mark.parametrize(
    "body", ["", "[]", "{}", '{"challenge": 1}', '{"challenge": "none"}', '{"challenge": {"a": 1}}']
)
def test_other_challenges_are_refused(client: FlaskClient, body: str) -> None:
    answer = client.post("/own-policy/hidden", data=body, content_type="application/json", headers=OURS)
    assert answer.status_code == 400 and len(answer.get_json()["message"]) > 15
    assert client.post("/own-policy/hidden", data=body, content_type="application/json").status_code == 403


def test_a_run_from_outside_is_exported_and_not_made_again(client: FlaskClient, key: str, home: Path) -> None:
    run = client.post("/own-policy/schedule", json=sent(key), headers=OURS).get_json()["run"]
    for what in export_routes.KINDS:
        answer = client.get(f"/export/{run}/{what}")
        assert answer.status_code == 200 and answer.data, what
    command = client.get(f"/export/command.txt?w={key}&runs={run}").get_data(as_text=True)
    assert (
        command
        == "# Own policy, from outside: the schedule was made by a program elsewhere, so no command makes it again.\n"
    )
    for spec, words in (
        ({"do": "fair_start", "run": run}, "ran as a program elsewhere"),
        ({"do": "replicas", "runs": [run]}, "cannot be made again"),
        ({"do": "plan", "run": run, "time": 5.0}, "Only a run that makes reservations"),
        ({"do": "simulate", "workload": key, "policy": "own", "params": {}}, "There is no policy 'own'"),
    ):
        with pytest.raises(InputError, match=words):
            specs.check(spec, Store(home))


def test_no_list_offers_a_policy_from_outside() -> None:
    assert not set(from_outside()) & set(all_policies()) and list(known_policies())[-1] == next(iter(from_outside()))
    policy = policy_of(next(iter(from_outside())))
    with pytest.raises(Unsupported, match="runs in the browser of whoever wrote it"):
        policy.run(PolicyInput(JOBS, {}, None, new_control(), None))


def test_the_worker_of_own_policies_may_load_pyodide_below_the_prefix(dashboard):  # noqa: F811
    policy = dashboard.get(f"{LAB}/{python_files.addresses()['worker']}").headers["Content-Security-Policy"]
    assert f"script-src localhost{LAB}/pyodide/" in policy and f"connect-src localhost{LAB}/pyodide/" in policy
