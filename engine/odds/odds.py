"""The odds of an offer: the exact chance of success, what may follow, and how both were calculated.

>>> success, failure = plain_outcome(True), plain_outcome(False)
>>> grades = distribution(Message(key="odds.result"), [(success, Fraction(79, 100)), (failure, Fraction(21, 100))])
>>> odds = Odds(chance=grades.chance, before=Fraction(58, 100), distributions=(grades,))
>>> odds.chance, gain_in_words(odds), percent(Fraction(999, 1000))
(Fraction(79, 100), '58 % → 79 %', '>99')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

from engine.messages.message import Message
from engine.model.frozen import Frozen

T = TypeVar("T")


class Outcome(Frozen):
    """Something that may happen.

    Attributes:
        name: stays the same for scripts and tests.
        label: the outcome in words.
        succeeds: whether it counts as success; None if that is no question of success.
    """

    name: str
    label: Message
    succeeds: bool | None = None


def plain_outcome(succeeds: bool) -> Outcome:
    """Return plain success or failure."""
    name = "success" if succeeds else "failure"
    return Outcome(name=name, label=Message(key=f"odds.{name}"), succeeds=succeeds)


def number_outcome(number: int, most: int | None = None) -> Outcome:
    """Return a number as an outcome; from `most` on all numbers are one: so many or more."""
    shown = number if most is None else min(number, most)
    key = "odds.number" if shown != most else "odds.or_more"
    return Outcome(name=str(shown), label=Message(key=key, params={"number": shown}))


def named_outcome(name: str) -> Outcome:
    """Return something with a name as an outcome."""
    return Outcome(name=name, label=Message(key="odds.named", params={"name": name}))


def word_outcome(name: str, word: str = "") -> Outcome:
    """Return something as an outcome that the language files have a word for: `word`, or its name."""
    return Outcome(name=name, label=Message(key="odds.word", params={"name": word or name}))


class OutcomeChance(Frozen):
    """An outcome with its exact chance."""

    outcome: Outcome
    chance: Fraction


class Distribution(Frozen):
    """All outcomes of one question with their chances, which add up to 1, in the order in which they are shown."""

    title: Message
    outcomes: tuple[OutcomeChance, ...]

    @property
    def chance(self) -> Fraction:
        """The chance of success."""
        return sum((part.chance for part in self.outcomes if part.outcome.succeeds), Fraction(0))

    def chance_of(self, name: str) -> Fraction:
        """Return the chance of an outcome; 0 for one that cannot happen."""
        return sum((part.chance for part in self.outcomes if part.outcome.name == name), Fraction(0))


class Odds(Frozen):
    """The odds of an offer, with nothing that its viewer may not know.

    Attributes:
        chance: the chance of success with the answers that the offer has; None if nothing can succeed or fail.
        success: what counts as success.
        success_word: the same in a word, where the offer's own name would make one think of something else.
        before: the chance without this offer, if the offer changes a chance: `58 % → 79 %`.
        distributions: what may follow.
        assumptions: what the numbers take for granted.
        explanation: the calculation, line by line.
    """

    chance: Fraction | None = None
    success: Message = Message(key="odds.success")
    success_word: Message | None = None
    before: Fraction | None = None
    distributions: tuple[Distribution, ...] = ()
    assumptions: tuple[Message, ...] = ()
    explanation: tuple[Message, ...] = ()


def chance_sums(chances: Iterable[tuple[T, Fraction]]) -> dict[T, Fraction]:
    """Return the chance of each thing that may happen in several ways: the sum of their chances.

    >>> chance_sums([("heads", Fraction(1, 4)), ("tails", Fraction(1, 2)), ("heads", Fraction(1, 4))])
    {'heads': Fraction(1, 2), 'tails': Fraction(1, 2)}
    """
    sums: dict[T, Fraction] = {}
    for thing, chance in chances:
        sums[thing] = sums.get(thing, Fraction(0)) + chance
    return sums


def success_chance(chances: Iterable[tuple[Outcome, Fraction]]) -> Fraction:
    """Return the chance of all outcomes that count as success."""
    return sum((chance for outcome, chance in chances if outcome.succeeds), Fraction(0))


def distribution(title: Message, chances: Iterable[tuple[Outcome, Fraction]]) -> Distribution:
    """Return a distribution; equal outcomes are added up, impossible ones are left out.

    Args:
        title: the question.
        chances: the outcomes in the order in which they are shown; their chances add up to 1.
    """
    listed = list(chances)
    outcomes = {outcome.name: outcome for outcome, _ in reversed(listed)}
    sums = chance_sums((outcome.name, chance) for outcome, chance in listed)
    parts = tuple(OutcomeChance(outcome=outcomes[name], chance=chance) for name, chance in sums.items() if chance)
    return Distribution(title=title, outcomes=parts)


def numbers(title: Message, chances: Mapping[int, Fraction], most: int | None = None) -> Distribution:
    """Return the distribution of a number, the lowest first; `most` as in `number_outcome`.

    >>> numbers(Message(key="odds.result"), {4: Fraction(1, 4), 9: Fraction(3, 4)}, most=6).chance_of("6")
    Fraction(3, 4)
    """
    return distribution(title, ((number_outcome(number, most), chance) for number, chance in sorted(chances.items())))


def percent(chance: Fraction) -> str:
    """Return a chance in whole per cent; only a certain event is 100, and only an impossible one 0."""
    rounded = (200 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    if 0 < chance < 1:
        return "<1" if rounded == 0 else ">99" if rounded == 100 else str(rounded)
    return str(rounded)


def gain_in_words(odds: Odds) -> str:
    """Return the chance as it is shown; for an offer that changes a chance the one before, too."""
    now = "" if odds.chance is None else f"{percent(odds.chance)} %"
    return now if odds.before in (None, odds.chance) else f"{percent(odds.before)} % → {now}"
