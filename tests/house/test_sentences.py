"""Nobody reads a sentence back: what a page or a file needs beside the sentence comes as data.

A sentence is the text of an error of this program, of a note, of a run (`message`), of the audit, what a function of
the explanations, caveats or findings returns, or one of a caption: whatever is called so is a list of them.  No module
tests, cuts or edits one: no startswith, replace, split, slice, `in` or pattern on it, nor on a name that holds it in the
same function, or in another one of the module that gets it.  Making one long line of several is no edit.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from scheduler import errors
from scheduler.explain import english, stories
from scheduler.explain.words import phrases
from tests.cases.sources import ROOT, nodes, relative, tree

PRODUCT = [path for folder in ("scheduler", "layouts", "queuescope") for path in sorted((ROOT / folder).rglob("*.py"))]
LESSONS = tuple(f"scheduler.topics.lessons.{name}" for name in ("computed", "drawn_schedule", "reasons"))
MAKERS = ("scheduler.explain", "layouts.words.caveats", *LESSONS)  # packages and modules whose texts are sentences
ERRORS = frozenset(name for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, Exception))
# attributes that hold sentences, and parameters
HOLDERS = frozenset({"sentence", "sentences", "caption", "message", "predicate", "clause", "first_violation"})
PARAMETERS = HOLDERS - {"message"}
ALWAYS = frozenset({"sentence", "sentences", "caption"})  # what is called so is one, wherever it comes from
EDITS = frozenset(
    [
        "startswith",
        "endswith",
        "replace",
        "removeprefix",
        "removesuffix",
        "partition",
        "rpartition",
        "split",
        "rsplit",
        "strip",
        "lstrip",
        "rstrip",
        "find",
        "index",
        "count",
        "capitalize",
        "lower",
        "casefold",
        "translate",
    ]
)
PATTERNS = frozenset(["search", "match", "fullmatch", "findall", "finditer", "split", "sub", "subn"])
# What gives names to values.
BINDING = ast.Assign | ast.NamedExpr | ast.For | ast.comprehension
# What puts facts, or claims, into words.
RENDERERS = frozenset({"scheduler/explain/words.py", "scheduler/wording.py"})


def test_no_sentence_is_read_back():
    places = {relative(path): sorted(set(readings(path))) for path in PRODUCT if relative(path) not in RENDERERS}
    found = [f"{name}: lines {lines}" for name, lines in places.items() if lines]
    assert not found, "Hand on what is needed as data, beside the sentence:\n" + "\n".join(found)


def test_every_statement_has_one_phrase_and_its_short_form_is_not_longer():
    for table in ("PHRASES", "PARTS", "TERMS"):
        names = Counter(name for module in english.MODULES for name in getattr(module, table, ()))
        assert not [name for name, times in names.items() if times > 1], table
    assert len(english.PHRASES) > 150
    of_topics = Counter(name for story in stories().values() for name in story.phrases)
    assert not [name for name, times in of_topics.items() if times > 1 or name in english.PHRASES]
    assert not [name for name, (long, short) in phrases().items() if len(short) > len(long)]


def readings(path: Path) -> Iterator[int]:
    """The lines of a module on which a sentence is tested, cut or edited."""
    return read_in(tree(path), sentence_makers(nodes(path)))


def read_in(module: ast.Module, makers: frozenset[str] = frozenset()) -> Iterator[int]:
    """The same of a syntax tree; makers: names of functions that return sentences."""
    makers |= returning_sentences(module, makers)
    scopes = [scope for scope in ast.walk(module) if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef)]
    helds = {scope: Held(scope, makers) for scope in scopes}
    for scope in [*scopes, *scopes]:  # functions also get sentences from others of the module
        helds[scope].hand_on({function.name: (function, held) for function, held in helds.items()})
    for held in helds.values():
        yield from (node.lineno for node in held.parts if isinstance(node, ast.expr) and held.is_read(node))


def returning_sentences(module: ast.Module, makers: frozenset[str]) -> frozenset[str]:
    """The functions of a module that return a sentence of one of the makers."""
    scopes = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    first = returning(scopes, makers)
    return returning(scopes, makers | first) if first else first


def returning(scopes: Iterable[ast.FunctionDef], makers: frozenset[str]) -> frozenset[str]:
    helds = [(scope.name, Held(scope, makers)) for scope in scopes]
    return frozenset(
        name
        for name, held in helds
        for node in held.parts
        if isinstance(node, ast.Return) and node.value is not None and held.holds(node.value)
    )


def sentence_makers(imports: tuple[ast.AST, ...]) -> frozenset[str]:
    """The names by which a module calls functions that return sentences, such as explain_job or explain.explain."""
    names: set[str] = set()
    for node in imports:
        for alias in node.names if isinstance(node, ast.ImportFrom) else ():
            whole, called = f"{node.module}.{alias.name}", alias.asname or alias.name
            if node.module and node.module.startswith(MAKERS) and alias.name in texts_of(node.module):
                names.add(called)
            if whole.startswith(MAKERS):
                names |= {f"{called}.{function}" for function in texts_of(whole)}
    return frozenset(names)


@cache
def texts_of(module: str) -> frozenset[str]:
    """The functions of a module that return a text or several, but for those of names."""
    path = ROOT / (module.replace(".", "/") + ".py")
    path = path if path.is_file() else path.with_suffix("") / "__init__.py"
    return frozenset(
        node.name
        for node in (nodes(path) if path.is_file() else ())
        if isinstance(node, ast.FunctionDef)
        and not node.name.endswith(("name", "names"))
        and node.returns is not None
        and ast.unparse(node.returns) in ("str", "str | None", "list[str]", "tuple[str, ...]", "Iterator[str]")
    )


class Held:
    """Which names of a function hold sentences, or errors of this program."""

    def __init__(self, scope: ast.AST, makers: frozenset[str]):
        self.makers, self.errors, self.notes, self.names = makers, set[ast.AST](), {"note"}, set(ALWAYS)
        self.parts = parts = list(ast.walk(scope))
        self.names |= {part.arg for part in parts if isinstance(part, ast.arg) and part.arg in PARAMETERS}
        for node in parts:
            if isinstance(node, ast.ExceptHandler) and node.type and ERRORS & names_in(node.type):
                self.errors |= {one for one in ast.walk(node) if isinstance(one, ast.Name) and one.id == node.name}
        self.bindings = [part for part in parts if isinstance(part, BINDING)]
        self._bind_all()

    def _bind_all(self) -> None:
        for _ in range(3):  # a name may get what another name holds
            for node in self.bindings:
                self._bind(node)

    def hand_on(self, functions: Mapping[str, tuple[ast.FunctionDef | ast.AsyncFunctionDef, Held]]) -> None:
        """Parameters hold sentences where a call hands them on; functions: of the module, by name."""
        for node in self.parts:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
                function, held = functions[node.func.id]
                pairs = zip(node.args, function.args.args, strict=False)
                held.names |= {parameter.arg for argument, parameter in pairs if self.holds(argument)}
                held._bind_all()

    def _bind(self, node: ast.AST) -> None:
        if isinstance(node, ast.Assign) and self.holds(node.value):
            self.names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.NamedExpr) and self.holds(node.value):
            self.names.add(node.target.id)
        elif isinstance(node, ast.For | ast.comprehension):
            names = names_in(node.target)
            if self.holds(node.iter):
                self.names |= names
            if isinstance(node.iter, ast.Attribute) and node.iter.attr == "notes":
                self.notes |= names

    def holds(self, node: ast.expr) -> bool:
        """Whether an expression is a sentence, or several."""
        match node:
            case ast.Name(id=name):
                return name in self.names
            case ast.Attribute(value=ast.Name() as error, attr="args"):
                return error in self.errors
            case ast.Attribute(value=ast.Name(id=name), attr="text"):
                return name in self.notes
            case ast.Attribute(attr=attr):
                return attr in HOLDERS
            case ast.Call(func=ast.Name(id="str"), args=[ast.Name() as error]) if error in self.errors:
                return True
            case ast.Call(func=ast.Name(id="str" | "list" | "tuple" | "sorted" | "reversed"), args=[inner, *_]):
                return self.holds(inner)
            case ast.Call(func=ast.Name(id="zip"), args=args) | ast.List(elts=args) | ast.Tuple(elts=args):
                return any(map(self.holds, args))
            case ast.Starred(value=inner):
                return self.holds(inner)
            case ast.Call(func=ast.Attribute(attr=attr)) if attr in ALWAYS:
                return True
            case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=attr)):
                return f"{module}.{attr}" in self.makers
            case ast.Call(func=ast.Attribute(value=ast.Constant(), attr="join"), args=[inner]):
                return self.holds(inner)
            case ast.Call(func=ast.Name(id=name)):
                return name in self.makers | ALWAYS
            case ast.ListComp(elt=element) | ast.GeneratorExp(elt=element) | ast.SetComp(elt=element):
                return self.holds(element)
            case ast.BoolOp(values=values):
                return any(map(self.holds, values))
            case ast.Subscript(value=inner):
                return self.holds(inner)
        return False

    def is_read(self, node: ast.expr) -> bool:
        """Whether an expression tests, cuts or edits a sentence."""
        match node:
            case ast.Call(func=ast.Attribute(attr="split"), args=[]):
                return False  # white space alone
            case ast.Call(func=ast.Attribute(value=subject, attr=attr), args=args):
                return (attr in EDITS and self.holds(subject)) or (attr in PATTERNS and any(map(self.holds, args)))
            case ast.Subscript(value=subject, slice=ast.Slice()):
                return self.holds(subject)
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()], comparators=[right]):
                return self.holds(right) or self.holds(left)
        return False


def names_in(node: ast.expr) -> set[str]:
    """The names of an expression, such as the errors of an except clause."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def lines_of(text: str, *makers: str) -> Counter[int]:
    return Counter(read_in(ast.parse(text), frozenset(makers)))


def test_readings_of_an_error_are_found():
    planted = """
def remedy(build):
    try:
        build()
    except WorkloadError as error:
        message = str(error)
        if "choose wide" in message:
            return message.partition("; ")[2]
        return re.search("choose", str(error))
    except OSError as error:
        return str(error)[:80]
"""
    assert lines_of(planted) == {7: 1, 8: 1, 9: 1}


def test_readings_of_notes_and_explanations_are_found():
    planted = """
def story(schedule, job, workload):
    lines = explain_job(schedule, job)
    own = [line for line in lines if line.startswith("From")]
    texts = [note.text for note in workload.notes]
    first = " ".join(own).replace("It", "Job 3")
    return lines[2:-1], [one.text[:9] for one in workload.notes], len(texts), " ".join(lines), first
"""
    assert lines_of(planted, "explain_job") == {4: 1, 6: 1, 7: 2}
    assert lines_of(planted) == {7: 1}


def test_readings_by_a_function_that_gets_a_sentence_are_found():
    planted = """
def notes_of(runs):
    for sentence in explain_job(runs):
        runs += [run for run in runs if run.name in without(sentence, run.name)]
    return cut(runs, 3)

def without(text, name):
    return shorter(text.replace(name, ""), text)

def shorter(first, second):
    return second[:9], first[:9]

def cut(text, length):
    return text[:length]
"""
    assert lines_of(planted, "explain_job") == {8: 1, 11: 1}


def test_cuts_of_a_caption_are_found():
    planted = """
def spoken(caption):
    return beginning(caption), " ".join(caption)

def beginning(text):
    return SENTENCE.split(text)[0] or text[0].split("; ")[0]

def line(plot, runs, chart):
    brief = plot.caption(runs)[0].rstrip(".")
    return brief if brief.endswith("more") else plot.caption(runs)[0][:80], chart.caption[0].lower()

def whole(runs, view):
    first = caption(runs, view)
    return [run for run in runs if run.name in first[0]]
"""
    assert lines_of(planted) == {6: 2, 9: 1, 10: 2, 14: 1}
