"""The page of a lesson and its sheet: what is shown, what is kept, and what is refused."""

from __future__ import annotations

import json

import pytest

from layouts import ids
from layouts import site as entry
from layouts.state import hand_link
from layouts.topics.lessons import body, lesson_address, lesson_ids, lesson_page, lesson_sheet, question_fields
from layouts.topics.lessons import lesson_progress as progress
from layouts.topics.lessons.lesson_progress import Record
from scheduler.errors import InputError
from scheduler.topics.lessons import questions
from scheduler.topics.lessons.shelf import all_lessons
from scheduler.topics.lessons.variants import case_of
from tests.cases.callbacks import answer
from tests.pages.test_pages import components, texts
from tests.state.test_hostile_links import reads_any_address_soon
from tests.topics.parts import of_topic

CONVOY = all_lessons()["convoy"]
SECRET = b"0123456789abcdef" * 4


def shown(search: str, record: Record | None = None) -> str:
    place = lesson_address.read(search)
    return texts(body.body(place, record or Record()))


# -- the address


def test_the_address_holds_lesson_variant_and_step():
    place = lesson_address.read("?lesson=convoy&seed=3&step=2")
    assert (place.case.lesson.key, place.case.seed, place.step) == ("convoy", 3, 2)
    assert lesson_address.write(CONVOY, 3, 2) == "/lesson?lesson=convoy&version=1&seed=3&step=2"
    assert lesson_address.read("?lesson=convoy&step=99").step == len(CONVOY.steps)
    assert lesson_address.read("?lesson=convoy&student=Ada").case.seed > 0


@pytest.mark.parametrize(
    "search",
    [
        None,
        "",
        "?",
        "?lesson=",
        "?lesson=../x",
        "?lesson=convoy&seed=-1",
        "?lesson=convoy&seed=1e3",
        "?lesson=convoy&seed=99999999",
        "?lesson=convoy&step=x",
        "?lesson=convoy&seed=%D9%A3",
        "?lesson=" + "x" * 5_000,
        "?lesson=<script>",
    ],
)
def test_an_address_that_leads_nowhere_ends_in_a_sentence(search):
    with pytest.raises(InputError) as error:
        lesson_address.read(search)
    assert str(error.value).endswith((".", "?"))


# -- the steps


def test_nothing_behind_an_open_question_is_shown():
    assert "3. Predict" in shown("?lesson=convoy&step=7")
    assert "stays" not in shown("?lesson=convoy&step=7")
    assert "4. Predict" in shown("?lesson=convoy&step=7", Record(answers={3: "same"}))
    assert "5. See what happens" in shown("?lesson=convoy&step=5", Record(answers={3: "same", 4: [3]}))


def test_an_answer_is_judged_with_its_misconception_and_cannot_be_changed():
    kept = lesson_page.judged("?lesson=convoy&step=3", None, "more")
    record = progress.of(kept, CONVOY, 0)
    assert record.answers == {3: "more"} and not record.right
    words = shown("?lesson=convoy&step=3", record)
    assert "Not so." in words and "You expect that passing delays the first job." in words
    with pytest.raises(InputError, match="has its answer already"):
        lesson_page.judged("?lesson=convoy&step=3", kept, "same")


def test_a_reveal_shows_the_gap_and_the_player():
    record = Record(answers={3: "same", 4: [3, 4]}, right=frozenset({3}))
    place = lesson_address.read("?lesson=convoy&step=5")
    parts = components(body.body(place, record), "Div")
    stories = [
        json.loads(part.to_plotly_json()["props"]["data-story"])
        for part in parts
        if getattr(part, "className", "") == "qs-player"
    ]
    assert len(stories) == 1 and [run["name"] for run in stories[0]["runs"]] == ["FCFS", "EASY"]
    story = stories[0]
    assert story["instants"][story["at"]] == 120 and story["at"] == story["differences"][0]
    assert any("is backfilled ahead of job 2" in line[3] and "10 min" in line[3] for line in story["runs"][1]["log"])
    assert "You predicted" in texts(body.body(place, record))


@pytest.mark.parametrize("key", list(all_lessons()))
def test_every_step_of_every_lesson_can_be_shown(key):
    lesson = all_lessons()[key]
    place = lesson_address.read(f"?lesson={key}")
    record = Record()
    for number in range(1, len(lesson.steps) + 1):
        at = place._replace(step=number)
        assert texts(body.body(at, record))
        question = lesson.steps[number - 1].question
        if question is not None:
            right = questions.truth(at.case, question)
            given = questions.text_of_answer(at.case, question, right) if question.ask == "choice" else right
            record = record._replace(answers={**record.answers, number: given})
            assert "Right." in texts(body.body(at, record))


def test_the_jobs_of_a_lesson_open_by_hand():
    anchors = components(body.ending(lesson_address.read("?lesson=own_estimate&seed=2").case), "Anchor")
    href = next(anchor.href for anchor in anchors if anchor.href.startswith("/by-hand?"))
    sheet = hand_link.read(href.partition("?")[2])
    assert sheet.jobs == lesson_address.read("?lesson=own_estimate&seed=2").case.jobs and sheet.bad == ()
    assert (sheet.processors, sheet.policies) == (4, ("easy",))


# -- what the browser keeps, and hostile calls


@pytest.mark.parametrize(
    "data",
    [
        None,
        1,
        [],
        "x",
        {"lessons": 3},
        {"lessons": {"convoy": 3}},
        {"lessons": {"convoy": {"answers": []}}},
        {"lessons": {5: {}}},
        {"lessons": {"convoy": {"answers": {"3": 4, "x": {"answer": 1}, "999": {"answer": 1}}}}},
        {"lessons": {"convoy": {"seed": -1, "version": "x", "answers": {"3": {"answer": "x" * 9_000}}}}},
    ],
)
def test_what_was_kept_is_read_with_suspicion(data):
    records = progress.read(data)
    assert all(not record.answers for record in records.values())
    assert progress.of(data, CONVOY, 0).answers == {}


def test_what_is_kept_reads_back_and_is_of_one_variant_and_version():
    kept = progress.answered(None, CONVOY, 3, 4, [3, 5], True)
    assert progress.of(kept, CONVOY, 3).answers == {4: [3, 5]}
    assert progress.write(progress.read(kept)) == kept
    assert progress.of(kept, CONVOY, 2).answers == {}
    kept["lessons"]["convoy"]["version"] = 9
    assert progress.of(kept, CONVOY, 3).answers == {}


def test_a_lesson_begun_again_leaves_the_answers_of_the_others(tmp_path):
    records = {key: Record(0, all_lessons()[key].version, {}) for key in ("convoy", "reservation")}
    values = {
        f"{lesson_ids.AGAIN}.n_clicks": 1,
        f"{ids.URL}.search": lesson_address.write(all_lessons()["convoy"], 0).partition("?")[2],
        f"{lesson_ids.PROGRESS}.data": progress.write(records),
    }
    said = answer(entry.create_app(tmp_path), f"{lesson_ids.AGAIN}.n_clicks", values)
    assert list(progress.read(said[lesson_ids.PROGRESS]["data"])) == ["reservation"]


def test_the_state_is_told_in_words():
    assert progress.state(None, CONVOY) == "3 questions"
    assert (
        progress.state(Record(answers={3: "same"}, right=frozenset({3})), CONVOY)
        == "1 of 3 questions answered, 1 right"
    )
    assert progress.state(Record(answers={3: 1, 4: 1, 6: 1}, right=frozenset({3, 6})), CONVOY) == "Done: 2 of 3 right"


@pytest.mark.parametrize("value", [None, "", {}, [], "<img>", 5, ["a"], [None], {"1": {}}, True])
def test_hostile_answers_of_a_browser_end_in_a_sentence(value):
    with pytest.raises(InputError):
        lesson_page.judged("?lesson=convoy&step=3", {"lessons": {}}, value)


def test_a_kept_answer_that_means_nothing_asks_again():
    words = shown("?lesson=convoy&step=3", Record(answers={3: {"x": 1}}))
    assert "This is my prediction" in words


def test_changed_cells_that_mean_nothing_end_in_a_sentence():
    place = lesson_address.read("?lesson=own_estimate&step=5")
    step = place.case.lesson.steps[4]
    assert step.kind == "try"
    for cells, values in (
        ([{"job": 3, "column": "runtime"}], [2]),
        ([{"job": 1, "column": "requested_time"}], [2]),
        ([{"job": "3", "column": "requested_time"}], [2]),
        ([{}], [None]),
    ):
        with pytest.raises(InputError):
            body.outcome(place, step, lesson_page.changes(cells, values))
    said, chart = body.outcome(place, step, lesson_page.changes([{"job": 3, "column": "requested_time"}], [4]))
    assert "The goal is reached." in texts(said) and chart is not None


# -- the sheet


def test_the_sheet_has_the_questions_and_not_the_answers():
    for key, lesson in all_lessons().items():
        sheet = lesson_sheet.document(f"lesson={key}&student=Ada", False)
        assert sheet.count("<h2>Question") == len(progress.questions(lesson))
        assert "You expect" not in sheet
    assert "The mean wait is" not in lesson_sheet.document("lesson=convoy", False)
    answers = lesson_sheet.document("lesson=convoy", True)
    assert "jobs 3, 4, 5, 6, 7, 8" in answers and "job 2 at 10 min" in answers


def test_two_students_get_other_numbers_and_the_same_questions():
    ada, bob = (lesson_sheet.document(f"lesson=convoy&student={name}", False) for name in ("Ada", "Bob"))
    assert ada != bob and ada.count("<h2>") == bob.count("<h2>")


def test_answers_need_the_teachers_key(client):
    key = client.teacher_key
    paper = client.get("/lesson-sheet?lesson=convoy&seed=2")
    assert paper.status_code == 200 and "Question 3" in paper.text
    assert "Question 1" not in client.get("/lesson-sheet/answers?lesson=convoy&seed=2").text
    for wrong in ("", "x" * 5_000, "A" * 19, "é", key[:-1]):
        refused = client.post("/lesson-sheet/answers?lesson=convoy&seed=2", data={"key": wrong})
        assert refused.status_code in (403, 413) and "Question 1" not in refused.text
    right = client.post("/lesson-sheet/answers?lesson=convoy&seed=2", data={"key": f" {key.lower()} "})
    assert right.status_code == 200 and "job 2 at" in right.text
    assert client.get("/lesson-sheet?lesson=<script>").status_code == 400
    assert "<script>" not in client.get("/lesson-sheet?lesson=<script>").text


def test_the_teachers_key_is_of_the_server():
    assert lesson_sheet.teacher_key(SECRET) == lesson_sheet.teacher_key(SECRET) != lesson_sheet.teacher_key(b"x" * 64)
    assert len(lesson_sheet.teacher_key(SECRET)) == 19


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A visitor of a server of its own; knows its teacher's key."""
    from layouts import site
    from layouts.server.background import secret_key

    home = tmp_path_factory.mktemp("home")
    visitor = site.create_app(home).server.test_client()
    visitor.teacher_key = lesson_sheet.teacher_key(secret_key(site.Store(home).root))
    return visitor


def test_the_table_of_jobs_names_the_machine():
    captions = [pair for of in of_topic("fractional", "lessons", "CAPTIONS") for pair in of.items()]
    for key, words in (("convoy", "8 jobs on 4 processors"), *captions):
        shown_table = question_fields.job_table(case_of(all_lessons()[key], 0)).children
        assert shown_table.data["caption"] == words


def test_any_address_is_read_soon():
    reads_any_address_soon(lesson_address.read)
