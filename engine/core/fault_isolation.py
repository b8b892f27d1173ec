"""Isolation of program faults: the faulty piece is replaced and reported, and everything else continues.

Without a fault handler, as in tests and on the command line, the fault is raised.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from engine.messages.message import Message

T = TypeVar("T")
FaultHandler = Callable[[Exception], None]

FAULT: Final = Message(key="refused.program_fault")
"""The text shown instead of a piece that could not be prepared."""
_hearers: Final[list[FaultHandler]] = []


def set_fault_handler(hearer: FaultHandler | None) -> None:
    """Set the function that receives isolated faults; None raises them again."""
    _hearers[:] = [hearer] if hearer is not None else []


def report_fault(fault: Exception) -> None:
    """Report a fault to the fault handler; raise it if there is none."""
    if not _hearers:
        raise fault
    _hearers[0](fault)


def need_kind(member: str, value: T, kind: type) -> T:
    """Return a value that a member of a game has made. Raises TypeError if it is no instance of the kind."""
    if not isinstance(value, kind):
        raise TypeError(f"{member}: a {kind.__name__} is needed, not a {type(value).__name__}")
    return value


def need_tuple_of(member: str, values: tuple[T, ...], kind: type[T]) -> tuple[T, ...]:
    """Return a tuple that a member of a game has made. Raises TypeError if it is none, or holds another kind."""
    if type(values) is not tuple or not {*map(type, values)} <= {kind}:
        for value in need_kind(member, values, tuple):
            need_kind(member, value, kind)
    return values


def isolated(make: Callable[[], T], instead: T) -> T:
    """Return the result of a function, or the replacement if the function has a fault."""
    try:
        return make()
    except Exception as fault:  # any fault: the other pieces continue
        report_fault(fault)
        return instead
