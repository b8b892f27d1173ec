"""Everything that can be done or found, by name: actions, offers, people, characters and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize, Signal, Slot
from PySide6.QtGui import QAction, QHideEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from engine.play.offers import Offer
from engine.play.sight import View
from engine.table.seats import Role
from vtt.panels.more import entry_of
from vtt.panels.overlay import Overlay
from vtt.panels.panel import Panel, text
from vtt.panels.parts import column, frame
from vtt.panels.search_list import Entry, SearchList
from vtt.panels.sure import ask_first
from vtt.session import Session
from vtt.table.naming import name_of_card, name_of_seat, name_of_zone, spoken_known
from vtt.table.places import reachable_seats
from vtt.widgets.action_marks import ASKS, DETAIL, FAR_REACHING, TITLE
from vtt.widgets.theme import ThemeHub


@dataclass(frozen=True, slots=True)
class CardPlace:
    """A card that the viewer knows, by where it lies."""

    zone: str
    index: int


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table."""

    seat: str


@dataclass(frozen=True, slots=True)
class Character:
    """Somebody in the story."""

    actor: str


DICE = "dice"


class Palette(Panel):
    """A search field over everything. Esc or a click beside it closes it.

    What destroys, hides or goes far (`Entry.far_reaching`) asks before it runs: a window action here, if its own dialog
    does not ask, an offer where it is taken (`OfferTaker`).

    Signals:
        offer_chosen: an Offer.
        seat_chosen: a person, by seat.
        actor_chosen: a character.
        card_chosen: a zone and a place in it.
        dice_wanted: somebody wants to roll dice.
        ran: a sentence that says which window action was run, where no dialog says so.
    """

    offer_chosen = Signal(object)
    seat_chosen = Signal(str)
    actor_chosen = Signal(str)
    card_chosen = Signal(str, int)
    dice_wanted = Signal()
    ran = Signal(str)

    def __init__(self, session: Session, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(session, viewer, theme_hub, parent)
        self._overlay: Overlay | None = None
        self.setAccessibleName(text("palette.name"))
        self._actions: tuple[QAction, ...] = ()
        self._outer = column(self)
        self._card: QFrame = frame("card")
        self._inside = column(self._card)
        self.search = SearchList(theme_hub, text("palette.prompt"))
        self.search.field.lets_go = False
        self.search.chosen.connect(self._run)
        self._inside.addWidget(self.search)
        self._outer.addWidget(self._card)
        self.hide()
        self.restyle()

    def set_actions(self, actions: Sequence[QAction]) -> None:
        """Let the palette run these actions."""
        self._actions = tuple(actions)
        self.refresh()

    def open_over(self, window: QWidget) -> None:
        """Show it in the upper middle of a window, empty."""
        if self._overlay is None or self._overlay.host is not window:
            self._overlay = Overlay(window, self, self._place)
        self.search.field.clear()
        self._overlay.open()
        self.refresh()
        self.search.field.setFocus()

    def put_away(self) -> None:
        """Close it."""
        if self._overlay is not None:
            self._overlay.dismiss()

    def refresh(self) -> None:
        """Find out what there is to find; nothing is kept while it is closed."""
        self.search.set_entries(self._entries() if self.isVisible() else ())

    def restyle(self) -> None:
        """Take on the lengths of the theme."""
        margin = self.theme.metrics.pad_m
        self._inside.setContentsMargins(margin, margin, margin, margin)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Forget what was found."""
        self.search.set_entries(())

    def _place(self, room: QRect) -> QRect:
        lengths = self.theme.metrics
        size = QSize(44 * lengths.font_body, 30 * lengths.font_body).boundedTo(room.size() - QSize(16, 16))
        top = room.top() + max(8, (room.height() - size.height()) // 4)
        return QRect(QPoint(room.center().x() - size.width() // 2, top), size)

    def _entries(self) -> list[Entry]:
        view = self.view
        offers = self._offers(view)
        found = [e for e in offers if e.enabled]
        found += self._action_entries()
        found.append(Entry(title=text("palette.dice"), payload=DICE, icon="dice"))
        found += self._people(view)
        by_hand = [entry_of(offer, self.theme) for offer in self.lens.by_hand().everywhere(self.lens.newcomer)]
        found += [e for e in by_hand if e.enabled]
        found += self._cards(view)
        return found + [e for e in (*offers, *by_hand) if not e.enabled]

    def _offers(self, view: View) -> list[Entry]:
        found: list[Entry] = []
        for seat in reachable_seats(view):
            # What is handled on the table itself is there under another name that has a button.
            offers = (offer for offer in self.lens.offers(seat) if not offer.handled)
            found += (entry_of(offer, self.theme, name_of_seat(view, seat)) for offer in offers)
        return sorted(found, key=lambda e: not (isinstance(e.payload, Offer) and e.payload.main))

    def _action_entries(self) -> list[Entry]:
        found = []
        for action in self._actions:
            words = title_of(action)
            if words and action.isVisible() and action.isEnabled() and not action.property("palette_hidden"):
                found.append(
                    Entry(
                        title=words,
                        payload=action,
                        detail=str(action.property(DETAIL) or ""),
                        hint=keys_of(action),
                        icon="warning" if action.property(FAR_REACHING) else "chevron-right",
                        far_reaching=bool(action.property(FAR_REACHING)),
                    )
                )
        return found

    def _people(self, view: View) -> list[Entry]:
        found = []
        for seat in view.seats.values():
            icon = "crown" if seat.role is Role.GM else "people"
            found.append(
                Entry(
                    title=seat.name,
                    payload=Person(seat.id),
                    detail=text("palette.person"),
                    icon=icon,
                    beside=(text("palette.person"),),
                )
            )
        for actor in view.actors.values():
            detail = text("palette.character", seat=name_of_seat(view, actor.seat))
            found.append(
                Entry(title=actor.name, payload=Character(actor.id), detail=detail, icon="body", beside=(detail,))
            )
        return found

    def _cards(self, view: View) -> list[Entry]:
        found = []
        for zone in view.zones.values():
            where = name_of_zone(view, zone.id)
            for index, card in enumerate(zone.cards):
                if card is not None:
                    found.append(
                        Entry(
                            title=name_of_card(view, card),
                            payload=CardPlace(zone.id, index),
                            detail=text("palette.card", zone=where, place=index + 1, count=zone.count),
                            icon="deck",
                            beside=(spoken_known(view, card),),
                        )
                    )
        return found

    @Slot(object)
    def _run(self, payload: object) -> None:
        self.put_away()
        match payload:
            case QAction() if payload.property(FAR_REACHING) and not payload.property(ASKS):
                ask_first(self.hub, self.window(), title_of(payload), payload.trigger)
            case QAction():
                words = action_words(payload)
                payload.trigger()
                self._tell(payload, words)
            case Offer():
                self.offer_chosen.emit(payload)
            case Person(seat=seat):
                self.seat_chosen.emit(seat)
            case Character(actor=actor):
                self.actor_chosen.emit(actor)
            case CardPlace(zone=zone, index=index):
                self.card_chosen.emit(zone, index)
            case _:
                self.dice_wanted.emit()

    def _tell(self, action: QAction, words: str) -> None:
        """Say what was run, unless a dialog has come up, which speaks for itself."""
        if words.endswith("…") or QApplication.activeModalWidget() is not None:
            return
        if action.isCheckable() and action.actionGroup() is None:
            words = text("palette.switched_on" if action.isChecked() else "palette.switched_off", what=words)
        self.ran.emit(text("palette.ran", what=words))


def action_words(action: QAction) -> str:
    """Return what an action is called, without the marks for keys."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&").strip()


def title_of(action: QAction) -> str:
    """Return what an action is called where it is found by its name."""
    return str(action.property(TITLE) or action_words(action))


def keys_of(action: QAction) -> str:
    """Return the keys of an action, as they are written on a keyboard."""
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(k.toString(native) for k in action.shortcuts() if not k.isEmpty())
