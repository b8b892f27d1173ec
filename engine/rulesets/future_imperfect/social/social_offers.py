"""Offers of social contests: plain rolls, contests of will, stakes, prices, and fear."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice, product

from engine.core.memo import memo
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.presentation.choice_offers import Choices, OneOf, choice_offers
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Offer, denial
from engine.rulesets.future_imperfect.actions.plain_roll_commands import TryRoll
from engine.rulesets.future_imperfect.chips import fate_pot
from engine.rulesets.future_imperfect.chips.fate_chip_rules import fate_tables
from engine.rulesets.future_imperfect.conditions import maimed_limbs, terror
from engine.rulesets.future_imperfect.initiative import action_decks, initiative_countdown
from engine.rulesets.future_imperfect.offer_context import (
    MAX_NUMBER,
    Names,
    OfferContext,
    actor_ids,
    listed_skills,
    others_of,
    rollable_names,
)
from engine.rulesets.future_imperfect.procedures.check_procedure import Check, SocialPrice, Stakes
from engine.rulesets.future_imperfect.procedures.conflict_procedure import fighter_of
from engine.rulesets.future_imperfect.rules import social_contest_rules
from engine.rulesets.future_imperfect.social import stakes_commands
from engine.rulesets.future_imperfect.social.fear_commands import FaceFear, Flee
from engine.rulesets.future_imperfect.social.outcome_interruption import CutIn, StopOutcome, need_third
from engine.rulesets.future_imperfect.social.outcome_interruption import sides as sides_of_check
from engine.rulesets.future_imperfect.social.social_contest_commands import ContestWills


def flee_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the flight of terrified characters: the natural next step once their card is called (FI-FEAR-7).

    A red joker for the flight shows only to those who see the hand.
    """
    conflict = context.conflict
    if conflict is None:
        return
    for actor in context.mine:
        name = fighter_of(conflict, actor.id) if actor.conditions and terror.must_flee(context.table, actor.id) else ""
        if not name:
            continue
        hand = context.table.zones[conflict.fighters[name].hand]
        if name in initiative_countdown.called_cards(context.table) or action_decks.red_jokers(
            [card for card in hand.cards if hand.may_see(card, context.viewer)]
        ):
            runs = maimed_limbs.gait(context.table, actor.id) == "runs"
            flee, pace = Flee(seat=context.seat, actor=actor.id), ("pace",) if runs else ()
            yield offer_of(context.table, flee, fields=pace, primary=True)


MOST_WAYS_TO_PAY = 12


def answers(context: OfferContext) -> Iterator[Offer]:
    """Yield the answers to stakes or a price under negotiation."""
    match context.table.procedures[-1] if context.table.procedures else None:
        case Stakes() as procedure:
            sides = {controller_of(context.table, procedure.actor), controller_of(context.table, procedure.target)}
            if context.seat in sides or context.gm:
                seat = context.seat
                yield offer_of(context.table, stakes_commands.AgreeStakes(seat=seat))
                success, failure = procedure.success, procedure.failure
                change = stakes_commands.ChangeStakes(
                    seat=seat, success=success, failure=failure, raises=procedure.raises
                )
                yield offer_of(None, change, fields=("success", "raises", "failure"))
                yield offer_of(None, stakes_commands.DropStakes(seat=seat))
        case SocialPrice() as procedure:
            yield from _price(context, procedure)
        case _:
            pass


def over_stakes(context: OfferContext, check: Check) -> Iterator[Offer]:
    """Yield interruptions of rolled stakes, and the GM's decision after one."""
    if check.halted_by:
        if context.gm:
            yield offer_of(None, StopOutcome(seat=context.seat, why=""), name="stop_outcome")
        return
    may = actor_ids([actor for actor in context.mine if denial(need_third, context.table, actor.id) is None])
    known = tuple(actor for actor in sides_of_check(check) if actor in context.seen)
    yield from choice_offers(CutIn, context.seat, {"actor": OneOf(may), "against": OneOf(known)}, name="cut_in")


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield plain rolls, contests of will for the acting character, and stakes for a simple contest."""
    if not context.mine:
        return
    alive = tuple([actor for actor in context.others if not context.seen_dead(actor.id)])
    rolls = (*context.mine, *(alive if context.gm else ()))
    actors, others = actor_ids(rolls), actor_ids(alive)
    names = rollable_names(context.table, actors)
    skills = listed_skills(context.table)
    acts = context.turn
    if acts is not None and context.may_act(acts):
        yield from _act_by_roll(context.seat, acts.id, acts.name, rollable_names(context.table, (acts.id,)))
        known = {actor.id for actor in context.there}
        foes = tuple(actor for actor in context.foes_first(acts.id) if actor in known)
        targets = tuple(dict.fromkeys((*foes, *context.aimed_at((acts.id,), actor_ids(context.there))[acts.id])))
        asks = {"aptitude": _opposed(), "target": targets, "group": targets, "against": skills}
        name, who = f"contest_wills:{acts.id}", {"actor": acts.id}
        yield from choice_offers(ContestWills, context.seat, asks, who, name=name, fields=tuple(asks), actor=acts.name)
    yield from _roll(context.seat, actors, names)
    against = actors if context.gm else others
    if against and len({*actors, *against}) > 1:
        yield from _roll_against(context.seat, actors, names, against, skills)
        if denial(stakes_commands.need_quiet, context.table) is None:
            yield from _propose(context.seat, actors, against, skills)


def gm_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the GM's offers: fear, and a price."""
    seat, people = context.seat, context.people
    yield from _face_fear(seat, people.minded)
    if denial(stakes_commands.need_quiet, context.table) is None:
        yield from _name_price(seat, people.living)


@memo
def _face_fear(seat: str, minded: Names) -> tuple[Offer, ...]:
    return choice_offers(FaceFear, seat, {"actor": OneOf(minded)}, {"tn": 5}, name="face_fear")


@memo
def _name_price(seat: str, living: Names) -> tuple[Offer, ...]:
    who, price = {"actor": OneOf(living)}, {"chips": 1, "what": ""}
    return choice_offers(stakes_commands.NamePrice, seat, who, price, name="name_price")


# ---- rolls -----------------------------------------------------------------------------------------------------------


@memo
def _roll(seat: str, actors: Names, names: Names) -> tuple[Offer, ...]:
    asks: Choices = {"actor": OneOf(actors), "name": _rolled(names), "tn": Asks(most=MAX_NUMBER)}
    return choice_offers(TryRoll, seat, asks, name="try_roll", fields=("actor", "name", "tn", "what"))


@memo
def _roll_against(seat: str, actors: Names, names: Names, others: Names, skills: Names) -> tuple[Offer, ...]:
    asks: Choices = {
        "actor": OneOf(actors),
        "name": _rolled(names),
        "target": Asks(choices=others, by="actor", among=others_of(actors, others), optional=False),
        "against": Asks(choices=skills, own_words=True, rare=True, instead=Message(key="ask.against_same")),
    }
    fields = ("actor", "name", "target", "against", "what")
    return choice_offers(TryRoll, seat, asks, name="roll_against", fields=fields)


@memo
def _act_by_roll(seat: str, actor: str, name: str, names: Names) -> tuple[Offer, ...]:
    asks, action = {"name": _rolled(names), "tn": Asks(most=MAX_NUMBER)}, {"actor": actor, "action": True}
    fields = ("name", "tn", "what")
    return choice_offers(TryRoll, seat, asks, action, name=f"act_by_roll:{actor}", fields=fields, actor=name)


def _rolled(names: Names) -> Asks:
    return Asks("rolled", choices=names, own_words=True)


# ---- wills, stakes ---------------------------------------------------------------------------------------------------


@memo
def _propose(seat: str, actors: Names, others: Names, skills: Names) -> tuple[Offer, ...]:
    asks: Choices = {
        "actor": OneOf(actors),
        "target": Asks(choices=others, by="actor", among=others_of(actors, others)),
        "aptitude": _opposed(),
        "against": skills,
    }
    fields = ("actor", "target", "aptitude", "success", "raises", "failure", "against")
    words = {"success": "", "failure": ""}
    return choice_offers(stakes_commands.ProposeStakes, seat, asks, words, name="propose_stakes", fields=fields)


@cache
def _opposed() -> Names:
    return tuple(social_contest_rules.social_tables().opposition)


# ---- a price ---------------------------------------------------------------------------------------------------------


def _price(context: OfferContext, price: SocialPrice) -> Iterator[Offer]:
    """Yield each way to pay from the seat's bag, and paying nothing."""
    in_bag = fate_pot.held_by(context.table, context.seat)
    colours = [chip.key for chip in fate_tables().colours if in_bag.get(chip.key)]
    may = colours and denial(fate_pot.need_spendable_chip, context.table, price.actor, context.seat, colours[0]) is None
    each = [range(min(in_bag[colour], price.chips), -1, -1) for colour in colours] if may else []
    ways = (chips for chips in product(*each) if each and sum(chips) == price.chips)
    for chips in islice(ways, MOST_WAYS_TO_PAY):
        given = {colour: n for colour, n in zip(colours, chips, strict=True) if n}
        name = "-".join(f"{n}{colour}" for colour, n in given.items())
        pay, words = stakes_commands.PayPrice(seat=context.seat, chips=given), fate_pot.chip_words(given)
        yield offer_of(None, pay, name=f"pay_price:{name}", chips=words)
    if context.gm or controller_of(context.table, price.actor) == context.seat:
        yield offer_of(None, stakes_commands.LetStand(seat=context.seat), actor=actor_name(context.table, price.actor))
