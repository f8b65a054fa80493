"""What is raised of a room of a class alone."""

from scheduler.errors import InputError


class NoRoom(InputError):
    """No room of a class has that code, or it is over."""


class NotAdmitted(InputError):
    """The key of a teacher or a student is not that of this room."""
