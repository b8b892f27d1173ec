"""What can be done by hand with a seat, a character, a pile, chips or a card, whatever the rules offer."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.commands import Command
from engine.play.game import Game
from engine.play.moves import (
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
from engine.play.names import bag_name, zone_name
from engine.play.offers import Ask, AskKind, Denial, Offer, ask, offered
from engine.table.cards import in_printed_order, standard_decks
from engine.table.seats import Seat
from engine.table.table import Table
from engine.table.zones import Sight, Zone

TURNS = ("0", "90", "180", "270")
"""How far a seat may be turned, in degrees."""


class Handling:
    """What a viewer can do by hand.

    On the common screen the GM's hand does it, or the owner's where it is somebody's card.

    Args:
        game: the rules, which may forbid a move by hand.
        table: as it is now.
        viewer: whose eyes; a seat does what it may do itself.
    """

    def __init__(self, game: Game, table: Table, viewer: str) -> None:
        self._game, self._table, self._viewer = game, table, viewer
        self._hand = viewer if viewer in table.seats else table.gm()

    def everywhere(self, newcomer: str) -> Iterator[Offer]:
        """Yield what can be found by name: who comes, changes and goes, and what can be done with piles.

        Args:
            newcomer: a seat's id that nobody ever had here, or old secrets would be read by somebody else.
        """
        yield from self.newcomer(newcomer)
        for seat in self._table.seats:
            yield from self.seat(seat)
        for actor in self._table.actors:
            yield from self.actor(actor)
        for zone in self._table.zones:
            yield from self.pile(zone)

    def newcomer(self, newcomer: str) -> Iterator[Offer]:
        """Yield how somebody sits down at the table."""
        if self._is_gm:
            join = JoinSeat(seat=self._hand, id=newcomer, name="")
            named = JoinSeat(seat=self._hand, id=newcomer, name=newcomer)
            yield self._told(offered("join_seat", join, asks=(_name(),)), named)

    def seat(self, seat: str) -> Iterator[Offer]:
        """Yield what can be done about a person at the table; a player changes only the own seat."""
        found = self._table.seats.get(seat)
        if found is None or not (self._is_gm or seat == self._viewer):
            return
        yield self._edit(found)
        leave = LeaveSeat(seat=self._hand, id=seat)
        if not found.is_gm:
            yield self._told(offered(f"leave_seat:{seat}", leave, seat=found.name), leave)

    def _edit(self, seat: Seat) -> Offer:
        command = EditSeat(seat=self._hand, id=seat.id, name=seat.name, turn=seat.turn)
        asks = (_name(), ask("seat_turn", AskKind.CHOICE, TURNS, field="turn", optional=True))
        return self._told(offered(f"edit_seat:{seat.id}", command, asks=asks, seat=seat.name), command)

    def actor(self, actor: str) -> Iterator[Offer]:
        """Yield how a character that the GM leads comes into everybody's sight, or out of it again."""
        found = self._table.actors.get(actor)
        if found is None or found.archived or not (self._is_gm and self._table.may_read(found, self._viewer)):
            return
        if self._table.is_gm(found.seat):
            name = "show_actor" if found.secret else "hide_actor"
            edit = EditActor(seat=self._hand, actor=actor, secret=not found.secret)
            yield self._told(offered(f"{name}:{actor}", edit, actor=found.name), edit)

    def pile(self, zone: str) -> Iterator[Offer]:
        """Yield what can be done with all that lies in a place."""
        lying = self._table.zones.get(zone)
        if lying is None:
            return
        name = zone_name(self._table, zone)
        if not lying.owners and len(lying.cards) > 1:
            shuffle = ShuffleZone(seat=self._hand, zone=zone)
            yield self._told(offered(f"shuffle_zone:{zone}", shuffle, zone=name), shuffle)
        if self._is_gm:
            add = AddCards(seat=self._hand, zone=zone, faces=())
            faces = ask("faces", AskKind.FACES, self._faces(), least=1)
            yield offered(f"add_cards:{zone}", add, asks=(faces,), zone=name)

    def chips(self, bag: str, colour: str = "") -> Iterator[Offer]:
        """Yield where the chips of a bag can be laid: those of one colour, or of every colour that lies in it."""
        held = self._table.chips.get(bag, {})
        there = [c for c, n in held.items() if n > 0 and colour in ("", c)]
        for one in there if self._knows(bag) else ():
            count = ask("chip_count", AskKind.NUMBER, field="chips", part=one, least=1, most=held[one])
            for other in self._table.chips:
                if other == bag or not self._knows(other):
                    continue
                move = MoveChips(seat=self._hand, source=bag, target=other, chips={one: 1})
                source, target = (bag_name(self._table, each) for each in (bag, other))
                name = f"move_chips:{bag}:{one}:{other}"
                told = offered(name, move, asks=(count,), colour=one, source=source, target=target)
                yield self._told(told, move)

    def _knows(self, bag: str) -> bool:
        """Say whether the viewer may know whose a bag is."""
        actor = self._table.actors.get(bag)
        return actor is None or not actor.secret or self._table.may_read(actor, self._viewer)

    def number(self, actor: str, track: str) -> Iterator[Offer]:
        """Yield how a number of a character is set, where the viewer may know it."""
        found = self._table.actors.get(actor)
        if found is None or track not in found.tracks or not self._table.may_read(found, self._viewer):
            return
        now = found.tracks[track]
        least = 0 if now.least is None else now.least
        value = ask("track_value", AskKind.NUMBER, field="value", least=least, most=now.most)
        command = SetTrack(seat=self._hand, actor=actor, track=track, value=now.value)
        told = offered(f"set_track:{actor}:{track}", command, asks=(value,), actor=found.name, track=track)
        yield self._told(told, command)

    def card(self, zone: str, index: int) -> Iterator[Offer]:
        """Yield what can be done with one card where it lies, told by its place alone."""
        lying = self._table.zones.get(zone)
        if lying is None or not 0 <= index < len(lying.cards):
            return
        place = (f"{zone}#{index}",)
        turned = self._turned(lying, lying.cards[index])
        turn = TurnCards(seat=self._hand_on(lying), cards=place, face=turned[1])
        yield self._told(offered(f"{turned[0]}:{place[0]}", turn), turn)
        if self._is_gm:
            remove = RemoveCards(seat=self._hand, cards=place)
            yield self._told(offered(f"remove_card:{place[0]}", remove), remove)

    @property
    def _is_gm(self) -> bool:
        return self._table.is_gm(self._hand)

    def _hand_on(self, zone: Zone) -> str:
        """Return who touches the cards of a zone: on the common screen whoever they belong to."""
        mine = self._viewer in self._table.seats
        return self._hand if mine or not zone.owners else zone.owners[0]

    def _turned(self, zone: Zone, card: str) -> tuple[str, str]:
        """Return which way a card can be turned and how: back to what is usual there, if it lies otherwise."""
        is_open, usual = zone.may_see(card, ""), zone.sight is Sight.EVERYONE
        word = "turn_down" if is_open else "turn_up"
        return word, "as_zone" if is_open != usual else "down" if is_open else "up"

    def _faces(self) -> tuple[str, ...]:
        """Return the faces that this table knows, in an order that tells nothing of where they lie."""
        known, standard = self._table.faces(), standard_decks(1, ())
        return known if set(standard).isdisjoint(known) else in_printed_order({*known, *standard})

    def _told(self, offer: Offer, tried: Command) -> Offer:
        """Return an offer with the reason if the rules would refuse it as it is tried."""
        refused = self._game.refusal(self._table, tried)
        return offer if refused is None else offer.unless(Denial.of(refused))


def _name() -> Ask:
    return ask("person", AskKind.TEXT, field="name", least=1)
