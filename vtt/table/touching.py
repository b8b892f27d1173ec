"""What touching a body means: a hit is moved where the rules let it, else a location is shown to be set by hand."""

from __future__ import annotations

from typing import Final, Protocol

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Slot
from PySide6.QtWidgets import QMenu, QWidget

from engine.play.commands import Command
from engine.play.offers import Offer
from engine.play.sight import Mark
from engine.table.frozen import Json
from vtt.lens import Lens
from vtt.table.drops import filled
from vtt.table.figure import look_of, marks_of, marks_on
from vtt.table.location_card import LocationCard, Told
from vtt.table.location_offers import PlacedOffer, offers_at
from vtt.table.naming import tell
from vtt.table.places import seats_to_answer
from vtt.table.scene import TableScene
from vtt.widgets.text import button_text, short
from vtt.widgets.theme import ThemeHub

_LONGEST: Final = 110


class Stage(Protocol):
    """The table, as far as bodies are concerned."""

    @property
    def table_scene(self) -> TableScene:
        """What is shown."""
        ...

    def lens(self) -> Lens:
        """The table as it is shown."""
        ...

    def submit(self, command: Command) -> bool:
        """Do a command."""
        ...

    def ask(self, offer: Offer, answers: dict[str, Json]) -> None:
        """Take an offer, and ask what is missing."""
        ...

    def do_by_hand(self, command: Command | None, where: QPointF) -> None:
        """Do a move by hand, or say why it cannot be."""
        ...


class BodyTouch(QObject):
    """Answers clicks on bodies.

    Args:
        stage: the table.
        hub: the theme.
        parent: the widget of the table.
    """

    def __init__(self, stage: Stage, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._stage = stage
        self._table = parent
        self.card = LocationCard(hub, parent)
        self.card.wanted.connect(self._set_location)
        self.card.mark_wanted.connect(self._move_hit)
        self.card.offer_wanted.connect(self._take)
        self.card.more_wanted.connect(self._more)
        self.card.closed.connect(self._take_keys)

    def enter(self, names: tuple[str, ...]) -> None:
        """Move a hit to another location where that can mean one thing only, else show the location's card."""
        if not self.answer(names):
            self.show_location(names[0], names[2])

    def answer(self, names: tuple[str, ...]) -> bool:
        """Let a hit land at a location, if that is asked and can mean one thing only; return whether it did."""
        actor, _, name = names
        marks = marks_on(self._stage.table_scene.view, actor, name)
        moves = [mark for mark in marks if self._offer_of(mark) is not None]
        if len(moves) == len(marks) == 1:
            self._move_hit(moves[0])
            return True
        return False

    def show_location(self, actor: str, name: str) -> None:
        """Show the card of a location, where it can be set by hand."""
        scene = self._stage.table_scene
        hot = [spot for spot in scene.fittings.hot if spot.kind in ("region", "element")]
        if any(spot.names == (actor, "location", name) for spot in hot):
            whole = QRectF()
            for spot in hot:
                if spot.names[:2] == (actor, "location"):
                    whole = whole.united(spot.rect)
            self.card.show_location(scene.view, actor, name, self._told(actor, name), whole)

    def follow(self) -> None:
        """Show on the card what is so now."""
        if self.card.about is not None:
            self.card.follow(self._stage.table_scene.view, self._told(*self.card.about))

    def _told(self, actor: str, name: str) -> Told:
        """Return what there is to say about a location besides what it holds."""
        lens = self._stage.lens()
        view, notes = lens.view, lens.figure_notes(actor)
        found = view.actors.get(actor)
        location = found.body.locations.get(name) if found is not None and found.body is not None else None
        look = look_of(name, location, notes, now=view.clock) if location is not None else None
        return Told(self._moves(), notes.armour.get(name, 0), look, offers_at(lens, actor, name))

    def _moves(self) -> tuple[Mark, ...]:
        """Return the places to which somebody at this screen can move a hit now."""
        marks = marks_of(self._stage.table_scene.view)
        return tuple(mark for mark in marks if self._offer_of(mark) is not None)

    def _offer_of(self, mark: Mark) -> Offer | None:
        """Return the offer that moves a hit there, of whoever can: first of those for whom the table waits."""
        if not mark.offer:
            return None
        lens = self._stage.lens()
        offers = (offer for seat in seats_to_answer(lens.view) for offer in lens.offers(seat))
        return next((o for o in offers if o.name == mark.offer and o.denial is None), None)

    @Slot(object)
    def _move_hit(self, mark: Mark) -> None:
        offer = self._offer_of(mark)
        if offer is not None:
            self.card.put_away()
            self._stage.submit(filled(offer, dict(mark.answers)))

    @Slot(object)
    def _take(self, placed: PlacedOffer) -> None:
        self.card.put_away()
        self._stage.ask(placed.offer, dict(placed.answers))

    @Slot(object)
    def _more(self, placed: tuple[PlacedOffer, ...]) -> None:
        """Show in a menu what had no button; each has its own answers."""
        where = self.card.mapToGlobal(self.card.rect().center())
        self.card.put_away()
        menu = QMenu(self._table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for one in placed:
            words = tell("location.denied", what=one.words, reason=one.reason) if one.reason else one.words
            action = menu.addAction(button_text(short(words, _LONGEST)))
            action.setEnabled(not one.reason)
            action.triggered.connect(lambda _=False, one=one: self._take(one))
        menu.popup(where)

    @Slot(object)
    def _set_location(self, command: Command) -> None:
        self._stage.do_by_hand(command, QRectF(self.card.geometry()).center())

    @Slot()
    def _take_keys(self) -> None:
        self._table.setFocus(Qt.FocusReason.PopupFocusReason)
