"""The reports of dice and cards as statistics to show, with a sentence that says what a difference means.

>>> from engine.kit.fairness.fairness_report import dice_reports
>>> from engine.kit.fairness.dice_and_card_counts import SeenRoll
>>> (page,) = dice_pages(dice_reports([SeenRoll(sides=2, face=1)] * 3))
>>> page.counts.title, page.counts.rows[0].told, page.verdict
('d2: 3 dice', '3 (expected: 1.5)', 'Too few to judge: a test needs at least 10.')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kit.content_editor.view_models import Note, NoteKind, StatisticBar
from engine.kit.fairness.fairness_report import (
    LEAST_EXPECTED,
    CardReport,
    DiceReport,
    ResultCount,
)
from engine.messages.message import Message
from engine.messages.texts import say
from engine.model.cards import JOKER, SUIT_SIGNS
from engine.model.frozen import Frozen, Json

MOST_DICE, MOST_PEOPLE = 12, 16


class FairnessPage(Frozen):
    """The statistics of one kind of die, or of the cards.

    Attributes:
        counts: how often each result came, with what is fair.
        verdict: what the difference means, as a sentence.
        people: the average of each person; None if nobody is named.
    """

    counts: Note
    verdict: str
    people: Note | None = None


def dice_pages(reports: Sequence[DiceReport]) -> tuple[FairnessPage, ...]:
    """Return the dice that were rolled most."""
    return tuple(_dice_page(report) for report in reports[:MOST_DICE])


def cards_page(report: CardReport) -> FairnessPage:
    """Return the suits of the cards."""
    counts = Note(
        id="cards",
        title=_say("cards", count=report.cards),
        kind=NoteKind.BARS,
        rows=_rows(report.results),
    )
    return FairnessPage(counts=counts, verdict=_say(f"cards_{report.verdict.value}", percent=_percent(report.chance)))


def _dice_page(report: DiceReport) -> FairnessPage:
    die = f"d{report.sides}"
    counts = Note(
        id=die,
        title=_say("dice", die=die, count=report.rolls),
        kind=NoteKind.BARS,
        rows=_rows(report.results),
    )
    averages = [StatisticBar(label=_say("everybody"), told=_average(report.rolls, report.average))]
    if any(person.rolls < report.rolls for person in report.people):
        averages += (StatisticBar(label=p.name, told=_average(p.rolls, p.average)) for p in report.people[:MOST_PEOPLE])
    title = _say("averages", fair=f"{report.fair_average:g}")
    people = Note(id=f"{die}-people", title=title, kind=NoteKind.FIGURES, rows=tuple(averages))
    verdict = _say(f"dice_{report.verdict.value}", percent=_percent(report.chance), least=round(LEAST_EXPECTED * 2))
    return FairnessPage(counts=counts, verdict=verdict, people=people)


def _rows(results: Iterable[ResultCount]) -> tuple[StatisticBar, ...]:
    results = tuple(results)
    longest = max((max(result.count, result.expected) for result in results), default=0)
    return tuple(
        StatisticBar(
            label=_label(result),
            told=_say("count", count=result.count, fair=f"{round(result.expected, 1):g}"),
            of=round(result.count * 100),
            among=round(longest * 100),
        )
        for result in results
    )


def _label(result: ResultCount) -> str:
    if result.suit:
        return _say("jokers") if result.suit == JOKER else SUIT_SIGNS[result.suit]
    return f"{result.first}" if result.first == result.last else f"{result.first}–{result.last}"


def _average(rolls: int, average: float) -> str:
    return _say("average", count=rolls, average=f"{average:.2f}")


def _percent(chance: float | None) -> int:
    return 0 if chance is None else max(1, round(chance * 100))


def _say(key: str, **params: Json) -> str:
    return say(Message(key=f"fairness.{key}", params=params))
