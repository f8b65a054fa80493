"""Jobs by hand: cells and pasted texts with an error for each bad cell, the address, campaigns, and the same schedules
as any log gives."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from layouts.drawing import svg_gantt
from layouts.pages.by_hand import answer as by_hand_answer
from layouts.pages.by_hand import by_hand_page as by_hand
from layouts.pages.by_hand import hand_runs, parameters, paste, request
from layouts.pages.compare.runs import what_if
from layouts.state import hand_link
from layouts.state.hand_link import Sheet
from scheduler.formats import all_formats
from scheduler.manual import typed_jobs as hand
from scheduler.manual.cells import Job, length, length_text
from scheduler.manual.pasted_jobs import pasted
from scheduler.policies import all_policies
from scheduler.preparation.build import workload
from scheduler.simulate import simulate
from tests.conftest import REPOSITORY

SAMPLES = REPOSITORY / "sample_traces"
FIVE = by_hand.example()
TIMES = st.integers(0, 10**9 * 1000).map(lambda thousandths: thousandths / 1000)
SHARES = st.none() | st.integers(1, 100 * 1000).map(lambda thousandths: thousandths / 1000)
ABOVE = st.integers(1, 10**8 * 1000).map(lambda thousandths: thousandths / 1000)


@st.composite
def sheets(draw):
    """Sheets whose jobs fit together."""
    processors = draw(st.integers(1, 300))
    numbers = draw(st.lists(st.integers(1, 999_999), min_size=1, max_size=50, unique=True))
    jobs = []
    for number in numbers:
        runtime = draw(ABOVE)
        asked = draw(st.one_of(st.just(runtime), ABOVE.map(lambda more, least=runtime: round(least + more, 3))))
        jobs.append(
            Job(
                number,
                draw(TIMES),
                draw(st.integers(1, processors)),
                runtime,
                asked,
                draw(st.integers(0, 999_999)),
                None,
                draw(SHARES),
                draw(SHARES),
            )
        )
    policies = draw(
        st.lists(st.sampled_from(["fcfs", "easy", "sjf", "conservative", "tabu"]), min_size=1, max_size=4, unique=True)
    )
    title = draw(st.text(st.characters(min_codepoint=33, max_codepoint=0x2FF, categories=("L", "N", "P")), max_size=30))
    return Sheet(tuple(jobs), processors, tuple(policies), draw(st.integers(0, 2**31 - 1)), title)


# -- the address


@given(sheets())
def test_an_address_brings_the_sheet_back(sheet):
    assert hand_link.read(hand_link.write(sheet)) == sheet


@given(sheets())
def test_the_table_of_a_sheet_reads_as_the_sheet(sheet):
    state = request.read(
        {
            "rows": [request.cells(job) for job in sheet.jobs],
            "seed": sheet.seed,
            "processors": sheet.processors,
            "policies": list(sheet.policies),
            "title": sheet.title,
        }
    )
    assert state.problems == ()
    assert state.sheet == sheet


def runs_of(sheet: Sheet) -> list[hand_runs.Run]:
    """The runs of a sheet; like a page, it asks for them when the kernels are there."""
    assert hand_runs.awaited(sheet, 300.0) == []
    return hand_runs.runs(sheet)


def test_an_address_of_fifty_usual_jobs_is_short():
    jobs = tuple(
        Job(1000 + at, 86_400.0 + 977 * at, 1 + at % 128, 3_600.0 + 61 * at, 43_200.0, 1 + at % 40) for at in range(50)
    )
    assert (
        len(hand_link.write(Sheet(jobs, 128, ("fcfs", "easy", "conservative", "sjf"), 7, "A slice of a log"))) < 2_000
    )


@given(st.text(max_size=300))
def test_no_address_is_too_odd_to_be_read(text):
    found = hand_link.read(f"?{text}")
    assert 1 <= len(found.policies) <= 4
    assert found.processors >= 1


def test_a_malformed_address_loads_what_reads_and_names_the_rest():
    found = hand_link.read("?m=4&p=fcfs,nonesuch&j=0.1.10;0.9.10;x.1.5;3.1.2.1.1.1.1.1.1.1;7.2.5")
    assert [job.submit for job in found.jobs] == [0, 7]
    assert found.policies == ("fcfs",)
    said = " ".join(found.bad)
    for words in ("Row 2, processors: found '9'", "Row 3, submit: found 'x'", "Row 4 has 10 fields", "'nonesuch'"):
        assert words in said


def test_needs_stand_in_an_address_behind_the_number_and_bad_ones_are_named():
    sheet = hand_link.read("?m=2&p=dfrs&j=0.1.10.....25.10;0.1.10..2..7..12_5;5.1.10.....150;6.1.10.....-1.x")
    assert [(job.number, job.cpu_need, job.memory) for job in sheet.jobs] == [(1, 25, 10), (7, None, 12.5)]
    said = " ".join(sheet.bad)
    for words in ("Row 3, CPU need: found '150'", "Row 4, CPU need: found '-1'", "Row 4, memory: found 'x'"):
        assert words in said
    assert hand_link.write(sheet._replace(bad=())).endswith("j=0.1.10.....25.10;0.1.10..2..7..12_5")


def test_parameters_of_chosen_policies_stand_in_an_address_where_they_are_not_as_usual():
    sheet = hand_link.read(
        "?m=2&p=dfrs,saf,multicmax&dfrs.period=300&dfrs.quantized=yes&saf.aging=0&saf.passing=easy&"
        "multicmax.timeout=2.50&easy.ties=submissions&j=0.1.5"
    )
    assert sheet.bad == ()
    assert sheet.params == (
        ("dfrs", "period", "300"),
        ("dfrs", "quantized", "true"),
        ("multicmax", "timeout", "2.5"),
        ("saf", "passing", "easy"),
    )
    assert hand_link.read(hand_link.write(sheet)) == sheet
    assert hand_link.params_of(sheet, "dfrs") == {"period": "300", "quantized": "true"}


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("dfrs.period=-1", "Fractional scheduling (DFRS): period = -1"),
        ("dfrs.period=nan", "period = 'nan'"),
        ("dfrs.packing=%3Cb%3E", "packing = '<b>'; wanted: one of"),
        ("dfrs.nope=1", "(DFRS) has no parameter 'nope' here"),
        ("dfrs.=1", "has no parameter '' here"),
    ],
)
def test_a_parameter_that_does_not_read_is_named_and_the_usual_one_taken(field, words):
    sheet = hand_link.read(f"?m=2&p=dfrs&j=0.1.5&{field}")
    assert words in " ".join(sheet.bad)
    assert (sheet.params, len(sheet.jobs)) == ((), 1)


WITH_FIELDS = sorted(
    (key for key, policy in all_policies().items() if policy.kind == "rigid"),
    key=lambda key: len(hand_link.fields_of(key)),
)[-3:]  # those with the most


@given(
    st.dictionaries(
        st.sampled_from(
            [f"{key}.{param.name}" for key in WITH_FIELDS for param in hand_link.fields_of(key)]
            + [f"{WITH_FIELDS[0]}.x", "x.y", ".", WITH_FIELDS[1]]
        ),
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
        max_size=4,
    )
)
def test_whatever_is_sent_as_parameters_is_a_value_or_a_problem(values):
    state = request.read(
        {
            "rows": [{"number": "1", "submit": "0", "processors": "1", "runtime": "1"}],
            "processors": 2,
            "policies": WITH_FIELDS,
            "params": values,
        }
    )
    for policy, name, text in state.sheet.params:
        param = next(one for one in hand_link.fields_of(policy) if one.name == name)
        assert hand_link.text_of(param.check(text)) == text
        assert param.check(text) != param.default
    assert hand_link.read(hand_link.write(state.sheet)).params == state.sheet.params


def test_a_form_has_the_fields_of_a_policy_and_is_open_where_one_is_set():
    sheet = hand_link.read("?m=2&p=fcfs,gang,sjf,equipartition&gang.slots=2&j=0.1.5")
    forms = parameters.forms(sheet)
    ids_of = [field.id["name"] for form in forms for field in form.children[1].children]
    assert ids_of == parameters.names(sheet)
    assert ids_of[:3] == ["fcfs.ties", "gang.quantum", "gang.slots"]
    assert [form.open for form in forms] == [False, True, False]
    assert [field.value for field in forms[1].children[1].children] == [600, 2]


def test_a_parameter_changes_the_schedule_and_the_name_of_the_run():
    jobs = (Job(1, 0, 1, 1200, 1200), Job(2, 0, 1, 1200, 1200))
    (usual,) = runs_of(Sheet(jobs, 1, ("gang",)))
    (fine,) = runs_of(Sheet(jobs, 1, ("gang",), params=(("gang", "quantum", "60"),)))
    assert (usual.name, fine.name) == ("Gang scheduling", "Gang scheduling, quantum 60")
    assert usual.schedule.placed.end.tolist() == [1800, 2400]
    assert fine.schedule.placed.end.tolist() == [2340, 2400]


def test_an_address_without_jobs_shows_the_example_and_says_so():
    assert by_hand.arrived("").jobs == FIVE.jobs
    assert by_hand.arrived("").bad == ()
    empty = by_hand.arrived("?m=4&j=")
    assert empty.jobs == FIVE.jobs
    assert "no job that can be read" in empty.bad[0]


# -- cells


@pytest.mark.parametrize(
    "text, seconds",
    [
        ("90", 90),
        ("10min", 600),
        ("1,5 h", 5400),
        ("1.5h", 5400),
        ("1 h 30 min", 5400),
        ("1:30:00", 5400),
        ("2d", 172_800),
        ("1wk", 604_800),
        (" 12 000 ".replace(" ", "\u202f"), 12_000),
        ("0,5", 0.5),
    ],
)
def test_lengths_of_time_are_read_as_people_write_them(text, seconds):
    assert length(text) == seconds


@pytest.mark.parametrize("text", ["", "abc", "1h30", "10 parsecs", "1e5", "1:75:00", "--3", "nan", "inf"])
def test_other_texts_are_no_lengths(text):
    assert length(text) is None


@given(TIMES)
def test_what_a_cell_shows_reads_back(seconds):
    assert length(length_text(seconds)) == seconds


@pytest.mark.parametrize(
    "column, text, words",
    [
        ("submit", "-1", "Row 2 (job 7), submit: found '-1'; wanted: a time of at least 0"),
        ("submit", "", "Row 2 (job 7), submit is empty"),
        ("processors", "1.5", "Row 2 (job 7), processors: found '1.5'; wanted: a whole number from 1"),
        ("processors", "5", "Row 2 (job 7), processors: found '5'; wanted: at most the machine's 4"),
        ("runtime", "0", "Row 2 (job 7), runtime: found '0'; wanted: a time above 0"),
        ("requested_time", "5", "Row 2 (job 7), requested time: found '5'; wanted: at least the runtime, 10 s"),
        ("user", "Ann", "Row 2 (job 7), user: found 'Ann'; wanted: a whole number"),
        (
            "cpu_need",
            "0",
            "Row 2 (job 7), CPU need: found '0'; wanted: a number above 0 and at most 100, per cent of a node.",
        ),
        ("cpu_need", "1e1", "Row 2 (job 7), CPU need: found '1e1'; wanted: a number above 0"),
        ("memory", "101 %", "Row 2 (job 7), memory: found '101 %'; wanted: a number above 0 and at most 100"),
        ("campaign", "1", "Row 1, campaign is empty; wanted: a number, as other rows have one"),
    ],
)
def test_a_bad_cell_is_named_by_row_and_column(column, text, words):
    good = {"number": "1", "submit": "0", "processors": "1", "runtime": "10"}
    found = hand.table([good, good | {"number": "7", column: text}], 4)
    assert [problem.text[: len(words)] for problem in found.problems] == [words]
    assert found.problems[0].column == column


def test_rows_beyond_the_fiftieth_and_numbers_twice_are_said():
    row = {"number": "3", "submit": "0", "processors": "1", "runtime": "1"}
    texts = [problem.text for problem in hand.table([row] * 51, 4).problems]
    assert any("51 rows; wanted: at most 50" in text for text in texts)
    assert any("Row 2 (job 3), job: found '3'; wanted: another number than that of row 1" in text for text in texts)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    ["rows", "processors", "policies", "seq", "width", "until", "job", "raised", "number", "runtime"]
                ),
                inner,
            )
        ),
        max_leaves=12,
    )
)
def test_whatever_a_browser_sends_is_a_state_or_a_problem(data):
    state = request.read(data)
    assert state.problems or state.sheet.jobs
    assert 1 <= len(state.sheet.policies) <= 4


def test_a_longer_runtime_raises_the_requested_time_of_that_job_only():
    rows = [
        {"number": str(n), "submit": "0", "processors": "1", "runtime": "20", "requested_time": "15"} for n in (1, 2)
    ]
    state = request.read({"rows": rows, "processors": 4, "policies": ["fcfs"], "raised": 1})
    assert [problem.row for problem in state.problems] == [2]
    assert state.sheet.jobs[0].requested_time == 20


# -- pasting


@pytest.mark.parametrize(
    "text",
    [
        "0\t1\t90\n60\t2\t10min",
        "0;1;90\n60;2;10min",
        "0,1,90\n60,2,10min",
        "0 1 90\n60 2 10min",
        "Job;Arrival;Nodes;Run time\n1;0;1;90\n2;60;2;600\n",
        "runtime\tsubmit time\tprocessors\n1:30\t0\t1".replace("1:30", "90") + "\n10min\t1min\t2",
        "0;1;1,5min\n1min;2;10,0min",
        '"0","1","90"\n"60","2","600"',
    ],
)
def test_a_pasted_text_is_read_however_its_cells_are_parted(text):
    found = pasted(text)
    assert found.problems == ()
    assert [(job.submit, job.processors, job.runtime) for job in found.jobs] == [(0, 1, 90), (60, 2, 600)]


def test_good_rows_of_a_pasted_text_are_kept_and_bad_cells_named():
    found = pasted("submit;procs;runtime;requested;user\n0;1;90;2min;3\n5;x;-1\n\n7;2;abc;;\n9;1;5;;4;8;1\n8;2;1")
    assert [(job.number, job.submit, job.requested_time, job.user) for job in found.jobs] == [
        (1, 0, 120, 3),
        (2, 8, 1, 1),
    ]
    assert [(problem.row, problem.column) for problem in found.problems] == [
        (3, "processors"),
        (3, "runtime"),
        (5, "runtime"),
        (6, ""),
    ]


def test_numbers_are_decimal_commas_where_blanks_part_the_cells():
    assert [job.runtime for job in pasted("0 1 1,5\n1 2 2,5").jobs] == [1.5, 2.5]


def test_a_pasted_text_stops_where_the_table_is_full_and_takes_no_number_twice():
    answer, said = paste.read(
        "\n".join(f"{at} 1 5" for at in range(60)), False, {"rows": [{"number": "1"}, {"number": "4"}]}
    )
    assert [row["number"] for row in answer["rows"][:2]] == ["5", "6"]
    assert len(answer["rows"]) == 48
    assert "room for 48" in str(said)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Process\tArrival time\tBurst (s)\nP1\t0\t8\nP2\t1\t4", [(1, 0, 1, 8), (2, 1, 1, 4)]),
        ("Job;Arrival (min);CPU burst (min);Procs\nJ4;1;2;3\n9;90s;1 h;1", [(4, 60, 3, 120), (9, 90, 1, 3600)]),
        ("PID,Release time,Service time [h]\n3,0,0.5\n1,2,1", [(3, 0, 1, 1800), (1, 2, 1, 3600)]),
        ("arrival\tburst\n0\t2", [(1, 0, 1, 2)]),
        ("Process ID,AT,BT\nP1,0,5\nP2,1,3", [(1, 0, 1, 5), (2, 1, 1, 3)]),
        ("#;arrival time;Burst (s);processors\n1;3;4;2", [(1, 3, 2, 4)]),
        ("Task;Release date;Processing time in min\n1;2;3", [(1, 2, 1, 180)]),
        ("Job no.\tEntry time (ms)\tExecution time [ms]\n7\t500\t2500", [(7, 0.5, 1, 2.5)]),
        ("Process name\tSubmission time\tCPU time (s)\nP3\t1\t8", [(3, 1, 1, 8)]),
        ("JobID;Submit;Elapsed;NCPUS\n12;5;00:01:00;4", [(12, 5, 4, 60)]),
        ("r_j;p_j;q_j\n0;2;3", [(1, 0, 3, 2)]),
    ],
)
def test_headings_of_textbooks_are_read_with_their_units(text, wanted):
    found = pasted(text)
    assert not found.problems
    assert [(job.number, job.submit, job.processors, job.runtime) for job in found.jobs] == wanted


def test_campaigns_and_needs_are_pasted_with_headings_and_without():
    named = pasted("Job;Submit;Nodes;Runtime;Campaign;CPU need (%);Memory (%)\n1;0;1;90;2;25 %;10\n2;0;2;60;2;;12,5")
    assert not named.problems
    assert [(job.processors, job.campaign, job.cpu_need, job.memory) for job in named.jobs] == [
        (1, 2, 25, 10),
        (2, 2, None, 12.5),
    ]
    plain = pasted("0,1,90,90,3,1,50,20")
    assert [(job.user, job.campaign, job.cpu_need, job.memory) for job in plain.jobs] == [(3, 1, 50, 20)]


def test_nothing_pasted_is_said():
    assert "Nothing was pasted" in pasted(" \n").problems[0].text


# -- the same schedules as any log


@pytest.mark.parametrize("policy", ["fcfs", "easy", "conservative", "sjf"])
def test_the_five_jobs_by_hand_are_scheduled_as_the_sample_is(policy):
    log = all_formats()["swf"].read((SAMPLES / "five-jobs.swf").read_bytes(), "five-jobs.swf")
    (run,) = runs_of(FIVE._replace(policies=(policy,)))
    expected = simulate(workload(log), policy)
    assert run.schedule.placed.start.tolist() == expected.placed.start.tolist()
    assert run.schedule.certificate.passed


def test_starts_of_the_five_jobs_are_those_its_header_tells():
    starts = {run.policy: (run.schedule.placed.start / 3600).tolist() for run in runs_of(FIVE)}
    assert starts == {"fcfs": [0, 0, 8, 11, 11], "easy": [0, 0, 8, 6, 11]}


def test_the_file_reads_as_the_jobs_were_typed():
    jobs = (Job(9, 5.5, 2, 10.25, 12.0, 3), Job(4, 0.0, 1, 1.0, 1.0, 0))
    read = hand.trace(jobs, 4, "A title")
    assert read.number("MaxProcs") == 4
    columns = ("job_id", "submit", "requested_processors", "runtime", "requested_time", "user_id")
    assert list(zip(*(read.columns[name].tolist() for name in columns), strict=True)) == [
        (4, 0, 1, 1, 1, 0),
        (9, 5.5, 2, 10.25, 12, 3),
    ]


def test_campaigns_follow_each_other_and_a_late_submit_is_think_time():
    jobs = (Job(1, 0, 1, 4, 4, 1, 1), Job(2, 0, 1, 8, 8, 1, 1), Job(3, 11, 1, 2, 2, 1, 2), Job(4, 0, 2, 10, 10, 2, 1))
    made = hand.workload(jobs, 2)
    assert made.arrivals == "closed"
    schedule = simulate(made, "campaign_fcfs")
    by_number = dict(zip(made.jobs.job_id.tolist(), schedule.placed.submit.tolist(), strict=True))
    ends = dict(zip(made.jobs.job_id.tolist(), schedule.placed.end.tolist(), strict=True))
    # alone campaign 1 takes 8 s (its longest job), so 11 stands for 3 s of thinking after its completion
    assert by_number[3] == max(ends[1], ends[2]) + 3


def test_tasks_that_share_a_node_run_together_and_are_drawn_one_above_the_other():
    jobs = (Job(1, 0, 1, 100, 100, 1, None, 50, 10), Job(2, 0, 1, 100, 100, 2, None, 50, 10))
    easy, dfrs = runs_of(Sheet(jobs, 1, ("easy", "dfrs")))
    assert easy.schedule.placed.start.tolist() == [0, 100]
    assert dfrs.schedule.placed.start.tolist() == [0, 0]
    pieces = svg_gantt.pieces(dfrs.schedule)
    assert sorted((piece.low, piece.high) for mine in pieces.values() for piece in mine) == [(0, 0.5), (0.5, 1)]
    log = hand.trace(jobs, 1)
    assert workload(log).jobs.cpu_need.tolist() == [0.5, 0.5]


def test_a_policy_that_needs_campaigns_says_so_in_its_place():
    runs = runs_of(FIVE._replace(policies=("fcfs", "ostrich")))
    assert runs[0].schedule is not None
    assert runs[1].schedule is None
    assert "needs campaigns" in runs[1].problem
    drawn = by_hand_answer.drawn(request.State(FIVE, (), ()), runs)
    assert [bool(panel["svg"]) for panel in drawn["panels"]] == [True, False]


def test_the_drawing_has_a_bar_per_job_whose_place_is_its_time():
    runs = runs_of(FIVE)
    drawn = by_hand_answer.drawn(request.State(FIVE, (), (), width=600.0), runs)
    svg = drawn["panels"][1]["svg"]
    assert svg.count('class="hand-bar"') == 5
    axis = drawn["axis"]
    x = axis["left"] + 6 * 3600 / (axis["t1"] - axis["t0"]) * (axis["right"] - axis["left"])
    bar = svg.partition('data-job="4"')[2].partition("</g>")[0]
    assert f'd="M{x:.1f}' in bar
    assert "6 h 00 min to 7 h 00 min, waited 3 h 00 min" in bar


def test_the_axis_stands_still_while_a_bar_is_dragged_beyond_its_end():
    state = request.State(FIVE, (), (), width=600.0, until=18_000.0)
    assert by_hand_answer.drawn(state, runs_of(FIVE))["axis"]["t1"] == 18_000


def test_submissions_are_marked_above_the_axes_at_their_times():
    runs = runs_of(FIVE)
    drawn = by_hand_answer.drawn(request.State(FIVE, (), (), width=600.0), runs)
    marks = re.findall(r'data-jobs="([\d ]+)"><title>(.*?)</title><path d="M([\d.]+) ', drawn["panels"][0]["svg"])
    axis = drawn["axis"]
    hour = 3600 / (axis["t1"] - axis["t0"]) * (axis["right"] - axis["left"])
    assert [(jobs, round((float(x) + svg_gantt.MARK - axis["left"]) / hour, 1)) for jobs, _, x in marks] == [
        ("1 2", 0),
        ("3", 2),
        ("4 5", 3),
    ]
    assert marks[2][1].startswith("Jobs 4, 5 are submitted at 3 h")
    assert "a job is submitted" in drawn["users"]


# -- a slice of a log


def test_a_slice_takes_what_runs_waits_and_comes():
    log = all_formats()["swf"].read((SAMPLES / "five-jobs.swf").read_bytes(), "five-jobs.swf")
    schedule = simulate(workload(log), "fcfs")
    found = what_if.jobs_between(schedule, 4 * 3600.0, 12 * 3600.0)
    assert [rows.tolist() for rows in found] == [[0, 1], [2, 3, 4], []]
    made = what_if.sheet(schedule, found, 4 * 3600.0, ["fcfs", "recorded", "ostrich", "easy"])
    assert made.policies == ("fcfs", "easy")
    assert [(job.number, job.submit, job.runtime) for job in made.jobs] == [
        (1, 0, 4 * 3600),
        (2, 0, 2 * 3600),
        (3, 1, 3 * 3600),
        (4, 1, 3600),
        (5, 1, 4 * 3600),
    ]
    again = simulate(hand.workload(made.jobs, made.processors), "fcfs")
    assert np.array_equal(again.placed.end + 4 * 3600, schedule.placed.end)
    assert hand_link.read(hand_link.write(made)) == made
