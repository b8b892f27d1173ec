"""Numbers on a sheet: exact while they are reckoned with, plain JSON in a file, and as people write them."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from engine.table.frozen import Json

Exact = int | Fraction
LARGEST = 10**12
_SHOWN_PLACES = 4
_WRITTEN = re.compile(r"([+-]?)(\d{1,13})(?:[.,](\d{1,9}))?(?:/(\d{1,9}))?")


def exact(value: object) -> Exact | None:
    """Return a stored number exactly, as it was written (0.1 is a tenth); None for what is no number."""
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


def stored(value: Exact) -> Json:
    """Return a number as it stands in a file: an int if it is whole, else the nearest float."""
    value = tidy(value)
    return value if isinstance(value, int) else float(value)


def half_up(value: Exact, places: int = 0) -> Exact:
    """Round to so many digits behind the point; a half goes up."""
    if isinstance(value, int):
        return value
    scale = 10**places
    return tidy(Fraction(math.floor(value * scale + Fraction(1, 2)), scale))


def numeral(value: Exact, places: int = 0, *, signed: bool = False) -> str:
    """Return a number as people read it: `2.5`, `−3`, with `signed` `+2`; without places what is not whole stays so."""
    rounded = half_up(value, places or _SHOWN_PLACES)
    sign = "−" if rounded < 0 else "+" if signed and rounded > 0 else ""
    size = -rounded if rounded < 0 else rounded
    whole = math.floor(size)
    rest = size - whole
    digits = f"{int(rest * 10**_SHOWN_PLACES):0{_SHOWN_PLACES}}".rstrip("0") if rest else ""
    return f"{sign}{whole}.{digits}" if digits else f"{sign}{whole}"


def read_number(text: str) -> Exact | None:
    """Read a number as people write it: `3`, `+2`, `−1`, `2,5`, `1/8`; None for what is none."""
    found = _WRITTEN.fullmatch(text.strip().replace("−", "-").replace("–", "-"))
    if found is None:
        return None
    sign, whole, rest, below = found.groups()
    value = Fraction(f"{whole}.{rest}" if rest else whole)
    if below is not None:
        if int(below) == 0:
            return None
        value /= int(below)
    return tidy(-value if sign == "-" else value) if value < LARGEST else None
