"""Offers about bounty: converting chips, awards, and what a character can buy with it (FI-BOUNTY)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.model.seats import Actor
from engine.presentation.offers import Offer, QuestionKind, make_offer, question
from engine.rulesets.future_imperfect.character import character_sheet, record_writes
from engine.rulesets.future_imperfect.checks.character_rolls import level_of
from engine.rulesets.future_imperfect.offer_context import (
    ChipList,
    OfferContext,
    actor_question,
    chips_of,
    listed_skills,
    rollable_of,
)
from engine.rulesets.future_imperfect.session import advancement_commands, bounty_commands, bounty_rules
from engine.rulesets.future_imperfect.settings import word

MAX_AWARD = 999
WHY = question("why", QuestionKind.TEXT, optional=True)
HOW = question("how_come", QuestionKind.TEXT, field="how", optional=True)


@memo
def award_bounty(seat: str, party: tuple[str, ...]) -> Offer:
    """Return the offer to award bounty to the player characters (FI-BOUNTY-2)."""
    questions = (
        question("points", QuestionKind.NUMBER, least=1, most=MAX_AWARD),
        question("shares_bounty", QuestionKind.CHOICES, party, field="actors", optional=True),
        WHY,
    )
    return make_offer("award_bounty", bounty_commands.AwardBounty(seat=seat, points=1), questions=questions)


@memo
def next_arc(seat: str) -> Offer:
    """Return the offer to begin the next story arc (FI-BOUNTY-4)."""
    return make_offer("next_arc", advancement_commands.NextArc(seat=seat))


@memo
def convert_chips(seat: str, actors: tuple[str, ...], chips: ChipList) -> Offer:
    """Return the offer to turn chips into bounty (FI-BOUNTY-1)."""
    bare = bounty_commands.ConvertChips(seat=seat, actor=actors[0], chips={})
    return make_offer("convert_chips", bare, questions=(*actor_question(actors), *chips_of(chips)))


# ---- purchases -------------------------------------------------------------------------------------------------------


def purchases(context: OfferContext, actor: Actor) -> Iterator[Offer]:
    """Yield the purchases that a character has enough bounty for (FI-BOUNTY-4 to FI-BOUNTY-6)."""
    points = record_writes.points(actor)
    if points <= 0:
        return
    table, rolled = context.table, rollable_of(actor)
    rule: bounty_rules.AptitudeRaiseLimit = word(table, "aptitude_raise_limit")
    raised = advancement_commands.raised_in_arc(table, actor.id)
    if bounty_rules.may_raise(raised=False, raised_in_arc=len(raised), aptitude_raise_limit=rule) is None:
        levels = {name: level_of(table, actor.id, name) for name in rolled.skills if name not in raised}
        payable = tuple(name for name, level in levels.items() if bounty_rules.aptitude_cost(level).value <= points)
        if payable:
            yield _buy_aptitude(context.seat, actor.id, actor.name, points, payable)
        new = tuple(name for name in listed_skills(table) if name not in raised and not level_of(table, actor.id, name))
        if new and bounty_rules.aptitude_cost(0).value <= points:
            yield _learn_aptitude(context.seat, actor.id, actor.name, points, new)
    for reckon, make in ((bounty_rules.more_dice, _buy_coordination), (bounty_rules.larger_die, _buy_die)):
        trait_dice = ((name, character_sheet.trait(actor, name)) for name in rolled.traits)
        traits = tuple(name for name, trait in trait_dice if trait is not None and reckon(trait).cost.value <= points)
        if traits:
            yield make(context.seat, actor.id, actor.name, points, traits)


@memo
def _buy_aptitude(seat: str, actor: str, name: str, points: int, skills: tuple[str, ...]) -> Offer:
    bare = advancement_commands.BuyAptitude(seat=seat, actor=actor, aptitude=skills[0])
    questions = (question("aptitude", QuestionKind.CHOICE, skills), HOW)
    return make_offer(f"buy_aptitude:{actor}", bare, questions=questions, actor=name, points=points)


@memo
def _learn_aptitude(seat: str, actor: str, name: str, points: int, skills: tuple[str, ...]) -> Offer:
    bare = advancement_commands.BuyAptitude(seat=seat, actor=actor, aptitude=skills[0])
    questions = (question("new_aptitude", QuestionKind.CHOICE, skills, field="aptitude", own_words=True), HOW)
    return make_offer(f"learn_aptitude:{actor}", bare, questions=questions, actor=name, points=points)


@memo
def _buy_coordination(seat: str, actor: str, name: str, points: int, traits: tuple[str, ...]) -> Offer:
    bare = advancement_commands.BuyCoordination(seat=seat, actor=actor, trait=traits[0])
    questions = (question("trait", QuestionKind.CHOICE, traits), HOW)
    return make_offer(f"buy_coordination:{actor}", bare, questions=questions, actor=name, points=points)


@memo
def _buy_die(seat: str, actor: str, name: str, points: int, traits: tuple[str, ...]) -> Offer:
    bare = advancement_commands.BuyDie(seat=seat, actor=actor, trait=traits[0])
    questions = (question("trait", QuestionKind.CHOICE, traits), HOW)
    return make_offer(f"buy_die:{actor}", bare, questions=questions, actor=name, points=points)
