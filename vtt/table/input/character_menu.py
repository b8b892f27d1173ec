"""The menu of all characters of a seat that has more of them than fit beside it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget

from engine.presentation.visibility import VisibleTable
from vtt.shared.screen_names import clean_name, condition_texts, name_of_seat, table_text
from vtt.table.seats.character_summary import brief_state
from vtt.widgets.plain_text import button_text


def open_character_menu(
    parent: QWidget, view: VisibleTable, seat: str, where: QPoint, choose: Callable[[str], object]
) -> QMenu:
    """Show the menu and return it.

    Args:
        parent: the widget that it belongs to.
        view: what the viewer may know.
        seat: who leads them.
        where: on the screen.
        choose: called with the character.
    """
    menu = QMenu(parent)
    menu.setAccessibleName(table_text("crowd", name=name_of_seat(view, seat)))
    for actor in view.actors.values():
        if actor.seat == seat and not actor.archived:
            description = ", ".join(
                (clean_name(actor.name, 60), *brief_state(actor).words, *condition_texts(actor, view.ruleset))
            )
            menu.addAction(button_text(description)).triggered.connect(lambda _=False, actor=actor.id: choose(actor))
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(where)
    return menu
