"""Everything Queuescope raises on purpose.

QueuescopeError
├── InputError            what was asked or handed in is wrong: one sentence, exit code 2
│   ├── FormatError       a file does not read as its format (line and field named)
│   ├── WorkloadError     no workload can be made of a trace with these options
│   ├── ParamError        a parameter is unknown, of the wrong type, or out of range
│   │   └── FormulaError  a formula does not read as one (what was found, at which characters)
│   ├── QueryError        a search does not read as one (what was found, at which character)
│   ├── UnknownKey        no policy, metric, generator, format, ... of that name
│   ├── NoRoom            no room of a class has that code (any more)
│   ├── NotAdmitted       the key of a teacher or a student is not that of this room
│   └── Unsupported         this policy cannot run this workload
│       └── NeverHolds      the condition of a formula holds for a job at no time (a FormulaError, too)
├── AuditFailed           a schedule broke a rule: exit code 1, never shown
├── Cancelled             somebody asked the run to stop
├── Refused               a limit of this server was reached; says which and what to do
│   └── DiskFull          there is no space left to keep anything
└── StoreError            something stored is missing, damaged or of another version

Every message is one sentence (or two) a person can act on: what was found, where, what is wanted.
"""


class QueuescopeError(Exception):
    """Base of all errors of this program."""


class InputError(QueuescopeError):
    """What was asked or handed in is wrong."""


class FormatError(InputError):
    """A file does not read as its format."""


class WorkloadError(InputError):
    """No workload can be made of this trace with these options."""


class ParamError(InputError):
    """A parameter is unknown, of the wrong type, or out of range."""


class FormulaError(ParamError):
    """A formula does not read as one.

    reason: a sentence; begin, end: the characters it is about, from 0, the end not among them; name: the parameter.
    """

    def __init__(self, reason: str, begin: int = 0, end: int = 0, name: str = "The formula"):
        super().__init__(f"{name}, character {begin + 1}: {reason}")
        self.reason, self.begin, self.end, self.name = reason, begin, max(end, begin + 1), name

    def called(self, name: str) -> "FormulaError":
        """The same error of the parameter of this name."""
        return FormulaError(self.reason, self.begin, self.end, name)


class QueryError(InputError):
    """A search does not read as one."""


class UnknownKey(InputError):
    """No registered entry of that name."""


class NoRoom(InputError):
    """No room of a class has that code, or it is over."""


class NotAdmitted(InputError):
    """The key of a teacher or a student is not that of this room."""


class Unsupported(InputError):
    """The policy cannot run this workload."""


class NeverHolds(FormulaError, Unsupported):
    """The condition of a formula holds for a job at no time; the characters are those of the part that fails."""


class AuditFailed(QueuescopeError):
    """A schedule broke a rule of its workload or platform."""


class Cancelled(QueuescopeError):
    """The run was asked to stop."""


class Refused(QueuescopeError):
    """A limit of this server was reached."""


class DiskFull(Refused):
    """Nothing can be kept any more."""


class StoreError(QueuescopeError):
    """Something stored is missing, damaged or of another version."""
