"""Reading the name of a real card as people type it: `8h`, `10♠`, `x` for a Joker, or the name of a card with one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.table.cards import SUIT_SIGNS, is_joker

_TEN: Final = "10"


def read_card(written: str, faces: Iterable[str]) -> tuple[str | None, bool]:
    """Return the face that is meant, and whether nothing can follow that would make another one of it.

    Args:
        written: as typed; big and small letters are alike, and `t` is a ten.
        faces: what can be meant. A face of which only the beginning is written is found once no other begins so.
    """
    word = written.strip().upper()
    for suit, sign in SUIT_SIGNS.items():
        word = word.replace(sign, suit)
    if not word:
        return None, False
    known = {face.upper(): face for face in faces}
    jokers = [face for face in known.values() if is_joker(face)]
    if word == "JOKER" and len(jokers) == 1:
        return jokers[0], True
    if word.startswith("T") and _TEN + word[1:] in known:
        word = _TEN + word[1:]
    beginning = [name for name in known if name.startswith(word)]
    if word in known:
        return known[word], len(beginning) == 1
    if len(word) > 1 and len(beginning) == 1:
        return known[beginning[0]], False
    return None, False
