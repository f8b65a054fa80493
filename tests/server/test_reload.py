"""Pages load themselves again under ./dev, and have nothing of it without."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from layouts import site
from layouts.server import page_files, prefix, reload


@pytest.fixture
def mark(tmp_path, monkeypatch) -> Path:
    """The file that ./dev would touch."""
    path = tmp_path / "mark"
    path.touch()
    monkeypatch.setenv(reload.SETTING, str(path))
    return path


def client(folder: Path):
    return site.create_app(folder / "home").server.test_client()


def text(answer) -> str:
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_without_the_setting_there_is_neither_script_nor_address(tmp_path, monkeypatch):
    monkeypatch.delenv(reload.SETTING, raising=False)
    pages = client(tmp_path)
    assert reload.SCRIPT not in text(pages.get("/learn"))
    assert [pages.get(address).status_code for address in (reload.SCRIPT, reload.MARK)] == [404, 404]


def test_a_page_has_the_script_which_its_policy_allows(tmp_path, mark):
    page = client(tmp_path).get("/learn")
    assert f'<script src="{reload.SCRIPT}"></script>' in text(page)
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]


def test_the_mark_is_that_of_the_script_until_the_file_is_touched(tmp_path, mark):
    pages = client(tmp_path)
    script = pages.get(reload.SCRIPT)
    (loaded,) = re.findall(r"loaded = '(\d+)'", text(script))
    assert script.mimetype == "text/javascript" and "no-cache" in script.headers["Cache-Control"]
    assert text(pages.get(reload.MARK)) == loaded
    os.utime(mark, ns=(0, int(loaded) + 1))
    assert text(pages.get(reload.MARK)) == str(int(loaded) + 1)
    assert f"'{int(loaded) + 1}'" in text(pages.get(reload.SCRIPT))


def test_the_script_is_found_below_a_prefix(tmp_path, mark, monkeypatch):
    monkeypatch.setenv(prefix.SETTING, "/lab")
    assert f'<script src="/lab{reload.SCRIPT}"></script>' in text(client(tmp_path).get("/lab/learn"))


@pytest.mark.parametrize("developed", [True, False])
def test_styles_are_read_anew_only_while_the_program_is_changed(tmp_path, mark, monkeypatch, developed):
    if not developed:
        monkeypatch.delenv(reload.SETTING)
    folder = tmp_path / "assets"
    folder.mkdir()
    (folder / "one.css").write_text("p { color: red }")
    monkeypatch.setattr(page_files, "ASSETS", folder)
    pages = client(tmp_path)
    before = text(pages.get("/learn"))
    (folder / "one.css").write_text("p { color: blue }")
    styles = re.compile(r"/assets/pages\.css\?m=\w+")
    (old,), (new,) = styles.findall(before), styles.findall(text(pages.get("/learn")))
    assert (new != old) == developed
    assert ("blue" in text(pages.get(new))) == developed
