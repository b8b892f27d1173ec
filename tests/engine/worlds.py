"""Other worlds that one viewer cannot tell from this one: hidden cards swapped, secret sheets rewritten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import msgspec

from engine.play.codec import Codec
from engine.play.commands import Command
from engine.play.events import Event
from engine.play.evolve import evolve
from engine.play.moves import ID_PATTERN, AddCards, EditActor, JoinActor, JoinSeat, NameCards
from engine.play.sight import unknown_cards
from engine.play.words import Message
from engine.table.cards import face_of, is_joker, rank_of
from engine.table.frozen import replace
from engine.table.seats import Actor
from engine.table.table import Table


def hidden_throughout(before: Table, events: Iterable[Event], viewer: str) -> frozenset[str]:
    """Return the cards that stay unknown to a viewer from before the first fact to after the last.

    What was taken off the table face down is among them.
    """
    there = frozenset(before.possible_cards())
    seen = set(before.all_cards()) - unknown_cards(before, viewer)
    for event in events:
        before = evolve(before, event)
        seen |= set(before.all_cards()) - unknown_cards(before, viewer)
    return (there & frozenset(before.possible_cards())) - seen


def swapping(cards: Iterable[str], random: Random) -> dict[str, str]:
    """Return a mapping that lets hidden cards change places at random."""
    ordered = sorted(cards)
    mixed = list(ordered)
    random.shuffle(mixed)
    return dict(zip(ordered, mixed, strict=True))


def alike(ruleset: str, cards: frozenset[str]) -> tuple[frozenset[str], ...]:
    """Part hidden cards into groups, where a game's own rules let others tell one group from another.

    In Imaginality, who plays a Joker face down takes its two stand-ins off the deck at once (IM-JOKER-3), and all see
    its count. In Future Imperfect a card comes up when its rank is called (FI-INIT-10), and what jokers do everybody
    sees (FI-JOKER-4).
    """
    match ruleset:
        case "imaginality":
            jokers = frozenset(filter(is_joker, cards))
            return jokers, cards - jokers
        case "future_imperfect":
            by_rank: dict[str, list[str]] = {}
            for card in cards:
                by_rank.setdefault(face_of(card) if is_joker(card) else rank_of(card), []).append(card)
            return tuple(frozenset(by_rank[rank]) for rank in sorted(by_rank))
        case _:
            return (cards,)


def swapped_table(codec: Codec, table: Table, swaps: Mapping[str, str]) -> Table:
    """Return the table with cards swapped wherever they are named, inside procedures too."""
    return codec.table(msgspec.json.encode(_swapped(msgspec.to_builtins(table), swaps)))


def swapped_command(codec: Codec, command: Command, swaps: Mapping[str, str]) -> Command:
    """Return the command with cards and characters swapped, which it names by their ids.

    What is printed on new or real cards is no card yet, and what somebody writes stays as it is written, even if a
    character of another world is called so.
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
        return swaps.get(value, value)
    if kind is dict:
        return {swaps.get(key, key): _swapped(part, swaps) for key, part in value.items()}
    if kind is list or kind is tuple:
        return [_swapped(part, swaps) for part in value]
    assert value is None or kind in (bool, int, float), f"{kind} is not plain"
    return value


def with_other_secrets(table: Table, viewer: str) -> Table:
    """Return the table with everything changed that stands on the sheets which a viewer may not read."""
    actors = {a.id: a if table.may_read(a, viewer) else _other(a) for a in table.actors.values()}
    return replace(table, actors=actors)


def renaming(table: Table, seen: Iterable[str]) -> dict[str, str]:
    """Return a mapping that gives other ids and names to the characters whom a viewer does not know of.

    A name that somebody bears too whom the viewer knows stays: it is known.
    """
    met = set(seen)
    known = {word for actor in table.actors.values() if actor.id in met for word in (actor.id, actor.name)}
    unseen = [actor for actor in table.actors.values() if actor.id not in met]
    return {word: f"other {word}" for actor in unseen for word in (actor.id, actor.name) if word not in known}


def _other(actor: Actor) -> Actor:
    tracks = {name: replace(track, value=track.clamped(track.value - 1)) for name, track in actor.tracks.items()}
    return replace(actor, tracks=tracks, conditions=(), sheet={**actor.sheet, "other": "world"})


def difference(one: Any, other: Any, place: str = "$") -> str | None:
    """Return the first place at which two values differ, with what stands there; None if they are equal."""
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
