"""Clicks on a body: a hit moves where the rules allow it; otherwise the location's card opens for manual edits."""

from __future__ import annotations

from typing import Final, Protocol

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Slot
from PySide6.QtWidgets import QMenu, QWidget

from engine.core.commands import Command
from engine.model.frozen import Json
from engine.presentation.body_annotations import LocationMark
from engine.presentation.offers import Offer
from vtt.campaign.viewer_campaign import ViewerCampaign
from vtt.shared.bodies.body_state import body_part_look
from vtt.shared.offers.card_questions import filled_command
from vtt.shared.screen_names import table_text
from vtt.shared.table_queries import seats_to_answer
from vtt.table.input.hit_location_card import HitLocationCard, LocationDetails
from vtt.table.input.hit_location_offer_filter import LocationOffer, location_offers
from vtt.table.scene.table_scene import TableScene
from vtt.table.seats.character_summary import location_marks, location_marks_on
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import button_text, short

_LONGEST: Final = 110


class BodyInputHost(Protocol):
    """The interface of the table that `BodyInput` needs."""

    @property
    def table_scene(self) -> TableScene:
        """The scene."""
        ...

    def viewer_campaign(self) -> ViewerCampaign:
        """The campaign as the current viewer sees it."""
        ...

    def submit(self, command: Command) -> bool:
        """Submit a command."""
        ...

    def ask(self, offer: Offer, answers: dict[str, Json]) -> None:
        """Take an offer and ask its remaining questions."""
        ...

    def move_by_hand(self, command: Command | None, where: QPointF) -> None:
        """Make a manual move, or show why it is refused."""
        ...


class BodyInput(QObject):
    """Handles clicks on bodies.

    Args:
        host: the table.
        hub: the theme.
        parent: the widget of the table.
    """

    def __init__(self, host: BodyInputHost, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._host = host
        self._table = parent
        self.card = HitLocationCard(hub, parent)
        self.card.wanted.connect(self._set_location)
        self.card.mark_wanted.connect(self._move_hit)
        self.card.offer_wanted.connect(self._take)
        self.card.more_wanted.connect(self._more)
        self.card.closed.connect(self._take_keys)

    def enter(self, names: tuple[str, ...]) -> None:
        """Move a hit to another location if exactly one offer does that, else show the location's card."""
        if not self.answer(names):
            self.show_location(names[0], names[2])

    def answer(self, names: tuple[str, ...]) -> bool:
        """Move a hit to a location if a question asks for that and only one offer fits. Return whether it did."""
        actor, _, name = names
        marks = location_marks_on(self._host.table_scene.view, actor, name)
        moves = [mark for mark in marks if self._offer_of(mark) is not None]
        if len(moves) == len(marks) == 1:
            self._move_hit(moves[0])
            return True
        return False

    def show_location(self, actor: str, name: str) -> None:
        """Show the card of a location, where it can be edited."""
        scene = self._host.table_scene
        regions = [spot for spot in scene.static_items.regions if spot.kind in ("region", "element")]
        if any(spot.names == (actor, "location", name) for spot in regions):
            whole = QRectF()
            for spot in regions:
                if spot.names[:2] == (actor, "location"):
                    whole = whole.united(spot.rect)
            self.card.show_location(scene.view, actor, name, self._details(actor, name), whole)

    def follow(self) -> None:
        """Update the card to the current state."""
        if self.card.about is not None:
            self.card.follow(self._host.table_scene.view, self._details(*self.card.about))

    def _details(self, actor: str, name: str) -> LocationDetails:
        """Return everything to show about a location besides its values."""
        viewer_campaign = self._host.viewer_campaign()
        view, notes = viewer_campaign.view, viewer_campaign.body_annotations(actor)
        character = view.actors.get(actor)
        location = character.body.locations.get(name) if character is not None and character.body is not None else None
        look = body_part_look(name, location, notes, now=view.clock) if location is not None else None
        return LocationDetails(
            self._moves(), notes.armour.get(name, 0), look, location_offers(viewer_campaign, actor, name)
        )

    def _moves(self) -> tuple[LocationMark, ...]:
        """Return the locations that a hit can be moved to now from this screen."""
        marks = location_marks(self._host.table_scene.view)
        return tuple(mark for mark in marks if self._offer_of(mark) is not None)

    def _offer_of(self, mark: LocationMark) -> Offer | None:
        """Return the offer that moves a hit there; seats that the table waits for come first."""
        if not mark.offer:
            return None
        viewer_campaign = self._host.viewer_campaign()
        offers = (offer for seat in seats_to_answer(viewer_campaign.view) for offer in viewer_campaign.offers(seat))
        return next((o for o in offers if o.name == mark.offer and o.denial is None), None)

    @Slot(object)
    def _move_hit(self, mark: LocationMark) -> None:
        offer = self._offer_of(mark)
        if offer is not None:
            self.card.close_card()
            self._host.submit(filled_command(offer, dict(mark.answers)))

    @Slot(object)
    def _take(self, placed: LocationOffer) -> None:
        self.card.close_card()
        self._host.ask(placed.offer, dict(placed.answers))

    @Slot(object)
    def _more(self, placed: tuple[LocationOffer, ...]) -> None:
        """Show a menu of the offers that had no button; each has its own answers."""
        where = self.card.mapToGlobal(self.card.rect().center())
        self.card.close_card()
        menu = QMenu(self._table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for entry in placed:
            words = (
                table_text("location.denied", what=entry.words, reason=entry.reason) if entry.reason else entry.words
            )
            action = menu.addAction(button_text(short(words, _LONGEST)))
            action.setEnabled(not entry.reason)
            action.triggered.connect(lambda _=False, chosen=entry: self._take(chosen))
        menu.popup(where)

    @Slot(object)
    def _set_location(self, command: Command) -> None:
        self._host.move_by_hand(command, QRectF(self.card.geometry()).center())

    @Slot()
    def _take_keys(self) -> None:
        self._table.setFocus(Qt.FocusReason.PopupFocusReason)
