"""The cards that are chosen so far for a question."""

from __future__ import annotations

from collections.abc import Sequence

from engine.presentation.offers import Question, QuestionKind
from vtt.shared.card_choice.card_slots import CardSlot
from vtt.shared.screen_names import table_text


def words_for_count(question: Question, count: int) -> str:
    """Return how many things are chosen for a question, and how many can be, in words."""
    least, most = question.least, question.most
    if most is None:
        return table_text("question.count_least" if least else "question.count_any", count=count, least=least)
    if least == most:
        return table_text("question.count", count=count, total=most)
    return table_text("question.count_range" if least else "question.count_most", count=count, least=least, most=most)


class CardAnswer:
    """The answer to a question about cards, while it is chosen.

    Args:
        question: the question.
        slots: the cards that can be chosen.

    Attributes:
        zones: the zones of these cards.
        chosen: the chosen ones, in the order of choosing.
    """

    def __init__(self, question: Question, slots: Sequence[CardSlot]) -> None:
        self._question = question
        self._slots = {(slot.zone, slot.index): slot for slot in slots}
        self.zones = tuple(dict.fromkeys(slot.zone for slot in slots))
        self.chosen: list[CardSlot] = []

    @property
    def slots(self) -> tuple[CardSlot, ...]:
        """The cards that can be chosen."""
        return tuple(self._slots.values())

    def slot_at(self, zone: str, index: int) -> CardSlot | None:
        """Return the card at a place, if it can be chosen."""
        return self._slots.get((zone, index))

    @property
    def is_single(self) -> bool:
        """True if exactly one card is the answer, so that pointing at it gives the answer."""
        question = self._question
        return question.kind is QuestionKind.CARD or question.least == question.most == 1

    @property
    def is_ordered(self) -> bool:
        """True if the order of the cards matters."""
        return self._question.ordered

    @property
    def is_full(self) -> bool:
        """True if no more cards can be chosen."""
        return len(self.chosen) >= self._most

    @property
    def takes_one(self) -> bool:
        """True if no more than one card can be chosen, so that another one takes its place."""
        return self._most == 1

    @property
    def fits(self) -> bool:
        """True if the number of chosen cards is an answer."""
        return self._question.least <= len(self.chosen) <= self._most

    @property
    def _most(self) -> int:
        return len(self._slots) if self._question.most is None else self._question.most

    def toggle(self, slot: CardSlot) -> None:
        """Choose a card, or take it back; where only one can be chosen, it takes the place of the other."""
        if slot in self.chosen:
            self.chosen.remove(slot)
        elif self.takes_one:
            self.chosen = [slot]
        else:
            self.chosen.append(slot)

    def value(self) -> object:
        """Return the answer for the command.

        Where the order does not matter, it is that of the zone: everybody sees in which order cards are put down, and
        that must not tell how the hand is sorted.
        """
        if self._question.kind is QuestionKind.CARD:
            return self.chosen[0].reference
        cards = self.chosen if self.is_ordered else sorted(self.chosen, key=lambda slot: (slot.zone, slot.index))
        return tuple(slot.reference for slot in cards)

    def words_for_count(self) -> str:
        """Return how many cards are chosen, in words; empty where one is the answer."""
        return "" if self.is_single else words_for_count(self._question, len(self.chosen))

    def words_for_wrong_count(self) -> str:
        """Return how many cards must be chosen, in words."""
        least, most = self._question.least, self._most
        if least >= most:
            return table_text("question.wrong_count", least=least)
        return table_text("question.wrong_range", least=least, most=most)

    def words_for_full(self) -> str:
        """Return that no more cards can be chosen, in words."""
        return table_text("question.full", most=self._most)
