"""The menu of all characters of a seat that leads more than have room beside it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget

from engine.play.sight import View
from vtt.table.figure import gauge_of
from vtt.table.naming import clean, name_of_seat, states_of, tell
from vtt.widgets.text import button_text


def open_crowd_menu(parent: QWidget, view: View, seat: str, where: QPoint, choose: Callable[[str], object]) -> QMenu:
    """Show the menu and return it.

    Args:
        parent: the widget that it belongs to.
        view: what the viewer may know.
        seat: who leads them.
        where: on the screen.
        choose: called with the character.
    """
    menu = QMenu(parent)
    menu.setAccessibleName(tell("crowd", name=name_of_seat(view, seat)))
    for actor in view.actors.values():
        if actor.seat == seat and not actor.archived:
            told = ", ".join((clean(actor.name, 60), *gauge_of(actor).words, *states_of(actor)))
            menu.addAction(button_text(told)).triggered.connect(lambda _=False, actor=actor.id: choose(actor))
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(where)
    return menu
