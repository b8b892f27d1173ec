"""The faces of card ids: standard cards, jokers and cards with a title."""

import re
from dataclasses import dataclass

from engine.presentation.card_faces import CardFace

_STANDARD = re.compile(r"(10|[2-9AJQK])([SHDC])")
_JOKER = re.compile(r"X([RB]?)")
_COPY = re.compile(r"/\d{1,6}$")
_LONGEST = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class StandardFace:
    """A card of the four suits: rank `A`, `2` … `10`, `J`, `Q`, `K`; suit `S`, `H`, `D`, `C`."""

    rank: str
    suit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JokerFace:
    """A joker; `colour` is `R` (red), `B` (black) or empty."""

    colour: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFace:
    """Any other card: its title in print."""

    title: str


PlayingCardFace = StandardFace | JokerFace | TextFace | CardFace
"""A face to draw: a playing card, a game's own card, or just a title."""


def read_face(card_id: str, title: str = "") -> PlayingCardFace:
    """Return the face of a card id such as `10S`, `8H/2`, `X/3`, `XR`; copies look alike and nothing raises.

    Args:
        card_id: the notation of the engine.
        title: what is printed on a card that is neither of a suit nor a joker; the id if empty.
    """
    plain = _COPY.sub("", card_id[: _LONGEST * 2])
    if matched := _STANDARD.fullmatch(plain):
        return StandardFace(rank=matched[1], suit=matched[2])
    if matched := _JOKER.fullmatch(plain):
        return JokerFace(colour=matched[1])
    words = " ".join("".join(c if c.isprintable() else " " for c in (title or plain)[: _LONGEST * 2]).split())
    return TextFace(title=words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…")
