"""300 hostile texts, as somebody might type or put into a link where a name, a number or a formula is wanted."""

from __future__ import annotations

import random
from collections.abc import Iterator

NAMES = (
    "__class__",
    "__import__",
    "eval",
    "exec",
    "open",
    "os",
    "sys",
    "globals",
    "self",
    "print",
    "compile",
    "getattr",
    "input",
    "__builtins__",
    "breakpoint",
    "exit",
    "vars",
    "type",
    "object",
    "lambda",
    "yield",
    "await",
    "async",
    "import",
    "del",
    "with",
)
DEEP = (
    "(",
    "-",
    "not ",
    "[",
    "{",
    "min(1,",
    "abs(",
    "1 if 1 else ",
    "2**",
    "1 if (",
    "((-",
    "sqrt(-",
    "wait if wait else ",
    "lambda:",
    "f(",
    "not not ",
    "+-",
    "~",
    "(1,",
    "1 or (",
)
LOOK_ALIKES = "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\uff41\uff57\u1d00\u212f\u2070\u0660\u06f0\u2212\u2215\u2217\u200b\u202e\ufeff\u00a0\u2028\U0001d460\U0001f600\x00"
RAW = (
    "__import__('os').system('true')",
    "().__class__.__bases__[0].__subclasses__()",
    "eval('1')",
    "exec(open('x').read())",
    "9**9**9**",
    "10**10**10 and undefined",
    "'a'*10**9",
    "[0]*10**9",
    "f'{wait}'",
    "b''",
    "wait;wait",
    "wait\n\nimport os",
    "a:=1",
    "(x:=wait)",
    "*wait",
    "**wait",
    "wait if",
    "if wait else",
    "and",
    "or or",
    "not",
    "min(*wait)",
    "min(a=1)",
    "max(1,,2)",
    "1e",
    "1e+",
    "0b1",
    "0o7",
    "1j",
    "1.e5.2",
    "...",
    "_",
    "__",
    "wait.__class__",
    "wait[0]",
    "wait()",
    "wait{}",
    "\\",
    "\\n",
    "\x1b[2J",
    "%s",
    "{{7*7}}",
    "${7*7}",
    "<script>alert(1)</script>",
    "javascript:alert(1)",
    "' or 1=1 --",
    "wait--;",
    "/* */1",
    "// 1",
    "wait @ wait",
    "wait -> 1",
    "wait <> 1",
    "wait === 1",
    "wait is 1",
    "wait in wait",
    "1 <",
    "== 1",
    "1 1",
    "None",
    "True",
    "False",
    "nan",
    "inf",
    "NaN",
    "Infinity",
    "1e400",
    "-1e400 1",
    "9" * 400 + "e",
    "9" * 1000,
    "1" + "0" * 999,
    "." * 1000,
    "1." * 500,
    "e" * 1000,
    "_" * 1000,
    "\t" * 1000,
    " " * 1000,
    "\r\n" * 500,
    "," * 1000,
    ")" * 1000,
)


def hostile() -> Iterator[str]:
    yield from RAW
    yield from NAMES
    yield from (f"{name}(wait)" for name in NAMES)
    yield from (f"wait + {name}.x" for name in NAMES[:12])
    for start in DEEP:
        yield from (start * 21 + "1", start * 5_000, start * 300 + "1" + ")" * 300)
    yield from (f"wa{sign}it" for sign in LOOK_ALIKES)
    for megabyte in ("(", "1+", "wait ", "\u0430", "9", "-", "not ", " "):
        yield megabyte * (1_000_000 // len(megabyte))
    draw = random.Random(23)
    for _ in range(80):
        yield "".join(
            draw.choice("()+-*/%<>=!.,_ewaitfls 0123456789\"'[]{}:;@#$&|^~`\\?\n\u0430")
            for _ in range(draw.randrange(30, 900))
        )


HOSTILE = list(hostile())
