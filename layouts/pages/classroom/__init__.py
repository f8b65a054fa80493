"""A class: where students join a room and answer (`page`), and where a teacher runs it (`teacher_page`)."""
