"""What a card id asks to be drawn."""

import re
from dataclasses import dataclass
from enum import StrEnum

from engine.play.faces import CardFace

_STANDARD = re.compile(r"(10|[2-9AJQK])([SHDC])")
_JOKER = re.compile(r"X([RB]?)")
_COPY = re.compile(r"/\d{1,6}$")
_LONGEST = 120


class Court(StrEnum):
    """The ranks that have a picture."""

    JACK = "J"
    QUEEN = "Q"
    KING = "K"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standard:
    """A card of the four suits: rank `A`, `2` … `10`, `J`, `Q`, `K`; suit `S`, `H`, `D`, `C`."""

    rank: str
    suit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Joker:
    """A joker; `colour` is `R` (red), `B` (black) or empty."""

    colour: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCard:
    """Any other card: its title in print."""

    title: str


Face = Standard | Joker | TextCard | CardFace
"""What is drawn: a playing card, a game's own card, or just a title."""


def read_face(card_id: str, title: str = "") -> Face:
    """Return the face of a card id such as `10S`, `8H/2`, `X/3`, `XR`; copies look alike and nothing raises.

    Args:
        card_id: the notation of the engine.
        title: what is printed on a card that is neither of a suit nor a joker; the id if empty.
    """
    plain = _COPY.sub("", card_id[: _LONGEST * 2])
    if found := _STANDARD.fullmatch(plain):
        return Standard(rank=found[1], suit=found[2])
    if found := _JOKER.fullmatch(plain):
        return Joker(colour=found[1])
    words = " ".join("".join(c if c.isprintable() else " " for c in (title or plain)[: _LONGEST * 2]).split())
    return TextCard(title=words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…")
