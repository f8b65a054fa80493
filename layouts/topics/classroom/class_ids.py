"""The name of every component of the pages of a class that callbacks and scripts speak to (frontend/classroom)."""

from __future__ import annotations

STATE = "class-state"  # store: what the server tells this student, and code and token
BODY = "class-body"
CODE, NICKNAME = "class-code", "class-nickname"
SEND, MESSAGE = "class-send", "class-message"
ROOM = "class-room"  # store: {code, key, changes} of the room that is taught
TAUGHT = "class-taught"  # what it is shown in
LESSON, SEED, OPEN = "class-lesson", "class-seed", "class-open"
CROWD = "class-crowd"  # students of a rehearsal
COUNT, STUDENTS = "class-count", "class-students"  # counts that the page asks for every second or two
SINCE, REMOVE_SINCE = "class-since", "class-remove-since"  # with -0, -1, ...: how many joined since a moment
