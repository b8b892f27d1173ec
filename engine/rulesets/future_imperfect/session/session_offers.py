"""Offers about the session, its Fate Chips and bounty: start and end, draws, awards, help with Wind, purchases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.memo import memo, memo_of_moment
from engine.kit.control import controller_of
from engine.messages.display_names import seat_name
from engine.messages.message import Message
from engine.model.frozen import replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.presentation.choice_offers import OneOf, choice_offers
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import Offer, make_offer
from engine.rulesets.future_imperfect.character import character_sheet
from engine.rulesets.future_imperfect.checks.character_rolls import level_of
from engine.rulesets.future_imperfect.chips import fate_chip_rules, fate_pot
from engine.rulesets.future_imperfect.damage.wind import lacks_wind
from engine.rulesets.future_imperfect.offer_context import (
    ChipList,
    Names,
    OfferContext,
    VisibleCharacters,
    actor_ids,
    actor_question,
    chips_of,
    held_chips,
    listed_skills,
    rollable_of,
)
from engine.rulesets.future_imperfect.procedures.conflict_procedure import CREW, in_conflict
from engine.rulesets.future_imperfect.procedures.participants import side_of
from engine.rulesets.future_imperfect.procedures.session_procedure import (
    POT,
    SessionState,
    session_state,
)
from engine.rulesets.future_imperfect.session import bounty_commands, bounty_rules, session_commands
from engine.rulesets.future_imperfect.settings import word
from engine.rulesets.future_imperfect.sheet_lookups import table_of_records


@memo
def convert_chips(seat: str, actors: tuple[str, ...], chips: ChipList) -> Offer:
    """Return the offer to turn chips into bounty (FI-BOUNTY-1)."""
    bare = bounty_commands.ConvertChips(seat=seat, actor=actors[0], chips={})
    return make_offer("convert_chips", bare, questions=(*actor_question(actors), *chips_of(seat, chips)))


# ---- purchases -------------------------------------------------------------------------------------------------------


def purchases(context: OfferContext, actor: Actor) -> Iterator[Offer]:
    """Yield the purchases that a character has enough bounty for (FI-BOUNTY-4 to FI-BOUNTY-6)."""
    points = bounty_commands.bounty_left(actor)
    if points <= 0:
        return
    table, rolled = context.table, rollable_of(actor)
    own, label = {"actor": actor.id}, dict[str, Any](actor=actor.name, points=points)
    rule: bounty_rules.AptitudeRaiseLimit = word(table, "aptitude_raise_limit")
    raised = bounty_commands.raised_in_arc(table, actor.id)
    if bounty_rules.may_raise(raised=False, raised_in_arc=len(raised), aptitude_raise_limit=rule) is None:
        levels = {name: level_of(table, actor.id, name) for name in rolled.skills if name not in raised}
        costs = {name: bounty_rules.aptitude_cost(level).value for name, level in levels.items()}
        known, name = {"aptitude": _payable(costs, points)}, f"buy_aptitude:{actor.id}"
        yield from choice_offers(bounty_commands.BuyAptitude, context.seat, known, own, name=name, **label)
        new = tuple(name for name in listed_skills(table) if name not in raised and not level_of(table, actor.id, name))
        if bounty_rules.aptitude_cost(0).value <= points:
            more = {"aptitude": Asks("new_aptitude", choices=new, own_words=True)}
            name = f"learn_aptitude:{actor.id}"
            yield from choice_offers(bounty_commands.BuyAptitude, context.seat, more, own, name=name, **label)
    traits = [(name, trait) for name in rolled.traits if (trait := character_sheet.trait(actor, name)) is not None]
    for purchase, better in (
        (bounty_commands.BuyCoordination, bounty_rules.more_dice),
        (bounty_commands.BuyDie, bounty_rules.larger_die),
    ):
        costs = {name: better(trait).cost.value for name, trait in traits}
        yield from choice_offers(purchase, context.seat, {"trait": _payable(costs, points)}, own, **label)


def _payable(costs: Mapping[str, int], points: int) -> Asks:
    """Ask for one of the things that some bounty is enough for; each with its price."""
    prices = {
        name: Message(key="ask.bounty_price", params={"points": cost}) for name, cost in costs.items() if cost <= points
    }
    return Asks(choices=tuple(prices), told=prices)


def start(context: OfferContext) -> Iterator[Offer]:
    """Yield the start of a session: the natural next step between sessions, once there are characters.

    A group that draws its chips from a real pot has an offer of its own.
    """
    if context.gm and not session_state(context.table).running and context.conflict is None:
        begin = session_commands.StartSession(seat=context.seat)
        yield offer_of(None, begin, primary=bool(context.there))
        yield offer_of(None, replace(begin, by_hand=True), name="start_with_real_pot", rare=True)


def offers(context: OfferContext) -> tuple[Offer, ...]:
    """Return the offers of a seat for its chips and its bounty."""
    table, session = context.table, session_state(context.table)
    helped = context.people.mine if context.gm else context.people.living
    short = _short_of_wind(table, context.seat, helped)
    who = context.seat, context.viewer, context.people
    return _offers(table_of_records(table), *who, session.running, session.drawn, short, session.raised, table.chips)


@memo_of_moment
def _offers(
    table: Table,
    seat: str,
    viewer: str,
    people: VisibleCharacters,
    running: bool,
    drawn: tuple[str, ...],
    short: Names,
    raised: Mapping[str, tuple[str, ...]],
    chips: Mapping[str, Mapping[str, int]],
) -> tuple[Offer, ...]:
    session = SessionState(running=running, drawn=drawn, raised=raised)
    context = OfferContext(replace(table, procedures=(session,), chips=chips), seat, viewer, people)
    return tuple(_chips_and_bounty(context, session, short))


def _chips_and_bounty(context: OfferContext, session: SessionState, short: Names) -> Iterator[Offer]:
    if session.running:
        undrawn = [bag for bag in context.table.seats if bag not in session.drawn]
        bags = tuple(undrawn) if context.gm else tuple(bag for bag in undrawn if bag == context.seat)
        yield from choice_offers(session_commands.DrawChips, context.seat, {"bag": OneOf(bags)}, name="draw_chips")
        for bag in bags:
            chips_due = session_commands.chips_due_for(context.table, bag)
            if chips_due:
                yield _tell_chips(
                    context.seat, bag, seat_name(context.table, bag), _drawable(context, chips_due), chips_due
                )
    yield from _wind(context, short)
    if not session.running and not context.gm and context.mine:
        chips = held_chips(context, lambda colour: colour.bounty > 0)
        if chips:
            yield convert_chips(context.seat, actor_ids(context.mine), chips)
    for actor in context.mine:
        yield from purchases(context, actor)


def gm_offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the rare offers of the GM."""
    session = session_state(context.table)
    if session.running:
        yield from _award_chip(context.seat, tuple(context.table.seats), tuple(fate_pot.held_by(context.table, POT)))
    party = _known_party(table_of_records(context.table), context.people.there)
    if party:
        yield offer_of(None, bounty_commands.AwardBounty(seat=context.seat, points=1), asks={"actors": party})
    yield offer_of(None, bounty_commands.NextArc(seat=context.seat))
    if session.running and not in_conflict(context.table):
        yield offer_of(context.table, session_commands.EndSession(seat=context.seat))


@memo
def _award_chip(seat: str, bags: Names, colours: Names) -> tuple[Offer, ...]:
    """Offer a chip to any bag, of a colour that the pot has; one that the rules know, if there is any."""
    chips = {"bag": bags, "colour": tuple(filter(_is_known_colour, colours)) or colours}
    return choice_offers(session_commands.AwardChip, seat, chips)


@memo_of_moment
def _known_party(table: Table, there: Names) -> Names:
    return tuple([actor for actor in bounty_commands.party(table) if actor in there])


def _drawable(context: OfferContext, most: int) -> ChipList:
    """Return the number of chips of each colour that may be named as drawn from a real pot."""
    in_pot = fate_pot.held_by(context.table, POT)
    return tuple((colour, min(most, count)) for colour, count in in_pot.items() if _is_known_colour(colour))


def _is_known_colour(colour: str) -> bool:
    return any(chip.key == colour for chip in fate_chip_rules.fate_tables().colours)


@memo
def _tell_chips(seat: str, bag: str, who: str, chips: ChipList, due: int) -> Offer:
    """Return the offer to name the chips drawn from a real pot, colour by colour."""
    bare = session_commands.DrawChips(seat=seat, bag=bag)
    return make_offer(f"tell_chips:{bag}", bare, questions=chips_of(POT, chips, due), who=who, count=due)


# ---- help with Wind --------------------------------------------------------------------------------------------------


def _wind(context: OfferContext, short: Names) -> Iterator[Offer]:
    """Yield help with Wind, for characters that lack it and that the seat may help (FI-FATE-17, FI-FATE-18)."""
    chips = held_chips(context, lambda colour: colour.wind > 0)
    if chips and short:
        yield _help(context.seat, short, context.name(short[0]) if len(short) == 1 else "", chips)


@memo
def _short_of_wind(table: Table, seat: str, actors: Names) -> Names:
    """Return those of some characters that lack Wind and that a seat may help (FI-FATE-17)."""
    lacking = [actor for actor in actors if lacks_wind(table.actors[actor])]
    return tuple([a for a in lacking if controller_of(table, a) == seat or side_of(table, a) == CREW])


@memo
def _help(seat: str, actors: tuple[str, ...], name: str, chips: ChipList) -> Offer:
    """Return the offer of help; if only one character lacks Wind there is no choice, so the offer has its name."""
    bare = session_commands.HelpWithWind(seat=seat, actor=actors[0], chips={})
    return make_offer("help_with_wind", bare, questions=(*actor_question(actors), *chips_of(seat, chips)), actor=name)
