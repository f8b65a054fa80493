"""A page under ./dev loads itself again when its mark is another one, in every tab, and not before."""

from __future__ import annotations

import os

from flask import Flask, Response

from layouts.server import reload
from tests.browser.steps import expect, served


def test_every_tab_loads_itself_again_when_the_mark_changes_and_bears_a_server_that_is_away(
    context, faults, tmp_path, monkeypatch
):
    mark = tmp_path / "mark"
    mark.touch()
    monkeypatch.setenv(reload.SETTING, str(mark))
    application = Flask("reload")
    reload.register(application)
    titles, answers, visits = ["before"], [200], []

    @application.get("/")
    def page() -> str:
        visits.append(titles[-1])
        return f'<title>{titles[-1]}</title><link rel="icon" href="data:,"><script src="{reload.SCRIPT}"></script>'

    @application.after_request
    def away(answer: Response) -> Response:
        answer.status_code = answers[-1]
        return answer

    faults.allow("503", reload.MARK)
    with served(application) as address:
        tabs = [faults.watch(context.new_page()) for _ in range(2)]
        for tab in tabs:
            tab.goto(address)
            expect(tab).to_have_title("before")
        answers.append(503)
        for tab in tabs:
            tab.wait_for_event("response", lambda response: response.status == 503)
        assert visits == ["before"] * 2
        titles.append("after")
        os.utime(mark, ns=(1, 1))
        answers.append(200)
        for tab in tabs:
            expect(tab).to_have_title("after")
            tab.close()
    assert visits == ["before"] * 2 + ["after"] * 2
