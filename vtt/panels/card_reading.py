"""Reading the name of a real card as people type it: `8h`, `10♠`, `x` for a Joker, or the name of a card with one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from engine.table.cards import SUIT_SIGNS, is_joker

_TEN: Final = "10"


def read_card(
    written: str, faces: Iterable[str], names: Mapping[str, str] = MappingProxyType({})
) -> tuple[str | None, bool]:
    """Return the face that is meant, and whether nothing can follow that would make another one of it.

    Args:
        written: as typed; big and small letters are alike, and `t` is a ten.
        faces: what can be meant. A face of which only the beginning is written is found once no other begins so.
        names: what those are called that are no playing cards; a card is found by its name as well.
    """
    word = _spelt(written)
    if not word:
        return None, False
    known = _called(faces, names)
    jokers = [face for face in known.values() if is_joker(face)]
    if word == "JOKER" and len(jokers) == 1:
        return jokers[0], True
    if word.startswith("T") and _TEN + word[1:] in known:
        word = _TEN + word[1:]
    beginning = {face for name, face in known.items() if name.startswith(word)}
    if word in known:
        return known[word], len(beginning) == 1
    if len(word) > 1 and len(beginning) == 1:
        return beginning.pop(), False
    return None, False


def begins_card(written: str, faces: Iterable[str], names: Mapping[str, str] = MappingProxyType({})) -> bool:
    """Say whether what is written may still become a card, if more is typed."""
    word, known = _spelt(written), _called(faces, names)
    jokers = sum(is_joker(face) for face in set(known.values()))
    spelt = [word, *([_TEN + word[1:]] if word.startswith("T") else [])]
    return any(name.startswith(one) for name in known for one in spelt) or (jokers == 1 and "JOKER".startswith(word))


def _spelt(written: str) -> str:
    word = written.strip().upper()
    for suit, sign in SUIT_SIGNS.items():
        word = word.replace(sign, suit)
    return word


def _called(faces: Iterable[str], names: Mapping[str, str]) -> dict[str, str]:
    """Return the faces by all that they are called."""
    return {word: face for face in faces for word in (names.get(face, face).upper(), face.upper())}
