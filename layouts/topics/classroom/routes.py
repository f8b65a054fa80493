"""What the pages of a class ask for and change: small JSON, so that a hundred students cost little.

    POST /class/rooms {lesson, seed}                {code, key}: a new room
    POST /class/CODE/join {nickname, token}         {nickname}; with the teacher's key, too, for a rehearsal
    GET  /class/CODE/mine.json                      what this student is told (answers.Mine)
    POST /class/CODE/answer {step, vote, answer, turn}
    POST /class/CODE/leave
    GET  /class/CODE/room.json                      what the teacher is told while a vote is open: counts, no answers
    POST /class/CODE/teach {act, step, address, after, nickname}     act: one of ACTS
    POST /class/CODE/answers.csv
    GET  /class/CODE/qr.svg?at=ORIGIN               the address to join, for cameras

Students prove who they are by X-Class-Token, teachers by X-Class-Key: headers, so that they are in no address and no
log.  What changes something comes from our own pages only.  Every refusal is {message: a sentence}, with seconds to
wait where asking again then is of use.

To join alone tells whether there is a room of a code; all else says the same of a code that is none and of a token or
key that is not that of the room.  Where too many codes were guessed from an address
(layouts/web_processes/entrance.py), nobody joins a room from there that was opened elsewhere until they are forgotten.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Mapping
from typing import Any

import segno
from flask import Flask, Response, jsonify, request

from layouts.frame.callbacks import Services
from layouts.server import hosts, web
from layouts.server.hosts import from_our_pages
from layouts.topics.classroom.service import rooms_of
from layouts.topics.lessons.question_fields import answer_of
from scheduler.errors import DiskFull, InputError, QueuescopeError, Refused, StoreError, TooOften
from scheduler.program_files import made_by
from scheduler.registry import find
from scheduler.topics.classroom import admission, answers, answers_csv, outcomes, students, votes
from scheduler.topics.classroom.errors import NoRoom, NotAdmitted
from scheduler.topics.classroom.rooms import Rooms, plain_code
from scheduler.topics.lessons.shelf import all_lessons
from scheduler.topics.lessons.variants import MOST_SEED

LOG = logging.getLogger("queuescope")
TOKEN, KEY = "X-Class-Token", "X-Class-Key"
MOST = 16 << 10  # bytes of a request
STATUS: tuple[tuple[type[QueuescopeError], int], ...] = (
    (NoRoom, 404),
    (NotAdmitted, 403),
    (DiskFull, 507),
    (Refused, 409),
    (InputError, 400),
    (StoreError, 503),
)
ACTS: dict[str, Callable[[Rooms, str, str, Mapping[str, Any]], None]] = {
    "ask": lambda rooms, code, key, sent: votes.ask(rooms, code, key, sent.get("step")),
    "close": lambda rooms, code, key, sent: votes.close(rooms, code, key),
    "reveal": lambda rooms, code, key, sent: votes.reveal(rooms, code, key, sent.get("step")),
    "start-over": lambda rooms, code, key, sent: votes.start_over(rooms, code, key, sent.get("step")),
    "show": lambda rooms, code, key, sent: votes.show(rooms, code, key, sent.get("address"), sent.get("after")),
    "close-door": lambda rooms, code, key, sent: votes.close_door(rooms, code, key, True),
    "open-door": lambda rooms, code, key, sent: votes.close_door(rooms, code, key, False),
    "guard-door": lambda rooms, code, key, sent: admission.guard(rooms, code, key, True),
    "free-door": lambda rooms, code, key, sent: admission.guard(rooms, code, key, False),
    "let-in": lambda rooms, code, key, sent: admission.let_in(rooms, code, key, sent.get("nickname")),
    "let-all-in": lambda rooms, code, key, sent: admission.let_all_in(rooms, code, key),
    "refuse": lambda rooms, code, key, sent: admission.refuse(rooms, code, key, sent.get("nickname")),
    "refuse-all": lambda rooms, code, key, sent: admission.refuse_all(rooms, code, key),
    "remove": lambda rooms, code, key, sent: students.remove(rooms, code, key, sent.get("nickname")),
    "remove-since": lambda rooms, code, key, sent: students.remove_since(rooms, code, key, sent.get("nickname")),
    "delete": lambda rooms, code, key, sent: rooms.delete(code, key),
}
POSTS = ("rooms", "join", "answer", "leave", "teach", "answers.csv")
LARGER: dict[str, int | None] = {f"class-{name}": MOST for name in POSTS}  # smaller than usual, in fact


def register(server: Flask, services: Services) -> None:
    """Add the routes to a server."""
    rooms = rooms_of(services)

    def add(name: str, act: Callable[..., Any], *methods: str) -> None:
        path = "/class/rooms" if name == "rooms" else f"/class/<code>/{name}"
        server.add_url_rule(path, f"class-{name}", lambda code="": answered(lambda: act(rooms, code)), methods=methods)

    add("rooms", opened, "POST")
    add("join", joined, "POST")
    add("mine.json", told_to_student, "GET")
    add("answer", answer, "POST")
    add("leave", lambda rooms, code: students.leave(rooms, code, token()), "POST")
    add("room.json", told_to_teacher, "GET")
    add("teach", teach, "POST")
    add("answers.csv", as_csv, "POST")
    add("qr.svg", qr_code, "GET")


def answered(act: Callable[[], Any]) -> Response | tuple[Response, int]:
    """What came of it as JSON; a sentence and a status where it was refused."""
    if request.method == "POST" and not from_our_pages():
        return jsonify(message="This address takes wishes from the pages of this dashboard only."), 403
    try:
        result = act()
    except QueuescopeError as error:
        return refused(error)
    response = result if isinstance(result, Response) else jsonify(result or {})
    response.headers["Cache-Control"] = "private, no-store"
    return response


def refused(error: QueuescopeError) -> tuple[Response, int]:
    """Why there is no answer, and in how many seconds to ask again where that is of use."""
    again = {"seconds": error.seconds} if isinstance(error, TooOften) else {}
    status = next((status for kind, status in STATUS if isinstance(error, kind)), 400)
    return jsonify(message=str(error), **again), status


def check_guesses(rooms: Rooms, code: str, address: str) -> None:
    """Raise TooOften where too many codes were guessed from an address, but for a room that was opened from there.

    So nobody keeps a class out of its room by guessing beside it.
    """
    wait = request.environ.get(web.GUESSED)
    if wait is not None and not rooms.is_opened_from(code, address):
        raise TooOften(
            "Many codes that are none of a room came from your network, so from there nobody can join a room of "
            "elsewhere at this moment; look at the code once more, or wait: your turn comes by itself.",
            max(float(wait), 1.0),
        )


def body() -> Mapping[str, Any]:
    """The JSON object of this request; raises InputError for anything else."""
    sent = request.get_json(silent=True)
    if not isinstance(sent, dict):
        raise InputError("The request is no JSON object; load the page again.")
    return sent


def token() -> str:
    """What the student proves to be by."""
    return request.headers.get(TOKEN, "")[:100]


def key() -> str:
    """What the teacher proves to be by."""
    return request.headers.get(KEY, "")[:100]


def opened(rooms: Rooms, _code: str) -> dict[str, Any]:
    """A new room."""
    sent = body()
    seed = sent.get("seed", 0)
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise InputError(f"The variant is {str(seed)[:24]!r}; wanted: a whole number from 0 to {MOST_SEED:,}.")
    lesson = find(all_lessons(), str(sent.get("lesson"))[:60], "lesson")
    return rooms.open(lesson, seed, web.holder())._asdict()


def joined(rooms: Rooms, code: str) -> dict[str, Any]:
    """A student more; the code as it is written."""
    sent, asking = body(), web.holder()
    if not key():
        check_guesses(rooms, code, asking.address)
    nickname = students.join(rooms, code, sent.get("nickname"), sent.get("token"), asking, key())
    return {"nickname": nickname, "code": rooms.room(code).code}


def told_to_student(rooms: Rooms, code: str) -> dict[str, Any]:
    """How far the room is, and one's own answer."""
    return answers.mine(rooms, code, token())._asdict()


def answer(rooms: Rooms, code: str) -> dict[str, Any]:
    """An answer is kept once this is answered."""
    sent = body()
    answers.give(
        rooms, code, token(), sent.get("step"), sent.get("vote"), answer_of(sent.get("answer")), sent.get("turn")
    )
    return {"turn": sent.get("turn")}


def told_to_teacher(rooms: Rooms, code: str) -> dict[str, Any]:
    """How many are there, how many wait or have joined lately, and how many have answered."""
    seen = outcomes.overview(rooms, code, key())
    rooms.note_teacher(seen.room)
    asked = next((one for one in seen.questions if one.step == seen.room.step), None)
    return {
        "code": seen.room.code,
        "changes": seen.room.changes,
        "students": len(seen.nicknames),
        "newest": seen.newest,
        "waiting": len(seen.waiting),
        "since": [[moment.students, moment.first] for moment in seen.since],
        "answered": asked.answered[-1] if asked and asked.answered else 0,
    }


def teach(rooms: Rooms, code: str) -> None:
    """What the teacher does."""
    sent = body()
    act = ACTS.get(str(sent.get("act"))[:20])
    if act is None:
        raise InputError(f"A teacher can {', '.join(ACTS)}, not {str(sent.get('act'))[:20]!r}; load the page again.")
    act(rooms, code, key(), sent)


def as_csv(rooms: Rooms, code: str) -> Response:
    """The answers for a spreadsheet."""
    text = answers_csv.table(rooms, code, key())
    return Response(
        text.encode("utf-8-sig"),
        mimetype="text/csv",
        headers={
            "Content-Disposition": f"attachment; filename=room-{rooms.room(code).code}.csv",
            "X-Made-By": made_by(),
        },
    )


def qr_code(rooms: Rooms, code: str) -> Response:
    """The address to join as SVG, on white with its margin, whether there is that room or not.

    at: how the teacher's browser calls this server.
    """
    at = request.args.get("at", "")
    if not hosts.is_own(at):
        raise InputError(f"{at[:60]!r} is no address of this server.")
    picture = io.BytesIO()
    segno.make(join_address(at + request.script_root, plain_code(code)), error="m", micro=False).save(
        picture, kind="svg", border=4, light="#fff", xmldecl=False, omitsize=True
    )
    return Response(picture.getvalue(), mimetype="image/svg+xml")


def join_address(origin: str, code: str) -> str:
    """Where students join a room."""
    return f"{origin}/class?room={code}"
