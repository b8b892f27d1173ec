"""Moments of a gesture: the dice, revealed cards and results that everybody looks at, as one viewer saw them.

A moment ends with the log line that tells it. A line makes a moment of its own if the texts have a headline for it:
`headline.<key>` for the line `log.<key>`, with the same parameters. With an empty headline, a line and its cards make
no moment: nobody waits to see what is put away. The same is true of cards that go from a passing place to one that
stays, such as those that were laid aside and are discarded, unless the line names them.

>>> from engine.core.events import Noted, Rolled
>>> line = Noted(message=Message(key="log.rolled", params={"seat": "Tom", "dice": "2d6", "faces": [6, 2], "total": 8}))
>>> (moment,) = moments(Table(ruleset="tiny"), (Rolled(kind="d6", faces=(6, 2)), line), "shared")
>>> moment.dice, moment.line == line.message, moment.headline.key
((RolledDie(sides=6, face=6), RolledDie(sides=6, face=2)), True, 'headline.rolled')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.events import CardsMoved, CardsTurned, Event, Noted, Rolled, ZoneSet, ZoneShuffled
from engine.core.evolve import evolve
from engine.messages.message import Message
from engine.messages.texts import template_of
from engine.model.frozen import Frozen, replace
from engine.model.table import Table

_LINE, _HEADLINE = "log.", "headline."


class RolledDie(Frozen):
    """One die as it was rolled."""

    sides: int
    face: int


class RevealedCards(Frozen):
    """Cards that a viewer sees for the first time, and the zone where they are now."""

    zone: str
    cards: tuple[str, ...]


class Moment(Frozen):
    """Something that everybody looks at.

    Attributes:
        dice: the dice that were rolled, in order.
        reveals: the cards that were revealed, in order.
        line: the log line that tells it; None if the log says nothing.
        headline: the few words of that line that are read across the room; None if it has none.
    """

    dice: tuple[RolledDie, ...] = ()
    reveals: tuple[RevealedCards, ...] = ()
    line: Message | None = None
    headline: Message | None = None


def moments(before: Table, events: Iterable[Event], viewer: str) -> tuple[Moment, ...]:
    """Return the moments of a gesture as a viewer saw them.

    They depend only on what the viewer may know: dice that are rolled in secret have no event, and lines and cards are
    left out that the viewer may not read. A gesture of which the log tells the viewer nothing has no moment, so that
    it does not matter whether anything was rolled in it.

    Args:
        before: the table before the gesture.
        events: its events.
        viewer: the viewer.
    """
    found = list(_moments(before, tuple(events), viewer))
    return tuple(found) if any(moment.line is not None for moment in found) else ()


def _moments(table: Table, events: tuple[Event, ...], viewer: str) -> Iterator[Moment]:
    dice: tuple[RolledDie, ...] = ()
    reveals: tuple[RevealedCards, ...] = ()
    put_away: set[str] = set()
    for event in events:
        match event:
            case Rolled(kind=kind, faces=faces):
                dice += tuple(RolledDie(sides=int(kind.removeprefix("d")), face=face) for face in faces)
            case Noted(message=message, audience=audience) if audience is None or viewer in audience:
                reveals = tuple(_without(reveals, put_away - _words_of(message)))
                headline = _headline(message)
                if headline is not None and not template_of(headline.key):
                    dice, reveals = (), ()
                elif dice or reveals or headline is not None:
                    yield Moment(dice=dice, reveals=reveals, line=message, headline=headline)
                    dice, reveals = (), ()
            case CardsMoved() | CardsTurned() | ZoneSet():
                after = evolve(table, event)
                if isinstance(event, CardsMoved) and _puts_away(table, event):
                    put_away.update(event.cards)
                reveals += tuple(_reveals(table, after, event, viewer))
                table = after
                continue
            case _:
                pass
        table = evolve(table, event)
    reveals = tuple(_without(reveals, put_away))
    if dice or reveals:
        yield Moment(dice=dice, reveals=reveals)


def _puts_away(table: Table, event: CardsMoved) -> bool:
    return table.zones[event.source].passing and not table.zones[event.target].passing


def _words_of(message: Message) -> set[str]:
    """Return the words among the parameters of a line; cards are named by them."""
    values = (value if isinstance(value, list | tuple) else (value,) for value in message.params.values())
    return {word for words in values for word in words if isinstance(word, str)}


def _without(reveals: tuple[RevealedCards, ...], cards: set[str]) -> Iterator[RevealedCards]:
    for reveal in reveals:
        kept = tuple([card for card in reveal.cards if card not in cards])
        if kept:
            yield replace(reveal, cards=kept)


def _reveals(
    before: Table, after: Table, event: CardsMoved | CardsTurned | ZoneSet, viewer: str
) -> Iterator[RevealedCards]:
    if isinstance(event, CardsMoved):
        source, target, cards = event.source, event.target, event.cards
    elif isinstance(event, CardsTurned):
        source, target, cards = event.zone, event.zone, event.cards
    else:
        source = target = event.zone.id
        cards = before.zones[source].cards if source in before.zones else ()
    if cards:
        old, new = before.zones[source], after.zones[target]
        seen = tuple(card for card in cards if new.may_see(card, viewer) and not old.may_see(card, viewer))
        if seen:
            yield RevealedCards(zone=target, cards=seen)


def publicly_shuffled(before: Table, events: Iterable[Event], viewer: str) -> bool:
    """Return whether a viewer knows that cards were shuffled in a gesture: those of a zone that all may count."""
    shuffled, told = False, False
    for event in events:
        if isinstance(event, ZoneShuffled):
            shuffled = shuffled or (len(event.order) > 1 and before.zones[event.zone].may_count(viewer))
        told = told or (isinstance(event, Noted) and (event.audience is None or viewer in event.audience))
        before = evolve(before, event)
    return shuffled and told


def _headline(line: Message) -> Message | None:
    """Return the headline of a log line, or None if the texts have none."""
    game, colon, key = line.key.rpartition(":")
    if not key.startswith(_LINE):
        return None
    headline = replace(line, key=f"{game}{colon}{_HEADLINE}{key.removeprefix(_LINE)}")
    return headline if template_of(headline.key) is not None else None
