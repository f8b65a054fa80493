"""Everything Queuescope raises on purpose; topics have errors of their own below these.

QueuescopeError
├── InputError            what was asked or handed in is wrong: one sentence, exit code 2
│   ├── FormatError       a file does not read as its format (line and field named)
│   ├── WorkloadError     no workload can be made of a trace with these options
│   ├── ParamError        a parameter is unknown, of the wrong type, or out of range
│   ├── QueryError        a search does not read as one (what was found, at which character)
│   ├── UnknownKey        no policy, metric, generator, format, ... of that name
│   └── Unsupported       this policy cannot run this workload
├── AuditFailed           a schedule broke a rule: exit code 1, never shown
├── Cancelled             somebody asked the run to stop
├── Refused               a limit of this server was reached; says which and what to do
│   ├── TooOften          too many at a time: the same can be asked again in some seconds
│   └── DiskFull          there is no space left to keep anything
└── StoreError            something stored is missing, damaged or of another version

Every message is one sentence (or two) a person can act on: what was found, where, what is wanted.  Where options of the
workload help, an InputError has them as remedies: the sentence says them, and pages offer them.  Nobody reads them out
of the sentence.

>>> print(WorkloadError("Job 3 asks for 9 of 8 processors", (Remedy("processors", words="give more"), DROP_WIDE)))
Job 3 asks for 9 of 8 processors; give more, or choose wide drop.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True)
class Remedy:
    """A way out of an error: a value that an option of the workload may get, or what else to do in words.

    One with an option alone is not told: it says that another remedy is about this option, too.
    """

    option: str = ""  # of the workload; "" of none
    value: str = ""  # that helps; "" that is for the reader to say
    words: str = ""  # after the choice, or instead of it where there is no value


DROP_WIDE = Remedy("wide", "drop")
SUBMIT_AS_RECORDED = Remedy("arrivals", "recorded")


class QueuescopeError(Exception):
    """Base of all errors of this program."""


class InputError(QueuescopeError):
    """What was asked or handed in is wrong.

    problem: the sentence; where there are remedies, its first part, without the full stop.
    """

    def __init__(self, problem: object = "", remedies: Iterable[Remedy] = ()):
        self.remedies = tuple(remedies)
        super().__init__(_with_advice(problem, self.remedies))


class FormatError(InputError):
    """A file does not read as its format."""


class WorkloadError(InputError):
    """No workload can be made of this trace with these options."""


class ParamError(InputError):
    """A parameter is unknown, of the wrong type, or out of range."""


class QueryError(InputError):
    """A search does not read as one."""


class UnknownKey(InputError):
    """No registered entry of that name."""


class Unsupported(InputError):
    """The policy cannot run this workload.

    policy: its title, where that is the subject of the sentence; `predicate` is the sentence without it.
    """

    def __init__(self, problem: object = "", remedies: Iterable[Remedy] = (), policy: str = ""):
        super().__init__(f"{policy} {problem}" if policy else problem, remedies)
        self.predicate = str(_with_advice(problem, self.remedies))


class AuditFailed(QueuescopeError):
    """A schedule broke a rule of its workload or platform."""


class Cancelled(QueuescopeError):
    """The run was asked to stop."""


class Refused(QueuescopeError):
    """A limit of this server was reached."""


class TooOften(Refused):
    """There were too many at a time.

    seconds: after which the same can be asked again.
    """

    def __init__(self, message: str, seconds: float):
        super().__init__(message)
        self.seconds = seconds


class DiskFull(Refused):
    """Nothing can be kept any more."""


class StoreError(QueuescopeError):
    """Something stored is missing, damaged or of another version."""


def remedies_of(error: BaseException) -> tuple[Remedy, ...]:
    """The remedies of an error; only those of input have any."""
    return error.remedies if isinstance(error, InputError) else ()


# ---- the sentence ---------------------------------------------------------------------------------------------------


def _with_advice(problem: object, remedies: Sequence[Remedy]) -> object:
    """What was found, and what to do about it."""
    advice = _advice(remedies)
    return f"{problem}; {advice}." if advice else problem


def _advice(remedies: Sequence[Remedy]) -> str:
    """The remedies as a clause; values of one option are told together: choose needs drawn or whole, or give more."""
    phrases = []
    for (option, words), several in groupby(remedies, lambda one: (one.option, one.value == "" and one.words)):
        values = [one.value + one.words for one in several if one.value]
        phrases.append(f"choose {option} {_any_of(values)}" if values else words)
    return _any_of([phrase for phrase in phrases if phrase], ",")


def _any_of(phrases: Sequence[str], comma: str = "") -> str:
    """'a', 'a or b', 'a, b or c'; comma: before the last 'or'."""
    *others, last = phrases or ("",)
    return f"{', '.join(others)}{comma} or {last}" if others else last
