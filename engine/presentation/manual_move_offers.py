"""Offers of moves by hand: for seats, characters, piles, chips and cards, independent of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.commands import Command
from engine.core.manual_moves import (
    AddCards,
    EditActor,
    EditSeat,
    JoinSeat,
    LeaveSeat,
    MoveChips,
    RemoveCards,
    SetTrack,
    ShuffleZone,
    TurnCards,
)
from engine.messages.display_names import bag_name, zone_name
from engine.model.cards import in_printed_order, standard_decks
from engine.model.seats import Seat
from engine.model.table import Table
from engine.model.zones import Sight, Zone
from engine.presentation.game import Game
from engine.presentation.offers import Denial, Offer, Question, QuestionKind, make_offer, question

TURNS = ("0", "90", "180", "270")
"""Possible rotations of a seat, in degrees."""


class ManualMoveOffers:
    """The moves by hand that a viewer can make.

    On the shared screen the GM makes them, or the owner of the card.

    Args:
        game: the rules, which may forbid a move by hand.
        table: the current table.
        viewer: the viewer; a seat makes the moves that it may make itself.
    """

    def __init__(self, game: Game, table: Table, viewer: str) -> None:
        self._game, self._table, self._viewer = game, table, viewer
        self._hand = viewer if viewer in table.seats else table.gm()

    def all_offers(self, newcomer: str) -> Iterator[Offer]:
        """Yield the offers that can be found by name: seats, characters and piles.

        Args:
            newcomer: a seat id that was never used here, so that a new person cannot read the secrets of a former one.
        """
        yield from self.join_offers(newcomer)
        for seat in self._table.seats:
            yield from self.seat_offers(seat)
        for actor in self._table.actors:
            yield from self.character_offers(actor)
        for zone in self._table.zones:
            yield from self.pile_offers(zone)

    def join_offers(self, newcomer: str) -> Iterator[Offer]:
        """Yield the offer to add a person to the table."""
        if self._is_gm:
            join = JoinSeat(seat=self._hand, id=newcomer, name="")
            named = JoinSeat(seat=self._hand, id=newcomer, name=newcomer)
            yield self._with_denial(make_offer("join_seat", join, questions=(_name(),)), named)

    def seat_offers(self, seat: str) -> Iterator[Offer]:
        """Yield the offers for a person at the table; a player changes only their own seat."""
        found = self._table.seats.get(seat)
        if found is None or not (self._is_gm or seat == self._viewer):
            return
        yield self._edit(found)
        leave = LeaveSeat(seat=self._hand, id=seat)
        if not found.is_gm:
            yield self._with_denial(make_offer(f"leave_seat:{seat}", leave, seat=found.name), leave)

    def _edit(self, seat: Seat) -> Offer:
        command = EditSeat(seat=self._hand, id=seat.id, name=seat.name, turn=seat.turn)
        asks = (_name(), question("seat_turn", QuestionKind.CHOICE, TURNS, field="turn", optional=True))
        return self._with_denial(make_offer(f"edit_seat:{seat.id}", command, questions=asks, seat=seat.name), command)

    def character_offers(self, actor: str) -> Iterator[Offer]:
        """Yield the offer to show a character of the GM to everybody, or to hide it."""
        found = self._table.actors.get(actor)
        if found is None or found.archived or not (self._is_gm and self._table.may_read(found, self._viewer)):
            return
        if self._table.is_gm(found.seat):
            name = "show_actor" if found.secret else "hide_actor"
            edit = EditActor(seat=self._hand, actor=actor, secret=not found.secret)
            yield self._with_denial(make_offer(f"{name}:{actor}", edit, actor=found.name), edit)

    def pile_offers(self, zone: str) -> Iterator[Offer]:
        """Yield the offers for all cards in a zone."""
        zone_state = self._table.zones.get(zone)
        if zone_state is None:
            return
        name = zone_name(self._table, zone)
        if not zone_state.owners and len(zone_state.cards) > 1:
            shuffle = ShuffleZone(seat=self._hand, zone=zone)
            yield self._with_denial(make_offer(f"shuffle_zone:{zone}", shuffle, zone=name), shuffle)
        if self._is_gm:
            add = AddCards(seat=self._hand, zone=zone, faces=())
            faces = question("faces", QuestionKind.FACES, self._faces(), least=1)
            yield make_offer(f"add_cards:{zone}", add, questions=(faces,), zone=name)

    def chip_offers(self, bag: str, colour: str = "") -> Iterator[Offer]:
        """Yield the offers to move chips from a bag: those of one colour, or of every colour in it."""
        held = self._table.chips.get(bag, {})
        colours = [c for c, n in held.items() if n > 0 and colour in ("", c)]
        for one in colours if self._knows_owner(bag) else ():
            count = question(
                "chip_count", QuestionKind.NUMBER, field="chips", part=one, zone=bag, least=1, most=held[one]
            )
            for other in self._table.chips:
                if other == bag or not self._knows_owner(other):
                    continue
                move = MoveChips(seat=self._hand, source=bag, target=other, chips={one: 1})
                source, target = (bag_name(self._table, each) for each in (bag, other))
                name = f"move_chips:{bag}:{one}:{other}"
                offer = make_offer(name, move, questions=(count,), colour=one, source=source, target=target)
                yield self._with_denial(offer, move)

    def _knows_owner(self, bag: str) -> bool:
        """Say whether the viewer may know the owner of a bag."""
        actor = self._table.actors.get(bag)
        return actor is None or not actor.secret or self._table.may_read(actor, self._viewer)

    def track_offers(self, actor: str, track: str) -> Iterator[Offer]:
        """Yield the offer to set a number of a character that the viewer may read."""
        found = self._table.actors.get(actor)
        if found is None or track not in found.tracks or not self._table.may_read(found, self._viewer):
            return
        current = found.tracks[track]
        least = 0 if current.least is None else current.least
        value = question("track_value", QuestionKind.NUMBER, field="value", least=least, most=current.most)
        command = SetTrack(seat=self._hand, actor=actor, track=track, value=current.value)
        offer = make_offer(f"set_track:{actor}:{track}", command, questions=(value,), actor=found.name, track=track)
        yield self._with_denial(offer, command)

    def card_offers(self, zone: str, index: int) -> Iterator[Offer]:
        """Yield the offers for one card, named only by its position."""
        zone_state = self._table.zones.get(zone)
        if zone_state is None or not 0 <= index < len(zone_state.cards):
            return
        place = (f"{zone}#{index}",)
        direction = self._turn_direction(zone_state, zone_state.cards[index])
        turn = TurnCards(seat=self._seat_for(zone_state), cards=place, face=direction[1])
        yield self._with_denial(make_offer(f"{direction[0]}:{place[0]}", turn), turn)
        if self._is_gm:
            remove = RemoveCards(seat=self._hand, cards=place)
            yield self._with_denial(make_offer(f"remove_card:{place[0]}", remove), remove)

    @property
    def _is_gm(self) -> bool:
        return self._table.is_gm(self._hand)

    def _seat_for(self, zone: Zone) -> str:
        """Return the seat that touches the cards of a zone; on the shared screen that is their owner."""
        mine = self._viewer in self._table.seats
        return self._hand if mine or not zone.owners else zone.owners[0]

    def _turn_direction(self, zone: Zone, card: str) -> tuple[str, str]:
        """Return the direction in which a card can be turned: back to the zone's default, if it differs from it."""
        is_open, usual = zone.may_see(card, ""), zone.sight is Sight.EVERYONE
        word = "turn_down" if is_open else "turn_up"
        return word, "as_zone" if is_open != usual else "down" if is_open else "up"

    def _faces(self) -> tuple[str, ...]:
        """Return the faces of this table, in an order that does not reveal where the cards are."""
        known, standard = self._table.possible_faces(), standard_decks(1, ())
        return known if set(standard).isdisjoint(known) else in_printed_order({*known, *standard})

    def _with_denial(self, offer: Offer, command: Command) -> Offer:
        """Return an offer with a denial if the rules refuse the command."""
        refused = self._game.refusal(self._table, command)
        return offer if refused is None else offer.unless(Denial.of(refused))


def _name() -> Question:
    return question("person", QuestionKind.TEXT, field="name", least=1)
