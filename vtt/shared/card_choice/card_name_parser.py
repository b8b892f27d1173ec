"""Parser of card names as people type them: `8h`, `10♠`, `x` for a Joker, or the name of a card with one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from engine.model.cards import SUIT_SIGNS, is_joker

_TEN: Final = "10"


def read_card(
    written: str, faces: Iterable[str], names: Mapping[str, str] = MappingProxyType({})
) -> tuple[str | None, bool]:
    """Return the face that is meant, and whether no further character could make it another one.

    Args:
        written: as typed; upper and lower case are the same, and `t` is a ten.
        faces: the possible faces. The beginning of a name is enough once no other name begins with it.
        names: the names of those that are no playing cards; a card is found by its name too.
    """
    word = _spelt(written)
    if not word:
        return None, False
    faces_by_name = _called(faces, names)
    jokers = [face for face in faces_by_name.values() if is_joker(face)]
    if word == "JOKER" and len(jokers) == 1:
        return jokers[0], True
    if word.startswith("T") and _TEN + word[1:] in faces_by_name:
        word = _TEN + word[1:]
    beginning = {face for name, face in faces_by_name.items() if name.startswith(word)}
    if word in faces_by_name:
        return faces_by_name[word], len(beginning) == 1
    if len(word) > 1 and len(beginning) == 1:
        return beginning.pop(), False
    return None, False


def begins_card(written: str, faces: Iterable[str], names: Mapping[str, str] = MappingProxyType({})) -> bool:
    """Return whether the text may still become a card, if more is typed."""
    word, faces_by_name = _spelt(written), _called(faces, names)
    jokers = sum(is_joker(face) for face in set(faces_by_name.values()))
    spelt = [word, *([_TEN + word[1:]] if word.startswith("T") else [])]
    return any(name.startswith(beginning) for name in faces_by_name for beginning in spelt) or (
        jokers == 1 and "JOKER".startswith(word)
    )


def _spelt(written: str) -> str:
    word = written.strip().upper()
    for suit, sign in SUIT_SIGNS.items():
        word = word.replace(sign, suit)
    return word


def _called(faces: Iterable[str], names: Mapping[str, str]) -> dict[str, str]:
    """Return the faces by all their names."""
    return {word: face for face in faces for word in (names.get(face, face).upper(), face.upper())}
