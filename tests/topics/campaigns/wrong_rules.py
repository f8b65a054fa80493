"""Rules for campaigns that are wrong on purpose, each by one part, as tests/wrong has them of rigid jobs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.topics.campaigns.naive.campaigns import Ostrich


class _StartsBeforeSubmissions(Ostrich):
    """Hands out processors before it looks at the submissions of the instant."""

    def instant(self) -> None:
        self.virtual_events()
        self.ends()
        self.dispatch()
        super().instant()


class _TiesByUser(Ostrich):
    """Of equal tags, the user with the smaller number goes first."""

    def rank(self, i: int) -> tuple:
        return self.virtual.tag[i], self.campaigns[i].user


class _EligibleAtSubmission(Ostrich):
    """A campaign may start at once; while it waits for its virtual start, its tag is that of its turn."""

    def eligible(self) -> Sequence[int]:
        return list(self.real.submit)

    def rank(self, i: int) -> tuple:
        return self._tag(i), *self.arrival(i)

    def _tag(self, i: int) -> Fraction:
        return self.virtual.tag[i] if i in self.virtual.tag else self._tag(self.campaigns[i].previous) + self.work(i)


class _ShareOfThoseWhoHaveWork(Ostrich):
    """The clock goes as if users whose jobs have all ended had left the virtual schedule."""

    def completions(self) -> dict[int, Fraction]:
        each = Fraction(self.m, self._crowd())
        return {user: self.now + (self.virtual.tag[i] - self.clock) / each for user, i in self.active.items()}

    def advance(self, time: Fraction) -> None:
        if self.active:
            self.clock += (time - self.now) * Fraction(self.m, self._crowd())
        self.now = time

    def _crowd(self) -> int:
        return max(sum(i not in self.real.complete for i in self.active.values()), 1)


CAMPAIGN_RULES: dict[str, type[Ostrich]] = {
    "jobs start before the submissions of the instant": _StartsBeforeSubmissions,
    "ties by user": _TiesByUser,
    "eligible at submission": _EligibleAtSubmission,
    "shares only for users with unfinished jobs": _ShareOfThoseWhoHaveWork,
}


class _PlansForIdleProcessors(Ostrich):
    """Plans as if all processors were free, which is LPT."""

    def rests(self) -> list[Fraction]:
        return []


class _KnowsWhenJobsEnd(Ostrich):
    """Plans with the ends of what runs, which only the end will tell."""

    def rests(self) -> list[Fraction]:
        return [self.real.end[row] - self.now for row in sorted(self.on)]


class _ForgetsWhatRanSoFar(Ostrich):
    """Plans as if what runs had started just now."""

    def rests(self) -> list[Fraction]:
        return [Fraction(self.known(self.jobs[row])) for row in sorted(self.on)]


MODIFIED_LPT: dict[str, type[Ostrich]] = {
    "plans for idle processors": _PlansForIdleProcessors,
    "knows when jobs end": _KnowsWhenJobsEnd,
    "forgets what ran so far": _ForgetsWhatRanSoFar,
}
