"""Offers of a game without code: draw, play, take, deal, turns, dice and chips, all from its data."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.audience import readable_actors
from engine.core.draft import find_procedure
from engine.core.manual_moves import MoveCards, MoveChips, RollDice, TurnCards
from engine.kit.table_setup import TableSetup
from engine.kit.without_code.deal_commands import CollectCards, DealCards, DeckCommands, ReturnDiscards
from engine.kit.without_code.turn_marker import BeginTurns, EndTurns, PassTurn, SetInitiative, TurnMarker, seat_in_turn
from engine.messages.display_names import bag_name, zone_name
from engine.messages.message import Message
from engine.messages.refusal import Refused
from engine.model.frozen import replace
from engine.model.table import Table
from engine.model.zones import Sight, Zone, hand_of
from engine.presentation.offers import Denial, Drag, Offer, QuestionKind, make_offer, question, with_denial

_MOST_CHOICES = 200


class TableOffers:
    """The offers of one seat on one table, with no more information than a viewer may have."""

    def __init__(self, setup: TableSetup, decks: DeckCommands, table: Table, seat: str, viewer: str) -> None:
        self._setup, self._decks, self._table, self._seat, self._viewer = setup, decks, table, seat, viewer
        self._hand = table.zones.get(hand_of(seat))
        self._leads = table.is_gm(seat) or not table.gm()

    def all_offers(self) -> Iterator[Offer]:
        """Yield them, the turn first."""
        yield from self._turns()
        yield from self._draws()
        yield from self._plays()
        yield from self._takes()
        yield from self._reveals()
        yield from self._rolls()
        yield from self._chips()
        yield from self._deals()

    # Cards -----------------------------------------------------------------------------------------------

    def _draws(self) -> Iterator[Offer]:
        """Yield the offers to draw the top card of a deck, and to bring its discards back."""
        for deck in self._setup.decks:
            pile = self._table.zones.get(deck.zone)
            if pile is None or self._hand is None:
                continue
            draw = MoveCards(seat=self._seat, cards=(f"{deck.zone}#0",), target=self._hand.id)
            offer = self._offer(f"draw_from:{deck.zone}", draw, Drag(source=deck.zone, target=self._hand.id), pile)
            yield offer if pile.cards else offer.unless(Denial.of(Refused("deck_empty", zone=self._name(deck.zone))))
            if deck.discard:
                back = ReturnDiscards(seat=self._seat, deck=deck.zone)
                made = make_offer(
                    f"return_discards:{deck.zone}", back, rare=bool(pile.cards), zone=self._name(deck.zone)
                )
                yield with_denial(self._table, made, self._decks.verify_return)

    def _plays(self) -> Iterator[Offer]:
        """Yield the offers to play a card of the hand to each place where cards may be played.

        In the seat's own turn that is a natural next step.
        """
        if self._hand is None or not self._hand.cards:
            return
        places = [deck.discard for deck in self._setup.decks if deck.discard]
        for zone in self._setup.zones:
            places += [f"{zone.id}:{self._seat}" if zone.owner == "seat" else zone.id] if zone.play else []
        for place in places:
            if place in self._table.zones and self._may_use(self._table.zones[place]):
                yield self._from_hand(self._hand, place)

    def _from_hand(self, hand: Zone, place: str) -> Offer:
        command = MoveCards(seat=self._seat, cards=(f"{hand.id}#0",), target=place, at=0)
        which = question(
            "card_to_play", QuestionKind.CARDS, self._seen(hand), field="cards", zone=hand.id, least=1, most=1
        )
        offer = self._offer(f"play_to:{place}", command, Drag(source=hand.id, target=place), self._table.zones[place])
        return replace(offer, questions=(which,), primary=self._is_in_turn())

    def _takes(self) -> Iterator[Offer]:
        """Yield the offers to take a card of a common or own place into the hand."""
        if self._hand is None:
            return
        places = [(deck.discard, True) for deck in self._setup.decks if deck.discard and deck.take_discard]
        for zone in self._setup.zones:
            places += [(f"{zone.id}:{self._seat}" if zone.owner == "seat" else zone.id, False)] if zone.take else []
        for place, top_only in places:
            pile = self._table.zones.get(place)
            if pile is None or not pile.cards or not self._may_use(pile):
                continue
            command = MoveCards(seat=self._seat, cards=(f"{place}#0",), target=self._hand.id)
            offer = self._offer(f"take_from:{place}", command, Drag(source=place, target=self._hand.id), pile)
            if not top_only and len(pile.cards) > 1 and pile.is_open_to(self._viewer):
                which = question(
                    "card_to_take", QuestionKind.CARDS, self._seen(pile), field="cards", zone=place, least=1
                )
                offer = replace(offer, questions=(which,))
            yield offer

    def _reveals(self) -> Iterator[Offer]:
        """Yield the offers to turn up what lies face down in a place of each seat: one's own, or for the GM all."""
        for zone in self._setup.zones:
            if zone.owner != "seat" or zone.sight is Sight.EVERYONE:
                continue
            owners = self._table.seats if self._table.is_gm(self._seat) else (self._seat,)
            places = [self._table.zones[name] for seat in owners if (name := f"{zone.id}:{seat}") in self._table.zones]
            hidden = tuple(
                f"{place.id}#{at}"
                for place in places
                for at, card in enumerate(place.cards)
                if not place.may_see(card, "")
            )
            if hidden:
                yield make_offer(f"reveal_cards:{zone.id}", TurnCards(seat=self._seat, cards=hidden, face="up"))

    def _may_use(self, zone: Zone) -> bool:
        return not zone.owners or self._seat in zone.owners

    def _seen(self, zone: Zone) -> tuple[str, ...]:
        """Return the cards of a zone by their ids, and hidden ones by their positions."""
        return tuple(
            card if zone.may_see(card, self._viewer) else f"{zone.id}#{at}"
            for at, card in enumerate(zone.cards[:_MOST_CHOICES])
        )

    def _deals(self) -> Iterator[Offer]:
        """Yield the dealer's offers."""
        hands = [self._table.zones[hand_of(seat)] for seat in self._table.seats if hand_of(seat) in self._table.zones]
        if not self._leads or not self._setup.decks:
            return
        for deck in self._setup.decks:
            if deck.deal and deck.zone in self._table.zones and hands:
                count = question("cards_each", QuestionKind.NUMBER, field="count", least=1, most=60, optional=True)
                deal = DealCards(seat=self._seat, deck=deck.zone, count=deck.deal)
                unused = not any(hand.cards for hand in hands)
                offer = make_offer(
                    f"deal_cards:{deck.zone}",
                    deal,
                    questions=(count,),
                    primary=unused,
                    rare=not unused,
                    count=deck.deal,
                    zone=self._name(deck.zone),
                )
                yield with_denial(self._table, offer, self._decks.verify_deal)
        collect = make_offer("collect_cards", CollectCards(seat=self._seat), rare=True)
        yield with_denial(self._table, collect, self._decks.verify_collect)

    def _offer(self, name: str, command: MoveCards, drag: Drag, place: Zone) -> Offer:
        return make_offer(name, command, drag=drag, zone=self._name(place.id))

    def _name(self, zone: str) -> str:
        return zone_name(self._table, zone)

    # Turns -----------------------------------------------------------------------------------------------

    def _turns(self) -> Iterator[Offer]:
        if not self._setup.turns:
            return
        marker = find_procedure(self._table, TurnMarker)
        if marker is None:
            seats = tuple(seat.id for seat in self._table.seats.values() if self._setup.gm_plays or not seat.is_gm)
            if self._leads and (seats or self._setup.turns == "initiative"):
                yield make_offer(
                    "begin_turns", BeginTurns(seat=self._seat, seats=seats if self._setup.turns == "seats" else ())
                )
            return
        own = self._is_in_turn()
        if own or self._leads:
            passing = make_offer("pass_turn", PassTurn(seat=self._seat), primary=own)
            yield with_denial(self._table, passing)
        if not marker.seats:
            yield from self._initiatives()
        if self._leads:
            yield make_offer("end_turns", EndTurns(seat=self._seat), rare=True)

    def _is_in_turn(self) -> bool:
        marker = find_procedure(self._table, TurnMarker)
        return marker is not None and seat_in_turn(self._table, marker) == self._seat

    def _initiatives(self) -> Iterator[Offer]:
        """Yield the offers to enter the initiative of a character."""
        for actor in readable_actors(self._table, self._viewer):
            if actor.archived or (actor.seat != self._seat and not self._table.is_gm(self._seat)):
                continue
            number = question("initiative_number", QuestionKind.NUMBER, field="number", least=-99, most=99)
            command = SetInitiative(seat=self._seat, actor=actor.id, number=0)
            yield make_offer(f"set_initiative:{actor.id}", command, questions=(number,), actor=actor.name)

    # Dice and chips --------------------------------------------------------------------------------------

    def _rolls(self) -> Iterator[Offer]:
        for number, (name, dice) in enumerate(self._setup.dice.items()):
            roll = RollDice(seat=self._seat, dice=dice, reason=name)
            yield make_offer(f"roll_dice:{number}", roll, reason=name, dice=dice)

    def _chips(self) -> Iterator[Offer]:
        """Yield the offers to take chips from a common bag, and to put own chips into it."""
        if self._seat not in self._table.chips:
            return
        for bag in self._setup.bags:
            if bag not in self._table.chips:
                continue
            yield from self._chips_between(bag, self._seat, "take_chips")
            yield from self._chips_between(self._seat, bag, "give_chips")

    def _chips_between(self, source: str, target: str, name: str) -> Iterator[Offer]:
        bag = source if name == "take_chips" else target
        for colour, held in self._table.chips[source].items():
            if held < 1:
                continue
            count = question(
                "chip_count", QuestionKind.NUMBER, field="chips", part=colour, zone=source, least=1, most=held
            )
            move = MoveChips(seat=self._seat, source=source, target=target, chips={colour: 1})
            drag = Drag(source=source, target=target, colour=colour)
            yield replace(
                make_offer(
                    f"{name}:{bag}:{colour}",
                    move,
                    questions=(count,),
                    drag=drag,
                    colour=colour,
                    bag=bag_name(self._table, bag),
                ),
                group=Message(key="offer_group.chips"),
            )
