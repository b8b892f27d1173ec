"""Messages of a game that does not come with the program: their sentences are looked up in its own texts first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from engine.messages.message import Message
from engine.messages.texts import game_texts
from engine.model.frozen import Json, replace

T = TypeVar("T")


def in_game(value: T, game: str) -> T:
    """Return a value whose messages, at any depth, are looked up in the texts of a game first.

    Only messages change whose sentence, or a word in it, is among the game's own texts; the keys of these then name
    the game. A value without such a message is returned as it is.
    """
    own = game_texts(game)
    found: T = _in_game(value, game, own) if own else value
    return found


def _in_game(value: Any, game: str, own: Mapping[str, str]) -> Any:
    if isinstance(value, Message):
        is_own = ":" not in value.key and (value.key in own or any(_has_word(p, own) for p in value.params.values()))
        return replace(value, key=f"{game}:{value.key}") if is_own else value
    if isinstance(value, msgspec.Struct):
        parts = {name: getattr(value, name) for name in value.__struct_fields__}
        changed = {name: found for name, part in parts.items() if (found := _in_game(part, game, own)) is not part}
        return replace(value, **changed) if changed else value
    if isinstance(value, tuple | list):
        items = [_in_game(part, game, own) for part in value]
        same = all(new is old for new, old in zip(items, value, strict=True))
        return value if same else type(value)(items)
    if isinstance(value, Mapping):
        entries = {key: _in_game(part, game, own) for key, part in value.items()}
        return value if all(entries[key] is part for key, part in value.items()) else entries
    return value


def _has_word(param: Json, own: Mapping[str, str]) -> bool:
    if isinstance(param, str):
        return any(f"{group}.{param}" in own for group in ("word", "condition", "list"))
    return isinstance(param, list | tuple) and any(_has_word(part, own) for part in param)
