"""The printable sheet: blanks for the class, right answers with their reasons after it, and a plain safe document."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from flask import Flask

from layouts.drawing import svg_gantt
from layouts.pages.by_hand import by_hand_page as by_hand
from layouts.pages.by_hand import sheet
from layouts.state import hand_link
from scheduler.manual.cells import Job
from scheduler.manual.typed_jobs import workload
from scheduler.simulate import simulate

FIVE = by_hand.example()


class Reader(HTMLParser):
    """Checks that tags are closed in order, and collects their names and attributes."""

    VOID = ("meta", "link", "rect", "line", "path")

    def __init__(self, text: str):
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag


@pytest.fixture
def client():
    server = Flask("sheet")
    sheet.register(server)
    return server.test_client()


def parts(document: str) -> tuple[str, str]:
    """The page for the class, and the one with the answer."""
    question, answer = document.split('<section class="sheet-page sheet-answer">')
    return question, answer


def test_the_first_page_has_blanks_and_no_answer():
    question, _ = parts(sheet.document(FIVE))
    assert question.count('class="sheet-start"') == 5 * 2
    assert question.count('class="sheet-blank sheet-wide"') == 2
    assert question.count("Empty chart: ") == 2
    assert "hand-body" not in question
    assert "11 h" not in question
    assert re.findall(r"<td>([^<]*)</td>", question)[5:10] == ["2", "0 s", "3", "6 h", "2"]


def test_the_second_page_has_every_start_and_mean_wait():
    _, answer = parts(sheet.document(FIVE))
    told = [re.findall(r"(\d+)<b> ([^<]*)</b>", line) for line in re.findall(r"<b>Start of job</b>(.*?)</p>", answer)]
    assert told == [
        [("1", "0 s"), ("2", "0 s"), ("3", "8 h"), ("4", "11 h"), ("5", "11 h")],
        [("1", "0 s"), ("2", "0 s"), ("3", "8 h"), ("4", "6 h"), ("5", "11 h")],
    ]
    assert re.findall(r"<b>Mean wait</b> ([^<]*)</p>", answer) == ["4 h 24 min", "3 h 24 min"]
    assert answer.count('class="hand-body"') == 5 * 2


def test_the_second_page_says_why_each_job_started_when_it_did():
    _, answer = parts(sheet.document(FIVE))
    easy = answer.partition("EASY backfilling")[2]
    assert "<b>Jobs 1, 2</b> started at once" in easy
    fourth = easy.partition("<b>Job 4</b>")[2].partition("</li>")[0]
    assert "It was backfilled at 06:00:00 ahead of job 3" in fourth
    assert "<b>Job 5</b>" in easy


def test_empty_and_filled_charts_have_the_same_axes():
    question, answer = parts(sheet.document(FIVE))
    ticks = re.compile(r'<text x="([\d.]+)" y="[\d.]+" text-anchor="middle">(\d+ h)</text>')
    assert ticks.findall(question) == ticks.findall(answer)
    assert len(ticks.findall(question)) >= 2 * 5


def test_lines_of_the_empty_chart_are_an_hour_apart():
    frame = svg_gantt.Frame(0.0, 16 * 3600.0, 4, sheet.WIDTH, 160)
    upright = re.compile(r'x1="([\d.]+)" y1="[\d.]+" x2="\1"')
    places = {float(x) for line in svg_gantt.grid(frame, True) for x in upright.findall(line)}
    assert sorted(places) == [round(frame.x(3600.0 * hour), 1) for hour in range(17)]


def test_a_seed_is_told_where_it_matters_and_campaigns_have_a_column():
    assert "Seed" not in sheet.document(FIVE)
    assert "Seed 17." in sheet.document(FIVE._replace(policies=("tabu",), seed=17))
    jobs = tuple(job._replace(processors=1, campaign=1) for job in FIVE.jobs)
    jobs = tuple(job._replace(submit=0.0) for job in jobs)
    assert '<th scope="col">campaign</th>' in sheet.document(FIVE._replace(jobs=jobs))


def test_needs_have_columns():
    jobs = (Job(1, 0.0, 1, 60.0, 60.0, 1, None, 25.0, 12.5), Job(2, 0.0, 1, 60.0, 60.0, 2))
    question, _ = parts(sheet.document(FIVE._replace(jobs=jobs, policies=("easy",))))
    assert question.count('<th scope="col">CPU need</th><th scope="col">memory</th>') == 1
    assert "<td>25 %</td><td>12.5 %</td></tr>" in question
    assert "<td>100 %</td><td>100 %</td></tr>" in question  # not typed: a whole node


def test_many_jobs_stand_in_two_tables_and_all_are_there():
    jobs = tuple(Job(at, 60.0 * at, 1 + at % 4, 600.0, 900.0, at % 9) for at in range(1, 51))
    question, answer = parts(sheet.document(FIVE._replace(jobs=jobs, policies=("easy",))))
    assert question.count("<table>") == 2
    assert question.count('class="sheet-start"') == 50
    schedule = simulate(workload(jobs, 4), "easy")
    at_once = int((schedule.wait == 0).sum())
    assert at_once > 1  # one sentence for all of them
    assert len(re.findall(r"<li><b>Job \d+</b>", answer)) == 50 - at_once


def test_the_document_is_well_formed_without_script_or_foreign_address(client):
    answer = client.get("/sheet" + hand_link.write(FIVE._replace(title='<script>alert(1)</script> & "more"')))
    text = answer.get_data(as_text=True)
    read = Reader(text)
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"
    assert read.open == []
    assert "script" not in read.tags
    assert not [name for name in read.attributes if name.startswith("on")]
    assert re.findall(r'(?:href|src)="([^"]*)"', text) == ["data:,", "/assets/sheet.css"]


def test_a_link_without_jobs_is_refused_in_a_sentence(client):
    answer = client.get("/sheet?m=4&j=x.1.2")
    assert answer.status_code == 400
    assert "submit: found &#x27;x&#x27;" in answer.get_data(as_text=True)


def test_a_policy_that_does_not_suit_says_so_on_both_pages():
    question, answer = parts(sheet.document(FIVE._replace(policies=("ostrich", "fcfs"))))
    assert "needs campaigns" in question
    assert "needs campaigns" in answer
    assert question.count("Empty chart: ") == 1
