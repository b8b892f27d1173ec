"""Searching by words: one way of matching for the palette, every list, every filter and the log.

A word of the query matches a whole word, the beginning of a word, or letters inside a word of the title. Of further
words, outside the title, it matches only whole words and beginnings. Letters that are not adjacent never match.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

_MOST_LETTERS = 2000
_LEAST_INSIDE = 3
_EXCERPT = 60
_APOSTROPHES = str.maketrans("‘’ʼ", "'''")


class MatchQuality(IntEnum):
    """The quality of a match of one word, the best first."""

    WORD = 0
    BEGINNING = 1
    INSIDE = 2
    BESIDE = 3


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a query with a title and its further words.

    Attributes:
        fit: the quality of the worst word of the query.
        order: compares matches of the same quality; smaller is better.
        beside: the part of the further words that matched where the title did not; empty if the title has it all.
    """

    fit: MatchQuality
    order: tuple[int, ...]
    beside: str = ""


@lru_cache(maxsize=8192)
def folded(words: str) -> str:
    """Return words in small letters without accents."""
    if words.isascii():
        return words[:_MOST_LETTERS].casefold()
    plain = unicodedata.normalize("NFKD", words[:_MOST_LETTERS])
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold().translate(_APOSTROPHES)


def matches(query: str, title: str, beside: Sequence[str] = ()) -> bool:
    """Say whether every word of a query is found; an empty query matches everything."""
    return match(query, title, beside) is not None


def match(query: str, title: str, beside: Sequence[str] = ()) -> Match | None:
    """Return the match of a query, or None.

    Args:
        query: the typed text; each of its words must match.
        title: the text that is shown.
        beside: further words by which it may be found.
    """
    text = folded(title)
    qualities: list[MatchQuality] = []
    first, excerpt = len(text), ""
    for word in folded(query).split():
        hit = _find(word, text)
        if hit is not None:
            qualities.append(hit[0])
            first = min(first, hit[1])
            continue
        part = next((part for part in beside if _starts(word, folded(part))), None)
        if part is None:
            return None
        qualities.append(MatchQuality.BESIDE)
        excerpt = excerpt or _excerpt(word, part)
    order = (sum(qualities), first if qualities else 0, len(text))
    return Match(max(qualities, default=MatchQuality.WORD), order, excerpt)


def _find(word: str, text: str) -> tuple[MatchQuality, int] | None:
    """Return how a word matches a title at its best, and where."""
    best: tuple[MatchQuality, int] | None = None
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        fit = MatchQuality.INSIDE
        if at == 0 or not (text[at - 1].isalnum() and word[0].isalnum()):
            fit = (
                MatchQuality.WORD
                if end == len(text) or not (text[end].isalnum() and word[-1].isalnum())
                else MatchQuality.BEGINNING
            )
        if best is None or fit < best[0]:
            best = fit, at
        if best[0] is MatchQuality.WORD:
            break
        at = text.find(word, at + 1)
    if best is not None and best[0] is MatchQuality.INSIDE and len(word) < _LEAST_INSIDE:
        return None
    return best


def _starts(word: str, text: str) -> bool:
    """Say whether a word of a text begins with a word: fast, as the texts of many notes are searched at each key."""
    if word not in text:
        return False
    if text.startswith(word) or f" {word}" in text:
        return True
    hit = _find(word, text)
    return hit is not None and hit[0] is not MatchQuality.INSIDE


def _excerpt(word: str, part: str) -> str:
    """Return the part, or of a long one what is around the word."""
    line = " ".join(part.split())
    if len(line) <= _EXCERPT:
        return line
    hit = _find(word, folded(line))
    at = max(0, (hit[1] if hit is not None else 0) - _EXCERPT // 3)
    while 0 < at < len(line) and line[at - 1] != " ":
        at -= 1
    cut = line[at : at + _EXCERPT].rstrip()
    return f"{'…' if at else ''}{cut}{'…' if at + _EXCERPT < len(line) else ''}"
