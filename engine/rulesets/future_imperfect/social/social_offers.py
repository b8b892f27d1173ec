"""Offers of social contests: plain rolls, contests of will, stakes, prices, and fear."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice, product

from engine.core.memo import memo
from engine.kit.control import controller_of
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.presentation.command_offers import Answers, Asks, offer_of
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
    several,
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
    if may:
        known = tuple(actor for actor in sides_of_check(check) if actor in context.seen)
        asks = {"actor": several(may), "against": several(known)}
        yield offer_of(None, CutIn(seat=context.seat, actor=may[0]), name="cut_in", asks=asks)


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
        yield _act_by_roll(context.seat, acts.id, acts.name, rollable_names(context.table, (acts.id,)))
        known = {actor.id for actor in context.there}
        foes = tuple(actor for actor in context.foes_first(acts.id) if actor in known)
        targets = tuple(dict.fromkeys((*foes, *context.aimed_at((acts.id,), actor_ids(context.there))[acts.id])))
        if targets:
            wills = ContestWills(seat=context.seat, actor=acts.id, target=targets[0], aptitude=_opposed()[0])
            asks = {"aptitude": _opposed(), "target": targets, "group": targets, "against": skills}
            name, asked = f"contest_wills:{acts.id}", ("aptitude", "target", "group", "against")
            yield offer_of(None, wills, name=name, fields=asked, asks=asks, actor=acts.name)
    yield _roll(context.seat, actors, names)
    against = actors if context.gm else others
    if against and len({*actors, *against}) > 1:
        yield _roll_against(context.seat, actors, names, against, skills)
        if denial(stakes_commands.need_quiet, context.table) is None:
            yield _propose(context.seat, actors, against, skills)


def gm_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the GM's offers: fear, and a price."""
    if context.people.minded:
        minded = context.people.minded
        fear = FaceFear(seat=context.seat, actor=minded[0], tn=5)
        yield offer_of(None, fear, name="face_fear", asks={"actor": several(minded)})
    if context.people.living and denial(stakes_commands.need_quiet, context.table) is None:
        living = context.people.living
        price = stakes_commands.NamePrice(seat=context.seat, actor=living[0], chips=1, what="")
        yield offer_of(None, price, name="name_price", asks={"actor": several(living)})


# ---- rolls -----------------------------------------------------------------------------------------------------------


@memo
def _roll(seat: str, actors: tuple[str, ...], names: tuple[str, ...]) -> Offer:
    asks: dict[str, Answers] = {"actor": several(actors), "name": _rolled(names), "tn": Asks(most=MAX_NUMBER)}
    fields = ("actor", "name", "tn", "what")
    return offer_of(None, TryRoll(seat=seat, actor=actors[0], name=names[0]), name="try_roll", fields=fields, asks=asks)


@memo
def _roll_against(seat: str, actors: Names, names: Names, others: Names, skills: Names) -> Offer:
    asks: dict[str, Answers] = {
        "actor": several(actors),
        "name": _rolled(names),
        "target": Asks(choices=others, by="actor", among=others_of(actors, others), optional=False),
        "against": Asks(choices=skills, own_words=True, rare=True, instead=Message(key="ask.against_same")),
    }
    command, fields = TryRoll(seat=seat, actor=actors[0], name=names[0]), ("actor", "name", "target", "against", "what")
    return offer_of(None, command, name="roll_against", fields=fields, asks=asks)


@memo
def _act_by_roll(seat: str, actor: str, name: str, names: tuple[str, ...]) -> Offer:
    command, asks = (
        TryRoll(seat=seat, actor=actor, name=names[0], action=True),
        {"name": _rolled(names), "tn": Asks(most=MAX_NUMBER)},
    )
    fields = ("name", "tn", "what")
    return offer_of(None, command, name=f"act_by_roll:{actor}", fields=fields, asks=asks, actor=name)


def _rolled(names: Names) -> Asks:
    return Asks("rolled", choices=names, own_words=True)


# ---- wills, stakes ---------------------------------------------------------------------------------------------------


@memo
def _propose(seat: str, actors: Names, others: Names, skills: Names) -> Offer:
    target = next(actor for actor in others if actor != actors[0])
    command = stakes_commands.ProposeStakes(
        seat=seat, actor=actors[0], target=target, aptitude=_opposed()[0], success="", failure=""
    )
    asks: dict[str, Answers] = {
        "actor": several(actors),
        "target": Asks(choices=others, by="actor", among=others_of(actors, others)),
        "aptitude": _opposed(),
        "against": skills,
    }
    fields = ("actor", "target", "aptitude", "success", "raises", "failure", "against")
    return offer_of(None, command, name="propose_stakes", fields=fields, asks=asks)


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
