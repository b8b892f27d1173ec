"""The table: the whole state of a game at one moment."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model.cards import face_of, in_printed_order
from engine.model.frozen import Frozen, Json
from engine.model.seats import GM_ROLE, Actor, Seat
from engine.model.zones import Zone, is_separate_deck


class Procedure:
    """Something in progress that defines who acts next. Rulesets subclass it as structs, tagged `procedure`."""

    __slots__ = ()


class Table(Frozen):
    """The whole state of a game, frozen; a move makes a new one that shares what did not change.

    Attributes:
        ruleset: the id of the game.
        options: the group's choices by name, complete.
        scene: option values that override `options` in the current scene.
        seats: people in seating order, by id.
        actors: characters by id.
        zones: places with cards by id.
        chips: bags of chips by name, each a count by colour.
        clock: the time of the story in seconds.
        lists: the group's own editable lists (weapons, armour …), rows as plain data.
        procedures: the procedures in progress, outermost first; the last one is active.
        away: cards that were removed from the table face down. Nobody knows which they were, so a real card may be one.
    """

    ruleset: str
    options: Mapping[str, Json] = {}
    scene: Mapping[str, Json] = {}
    seats: Mapping[str, Seat] = {}
    actors: Mapping[str, Actor] = {}
    zones: Mapping[str, Zone] = {}
    chips: Mapping[str, Mapping[str, int]] = {}
    clock: int = 0
    lists: Mapping[str, tuple[Mapping[str, Json], ...]] = {}
    procedures: tuple[Procedure, ...] = ()
    away: tuple[str, ...] = ()

    def option(self, name: str) -> Json:
        """Return the current value of an option. Raises KeyError for a name that the ruleset does not have."""
        return self.scene[name] if name in self.scene else self.options[name]

    def gm(self) -> str:
        """Return the GM's seat, or an empty string at a table without one."""
        for seat in self.seats.values():  # a plain loop, as it runs after each command of a fight
            if seat.role is GM_ROLE:
                return seat.id
        return ""

    def is_gm(self, seat: str) -> bool:
        """Say whether a seat is the GM's."""
        found = self.seats.get(seat)
        return found is not None and found.role is GM_ROLE

    def may_read(self, actor: Actor, viewer: str) -> bool:
        """Say whether a viewer may read the record and the numbers of a character."""
        return not actor.secret or viewer == actor.seat or self.is_gm(viewer)

    def zone_of(self, card: str) -> str | None:
        """Return the zone that holds a card, or None if the card is not on the table."""
        return next((z.id for z in self.zones.values() if card in z.cards), None)

    def cards_in(self, zone: str) -> tuple[str, ...]:
        """Return the cards in a zone; none if there is no such zone."""
        found = self.zones.get(zone)
        return () if found is None else found.cards

    def all_cards(self) -> tuple[str, ...]:
        """Return every card on the table, zone by zone."""
        return tuple(card for zone in self.zones.values() for card in zone.cards)

    def possible_cards(self) -> tuple[str, ...]:
        """Return every card that may be on the table, as far as the group can know."""
        return (*self.all_cards(), *self.away)

    def has_separate_decks(self) -> bool:
        """Say whether there are several decks that are never mixed; the back of a card then shows its deck."""
        return sum(is_separate_deck(zone) for zone in self.zones) > 1

    def possible_faces(self) -> tuple[str, ...]:
        """Return every face that a card on this table may have, in an order that reveals no positions."""
        return in_printed_order({face_of(card) for card in self.possible_cards()})
