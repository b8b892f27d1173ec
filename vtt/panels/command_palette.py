"""Everything that can be done or found, by name: actions, offers, people, characters and cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize, Signal, Slot
from PySide6.QtGui import QAction, QHideEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from engine.kit.handouts.handout_records import handouts_in
from engine.kit.notes.note_records import notes_in, search_parts
from engine.model.seats import Role
from engine.presentation.offers import Offer
from engine.presentation.visibility import VisibleTable
from vtt.campaign.open_campaign import OpenCampaign
from vtt.shared.campaign_panel import CampaignPanel, text
from vtt.shared.lists.search_list import ListEntry, SearchList
from vtt.shared.offers.confirmation import ask_first
from vtt.shared.offers.listed_odds import ListedOdds
from vtt.shared.offers.offer_picker import entry_of
from vtt.shared.screen_names import name_of_card, name_of_seat, name_of_zone
from vtt.shared.spoken_names import spoken_known_card
from vtt.shared.table_queries import reachable_seats
from vtt.widgets.action_properties import ASKS, BESIDE, DETAIL, FAR_REACHING, TITLE
from vtt.widgets.basic_widgets import column, frame
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.overlay import Overlay


@dataclass(frozen=True, slots=True)
class CardEntry:
    """A card that the viewer knows, with its place."""

    zone: str
    index: int


@dataclass(frozen=True, slots=True)
class PersonEntry:
    """A person at the table."""

    seat: str


@dataclass(frozen=True, slots=True)
class CharacterEntry:
    """A character in the story."""

    actor: str


@dataclass(frozen=True, slots=True)
class HandoutEntry:
    """A handout that the viewer can show to everybody."""

    handout: str


@dataclass(frozen=True, slots=True)
class NoteEntry:
    """A note that the viewer may read."""

    note: str


class CommandPalette(CampaignPanel):
    """A search field over everything. Esc or a click beside it closes it.

    Entries that destroy, hide or reach far (`ListEntry.far_reaching`) ask before they run: a window action asks here
    unless its own dialog asks, an offer asks where it is taken (`OfferTaker`).

    Signals:
        offer_chosen: an Offer.
        seat_chosen: the seat of a person.
        actor_chosen: a character.
        card_chosen: a zone and an index in it.
        handout_chosen: a handout is to be shown to everybody.
        note_chosen: a note is to be read.
        ran: a sentence that names the window action that ran, where no dialog says so.
    """

    offer_chosen = Signal(object)
    seat_chosen = Signal(str)
    actor_chosen = Signal(str)
    card_chosen = Signal(str, int)
    handout_chosen = Signal(str)
    note_chosen = Signal(str)
    ran = Signal(str)

    def __init__(self, campaign: OpenCampaign, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        self._overlay: Overlay | None = None
        self.setAccessibleName(text("palette.name"))
        self._actions: tuple[QAction, ...] = ()
        self._outer = column(self)
        self._card: QFrame = frame("card")
        self._inside = column(self._card)
        self._seat = ""
        self.search = SearchList(theme_hub, text("palette.prompt"))
        self.search.field.lets_go = False
        self.search.chosen.connect(self._run)
        self._odds = ListedOdds(campaign, self.search)
        self._inside.addWidget(self.search)
        self._outer.addWidget(self._card)
        self.hide()
        self.restyle()

    def set_actions(self, actions: Sequence[QAction]) -> None:
        """Let the palette run these actions."""
        self._actions = tuple(actions)
        self.refresh()

    def open_over(self, window: QWidget, seat: str = "") -> None:
        """Show it in the upper middle of a window, empty; what a seat can do comes before the same of others."""
        self._seat = seat
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
        self._odds.forget()
        if self.isVisible():
            offers = [
                offer for seat in self._seats() for offer in self.viewer_campaign.offers(seat) if not offer.direct
            ]
            self._odds.ask(self.viewer, offers)

    def restyle(self) -> None:
        """Take on the lengths of the theme."""
        margin = self.theme.metrics.pad_m
        self._inside.setContentsMargins(margin, margin, margin, margin)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Forget what was found."""
        self._odds.forget()
        self.search.set_entries(())

    def _place(self, room: QRect) -> QRect:
        lengths = self.theme.metrics
        size = QSize(44 * lengths.font_body, 30 * lengths.font_body).boundedTo(room.size() - QSize(16, 16))
        top = room.top() + max(8, (room.height() - size.height()) // 4)
        return QRect(QPoint(room.center().x() - size.width() // 2, top), size)

    def _entries(self) -> list[ListEntry]:
        view = self.view
        offers = self._offers(view)
        entries = [e for e in offers if e.enabled]
        entries += self._action_entries()
        entries += self._handouts(view)
        entries += self._notes(view)
        entries += self._people(view)
        by_hand = [
            entry_of(offer, self.theme)
            for offer in self.viewer_campaign.manual_moves().all_offers(self.viewer_campaign.next_guest_id)
        ]
        entries += [e for e in by_hand if e.enabled]
        entries += self._cards(view)
        return entries + [e for e in (*offers, *by_hand) if not e.enabled]

    def _seats(self) -> list[str]:
        """Return the seats that the viewer can act for, the chosen one first."""
        return sorted(reachable_seats(self.view), key=lambda seat: seat != self._seat)

    def _offers(self, view: VisibleTable) -> list[ListEntry]:
        entries: list[ListEntry] = []
        for seat in self._seats():
            # What is handled on the table itself is there under another name that has a button.
            offers = (offer for offer in self.viewer_campaign.offers(seat) if not offer.direct)
            entries += (entry_of(offer, self.theme, name_of_seat(view, seat)) for offer in offers)
        return sorted(entries, key=lambda e: not (isinstance(e.payload, Offer) and e.payload.primary))

    def _action_entries(self) -> list[ListEntry]:
        entries = []
        for action in self._actions:
            words = title_of(action)
            if words and action.isVisible() and action.isEnabled() and not action.property("palette_hidden"):
                entries.append(
                    ListEntry(
                        title=words,
                        payload=action,
                        detail=str(action.property(DETAIL) or ""),
                        hint=keys_of(action),
                        icon="warning" if action.property(FAR_REACHING) else "chevron-right",
                        beside=tuple(filter(None, (str(action.property(BESIDE) or ""),))),
                        far_reaching=bool(action.property(FAR_REACHING)),
                    )
                )
        return entries

    def _handouts(self, view: VisibleTable) -> list[ListEntry]:
        """Return the handouts that this viewer may know; a player has no such list."""
        return [
            ListEntry(
                title=text("palette.show_handout", handout=handout.name),
                payload=HandoutEntry(handout.id),
                detail=text("palette.handout"),
                icon="eye",
            )
            for handout in handouts_in(view.lists)
        ]

    def _notes(self, view: VisibleTable) -> list[ListEntry]:
        """Return the notes that this viewer may read; they are found by their whole text."""
        seat = view.seats.get(self.viewer)
        is_gm = seat is not None and seat.is_gm
        return [
            ListEntry(
                title=note.name,
                payload=NoteEntry(note.id),
                detail=text("palette.note"),
                icon="note",
                beside=(text("palette.note"), *search_parts(note, is_gm=is_gm)),
            )
            for note in notes_in(view.lists)
        ]

    def _people(self, view: VisibleTable) -> list[ListEntry]:
        entries = []
        for seat in view.seats.values():
            icon = "crown" if seat.role is Role.GM else "people"
            entries.append(
                ListEntry(
                    title=seat.name,
                    payload=PersonEntry(seat.id),
                    detail=text("palette.person"),
                    icon=icon,
                    beside=(text("palette.person"),),
                )
            )
        for actor in view.actors.values():
            detail = text("palette.character", seat=name_of_seat(view, actor.seat))
            entries.append(
                ListEntry(
                    title=actor.name, payload=CharacterEntry(actor.id), detail=detail, icon="body", beside=(detail,)
                )
            )
        return entries

    def _cards(self, view: VisibleTable) -> list[ListEntry]:
        entries = []
        for zone in view.zones.values():
            where = name_of_zone(view, zone.id)
            for index, card in enumerate(zone.cards):
                if card is not None:
                    entries.append(
                        ListEntry(
                            title=name_of_card(view, card),
                            payload=CardEntry(zone.id, index),
                            detail=text("palette.card", zone=where, place=index + 1, count=zone.count),
                            icon="deck",
                            beside=(spoken_known_card(view, card),),
                        )
                    )
        return entries

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
            case PersonEntry(seat=seat):
                self.seat_chosen.emit(seat)
            case CharacterEntry(actor=actor):
                self.actor_chosen.emit(actor)
            case HandoutEntry(handout=handout):
                self.handout_chosen.emit(handout)
            case NoteEntry(note=note):
                self.note_chosen.emit(note)
            case CardEntry(zone=zone, index=index):
                self.card_chosen.emit(zone, index)

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
