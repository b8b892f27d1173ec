"""Dice and cards as one viewer saw them come, counted from the gestures of a history.

Only what the viewer saw counts: dice of a gesture whose log lines the viewer may read, and cards that were seen as they
were drawn. Standard cards count while the viewer knows what the pile was made of: from a shuffle at which no card lay
hidden elsewhere and none had been removed face down, until a card is put back, moved or turned over there.

>>> from engine.core.events import Noted, Rolled
>>> line = Noted(message=Message(key="log.rolled", params={"seat": "Tom"}))
>>> counts = DiceAndCardCounts(Table(ruleset="tiny"), "shared")
>>> counts.add((Rolled(kind="d6", faces=(6, 2)), line))
>>> [(roll.sides, roll.face, roll.name) for roll in counts.rolls]
[(6, 6, 'Tom'), (6, 2, 'Tom')]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.core.commands import Command
from engine.core.events import (
    CardsAdded,
    CardsMoved,
    CardsRemoved,
    CardsSwapped,
    CardsTurned,
    Event,
    Noted,
    Rolled,
    ZoneShuffled,
)
from engine.core.evolve import evolve
from engine.core.manual_moves import ArrangeZone, MoveCards
from engine.messages.message import Message
from engine.model.cards import suit_of
from engine.model.frozen import Frozen
from engine.model.table import Table
from engine.model.zones import Sight

_NAMED_BY = ("seat", "actor")


class SeenRoll(Frozen):
    """One die that was rolled: its sides, its face, and the name that the log line gives; empty for none."""

    sides: int
    face: int
    name: str = ""


class PileDraws(Frozen):
    """Cards that were seen as they were drawn from one pile after one shuffle.

    Attributes:
        made_of: the number of standard cards of each suit (`suit_of`) in the pile when it was shuffled.
        drawn: the number of those that were seen as they were drawn.
    """

    made_of: Mapping[str, int]
    drawn: Mapping[str, int]


class DiceAndCardCounts:
    """Counts gestures one after the other.

    Args:
        table: the table before the first gesture.
        viewer: the viewer.
        cards: whether cards count; with real cards nobody here knows what is in a pile.

    Attributes:
        rolls: the dice that count.
        uncounted: the number of standard cards that the viewer saw come from a pile of which it did not know enough.
    """

    def __init__(self, table: Table, viewer: str, *, cards: bool = True) -> None:
        self._table, self._viewer, self._cards = table, viewer, cards
        self._piles: dict[str, tuple[Counter[str], Counter[str]]] = {}
        self._draws: list[PileDraws] = []
        self.rolls: list[SeenRoll] = []
        self.uncounted = 0

    @property
    def draws(self) -> tuple[PileDraws, ...]:
        """The cards that count, by pile and shuffle."""
        return (*self._draws, *(_draws_of(*pile) for pile in self._piles.values() if pile[1].total()))

    def start(self) -> None:
        """Forget the counts, not what is known of the piles: what counts begins with the next gesture."""
        self.rolls.clear()
        self._draws.clear()
        self._piles = {zone: (made, Counter()) for zone, (made, _) in self._piles.items()}
        self.uncounted = 0

    def add(self, events: Iterable[Event], command: Command | None = None) -> None:
        """Count the events of one gesture; a pile that its command arranges by hand is not shuffled."""
        rolls, told, waiting = list[SeenRoll](), False, 0
        for event in events:
            match event:
                case Rolled(kind=kind, faces=faces):
                    rolls += (SeenRoll(sides=int(kind.removeprefix("d")), face=face) for face in faces)
                case Noted(message=message, audience=audience) if audience is None or self._viewer in audience:
                    told, name = True, _name_in(message)
                    rolls[waiting:] = [SeenRoll(sides=r.sides, face=r.face, name=name) for r in rolls[waiting:]]
                    waiting = len(rolls)
                case _:
                    pass
            if self._cards:
                self._follow(event, arranged=isinstance(command, MoveCards | ArrangeZone))
        if told:
            self.rolls += rolls

    def _follow(self, event: Event, *, arranged: bool) -> None:
        before, self._table = self._table, evolve(self._table, event)
        match event:
            case ZoneShuffled(zone=zone):
                self._close(zone)
                if not arranged and self._knows_all_but(zone):
                    self._piles[zone] = (_suits(event.order), Counter())
            case CardsMoved(cards=cards, source=source, target=target):
                if source != target:
                    self._close(target)
                    self._count(before, cards, source, target)
            case CardsTurned(zone=zone) | CardsAdded(zone=zone) | CardsRemoved(zone=zone):
                self._close(zone)
            case CardsSwapped(zone=zone, other_zone=other):
                self._close(zone)
                self._close(other)
            case _:
                pass

    def _count(self, before: Table, cards: Iterable[str], source: str, target: str) -> None:
        old, new = before.zones[source], self._table.zones[target]
        if old.sight is not Sight.NOBODY:
            return
        seen = _suits(c for c in cards if new.may_see(c, self._viewer) and not old.may_see(c, self._viewer))
        pile = self._piles.get(source)
        if pile is None:
            self.uncounted += seen.total()
        else:
            pile[1].update(seen)

    def _knows_all_but(self, zone: str) -> bool:
        """Say whether the viewer knows which cards are in a zone: it sees every other card that may be on the table.

        What lies hidden may be any card, so its face says nothing here.
        """
        zones, viewer = self._table.zones, self._viewer
        if zones[zone].sight is not Sight.NOBODY or self._table.away:
            return False
        others = (other for other in zones.values() if other.id != zone)
        return all(other.may_see(card, viewer) for other in others for card in other.cards)

    def _close(self, zone: str) -> None:
        """Forget the contents of a pile that changed."""
        made, drawn = self._piles.pop(zone, (Counter[str](), Counter[str]()))
        if drawn.total():
            self._draws.append(_draws_of(made, drawn))


def _draws_of(made: Counter[str], drawn: Counter[str]) -> PileDraws:
    return PileDraws(made_of=dict(made), drawn=dict(drawn))


def _suits(cards: Iterable[str]) -> Counter[str]:
    """Count standard cards by their suits."""
    return Counter(suit for card in cards if (suit := suit_of(card)))


def _name_in(message: Message) -> str:
    """Return who a line is about, as the line itself names it."""
    names = (message.params.get(key) for key in _NAMED_BY)
    return next((name for name in names if isinstance(name, str)), "")
