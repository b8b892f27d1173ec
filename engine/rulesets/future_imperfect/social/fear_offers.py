"""Offers about fear: the test that the GM calls for, and the run of a terrified character (FI-FEAR)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.presentation.offers import Offer, QuestionKind, make_offer, question, with_denial
from engine.rulesets.future_imperfect.conditions import maimed_limbs, terror
from engine.rulesets.future_imperfect.initiative import action_decks, initiative_countdown
from engine.rulesets.future_imperfect.offer_context import MAX_NUMBER, OfferContext, actor_question
from engine.rulesets.future_imperfect.procedures.conflict_procedure import fighter_of
from engine.rulesets.future_imperfect.social import fear_commands


def flee_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the flight of terrified characters: the natural next step once their card is called (FI-FEAR-7).

    A red joker for the flight shows only to those who see the hand.
    """
    conflict = context.conflict
    if conflict is None:
        return
    called = initiative_countdown.called_cards(context.table)
    for actor in context.mine:
        name = fighter_of(conflict, actor.id) if actor.conditions and terror.must_flee(context.table, actor.id) else ""
        if not name:
            continue
        hand = context.table.zones[conflict.fighters[name].hand]
        if name in called or action_decks.red_jokers(
            [card for card in hand.cards if hand.may_see(card, context.viewer)]
        ):
            runs = maimed_limbs.gait(context.table, actor.id) == "runs"
            yield with_denial(context.table, _flee(context.seat, actor.id, actor.name, runs), fear_commands.verify_flee)


# ---- fear ------------------------------------------------------------------------------------------------------------


@memo
def fear_test(seat: str, actors: tuple[str, ...]) -> Offer:
    """Return the offer to test a character for fear (FI-FEAR-1)."""
    questions = (
        *actor_question(actors),
        question("tn", QuestionKind.NUMBER, least=0, most=MAX_NUMBER),
        question("terror", QuestionKind.FLAG, optional=True),
        question("fright_from", QuestionKind.TEXT, field="cause", optional=True),
        question("more_fear", QuestionKind.NUMBER, field="more", least=0, most=MAX_NUMBER, optional=True),
    )
    return make_offer("face_fear", fear_commands.FaceFear(seat=seat, actor=actors[0], tn=5), questions=questions)


@memo
def _flee(seat: str, actor: str, name: str, runs: bool) -> Offer:
    questions = (question("pace", QuestionKind.FLAG, optional=True),) if runs else ()
    return make_offer(
        f"flee:{actor}", fear_commands.Flee(seat=seat, actor=actor), questions=questions, primary=True, actor=name
    )
