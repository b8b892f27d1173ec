"""Offers about bounty: converting chips, awards, and what a character can buy with it (FI-BOUNTY)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.memo import memo
from engine.model.seats import Actor
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Offer, make_offer
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
from engine.rulesets.future_imperfect.session import bounty_rules
from engine.rulesets.future_imperfect.session.advancement_commands import (
    BuyAptitude,
    BuyCoordination,
    BuyDie,
    raised_in_arc,
)
from engine.rulesets.future_imperfect.session.bounty_commands import AwardBounty, ConvertChips
from engine.rulesets.future_imperfect.settings import word


def award_bounty(seat: str, party: tuple[str, ...]) -> Offer:
    """Return the offer to award bounty to the player characters (FI-BOUNTY-2)."""
    return offer_of(None, AwardBounty(seat=seat, points=1), asks={"actors": party})


@memo
def convert_chips(seat: str, actors: tuple[str, ...], chips: ChipList) -> Offer:
    """Return the offer to turn chips into bounty (FI-BOUNTY-1)."""
    bare = ConvertChips(seat=seat, actor=actors[0], chips={})
    return make_offer("convert_chips", bare, questions=(*actor_question(actors), *chips_of(chips)))


# ---- purchases -------------------------------------------------------------------------------------------------------


def purchases(context: OfferContext, actor: Actor) -> Iterator[Offer]:
    """Yield the purchases that a character has enough bounty for (FI-BOUNTY-4 to FI-BOUNTY-6)."""
    points = record_writes.points(actor)
    if points <= 0:
        return
    table, rolled = context.table, rollable_of(actor)
    rule: bounty_rules.AptitudeRaiseLimit = word(table, "aptitude_raise_limit")
    raised = raised_in_arc(table, actor.id)
    if bounty_rules.may_raise(raised=False, raised_in_arc=len(raised), aptitude_raise_limit=rule) is None:
        levels = {name: level_of(table, actor.id, name) for name in rolled.skills if name not in raised}
        payable = tuple(name for name, level in levels.items() if bounty_rules.aptitude_cost(level).value <= points)
        if payable:
            buy = BuyAptitude(seat=context.seat, actor=actor.id, aptitude=payable[0])
            yield offer_of(table, buy, name=f"buy_aptitude:{actor.id}", asks={"aptitude": payable}, points=points)
        new = tuple(name for name in listed_skills(table) if name not in raised and not level_of(table, actor.id, name))
        if new and bounty_rules.aptitude_cost(0).value <= points:
            learn = BuyAptitude(seat=context.seat, actor=actor.id, aptitude=new[0])
            asks = {"aptitude": Asks("new_aptitude", choices=new, own_words=True)}
            yield offer_of(table, learn, name=f"learn_aptitude:{actor.id}", asks=asks, points=points)
    traits = [(name, trait) for name in rolled.traits if (trait := character_sheet.trait(actor, name)) is not None]
    dice = tuple(name for name, trait in traits if bounty_rules.more_dice(trait).cost.value <= points)
    if dice:
        more = BuyCoordination(seat=context.seat, actor=actor.id, trait=dice[0])
        yield offer_of(table, more, asks={"trait": dice}, points=points)
    larger = tuple(name for name, trait in traits if bounty_rules.larger_die(trait).cost.value <= points)
    if larger:
        die = BuyDie(seat=context.seat, actor=actor.id, trait=larger[0])
        yield offer_of(table, die, asks={"trait": larger}, points=points)
