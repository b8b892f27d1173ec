"""Finding by a few letters: the letters must come in this order; whole words and beginnings count more."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_WORD_START, _RUN, _MISS = 8, 5, 0.15


@lru_cache(maxsize=8192)
def folded(words: str) -> str:
    """Return words in small letters without accents."""
    plain = unicodedata.normalize("NFKD", words[:500])
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def score(query: str, words: str) -> float | None:
    """Return how well words fit a query, more is better; None if they do not.

    Each word of the query must be found: as it stands, or else its letters in their order.
    """
    text = folded(words)
    total = 0.0
    for part in folded(query).split():
        found = _score_part(part, text)
        if found is None:
            return None
        total += found
    return total - len(text) * 0.01


def _score_part(part: str, text: str) -> float | None:
    at = text.find(part)
    while at > 0 and text[at - 1].isalnum():
        following = text.find(part, at + 1)
        if following < 0:
            break
        at = following
    if at >= 0:
        starts = at == 0 or not text[at - 1].isalnum()
        return len(part) * _RUN + (2 * _WORD_START if starts else 0) - at * _MISS * 0.1 + 10
    total, place, last = 0.0, 0, -2
    for letter in part:
        place = text.find(letter, place)
        if place < 0:
            return None
        if place == last + 1:
            total += _RUN
        elif place == 0 or not text[place - 1].isalnum():
            total += _WORD_START
        else:
            total -= min(4.0, (place - last) * _MISS) + 1
        last = place
        place += 1
    # Letters strewn about a long text are no find.
    return total if total > 0 else None
