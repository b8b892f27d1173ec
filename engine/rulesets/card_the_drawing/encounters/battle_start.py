"""The start of a battle, and joining one, with the GM's offers about who is in it (CD-ROUND-2, CD-ROUND-3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from msgspec import Meta

from engine.core.audience import publicly_present
from engine.core.draft import Draft
from engine.core.events import ZoneSet
from engine.core.game_options import tag_label
from engine.core.memo import memo
from engine.kit.card_piles import add_cards
from engine.kit.combat.combat_commands import BetweenActionsRequest, JoinCombatRequest, StartCombatRequest
from engine.messages.display_names import actor_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.model.frozen import Json, replace
from engine.model.table import Table
from engine.model.zones import Zone
from engine.presentation.choice_offers import OneOf, choice_offers
from engine.presentation.command_offers import Asks, offer_of
from engine.presentation.offers import ALL_SEATS, Offer, Question, QuestionKind, denial
from engine.rulesets.card_the_drawing import actor_sheet, outside_combat, settings
from engine.rulesets.card_the_drawing.battle import actor_zones, battle_changes, participants
from engine.rulesets.card_the_drawing.battle.battle_end import EndBattle, LeaveBattle
from engine.rulesets.card_the_drawing.battle.battle_procedures import Battle, FighterState, Phase, evening
from engine.rulesets.card_the_drawing.battle.drawing_phase import begin_round, gain_and_draw_for
from engine.rulesets.card_the_drawing.battle.offer_context import OfferContext
from engine.rulesets.card_the_drawing.battle.participants import BATTLES
from engine.rulesets.card_the_drawing.battle.phase_flow import ForceOn, unfinished_actors
from engine.rulesets.card_the_drawing.battle.resolution.triggered_effects import trigger_own_effects
from engine.rulesets.card_the_drawing.calculation.battle_snapshot import NOBODY
from engine.rulesets.card_the_drawing.cards.card_library import ENVIRONMENT

Override = Annotated[bool, Meta(description="let in decks that are not legal: the GM says so"), Asks(rare=True)]
Environment = Annotated[tuple[str, ...], Meta(description="Environment cards, by their ids in the library")]
NamedChoices = tuple[tuple[str, str], ...]
"""The ids and names of choices."""


class StartBattle(StartCombatRequest):
    """The GM begins a battle with its surroundings; all decks are shuffled."""

    RULES = ("CD-ROUND-1", "CD-ROUND-2", "CD-ENV-1", "CD-DECK-5", "CD-DECK-6", "CD-AUTO-1")
    FLOW = BATTLES
    fighters: Annotated[
        tuple[str, ...], Meta(description="the characters, mobs and bosses that take part"), Asks(least=2)
    ]
    sides: Annotated[
        Mapping[str, str], Meta(description="whose side each is on, where it is not `party` or, the GM's, `opposition`")
    ] = {}
    environment: Annotated[Environment, Asks(rare=True)] = ()
    override: Override = False

    def verify(self, table: Table) -> None:
        """At least two sides with undefeated actors, with legal decks."""
        super().verify(table)
        need_two_sides(table, self.fighters, self.sides)
        for actor in self.fighters if not self.override else ():
            need_legal_deck(table, actor)
        _need_environment(table, self.environment)

    def decide(self, draft: Draft) -> None:
        """Begin."""
        begin_battle(draft, self, {})


class JoinBattle(JoinCombatRequest):
    """The GM adds an actor to the battle; the next Drawing phase is its first, or this one while it lasts."""

    RULES = ("CD-ROUND-3",)
    FLOW = BATTLES
    side: Annotated[
        str, Meta(description="empty for the usual one"), Asks("side_joined", own_words=True, rare=True)
    ] = ""
    override: Override = False

    def verify(self, table: Table) -> None:
        """Only while no card is being resolved."""
        super().verify(table)
        BATTLES.need_free(table)
        if not self.override:
            need_legal_deck(table, self.actor)

    def decide(self, draft: Draft) -> None:
        """Add the actor; if cards are being planned or played, it waits for the next round."""
        actor = self.actor
        set_up_fighter(draft, actor, self.side or actor_sheet.side_of(draft.table, actor))
        draft.note("drawing_joins", "CD-ROUND-3", actor=actor_name(draft.table, actor))
        battle = participants.need_battle(draft.table)
        if battle.phase is not Phase.DRAWING:
            battle_changes.change_fighter(draft, actor, ready=True)
        elif not battle.moment and actor_sheet.standing_bodies(draft.table, actor):
            gain_and_draw_for(draft, actor)


class AddSurroundings(BetweenActionsRequest):
    """The GM adds an Environment card to a battle that has begun."""

    RULES = ("CD-ENV-1", "CD-ENV-3")
    FLOW = BATTLES
    environment: Annotated[Environment, Asks(least=1)]

    def verify(self, table: Table) -> None:
        """Only while no card is being resolved."""
        super().verify(table)
        if not self.environment:
            raise Refused("drawing_no_environment", "CD-ENV-1", card="")
        _need_environment(table, self.environment)

    def decide(self, draft: Draft) -> None:
        """Add them."""
        lay_surroundings(draft, self.environment)


def need_two_sides(table: Table, fighters: Iterable[str], sides: Mapping[str, str]) -> None:
    """Raise Refused unless the undefeated fighters are on at least two sides (CD-ROUND-4)."""
    full = settings.word(table, "health_between_fights") == "full"
    up = [actor for actor in fighters if full or actor_sheet.standing_bodies(table, actor)]
    if len({sides.get(actor) or actor_sheet.side_of(table, actor) for actor in up}) < 2:
        raise Refused("drawing_two_sides", "CD-ROUND-4")


def need_legal_deck(table: Table, actor: str) -> None:
    """Raise Refused for a deck that may not enter combat (CD-DECK-5, CD-DECK-6)."""
    name = actor_name(table, actor)
    for unknown in actor_sheet.actor_sheet_of(table, actor).unknown:
        why = say(Message(key="drawing.deck.unknown", params={"name": unknown}))
        raise Refused("drawing_deck", "CD-DECK-3", actor=name, why=why)
    for flaw in actor_sheet.actor_deck_problems(table, actor):
        if not flaw.warning:
            raise Refused("drawing_deck", flaw.rule, "CD-DECK-6", actor=name, why=say(flaw.words))


def _need_environment(table: Table, named: tuple[str, ...]) -> None:
    known = settings.library(table).cards
    for card in named:
        if card not in known or ENVIRONMENT not in known[card].lists or known[card].disabled:
            raise Refused("drawing_no_environment", "CD-ENV-1", card=card[:60])


def begin_battle(draft: Draft, command: StartBattle, adrenaline: Mapping[str, int]) -> None:
    """Put the surroundings into play, set up all fighters, and begin the first round.

    Args:
        draft: what is being decided.
        command: the fighters and the surroundings.
        adrenaline: the starting Adrenaline of some fighters; all others have none (CD-UI-25).
    """
    outside_combat.put_away_cards(draft)
    draft.replace_procedure(replace(evening(draft.table), ended="", victor="", fought=()))
    draft.push_procedure(Battle())
    draft.emit(ZoneSet(zone=Zone(id=actor_zones.SURROUNDINGS, passing=True)))
    names = [actor_name(draft.table, actor) for actor in command.fighters]
    draft.note("drawing_starts", "CD-ROUND-2", reckoning=changed_option_messages(draft.table), fighters=names)
    lay_surroundings(draft, command.environment)
    for actor in command.fighters:
        set_up_fighter(draft, actor, command.sides.get(actor) or actor_sheet.side_of(draft.table, actor))
        if adrenaline.get(actor):
            battle_changes.set_adrenaline(draft, actor, adrenaline[actor])
    begin_round(draft)


def changed_option_messages(table: Table) -> tuple[Message, ...]:
    """Return the options that differ from the catalogue's defaults (CD-UI-27)."""
    return tuple(
        Message(key="drawing.option", params={"option": spec.label, "value": _value(name, table.option(name))})
        for name, spec in settings.option_specs().items()
        if table.option(name) != spec.default
    )


def _value(name: str, value: Json) -> Json:
    return tag_label(name, value) if isinstance(value, str) else value


def lay_surroundings(draft: Draft, named: tuple[str, ...]) -> None:
    """Put Environment cards into play (CD-ENV-1)."""
    library = settings.library(draft.table)
    for card in add_cards(draft, actor_zones.SURROUNDINGS, named):
        _owned_by(draft, NOBODY, (card,))
        battle_changes.to_field(draft, card, NOBODY, permanent=True)
        draft.note("drawing_surroundings", "CD-ENV-1", card=actor_zones.card_record_in(library, card).name)
        trigger_own_effects(draft, card, "enter")


def set_up_fighter(draft: Draft, actor: str, side: str) -> None:
    """Set an actor up: the whole deck shuffled, no Adrenaline, automatic cards in play (CD-ROUND-2, CD-AUTO-3)."""
    if settings.word(draft.table, "health_between_fights") == "full":
        for body in actor_sheet.bodies_of(draft.table, actor):
            battle_changes.set_health(draft, body.id, body.most)
    if not settings.flag(draft.table, "adrenaline_carry"):
        battle_changes.set_adrenaline(draft, actor, 0)
    actor_zones.make_zones(draft, actor, fighting=True)
    battle = participants.need_battle(draft.table)
    battle_changes.change_battle(draft, fighters={**battle.fighters, actor: FighterState(side=side)})
    person = actor_sheet.actor_sheet_of(draft.table, actor)
    pile = actor_zones.draw_pile_zone(actor)
    _owned_by(draft, actor, add_cards(draft, pile, faces_of(person.deck)))
    draft.shuffle(pile)
    library = settings.library(draft.table)
    for card in add_cards(draft, actor_zones.field_zone(actor), person.automatic):
        _owned_by(draft, actor, (card,))
        battle_changes.to_field(draft, card, actor, permanent=True)
        name = actor_zones.card_record_in(library, card).name
        draft.note("drawing_automatic", "CD-AUTO-1", actor=actor_name(draft.table, actor), card=name)
        trigger_own_effects(draft, card, "enter")


def faces_of(deck: Mapping[str, int]) -> tuple[str, ...]:
    """Return the cards of a deck one by one."""
    return tuple(card for card, count in deck.items() for _ in range(count))


def _owned_by(draft: Draft, actor: str, cards: tuple[str, ...]) -> None:
    battle = participants.need_battle(draft.table)
    battle_changes.change_battle(draft, owners={**battle.owners, **dict.fromkeys(cards, actor)})


# ---- offers ----------------------------------------------------------------------------------------------------------


def offers(context: OfferContext) -> Iterator[Offer]:
    """Yield the GM's offers to begin a battle, or to end it, to change who is in it, and to force it on."""
    table, seat, battle = context.table, context.seat, context.battle
    if not context.gm:
        return
    around = available_surroundings(table)
    if battle is None:
        yield from _start_offers(context, around)
        return
    if unfinished_actors(table):
        yield offer_of(table, ForceOn(seat=seat), at_cost_of=ALL_SEATS)
    between = denial(BATTLES.need_free, table)
    outside = tuple(actor for actor in context.noticed_actors if actor not in battle.fighters)
    sides = (*(fighter.side for fighter in battle.fighters.values()), actor_sheet.PARTY, actor_sheet.OPPOSITION)
    changes = _change_offers(seat, tuple(battle.fighters), outside, tuple(dict.fromkeys(sides)), around)
    yield from (offer.unless(between) for offer in changes)
    # It ends the battle without a question: keep it away from buttons that are used all the time.
    yield offer_of(None, EndBattle(seat=seat), rare=True)


@memo
def _change_offers(
    seat: str, fighters: tuple[str, ...], outside: tuple[str, ...], sides: tuple[str, ...], around: NamedChoices
) -> Iterator[Offer]:
    """Yield the offers to add an actor or surroundings to a battle, and to take an actor out."""
    yield from choice_offers(JoinBattle, seat, {"actor": OneOf(outside, "joins"), "side": sides})
    if around:
        yield offer_of(None, AddSurroundings(seat=seat, environment=()), asks={"environment": _cards_of(around)})
    yield from choice_offers(LeaveBattle, seat, {"actor": OneOf(fighters, "leaves")})


@memo
def _cards_of(around: NamedChoices) -> Asks:
    return Asks(choices=tuple(id_ for id_, _ in around), called=choice_labels(around))


def _start_offers(context: OfferContext, around: NamedChoices) -> Iterator[Offer]:
    """Yield the offers of a battle with the usual sides, and with others, such as player against player."""
    table, there = context.table, tuple(actor.id for actor in context.known_actors)
    if len(there) < 2:
        return
    start = StartBattle(seat=context.seat, fighters=publicly_present(table, usual_fighters(table, there)))
    asks = {"fighters": there, "environment": _cards_of(around) if around else None}
    yield offer_of(None, start, asks=asks).unless(denial(need_two_sides, table, there, {}))
    sided = replace(start, sides={actor: actor_sheet.side_of(table, actor) for actor in there})
    offer = offer_of(None, sided, name="start_battle_sides", asks=asks)
    yield replace(offer, questions=(*offer.questions, *(_side_question(actor, context.name(actor)) for actor in there)))


def _side_question(actor: str, name: str) -> Question:
    return Question(
        field="sides",
        part=actor,
        kind=QuestionKind.CHOICE,
        label=Message(key="ask.side_of", params={"actor": name}),
        choices=(actor_sheet.PARTY, actor_sheet.OPPOSITION),
        own_words=True,
        optional=True,
    )


def available_surroundings(table: Table) -> NamedChoices:
    """Return the Environment cards that the group can put into play, with their names (CD-ENV-1)."""
    cards = settings.library(table).cards.values()
    return tuple((card.id, card.name) for card in cards if ENVIRONMENT in card.lists and not card.disabled)


@memo
def choice_labels(named: NamedChoices) -> dict[str, Message]:
    """Return the label of each choice."""
    return {id_: Message(key="drawing.named", params={"name": name}) for id_, name in named}


def usual_fighters(table: Table, there: tuple[str, ...]) -> tuple[str, ...]:
    """Return the default fighters: all undefeated actors with a deck."""
    full = settings.word(table, "health_between_fights") == "full"
    return tuple(
        actor
        for actor in there
        if actor_sheet.actor_sheet_of(table, actor).deck and (full or actor_sheet.standing_bodies(table, actor))
    )
