"""A page with many widgets goes part by part, each in a turn of its own, once what comes next is on the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtWidgets import QWidget
from shiboken6 import delete, isValid

from vtt.widgets.tasks.gradual_task import GradualTask

NEXT_PAGE: Final = 100
"""Milliseconds that what comes next has to itself: a window is painted 5 ms after it was asked to, or later."""


def delete_in_parts(whole: QWidget, parts: Sequence[QWidget]) -> None:
    """Hide a widget now, and delete it later: some of its parts one by one, and the rest with itself.

    Args:
        whole: the widget.
        parts: those in it that take a while, a hundredth of a millisecond for each object. Nothing else uses them.
    """
    whole.hide()
    GradualTask(_deleted(parts), whole, after=NEXT_PAGE).done.connect(whole.deleteLater)


def _deleted(parts: Sequence[QWidget]) -> Iterator[None]:
    for part in parts:
        if isValid(part):
            delete(part)  # `deleteLater` would let all of them go in the same turn
        yield
