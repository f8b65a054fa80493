"""How to cite what was used: this program in its version, where each policy was first described, and the log."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scheduler import __version__
from scheduler.policies import Policy, policy_of
from scheduler.program_files import commit
from scheduler.publications import PUBLICATIONS, Publication

TITLE = "Queuescope: what a batch scheduler does to the people who wait"
AUTHORS, YEAR = "Queuescope contributors", 2026
SPECIAL = re.compile(r"[&%$#_{}]")


def text(policies: Sequence[str], log: str = "") -> str:
    """For people.  policies: keys; log: the name of the trace."""
    used = [policy_of(key) for key in dict.fromkeys(policies)]
    program = f"Version {__version__}, commit {commit() or 'not known'}"
    lines = [
        "Cite this program as",
        f"  {AUTHORS}. {TITLE}. {program}, {YEAR}.",
        "",
        "The policies were described in",
        *(f"  {policy.title}: {policy.source}." for policy in used),
    ]
    papers = _papers(used)
    if papers:
        lines += ["", "Papers among these sources"]
        lines += [f"  {paper.authors}. {paper.title}. {paper.venue}, {paper.year}. {paper.link}" for paper in papers]
    if log:
        lines += ["", f"The jobs are those of {log}. Archives of logs say on their pages how a log is to be cited."]
    return "\n".join(lines) + "\n"


def bibtex(policies: Sequence[str]) -> str:
    """For LaTeX: this program, the papers known here, and a note for each other policy."""
    used = [policy_of(key) for key in dict.fromkeys(policies)]
    papers = _papers(used)
    entries = [
        _entry("software", "queuescope", title=TITLE, author="{" + AUTHORS + "}", version=__version__, year=str(YEAR))
    ]
    entries += [
        _entry(
            "inproceedings",
            paper.key,
            title=paper.title,
            author=" and ".join(paper.authors.split(", ")),
            booktitle=paper.venue,
            year=str(paper.year),
            url=paper.link,
        )
        for paper in papers
    ]
    entries += [
        _entry("misc", f"policy-{policy.key}", title=policy.title, note=policy.source)
        for policy in used
        if not any(_describes(paper, policy) for paper in papers)
    ]
    return "\n".join(entries)


def _papers(used: Sequence[Policy]) -> list[Publication]:
    return [paper for paper in PUBLICATIONS.values() if any(_describes(paper, policy) for policy in used)]


def _describes(paper: Publication, policy: Policy) -> bool:
    """Whether a policy's source is this paper: it names all authors by their last names, and the year."""
    last = [author.split()[-1] for author in paper.authors.split(", ")]
    return str(paper.year) in policy.source and all(name in policy.source for name in last)


def _entry(kind: str, key: str, **fields: str) -> str:
    lines = (
        f"  {name} = {{{value if name == 'url' else SPECIAL.sub(_escaped, value)}}}," for name, value in fields.items()
    )
    return "\n".join((f"@{kind}{{{key},", *lines, "}\n"))


def _escaped(sign: re.Match[str]) -> str:
    return sign[0] if sign[0] in "{}" else "\\" + sign[0]
