"""A formula as a short program for a stack of float64 numbers, and the one kernel part that runs it.

Instructions go on to the next one or jump forward, so every program ends.  Numbers follow IEEE 754: a / 0 is infinite,
0 / 0 and the root or logarithm of a negative number are no number.  Conditions are 1 and 0; what is neither 0 nor no
number counts as true.  A power with a whole exponent from 2 to 8 is a repeated product.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from scheduler.compiled import inner, part

OPERATIONS = (
    "number",
    "column",
    "state",
    "wait",
    "submit",
    "user_running",
    "user_waiting",
    "user_used",
    "+",
    "-",
    "*",
    "/",
    "%",
    "**",
    "product",
    "sign",
    "not",
    "truth",
    "<",
    "<=",
    ">",
    ">=",
    "==",
    "!=",
    "min",
    "max",
    "abs",
    "sqrt",
    "exp",
    "log",
    "log2",
    "log10",
    "floor",
    "jump",
    "jump_if_false",
)
(
    NUMBER,
    COLUMN,
    STATE,
    WAIT,
    SUBMIT,
    USER_RUNNING,
    USER_WAITING,
    USER_USED,
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    MODULO,
    POWER,
    PRODUCT,
    SIGN,
    NOT,
    TRUTH,
    LESS,
    LESS_EQUAL,
    GREATER,
    GREATER_EQUAL,
    EQUAL,
    UNEQUAL,
    MIN,
    MAX,
    ABS,
    SQRT,
    EXP,
    LOG,
    LOG2,
    LOG10,
    FLOOR,
    JUMP,
    JUMP_IF_FALSE,
) = range(len(OPERATIONS))
STATES = ("now", "hour", "free", "load", "queue_length", "machine")  # cells of Values.state
NOW, HOUR, FREE, LOAD, QUEUE_LENGTH, MACHINE = range(len(STATES))


class StackProgram(NamedTuple):
    """The instructions."""

    code: np.ndarray  # [m] i8, of OPERATIONS
    argument: np.ndarray  # [m] i8: a column, a state, an exponent, or where to jump
    number: np.ndarray  # [m] f8
    stack: np.ndarray  # [depth] f8, to work on


class Values(NamedTuple):
    """What names stand for."""

    columns: np.ndarray  # [columns, n] f8, of jobs
    state: np.ndarray  # [6] f8, STATES
    user: np.ndarray  # [n] i8, dense
    running: np.ndarray  # [users] f8, processors of running jobs
    waiting: np.ndarray  # [users] f8, waiting jobs
    used: np.ndarray  # [users] f8, processor-s up to `since`
    since: np.ndarray  # [users] f8, s
    decay: np.ndarray  # [1] f8, ln 2 / half-life, 1/s; 0: what was used counts for ever
    divided: np.ndarray  # [2] i8: divisions by zero, and the job of the first one


@inner
def evaluate(program, values, submit, job):
    """The value of a program for a job, submitted at `submit`; nan is no number."""
    code, stack, at, top = program.code, program.stack, 0, -1
    while at < len(code):
        operation, argument = code[at], program.argument[at]
        at += 1
        if operation <= USER_USED:
            top += 1
            stack[top] = _look_up(program, values, submit, job, operation, argument, at - 1)
        elif operation <= POWER or LESS <= operation <= MAX:
            top -= 1
            if DIVIDE <= operation <= MODULO and stack[top + 1] == 0.0:
                _note_division(values, job)
            stack[top] = _of_two(operation, stack[top], stack[top + 1])
        elif operation < JUMP:
            stack[top] = _of_one(operation, argument, stack[top])
        elif operation == JUMP:
            at = argument
        else:
            at = at if _is_true(stack[top]) else argument
            top -= 1
    return stack[0]


@part
def _note_division(values, job):
    if values.divided[0] == 0:
        values.divided[1] = job
    values.divided[0] += 1


@part
def _is_true(value):
    return value != 0.0 and value == value


@inner
def _look_up(program, values, submit, job, operation, argument, at):
    """What a number or a name stands for."""
    if operation == NUMBER:
        return program.number[at]
    if operation == COLUMN:
        return values.columns[argument, job]
    if operation == STATE:
        return values.state[argument]
    if operation == WAIT:
        return values.state[NOW] - submit
    if operation == SUBMIT:
        return submit
    user = values.user[job]
    if operation == USER_RUNNING:
        return values.running[user]
    if operation == USER_WAITING:
        return values.waiting[user]
    return used_by(values, user, values.state[NOW])


@inner
def _of_two(operation, a, b):
    """An operation of two values."""
    if operation == ADD:
        return a + b
    if operation == SUBTRACT:
        return a - b
    if operation == MULTIPLY:
        return a * b
    if operation == DIVIDE:
        return a / b
    if operation == MODULO:
        return a % b if b != 0.0 else np.nan
    if operation == POWER:
        return a**b
    if operation == MIN:
        return a if a < b or a != a else b
    if operation == MAX:
        return a if a > b or a != a else b
    return 1.0 if _compared(operation, a, b) else 0.0


@part
def _compared(operation, a, b):
    if operation == LESS:
        return a < b
    if operation == LESS_EQUAL:
        return a <= b
    if operation == GREATER:
        return a > b
    if operation == GREATER_EQUAL:
        return a >= b
    return a == b if operation == EQUAL else a != b


@inner
def _of_one(operation, argument, a):
    """An operation of one value."""
    if operation == PRODUCT:
        product = a
        for _ in range(argument - 1):
            product *= a
        return product
    if operation == SIGN:
        return -a
    if operation == NOT:
        return 0.0 if _is_true(a) else 1.0
    if operation == TRUTH:
        return 1.0 if _is_true(a) else 0.0
    if operation == ABS:
        return abs(a)
    if operation == SQRT:
        return np.sqrt(a)
    if operation == EXP:
        return np.exp(a)
    if operation == LOG:
        return np.log(a)
    if operation == LOG2:
        return np.log2(a)
    return np.log10(a) if operation == LOG10 else np.floor(a)


# ---- what users use --------------------------------------------------------------------------------------------------


@part
def used_by(values, user, now):
    """What the jobs of a user have used up to now, processor-s; what is older counts half for each half-life."""
    span, running, decay = now - values.since[user], values.running[user], values.decay[0]
    if decay == 0.0:
        return values.used[user] + running * span
    left = math.exp(-decay * span)
    return values.used[user] * left + running * (1.0 - left) / decay


@part
def use(values, user, processors, now):
    """A job of a user starts on so many processors now; fewer than none: it ends."""
    values.used[user] = used_by(values, user, now)
    values.since[user] = now
    values.running[user] += processors
