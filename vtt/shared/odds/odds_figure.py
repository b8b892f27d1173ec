"""The odds of one offer or one choice as they are shown beside it: a few words, and two shares for a bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.messages.texts import say
from vtt.shared.campaign_panel import text

if TYPE_CHECKING:
    from engine.odds.odds import Odds


@dataclass(frozen=True, slots=True)
class OddsFigure:
    """The figure of some odds.

    Attributes:
        title: the offer or the choice that they belong to.
        chance: the chance alone, `79 %` or `58 % → 79 %`; a word where nothing can succeed or fail.
        spoken: the same for a screen reader.
        share: the chance of success, from 0 to 1; None where nothing can succeed or fail.
        before: the chance without the offer, where that is another one.
        odds: all that is known.
        ways: the figures of several ways, if more must be chosen yet; the words have the least and the best chance.
    """

    title: str
    chance: str
    spoken: str
    share: float | None
    before: float | None
    odds: Odds
    ways: tuple[OddsFigure, ...] = ()

    @property
    def words(self) -> str:
        """The chance, and of what where the name of the offer does not tell: `Hit 79 %`."""
        word = self.odds.success_word if self.share is not None else None
        return self.chance if word is None else text("odds.of_what", what=say(word), chance=self.chance)

    @property
    def in_full(self) -> tuple[OddsFigure, ...]:
        """The figures that are read in full: those of its ways, or itself."""
        return self.ways or (self,)


def odds_figure(title: str, odds: Odds) -> OddsFigure:
    """Return the figure of some odds; callable from any thread."""
    # Imported here: the start of the program can do without.
    from engine.odds.odds import percent

    if odds.chance is None:
        return OddsFigure(title, text("odds.word"), text("odds.spoken_word"), None, None, odds)
    success, now = say(odds.success), text("odds.percent", percent=percent(odds.chance))
    if odds.before is None or odds.before == odds.chance:
        spoken = text("odds.spoken", success=success, chance=now)
        return OddsFigure(title, now, spoken, float(odds.chance), None, odds)
    before = text("odds.percent", percent=percent(odds.before))
    spoken = text("odds.spoken_gain", success=success, before=before, chance=now)
    words = text("odds.gain", before=before, chance=now)
    return OddsFigure(title, words, spoken, float(odds.chance), float(odds.before), odds)


def figure_of_ways(figures: Sequence[OddsFigure], *, is_whole: bool = True) -> OddsFigure:
    """Return one figure for several ways, of which at least one; callable from any thread.

    Where they differ it has the least and the best chance, and the bar of the best one. Without `is_whole` there are
    other ways whose chance is unknown: then the least and the best one are unknown too, and it has a word.
    """
    first, *others = figures
    if not others and is_whole:
        return first
    chances = [figure.odds.chance for figure in figures]
    known = [chance for chance in chances if chance is not None]
    if len(known) < len(chances) or not is_whole:
        return replace(
            first, chance=text("odds.word"), spoken=text("odds.spoken_word"), share=None, ways=tuple(figures)
        )
    # Imported here: the start of the program can do without.
    from engine.odds.odds import percent

    least, best = percent(min(known)), percent(max(known))
    words = text("odds.range", least=least, best=best) if least != best else text("odds.percent", percent=best)
    spoken = text("odds.spoken", success=say(first.odds.success), chance=words)
    return replace(first, chance=words, spoken=spoken, share=float(max(known)), before=None, ways=tuple(figures))


def percent_words(chance: Fraction) -> str:
    """Return a chance in per cent."""
    from engine.odds.odds import percent

    return text("odds.percent", percent=percent(chance))
