"""Read a formula into a tree: precedence as in Python, no calls but of our functions, no attributes, no indexing.

    expression  or-expression [if or-expression else expression]
    or, and, not, one comparison, + -, * / %, - (sign), ** in this order, the last binds most

A node knows the characters it was read from.  The tree is at most DEEPEST deep, not counting what only goes on to the
left, as in 1 + 2 + 3.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import NamedTuple, NoReturn

from scheduler.topics.formula.errors import FormulaError
from scheduler.topics.formula.names import ALIASES, FUNCTIONS, NAMES
from scheduler.topics.formula.tokens import DEEPEST, END, EXCERPT, NUMBER, WORD, Token, tokens_of
from scheduler.wording import counted

OR, AND, NOT, COMPARISON, SUM, PRODUCT, SIGN, POWER = range(1, 9)  # binding powers
BINARY = {
    "or": OR,
    "and": AND,
    "<": COMPARISON,
    "<=": COMPARISON,
    ">": COMPARISON,
    ">=": COMPARISON,
    "==": COMPARISON,
    "!=": COMPARISON,
    "+": SUM,
    "-": SUM,
    "*": PRODUCT,
    "/": PRODUCT,
    "%": PRODUCT,
    "**": POWER,
}
WORDS = ("and", "or", "not", "if", "else")
NO_PART = {  # words of Python that are no part of formulas
    "for": "there are no loops",
    "while": "there are no loops",
    "lambda": "there are no functions of your own",
    "def": "there are no functions of your own",
    "import": "nothing can be imported",
    "in": "compare by == and or",
    "is": "compare by ==",
    "True": "write 1",
    "False": "write 0",
    "None": "write a number",
    "true": "write 1",
    "false": "write 0",
    "pow": "write a ** b",
    "return": "write the expression alone",
    "round": "write floor(x + 0.5)",
}


class Node(NamedTuple):
    """A part of a formula: a number, a name, an operator or a function of other parts."""

    kind: str  # "number", "name", "call", "if", "sign", "not", or one of BINARY
    parts: tuple[Node, ...] = ()  # of "if": the condition, what it is then, what it is else
    text: str = ""  # of a name or a function
    value: float = 0.0  # of a number
    begin: int = 0
    end: int = 0


def read(text: str) -> Node:
    """The tree of a formula.  Raises FormulaError: the characters, the reason, and what to write instead."""
    return _Reader(tokens_of(text)).whole()


def conditions_of(text: str) -> list[Node]:
    """The parts of a condition that all have to hold, those joined by `and`, from left to right."""
    parts, waiting = [], [read(text)]
    while waiting:
        node = waiting.pop()
        if node.kind == "and":
            waiting += reversed(node.parts)
        else:
            parts.append(node)
    return parts


class _Reader:
    """Goes over the tokens once, from left to right."""

    def __init__(self, tokens: list[Token]):
        self.tokens, self.at, self.depth = tokens, 0, -1

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def take(self, text: str) -> bool:
        """Whether this sign or word comes next; then it is taken."""
        matches = self.next.text == text and self.next.kind != NUMBER
        self.at += matches
        return matches

    def whole(self) -> Node:
        """All of it."""
        node = self.expression()
        if self.next.kind != END:
            self.refuse_rest()
        return node

    def refuse_rest(self) -> NoReturn:
        """What comes after a complete expression is none of it: say what may come."""
        token = self.next
        if token.text == ")":
            self.refuse("')' closes no bracket; leave it out, or open one before.")
        if token.text == ",":
            self.refuse("',' stands between the values of min and max only; a formula is one value.")
        if token.text == "else":
            self.refuse("'else' follows no 'if'; write: a if condition else b.")
        if token.text == "(":
            self.refuse("a bracket follows a value; write an operator between them, such as *.")
        self.refuse(f"{self.quoted(token)} follows a value; write an operator between them, such as + or *.")

    def expression(self) -> Node:
        """A value, or one that depends on a condition."""
        self.enter()
        value = self.operation(OR)
        if self.take("if"):
            condition = self.operation(OR)
            if not self.take("else"):
                self.refuse("'else' is missing; write: a if condition else b.")
            other = self.expression()
            value = Node("if", (condition, value, other), begin=value.begin, end=other.end)
        self.depth -= 1
        return value

    def operation(self, least: int) -> Node:
        """Operators that bind at least so much, those of one power from left to right."""
        left, before = self.value(least), 0
        while self.next.kind != NUMBER and (power := BINARY.get(self.next.text, 0)) >= least:
            sign = self.next
            self.at += 1
            if power == before == COMPARISON:
                self.refuse("two comparisons stand in a row; write: a < b and b < c.", sign)
            right = self.right_of(power)
            left, before = Node(sign.text, (left, right), begin=left.begin, end=right.end), power
        return left

    def right_of(self, power: int) -> Node:
        """What stands right of an operator: a ** b ** c is a ** (b ** c), all others go from left to right."""
        if power != POWER:
            return self.operation(power + 1)
        self.enter()
        right = self.operation(SIGN)
        self.depth -= 1
        return right

    def value(self, least: int) -> Node:
        """A number, a name, a call, a bracket, or one of these with a sign or `not` before it."""
        token = self.next
        if token.text in ("-", "+", "not") and token.kind != NUMBER:
            return self.signed(token, least)
        self.at += 1
        if token.kind == NUMBER:
            return Node("number", value=float(token.text), begin=token.begin, end=token.end)
        if token.text == "(":
            inner = self.expression()
            self.close(token)
            return inner._replace(begin=token.begin, end=self.tokens[self.at - 1].end)
        if token.kind == WORD and token.text not in WORDS:
            return self.called(token) if self.next.text == "(" or token.text in FUNCTIONS else self.named(token)
        self.at -= 1
        return self.missing(token)

    def missing(self, token: Token) -> NoReturn:
        """A value has to stand here and something else does."""
        before = self.tokens[self.at - 1].text if self.at else ""
        after = f" after {before!r}" if before else ""
        self.refuse(
            f"{self.quoted(token)} stands where a value is wanted{after}; write a number, a name such as wait, "
            "or a bracket."
        )

    def signed(self, token: Token, least: int) -> Node:
        """-a, +a, not a."""
        if token.text == "not" and least > NOT:
            self.refuse("'not' stands inside an operation; write it in brackets: (not a).")
        self.enter()
        self.at += 1
        inner = self.operation(NOT if token.text == "not" else SIGN)
        self.depth -= 1
        if token.text == "+":
            return inner._replace(begin=token.begin)
        return Node("not" if token.text == "not" else "sign", (inner,), begin=token.begin, end=inner.end)

    def named(self, token: Token) -> Node:
        """A name, by the one it is also called."""
        name = ALIASES.get(token.text, token.text)
        if name not in NAMES:
            self.refuse(self.unknown(token.text), token)
        return Node("name", text=name, begin=token.begin, end=token.end)

    def unknown(self, word: str) -> str:
        """What to write in place of a word that is none of a formula."""
        if word in NO_PART:
            return f"{word!r} is no part of formulas: {NO_PART[word]}."
        all_words = (*NAMES, *ALIASES, *FUNCTIONS)
        near = get_close_matches(word.lower()[:EXCERPT], all_words, 1)
        hint = f"did you mean {near[0]}?" if near else f"write one of {', '.join(NAMES)}."
        return f"{word[:EXCERPT]!r} is no name of formulas; {hint}"

    def called(self, token: Token) -> Node:
        """A function with its values."""
        function = FUNCTIONS.get(token.text)
        if function is None and token.text in NAMES:
            self.refuse(f"{token.text} is a name and takes no values; write an operator before the bracket.", token)
        if function is None:
            self.refuse(self.unknown(token.text), token)
        opening = self.next
        if not self.take("("):
            self.refuse(f"{token.text} is a function; write {token.text}(...).", token)
        values = [] if self.next.text == ")" else [self.expression()]
        while values and self.take(","):
            values.append(self.expression())
        self.close(opening)
        if not function.least <= len(values) <= function.most:
            wanted = f"{function.least}" if function.least == function.most else f"{function.least} to {function.most}"
            self.refuse(f"{token.text} has {counted(len(values), 'value')}; write {wanted}.", token)
        return Node("call", tuple(values), token.text, begin=token.begin, end=self.tokens[self.at - 1].end)

    def close(self, opening: Token) -> None:
        """Take the bracket that closes another one."""
        if not self.take(")"):
            if self.next.kind == END:
                self.refuse("this bracket is not closed; write ')' at its end.", opening)
            self.refuse_rest()

    def enter(self) -> None:
        """One deeper."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.refuse(f"more than {DEEPEST} parts lie inside each other; write the formula in a flatter way.")

    @staticmethod
    def quoted(token: Token) -> str:
        return f"{token.text[:EXCERPT]!r}" if token.kind != END else "the end of the formula"

    def refuse(self, reason: str, token: Token | None = None) -> NoReturn:
        """Raise the reason, with the characters of a token (the next one)."""
        token = token or self.next
        raise FormulaError(reason, token.begin, token.end)
