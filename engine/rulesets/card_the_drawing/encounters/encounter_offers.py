"""The GM's offers of prepared encounters; nobody else learns what is prepared (CD-UI-25)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.messages.refusal import Refused
from engine.model.table import Table
from engine.presentation.offers import Offer, Question, QuestionKind, make_offer, question
from engine.rulesets.card_the_drawing import actor_sheet, settings
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext
from engine.rulesets.card_the_drawing.encounters.battle_offers import choice_labels, usual_fighters
from engine.rulesets.card_the_drawing.encounters.encounter_commands import BeginEncounter, free_number, need_encounter


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the offers to begin an encounter, or to add its foes without a battle, only for the GM's own view."""
    table, seat = context.table, context.seat
    if not context.gm or not table.is_gm(context.viewer):
        return
    ready = tuple(_ready(table))
    if not ready:
        return
    number = free_number(table)
    party = tuple(
        actor.id for actor in context.known_actors if actor_sheet.side_of(table, actor.id) == actor_sheet.PARTY
    )
    if context.battle is None and party:
        usual = usual_fighters(table, party)
        yield _begin(seat, ready, party, usual, number)
    yield _place(seat, ready, number)


def _ready(table: Table) -> Iterator[tuple[str, str]]:
    """Yield the encounters that can be used, with their names."""
    for id_, encounter in settings.library(table).encounters.items():
        try:
            need_encounter(table, id_)
        except Refused:
            continue
        yield id_, encounter.name


@memo
def _begin(
    seat: str, ready: tuple[tuple[str, str], ...], party: tuple[str, ...], usual: tuple[str, ...], number: int
) -> Offer:
    asks = (
        *_which(ready),
        question("who_fights", QuestionKind.CHOICES, party, field="fighters", least=1, most=len(party)),
        question("unseen", QuestionKind.FLAG, field="secret", optional=True, rare=True),
        question("override", QuestionKind.FLAG, optional=True, rare=True),
    )
    bare = BeginEncounter(seat=seat, encounter=ready[0][0], fighters=usual, number=number)
    return make_offer("begin_encounter", bare, questions=asks)


@memo
def _place(seat: str, ready: tuple[tuple[str, str], ...], number: int) -> Offer:
    asks = (*_which(ready), question("unseen", QuestionKind.FLAG, field="secret", optional=True))
    bare = BeginEncounter(seat=seat, encounter=ready[0][0], begin=False, number=number)
    return make_offer("place_encounter", bare, questions=asks)


def _which(ready: tuple[tuple[str, str], ...]) -> tuple[Question, ...]:
    called = choice_labels(ready)
    return (question("encounter", QuestionKind.CHOICE, tuple(called), called=called),)
