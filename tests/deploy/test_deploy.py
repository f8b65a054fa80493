"""The files of deploy/: they read as what they are, what they name is there, and what they promise stands in them."""

from __future__ import annotations

import configparser
import http.server
import re
import shlex
import shutil
import subprocess
import threading

import pytest
import yaml
from flask import Flask

from layouts.server import health, hosts
from queuescope import dashboard
from scheduler import program_files
from scheduler.cli import all_commands, doctor
from scheduler.results.limits import Limits
from scheduler.results.queue.registry import RunRegistry
from scheduler.results.store import Store
from tests.cases.small_log import ROOT

DEPLOY = ROOT / "deploy"
SETTING = re.compile(r"\bQUEUESCOPE_[A-Z_]+\b")


def sources() -> str:
    paths = [*(ROOT / "scheduler").rglob("*.py"), *(ROOT / "layouts").rglob("*.py"), ROOT / "app.py"]
    return "\n".join(path.read_text() for path in paths)


@pytest.fixture(scope="module")
def compose() -> dict:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def instructions() -> list[list[str]]:
    text = re.sub(r"\\\n", " ", (DEPLOY / "Dockerfile").read_text())
    return [shlex.split(line) for line in text.splitlines() if line and not line.startswith("#")]


def test_what_the_image_copies_is_there_and_is_all_that_the_wheel_needs():
    copied = {
        name for words in instructions() if words[0] == "COPY" and not words[1].startswith("--") for name in words[1:-1]
    }
    assert all((ROOT / name).exists() for name in copied), copied
    needed = {
        "app.py",
        "setup.py",
        "pyproject.toml",
        "requirements.txt",
        "requirements-cluster.txt",
        "scheduler",
        "layouts",
        "queuescope",
        "assets",
        "sample_traces",
        "docs/glossary.md",
        "gunicorn.conf.py",
        "README.md",
        "LICENSE",
    }
    assert needed <= copied


def test_the_image_is_told_its_commit(compose):
    assert ["ARG", "COMMIT="] in instructions() and compose["services"]["web"]["build"]["args"] == {
        "COMMIT": "${COMMIT:-}"
    }
    written = (DEPLOY / "Dockerfile").read_text().partition('echo "$COMMIT" > ')[2].partition(";")[0]
    assert ROOT / written == program_files.COMMIT


def test_the_image_runs_as_nobody():
    words = [line for line in instructions() if line[0] in ("USER", "CMD", "ENV")]
    assert ["USER", "65534:65534"] in words and any("QUEUESCOPE_HOME=/data" in line for line in words)
    command = [line for line in words if line[0] == "CMD"][-1]
    assert "app:server]" in command[-1]


def test_every_container_is_locked_down_and_has_a_health_check(compose):
    services = compose["services"]
    assert set(services) == {"redis", "web", "worker"} and services["worker"]["deploy"]["replicas"] == 2
    for name, service in services.items():
        assert service["user"] == "65534:65534" and service["read_only"] is True and service["cap_drop"] == ["ALL"], (
            name
        )
        assert service["healthcheck"]["test"] and "no-new-privileges:true" in service["security_opt"], name
        assert service["secrets"] == ["broker"], name
    assert services["web"]["ports"] == ["127.0.0.1:8050:8050"] and "ports" not in services["redis"]
    assert (DEPLOY / services["web"]["build"]["context"] / services["web"]["build"]["dockerfile"]).resolve().is_file()
    assert "QUEUESCOPE_BROKER" not in str(services["web"]["environment"]).replace(
        "QUEUESCOPE_BROKER_FILE", ""
    )  # no password in sight
    assert set(compose["volumes"]) == {"data", "code"}
    assert (
        services["worker"]["command"][1] in all_commands()
        and services["worker"]["healthcheck"]["test"][2] in all_commands()
    )


def test_settings_that_are_named_exist():
    known = set(SETTING.findall(sources()))
    for path in [*DEPLOY.iterdir(), ROOT / "docs" / "cluster.md"]:
        assert set(SETTING.findall(path.read_text())) <= known, path.name


def test_the_unit_reads_as_one():
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(DEPLOY / "queuescope.service")
    service = unit["Service"]
    assert (
        service["ExecStart"].endswith("app:server")
        and service["DynamicUser"] == "yes"
        and service["ProtectSystem"] == "strict"
    )
    assert service["ExecStartPre"].split()[1] in all_commands()


def test_the_job_of_slurm_is_a_script_that_tells_no_address():
    path = DEPLOY / "worker.sbatch"
    subprocess.run([shutil.which("bash"), "-n", str(path)], check=True)
    text = path.read_text()
    assert "srun" in text and "redis://" not in text
    options = text[text.index("scheduler worker") :].split()
    assert options[1] in all_commands() and "--idle-exit" in options


def test_the_job_of_slurm_runs_what_it_says(tmp_path):
    (tmp_path / "srun").write_text('#!/bin/sh\nprintf "%s " "$@"; echo "$QUEUESCOPE_BROKER_FILE"\n')
    (tmp_path / "srun").chmod(0o755)
    known = {
        "PATH": f"{tmp_path}:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "SLURM_CPUS_PER_TASK": "8",
        "QUEUESCOPE_HOME": "/shared",
    }
    told = subprocess.run(
        ["bash", str(DEPLOY / "worker.sbatch")], env=known, capture_output=True, text=True, check=True
    )
    assert (
        told.stdout
        == f"python3 -m scheduler worker --processes 8 --idle-exit 10m {tmp_path}/.config/queuescope/broker\n"
    )
    del known["QUEUESCOPE_HOME"]
    told = subprocess.run(["bash", str(DEPLOY / "worker.sbatch")], env=known, capture_output=True, text=True)
    assert told.returncode != 0 and "folder of results" in told.stderr


# -- doctor -------------------------------------------------------------------------------------------------------


def test_doctor_says_that_all_is_well(run, monkeypatch):
    monkeypatch.delenv("QUEUESCOPE_BROKER", raising=False)
    code, out, err = run("doctor")
    lines = out.splitlines()
    assert code == 0 and err == "" and len(lines) == len(doctor.CHECKS), out
    assert all(line.startswith("ok    ") for line in lines)


def test_doctor_names_what_is_wrong(run, monkeypatch):
    monkeypatch.setenv("QUEUESCOPE_BROKER", "redis://:not-told@127.0.0.1:1/0")
    monkeypatch.setenv("QUEUESCOPE_LIMITS", "nothing=1")
    monkeypatch.setattr(doctor, "version", lambda name: "0.1")
    code, out, _ = run("doctor")
    failed = {line.split()[1]: line for line in out.splitlines() if line.startswith("FAIL")}
    assert code == 1 and set(failed) == {"versions", "limits", "broker"}
    assert "wanted" in failed["versions"] and "not-told" not in out and "cannot be reached" in failed["broker"]


def test_doctor_finds_packages_in_the_way(monkeypatch, tmp_path):
    (tmp_path / "app.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    finding = doctor.CHECKS["packages"]()
    assert not finding.good and str(tmp_path) in finding.sentence and "'app'" in finding.sentence


# -- /health ------------------------------------------------------------------------------------------------------


@pytest.fixture
def client(tmp_path, monkeypatch):
    monkeypatch.delenv(health.TOKEN, raising=False)
    server = Flask(__name__)
    hosts.register(server)
    health.register(server, RunRegistry(tmp_path / "jobs", Limits()), tmp_path, lambda: {"processes": 4})
    return server.test_client()


def test_health_tells_this_machine_more(client):
    told = client.get("/health").json
    assert told["status"] == "ok" and told["queue"] == {"waiting": 0, "running": 0} and told["workers"]["at_once"] >= 2
    assert told["pages"] == {"processes": 4}
    assert told["memory"]["process_bytes"] > 0 and {"queuescope", "commit", "dash", "numba"} <= set(told["versions"])
    for other in ({"environ_base": {"REMOTE_ADDR": "192.0.2.7"}}, {"headers": {"X-Forwarded-For": "192.0.2.7"}}):
        assert client.get("/health", **other).json == {"status": "ok"}


def test_a_dashboard_is_opened_only_where_it_has_the_same_data(client, tmp_path):
    answered = [client.get("/health").data, b'{"status": "ok"}', b"[]", b"no JSON"]

    class Other(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answered[0])

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        here = f"http://127.0.0.1:{server.server_port}/"
        assert dashboard.answers(here, Store(tmp_path)) and not dashboard.answers(here, Store(tmp_path / "other"))
        assert dashboard.reached(here, Store(tmp_path)) == here.rstrip("/")
        for content in answered[1:]:
            answered[0] = content
            assert not dashboard.answers(here, Store(tmp_path))
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    assert not dashboard.answers(here, Store(tmp_path))  # nobody listens any more


def test_health_tells_who_has_the_token_more_and_nobody_else(client, monkeypatch):
    monkeypatch.setenv(health.TOKEN, "not-guessed")
    assert client.get("/health").json == {"status": "ok"}
    assert client.get("/health", headers={"Authorization": "Bearer guessed"}).json == {"status": "ok"}
    told = client.get(
        "/health", headers={"Authorization": "Bearer not-guessed"}, environ_base={"REMOTE_ADDR": "192.0.2.7"}
    )
    assert "versions" in told.json


def test_health_fails_where_the_registry_cannot_be_read(client, monkeypatch):
    from scheduler.errors import StoreError

    def broken(registry):
        raise StoreError("The registry is away.")

    monkeypatch.setattr(RunRegistry, "counts", broken)
    answer = client.get("/health")
    assert answer.status_code == 503 and answer.json["status"] == "failing"


def test_a_class_has_a_switch(monkeypatch):
    monkeypatch.setenv("QUEUESCOPE_LIMITS", "class visitor_runs=20")
    limits = Limits.of_environment()
    assert (limits.visitor_runs, limits.open_runs) == (20, 2_000)
