"""The Tab order of a form whose fields come and go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def stops_in(widget: QWidget) -> list[QWidget]:
    """Return what within a widget takes the focus by Tab, in the order in which it was made."""
    window = widget.window()
    return [part for part in (widget, *widget.findChildren(QWidget)) if _stops(part) and part.window() is window]


def in_order(stops: Iterable[QWidget]) -> None:
    """Let each follow the one before it."""
    for before, after in pairwise(stops):
        QWidget.setTabOrder(before, after)


def chain_before(anchor: QWidget, stops: Sequence[QWidget]) -> None:
    """Let all of these come before one that is there for good; what was before them stays so."""
    if not stops:
        return
    widget_ids = {id(widget) for widget in (*stops, anchor)}
    before = anchor.previousInFocusChain()
    while before is not None and before is not anchor and (id(before) in widget_ids or not _stops(before)):
        before = before.previousInFocusChain()
    in_order((*stops, anchor) if before is None or before is anchor else (before, *stops, anchor))


def _stops(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value)
    return takes and widget.focusProxy() is None
