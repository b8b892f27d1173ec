"""Playing cards by name: `8H`, `10S`, `KD`, a joker `X` (or `XR`, `XB`), a second copy `8H/2`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

SUITS = ("S", "H", "D", "C")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
JOKER = "X"
_JOKERS = {JOKER: "Joker", "XR": "red Joker", "XB": "black Joker"}
_STANDARD = tuple(rank + suit for suit in SUITS for rank in RANKS)


def face_of(card: str) -> str:
    """Return what is printed on a card, whichever copy it is: `8H/2` shows `8H`."""
    return card.partition("/")[0]


def copy_of(card: str) -> int:
    """Return which copy a card is, counted from 1."""
    return int(card.partition("/")[2] or 1)


def is_joker(card: str) -> bool:
    """Say whether a card is a joker of any kind."""
    return card[:1] == JOKER


def suit_of(card: str) -> str:
    """Return the suit: `S`, `H`, `D`, `C`, or `X` for any joker; empty for a game's own card.

    >>> [suit_of(card) for card in ("2H", "10S/2", "XR", "Slash", "FIREBALLS")]
    ['H', 'S', 'X', '', '']
    """
    face = face_of(card)
    return JOKER if face in _JOKERS else face[-1] if face in _STANDARD else ""


@lru_cache(maxsize=1024)  # a few decks; games call it for every turn order
def rank_of(card: str) -> str:
    """Return the rank: `2` to `10`, `J`, `Q`, `K`, `A`, or `X` for any joker."""
    return JOKER if card[:1] == JOKER else card.partition("/")[0][:-1]  # without calls, as it runs for each card


def rank_value(card: str) -> int:
    """Return the rank as a number: 2 to 10, then 11 to 14 from jack to ace; 15 for a joker, 0 for any other card.

    >>> [rank_value(card) for card in ("2H", "10S/2", "AD", "X")]
    [2, 10, 14, 15]
    """
    rank = rank_of(card)
    return 15 if rank == JOKER else RANKS.index(rank) + 2 if rank in RANKS else 0


def in_printed_order(faces: Iterable[str]) -> tuple[str, ...]:
    """Return faces suit by suit, then others, then Jokers: an order that does not reveal where the cards are."""
    rank = {face: number for number, face in enumerate(_STANDARD)}
    return tuple(sorted(faces, key=lambda face: (is_joker(face), rank.get(face, len(rank)), face)))


def card_label(card: str) -> str:
    """Return a card as text in a sentence: `8♥`, `10♠`, `Joker`. A card that is no standard card keeps its name."""
    face, _, copy = card.partition("/")
    if copy and not copy.isdecimal():
        return card  # the name of a game's own card
    if face in _JOKERS:
        return _JOKERS[face]
    if face in _STANDARD:
        return face[:-1] + SUIT_SIGNS[face[-1]]
    return face


def standard_decks(copies: int, jokers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards of a number of decks of 52, each with the named jokers: 54 cards for `("X", "X")`.

    The copies of one joker are numbered: two decks with two jokers have `X`, `X/2`, `X/3`, `X/4`.
    """
    return new_copies((), _STANDARD + jokers, copies)


def new_copies(present: Iterable[str], faces: tuple[str, ...], copies: int = 1) -> tuple[str, ...]:
    """Return new cards with these faces. Their copy numbers follow those of the cards that are already present."""
    count = dict.fromkeys(faces, 0)
    for card in present:  # of all decks: a plain loop
        face, _, copy = card.partition("/")
        if face in count:
            number = int(copy or 1)
            if number > count[face]:
                count[face] = number
    made = []
    for face in faces * copies:
        count[face] += 1
        made.append(face if count[face] == 1 else f"{face}/{count[face]}")
    return tuple(made)
