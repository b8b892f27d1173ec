"""Faults of the program itself: the piece that has one is left out and reported, and all others go on.

Where nobody has said what shall be done with a fault, as in tests and on the command line, it is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from engine.play.words import Message

T = TypeVar("T")
Hearer = Callable[[Exception], None]

FAULT: Final = Message(key="refused.program_fault")
"""What is said in place of a piece that could not be prepared."""
_hearers: Final[list[Hearer]] = []


def hear_faults(hearer: Hearer | None) -> None:
    """Say who gets the faults that are contained from now on; None lets them be raised again."""
    _hearers[:] = [hearer] if hearer is not None else []


def report_fault(fault: Exception) -> None:
    """Tell whoever hears of faults; where nobody does, raise it."""
    if not _hearers:
        raise fault
    _hearers[0](fault)


def contained(make: Callable[[], T], instead: T) -> T:
    """Return what is made, or something else where a fault keeps it from being made."""
    try:
        return make()
    except Exception as fault:  # whatever it is: the others go on
        report_fault(fault)
        return instead


def contained_each(pieces: Callable[[], Iterable[T]], instead: T) -> Iterator[T]:
    """Yield pieces until all are made; where a fault keeps one from being made, something else in place of the rest."""
    try:
        yield from pieces()
    except Exception as fault:  # whatever it is: the others go on
        report_fault(fault)
        yield instead
