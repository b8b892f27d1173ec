"""Faults of prepared records, apart from their form: those that prevent saving, and warnings, each at its field.

>>> faults = (Fault(path="name", words=Message(key="x")), Fault(path="notes", words=Message(key="y"), warning=True))
>>> [fault.path for fault in errors_among(faults)]
['name']
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.messages.message import Message
from engine.model.frozen import Frozen


class Fault(Frozen):
    """A fault: its field and its text; a warning does not prevent saving."""

    path: str
    words: Message
    rule: str = ""
    warning: bool = False


def errors_among(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return the faults that must be fixed before the record can be saved."""
    return tuple(fault for fault in faults if not fault.warning)
