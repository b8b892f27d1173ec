"""Other worlds that one viewer cannot tell from this one: hidden cards swapped, secret sheets rewritten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import msgspec

from engine.core.codec import Codec
from engine.core.command_fields import ID_PATTERN
from engine.core.commands import Command
from engine.core.events import CardsSwapped, Event
from engine.core.evolve import evolve
from engine.core.manual_moves import AddCards, EditActor, JoinSeat, NameCards
from engine.core.unseen_cards import unknown_cards
from engine.kit.bots.offer_answers import WORDS
from engine.kit.conformance.game_profile import GameProfile
from engine.messages.message import Message
from engine.model.cards import face_of
from engine.model.frozen import Frozen, replace
from engine.model.seats import Actor
from engine.model.table import Table
from engine.sheets.editing.new_character_moves import JoinActor


def hidden_throughout(before: Table, events: Iterable[Event], viewer: str) -> frozenset[str]:
    """Return the cards that stay unknown to a viewer from before the first event to after the last.

    Cards that were removed face down are among them. Of the cards that change places because real ones were named
    together, a viewer who sees one knows all. Whatever the order, the place that an assumed card gets depends on where
    the others were assumed to be; but that was never true.
    """
    there = frozenset(before.possible_cards())
    seen = set(before.all_cards()) - unknown_cards(before, viewer)
    named: set[str] = set()
    is_named_seen = False
    for event in events:
        before = evolve(before, event)
        known = set(before.all_cards()) - unknown_cards(before, viewer)
        if isinstance(event, CardsSwapped):
            named |= {event.card, event.other}
            is_named_seen = is_named_seen or not known.isdisjoint((event.card, event.other))
        seen |= known
    if is_named_seen:
        seen |= named
    return (there & frozenset(before.possible_cards())) - seen


def swapping(cards: Iterable[str], random: Random) -> dict[str, str]:
    """Return a mapping that lets hidden cards change places at random."""
    ordered = sorted(cards)
    mixed = list(ordered)
    random.shuffle(mixed)
    return dict(zip(ordered, mixed, strict=True))


def swapped_table(codec: Codec, table: Table, swaps: Mapping[str, str]) -> Table:
    """Return the table with cards swapped wherever they are named, inside procedures too."""
    return codec.table(msgspec.json.encode(_swapped(msgspec.to_builtins(table), swaps)))


def swapped_command(codec: Codec, command: Command, swaps: Mapping[str, str]) -> Command:
    """Return the command with the ids of cards and characters swapped.

    The faces of new or real cards are not cards yet, and written text stays as it is, even if it is the name of a
    character in another world.
    """
    ids = {word: other for word, other in swaps.items() if ID_PATTERN.fullmatch(face_of(word))}
    written: Any = _swapped(msgspec.to_builtins(command), ids)
    if isinstance(command, JoinActor | EditActor | JoinSeat):
        written["name"] = command.name
    if isinstance(command, AddCards | NameCards):
        written["faces"] = command.faces
    return codec.command(msgspec.json.encode(written))


def swapped_message(message: Message, swaps: Mapping[str, str]) -> Message:
    """Return a message with cards and characters swapped where it names them."""
    return replace(message, params=_swapped(msgspec.to_builtins(message.params), swaps))


def _swapped(value: Any, swaps: Mapping[str, str]) -> Any:
    """Return plain values with words swapped: `msgspec.to_builtins` makes nothing but these of them."""
    kind = type(value)
    if kind is str:
        return _swapped_word(value, swaps)
    if kind is dict:
        return {_swapped_word(key, swaps): _swapped(part, swaps) for key, part in value.items()}
    if kind is list or kind is tuple:
        return [_swapped(part, swaps) for part in value]
    if value is not None and kind not in (bool, int, float):
        raise TypeError(f"{kind} is not plain")
    return value


def _swapped_word(word: str, swaps: Mapping[str, str]) -> str:
    """Return the word that is swapped for one, or the word with ids inside it swapped, as in `entangled:tom`."""
    if word in swaps or ":" not in word:
        return swaps.get(word, word)
    return ":".join(swaps.get(part, part) for part in word.split(":"))


def with_other_secrets(table: Table, viewer: str, profile: GameProfile) -> Table:
    """Return the table with other contents on all sheets that a viewer may not read; visible states stay."""
    actors = {a.id: a if table.may_read(a, viewer) else _other(table, a, profile) for a in table.actors.values()}
    return replace(table, actors=actors)


def renaming(table: Table, seen: Iterable[str], *, in_order: bool = False) -> dict[str, str]:
    """Return a mapping that gives other ids and names to the characters that a viewer does not know.

    A name that a known character has too stays: it is known. So do the id of a seat, as in `hand:tom`, and its name, a
    word that is also the name of a field, and the words that anybody may write: they may be read wherever that was.

    Args:
        table: the table.
        seen: the characters that the viewer knows.
        in_order: the new ids sort like the old ones, for a game that lets chance fall in the order of ids.
    """
    met = set(seen)
    known = {word for actor in table.actors.values() if actor.id in met for word in (actor.id, actor.name)}
    known |= {*WORDS, *(word for seat in table.seats.values() for word in (seat.id, seat.name))}
    unseen = [actor for actor in table.actors.values() if actor.id not in met]
    fields = _field_names(Frozen) if unseen else frozenset[str]()
    return {
        word: f"{word}-" if in_order else f"other {word}"
        for actor in unseen
        for word in (actor.id, actor.name)
        if word not in known and word not in fields
    }


def _field_names(base: Any) -> frozenset[str]:
    """Return the names of the fields of all kinds of structs, which stand among the words of a stored table."""
    names: set[str] = set()
    kinds = [base]
    while kinds:
        kind = kinds.pop()
        names.update(kind.__struct_fields__)
        kinds += kind.__subclasses__()
    return frozenset(names)


def _other(table: Table, actor: Actor, profile: GameProfile) -> Actor:
    tracks = {name: replace(track, value=track.clamped(track.value - 1)) for name, track in actor.tracks.items()}
    conditions = tuple(one for one in actor.conditions if one.name in profile.visible_conditions)
    other = replace(actor, tracks=tracks, conditions=conditions, sheet={**actor.sheet, "other": "world"})
    return replace(other, tracks=actor.tracks) if profile.is_visible_change(table, actor, other) else other


def difference(one: Any, other: Any, place: str = "$") -> str | None:
    """Return the first place at which two values differ, with both values; None if they are equal."""
    if one == other:
        return None
    if isinstance(one, msgspec.Struct) and type(one) is type(other):
        one, other = ({name: getattr(value, name) for name in value.__struct_fields__} for value in (one, other))
    if isinstance(one, Mapping) and isinstance(other, Mapping) and list(one) == list(other):
        parts = ((f".{key}", one[key], other[key]) for key in one)
    elif isinstance(one, tuple | list) and isinstance(other, tuple | list) and len(one) == len(other):
        parts = ((f"[{i}]", a, b) for i, (a, b) in enumerate(zip(one, other, strict=True)))
    else:
        return f"{place}: {one!r} and {other!r}"
    return next(found for key, a, b in parts if (found := difference(a, b, place + key)) is not None)
