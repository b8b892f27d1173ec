"""Searching by words: one way of matching for the palette, every list, every filter and the log.

A word of the query matches a whole word, the beginning of a word, or letters inside a word of the title. Of further
words, which are not in the title, it matches whole words and beginnings alone. Letters that lie apart never match.
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


class Fit(IntEnum):
    """How a word of the query matches, the best first."""

    WORD = 0
    BEGINNING = 1
    INSIDE = 2
    BESIDE = 3


@dataclass(frozen=True, slots=True)
class Match:
    """How a query matches a title with its further words.

    Attributes:
        fit: of the word of the query that matches worst.
        order: compares matches of the same fit; the smaller one is the better one.
        beside: the part of the further words that matched where the title did not; empty if the title has it all.
    """

    fit: Fit
    order: tuple[int, ...]
    beside: str = ""


@lru_cache(maxsize=8192)
def folded(words: str) -> str:
    """Return words in small letters without accents."""
    plain = unicodedata.normalize("NFKD", words[:_MOST_LETTERS])
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold().translate(_APOSTROPHES)


def matches(query: str, title: str, beside: Sequence[str] = ()) -> bool:
    """Say whether every word of a query is found; an empty query matches everything."""
    return match(query, title, beside) is not None


def match(query: str, title: str, beside: Sequence[str] = ()) -> Match | None:
    """Return how a query matches, or None.

    Args:
        query: what somebody typed; each of its words must be found.
        title: what is seen first.
        beside: what else it may be found by.
    """
    text = folded(title)
    fits: list[Fit] = []
    first, excerpt = len(text), ""
    for word in folded(query).split():
        found = _find(word, text)
        if found is not None:
            fits.append(found[0])
            first = min(first, found[1])
            continue
        part = next((part for part in beside if _starts(word, folded(part))), None)
        if part is None:
            return None
        fits.append(Fit.BESIDE)
        excerpt = excerpt or _excerpt(word, part)
    order = (sum(fits), first if fits else 0, len(text))
    return Match(max(fits, default=Fit.WORD), order, excerpt)


def _find(word: str, text: str) -> tuple[Fit, int] | None:
    """Return how a word matches a title at its best, and where."""
    best: tuple[Fit, int] | None = None
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        fit = Fit.INSIDE
        if at == 0 or not (text[at - 1].isalnum() and word[0].isalnum()):
            fit = Fit.WORD if end == len(text) or not (text[end].isalnum() and word[-1].isalnum()) else Fit.BEGINNING
        if best is None or fit < best[0]:
            best = fit, at
        if best[0] is Fit.WORD:
            break
        at = text.find(word, at + 1)
    if best is not None and best[0] is Fit.INSIDE and len(word) < _LEAST_INSIDE:
        return None
    return best


def _starts(word: str, text: str) -> bool:
    found = _find(word, text)
    return found is not None and found[0] is not Fit.INSIDE


def _excerpt(word: str, part: str) -> str:
    """Return the part, or of a long one what is around the word."""
    line = " ".join(part.split())
    if len(line) <= _EXCERPT:
        return line
    found = _find(word, folded(line))
    at = max(0, (found[1] if found is not None else 0) - _EXCERPT // 3)
    while 0 < at < len(line) and line[at - 1] != " ":
        at -= 1
    cut = line[at : at + _EXCERPT].rstrip()
    return f"{'…' if at else ''}{cut}{'…' if at + _EXCERPT < len(line) else ''}"
