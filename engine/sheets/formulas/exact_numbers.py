"""Numbers on a sheet: exact in calculations, plain JSON in a file, and text as people write it."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from engine.model.frozen import Json

Exact = int | Fraction
LARGEST = 10**12
_SHOWN_PLACES = 4
_MINUS = re.compile(r"[−–]")
_WRITTEN = re.compile(r"([+-]?)(\d{1,13})(?:[.,](\d{1,9}))?(?:/(\d{1,9}))?")
_PAIR = re.compile(r"([+-]?\d{1,13})\s*/\s*(\d{1,13})")
_GROUPED = re.compile(r"[ \u00a0\u2009\u202f']")
_IN_GROUPS = re.compile(r"[+-]?\d{1,3}(?:[ \u00a0\u2009\u202f']\d{3})+")
"""Thousands with a space or an apostrophe, which can be nothing else."""
_AMBIGUOUS = re.compile(r"[+-]?\d{1,3}(?:[.,]\d{3})+")
"""`1.000` and `1,000` are a thousand to some people and one to others."""
_OWN_DECIMALS = re.compile(r"[+-]?(?:0[.,]\d{3}|\d{1,3}\.\d{2}[1-9])")
"""Of those, the ones that `format_number` writes, and those that begin with 0."""


def exact(value: object) -> Exact | None:
    """Return a stored number exactly as it was written (0.1 is a tenth); None if it is no number."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return tidy(Fraction(str(value)))
    return value if isinstance(value, Fraction) else None


def tidy(value: Exact) -> Exact:
    """Return a whole number as an int."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def json_number(value: Exact) -> Json:
    """Return a number for a file: an int if it is whole, else the nearest float."""
    value = tidy(value)
    return value if isinstance(value, int) else float(value)


def round_half_up(value: Exact, places: int = 0) -> Exact:
    """Round to a number of decimal places; a half rounds up."""
    if isinstance(value, int):
        return value
    scale = 10**places
    return tidy(Fraction(math.floor(value * scale + Fraction(1, 2)), scale))


def format_number(value: Exact, places: int = 0, *, signed: bool = False) -> str:
    """Return a number as text: `2.5`, `−3`, with `signed` `+2`; without places a fraction keeps its digits."""
    rounded = round_half_up(value, places or _SHOWN_PLACES)
    sign = "−" if rounded < 0 else "+" if signed and rounded > 0 else ""
    size = -rounded if rounded < 0 else rounded
    whole = math.floor(size)
    rest = size - whole
    digits = f"{int(rest * 10**_SHOWN_PLACES):0{_SHOWN_PLACES}}".rstrip("0") if rest else ""
    return f"{sign}{whole}.{digits}" if digits else f"{sign}{whole}"


class NotANumber(ValueError):
    """A text that cannot be read as a number. `key` names the sentence in `sheets.problem` that says why."""

    def __init__(self, key: str, **params: Json) -> None:
        super().__init__(key)
        self.key = key
        self.params = params


def read_number(text: str, *, whole: bool = False, maximum: Exact | None = None) -> Exact:
    """Parse a number as people write it: `3`, `+2`, `−1`, `2,5`, `1 000`, `1/8`, or `3/6` for 3 of a maximum of 6.

    It returns what the writer meant or raises; it never truncates or guesses. All numbers that people type, print or
    send are parsed here.

    Args:
        text: the text.
        whole: only a whole number is allowed.
        maximum: the maximum of the number, if there is one: `3/6` is then 3, and 6 has to be the maximum.

    Raises:
        NotANumber: it is not a number, could mean two numbers, or does not fit.
    """
    plain = _MINUS.sub("-", text.strip())
    pair = _PAIR.fullmatch(plain)
    if pair is not None and (whole or maximum is not None):
        return _current(pair[1], pair[2], maximum)
    if _AMBIGUOUS.fullmatch(plain) and (whole or _OWN_DECIMALS.fullmatch(plain) is None):
        raise NotANumber("grouped", text=plain[:40])
    found = _WRITTEN.fullmatch(_GROUPED.sub("", plain) if _IN_GROUPS.fullmatch(plain) else plain)
    if found is None:
        raise NotANumber("no_number")
    sign, front, rest, below = found.groups()
    if below is not None and int(below) == 0:
        raise NotANumber("no_number")
    size = Fraction(f"{front}.{rest}" if rest else front) / int(below or 1)
    if size >= LARGEST:
        raise NotANumber("too_large")
    value = tidy(-size if sign == "-" else size)
    if whole and not isinstance(value, int):
        raise NotANumber("no_whole")
    return value


def _current(current: str, full: str, maximum: Exact | None) -> Exact:
    """Return the first number of `3/6`, if the second is the maximum."""
    if maximum is None:
        raise NotANumber("no_maximum", current=current[:40], full=full[:40])
    number = read_number(current, whole=True)
    if read_number(full, whole=True) != maximum:
        raise NotANumber("other_maximum", maximum=format_number(maximum))
    return number
