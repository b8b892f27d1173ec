"""Showing a card large to everybody: its line in the context menu, its key, and the question before a secret one."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, QPointF
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QWidget

from vtt.campaign.shown_handout import CardToShow
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.lists.search_list import ListEntry
from vtt.shared.screen_names import name_of_seat
from vtt.table.input.drag import DragController
from vtt.table.input.drop_targets import ItemPlace, card_place_of
from vtt.table.input.selection_marks import SelectionMarks
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.message_dialog import DialogButton, ask
from vtt.widgets.ui_texts import ui_text


class CardShowingHost(Protocol):
    """The interface of the table that `CardShowing` needs."""

    @property
    def drag_controller(self) -> DragController:
        """The drag controller."""
        ...

    @property
    def selection_marks(self) -> SelectionMarks:
        """The focus ring."""
        ...

    @property
    def looking_seat(self) -> str:
        """The seat that looks at its hand, or an empty string."""
        ...

    def viewer_campaign(self) -> ViewerCampaign:
        """The campaign for the viewer of the table."""
        ...

    def refuse(self, text: str, rules: tuple[str, ...], where: QPointF) -> None:
        """Show why something is refused."""
        ...


class CardShowing(QObject):
    """Shows cards of the table large to everybody, like handouts.

    Args:
        table: the table.
        widget: the same as a widget.
        viewport: where the mouse moves.
        hub: the theme.
    """

    def __init__(self, table: CardShowingHost, widget: QWidget, viewport: QWidget, hub: ThemeHub) -> None:
        super().__init__(widget)
        self._table = table
        self._widget = widget
        self._viewport = viewport
        self._hub = hub

    def entry(self, place: ItemPlace | None) -> ListEntry | None:
        """Return the line of the context menu for the card at a place; None where no card is."""
        if place is None or not self._is_card(place):
            return None
        card = self._card_at(place)
        return ListEntry(
            title=ui_text("handouts", "card.show"),
            payload=partial(self._show, card) if card is not None else None,
            detail=ui_text("handouts", "card.explain" if card is not None else "card.unseen"),
            icon="eye" if card is not None else "lock",
            enabled=card is not None,
        )

    def show_current(self) -> None:
        """Show the card under the pointer, or the focused one while the keyboard is in use; else say what to do."""
        point = QPointF(self._viewport.mapFromGlobal(QCursor.pos()))
        under = self._table.drag_controller.item_at(point) if self._viewport.underMouse() else None
        marks = self._table.selection_marks
        focused = card_place_of(marks.focus_target)
        place = focused if marks.is_ring_shown or under is None else under
        if place is not None and not self._is_card(place):
            place = None
        card = self._card_at(place) if place is not None else None
        if card is not None:
            self._show(card)
            return
        where = point if place is under else QPointF(self._viewport.rect().center())
        self._table.refuse(ui_text("handouts", "card.no_card" if place is None else "card.unseen"), (), where)

    def _is_card(self, place: ItemPlace) -> bool:
        """Say whether a card is at a place, and no chip or empty pile."""
        zone = self._table.viewer_campaign().view.zones.get(place.zone)
        return zone is not None and not place.colour and place.index < zone.count

    def _card_at(self, place: ItemPlace) -> CardToShow | None:
        return self._table.viewer_campaign().card_to_show(place.zone, place.index, self._table.looking_seat)

    def _show(self, card: CardToShow) -> None:
        """Show a card that everybody sees; ask before a secret one. The question does not tell which card it is."""
        campaign = self._table.viewer_campaign()
        if not card.holder:
            campaign.show_card(card)
            return
        ask(
            self._hub,
            self._widget.window(),
            ui_text("handouts", "card.title", seat=name_of_seat(campaign.view, card.holder)),
            (ui_text("handouts", "card.secret"),),
            (
                DialogButton("", ui_text("handouts", "card.keep"), "primary"),
                DialogButton("show", ui_text("handouts", "card.show"), "danger"),
            ),
            lambda key: campaign.show_card(card) if key == "show" else None,
            icon="eye",
        )
