"""The record of one character: who leads it, what has befallen it, what can be done with it, and its sheet."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QWidget

from engine.play.commands import Command
from engine.play.moves import EditActor, EditSheet, LayCondition, LiftCondition, RemoveActor, SetTrack
from engine.play.offers import Offer
from engine.play.sight import View
from engine.table.conditions import Condition
from engine.table.frozen import Json
from engine.table.seats import Actor, Role
from vtt.panels.character_state import ConditionsEditor, TracksEditor, known_conditions
from vtt.panels.fit import TileFlow
from vtt.panels.naming import word_for
from vtt.panels.offer_tile import OfferTile
from vtt.panels.panel import Panel, acting_seat, gm_seat, reachable_seats, text
from vtt.panels.parts import button, column, empty, prose, set_prose
from vtt.panels.record import RecordField, record_fields
from vtt.panels.sheet_fields import SheetField, sheet_field
from vtt.panels.taking import OfferTaker
from vtt.session import Session
from vtt.table.naming import name_of_seat, states_of
from vtt.widgets.dialogue import Choice, ask
from vtt.widgets.text import button_text, label, short, tip
from vtt.widgets.theme import ThemeHub

_MOST_TILES = 10
_SHORT = {"text": 16, "number": 9, "choice": 16, "flag": 9}


def may_read(view: View, actor: Actor) -> bool:
    """Say whether a viewer may know a character's record: a secret one only its leader and the GM."""
    seat = view.seats.get(view.viewer)
    return not actor.secret or view.viewer == actor.seat or (seat is not None and seat.role is Role.GM)


class CharacterForm(Panel):
    """The form of one character. Each change is one gesture, refused ones are said beside the field.

    Signals:
        back: the form is left for the list.
    """

    back = Signal()

    def __init__(self, session: Session, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(session, viewer, theme_hub, parent)
        self._actor = ""
        self._shape: object = None
        self._offers: tuple[Offer, ...] | None = None
        self._removing = ""
        self.fields: dict[str, SheetField] = {}
        self.tiles: list[OfferTile] = []
        self.taker = OfferTaker(self)
        self._lay = column(self)
        self.name: QLineEdit | None = None
        self.restyle()

    @property
    def actor(self) -> str:
        """The character that is shown."""
        return self._actor

    def show_actor(self, actor: str) -> None:
        """Show another character."""
        if actor != self._actor:
            self.flush()
            self._actor = actor
            self.refresh()

    def flush(self) -> None:
        """Send what was written but not yet sent."""
        for field in self.fields.values():
            field.flush()

    def refresh(self) -> None:
        """Show how the character stands now."""
        view = self.view
        actor = view.actors.get(self._actor)
        readable = actor is not None and may_read(view, actor)
        fields = self._record(view, actor) if actor is not None and readable else ()
        shape = (self._actor if actor is not None else "", readable, self.viewer, fields, self.theme)
        if shape != self._shape:
            self._shape = shape
            self._build(actor, readable, fields)
        if actor is not None and readable:
            if self.isVisible():
                self._show(view, actor)
            else:
                self._show_offers(())  # what is readable stays as it was until somebody comes back

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened meanwhile."""
        super().showEvent(event)
        self.refresh()

    def restyle(self) -> None:
        """Build the form anew in other lengths."""
        lengths = self.theme.metrics
        self._lay.setContentsMargins(lengths.pad_l, lengths.pad_m, lengths.pad_l, lengths.pad_l)
        self._lay.setSpacing(lengths.pad_m)
        self._shape = None
        self.refresh()

    def viewer_changed(self) -> None:
        """Forget everything, then show what the new viewer may know."""
        self.taker.close()
        self._shape = None
        self.refresh()

    def _record(self, view: View, actor: Actor) -> tuple[RecordField, ...]:
        """The game's fields, and those that only this sheet has."""
        fields = record_fields(view.ruleset)
        known = {f.key for f in fields}
        more = (RecordField(key=key, label=word_for(key, "sheet"), side=0) for key in actor.sheet if key not in known)
        return (*fields, *(f for f in more if isinstance(actor.sheet[f.key], str)))

    def _build(self, actor: Actor | None, readable: bool, fields: tuple[RecordField, ...]) -> None:
        empty(self._lay)
        self.fields, self.tiles, self._offers, self.name = {}, [], None, None
        if actor is None:
            self._lay.addWidget(label(text("characters.none_chosen"), "muted", wrap=True))
        elif not readable:
            self._lay.addWidget(prose(short(actor.name, 80), "title"))
            self._lay.addWidget(label(text("characters.kept_secret"), "muted", wrap=True))
        else:
            self._build_head()
            self._build_state()
            self._build_sheet(fields)
        self._lay.addStretch(1)

    def _build_head(self) -> None:
        lengths = self.theme.metrics
        head = QWidget()
        flow = TileFlow(head, spacing=lengths.pad_m)
        self.name = QLineEdit()
        self.name.setAccessibleName(text("characters.name"))
        self.name.setMinimumWidth(16 * lengths.font_body)
        self.name.editingFinished.connect(self._rename)
        self.leader = QComboBox()
        self.leader.setAccessibleName(text("characters.leader"))
        self.leader.activated.connect(lambda at: self._edit(leader=str(self.leader.itemData(at))))
        self.secret = QCheckBox(button_text(text("characters.secret_short")))
        self.secret.setToolTip(tip(text("characters.secret")))
        self.secret.clicked.connect(lambda on: self._edit(secret=on))
        self.archive = button(text("characters.archive"))
        self.archive.clicked.connect(self._archive)
        self.remove = button(text("characters.remove"))
        self.remove.clicked.connect(self._ask_remove)
        for words, widget in ((text("characters.name"), self.name), (text("characters.leader"), self.leader)):
            cell = QWidget()
            inside = column(cell, gap=lengths.pad_xs)
            inside.addWidget(label(words, "muted"))
            inside.addWidget(widget)
            flow.addWidget(cell)
        for box in (self.secret, self.archive, self.remove):
            flow.addWidget(box)
        self._lay.addWidget(head)
        self.trouble = prose("", "danger")
        self.trouble.hide()
        self._lay.addWidget(self.trouble)
        badges = QWidget()
        self._badges = TileFlow(badges, spacing=lengths.pad_s)
        self._lay.addWidget(badges)
        self._badge_words: tuple[str, ...] | None = None

    def _build_state(self) -> None:
        lengths = self.theme.metrics
        self._doing = QWidget()
        doing = column(self._doing, gap=lengths.pad_s)
        doing.addWidget(label(text("characters.can_do"), "heading"))
        tiles = QWidget()
        self._tile_flow = TileFlow(tiles, spacing=lengths.pad_s)
        doing.addWidget(tiles)
        self._lay.addWidget(self._doing)
        self._tracks_title: QLabel = label(text("characters.tracks"), "heading")
        self.tracks = TracksEditor(self.hub)
        self.tracks.chosen.connect(self._set_track)
        self._lay.addWidget(self._tracks_title)
        self._lay.addWidget(self.tracks)
        self._lay.addWidget(label(text("characters.conditions"), "heading"))
        self.conditions = ConditionsEditor(self.hub)
        self.conditions.laid.connect(self._lay_condition)
        self.conditions.lifted.connect(self._lift)
        self.conditions.changed.connect(self._change_condition)
        self._lay.addWidget(self.conditions)

    def _build_sheet(self, fields: tuple[RecordField, ...]) -> None:
        side: int | None = None
        flow: TileFlow | None = None
        for field in fields:
            if field.side != side:
                side, flow = field.side, None
                self._lay.addWidget(label(text(f"characters.side_{side}"), "heading"))
            made = sheet_field(field, self.hub)
            made.written.connect(self._write)
            self.fields[field.key] = made
            if field.kind not in _SHORT:
                flow = None
                self._lay.addWidget(made)
                continue
            if flow is None:
                beside = QWidget()
                flow = TileFlow(beside, spacing=self.theme.metrics.pad_m)
                self._lay.addWidget(beside)
            made.setMinimumWidth(_SHORT[field.kind] * self.theme.metrics.font_body)
            flow.addWidget(made)

    def _show(self, view: View, actor: Actor) -> None:
        assert self.name is not None
        if not self.name.hasFocus() or not self.name.isModified():
            self.name.setText(actor.name)
            self.name.setCursorPosition(0)
        self.leader.clear()
        for seat in view.seats:
            self.leader.addItem(short(name_of_seat(view, seat), 40), seat)
        self.leader.setCurrentIndex(self.leader.findData(actor.seat))
        self.secret.setChecked(actor.secret)
        self.archive.setText(text("characters.restore" if actor.archived else "characters.archive"))
        self._show_badges((*states_of(actor), *((text("characters.archived"),) if actor.archived else ())))
        self._show_offers(self._offers_for(view, actor))
        self.tracks.show_tracks(dict(actor.tracks))
        self.tracks.setVisible(bool(actor.tracks))
        self._tracks_title.setVisible(bool(actor.tracks))
        self.conditions.show_conditions(actor.conditions, known_conditions(view.ruleset, view.actors.values()))
        for key, field in self.fields.items():
            field.show_value(actor.sheet.get(key), view)

    def _show_badges(self, words: tuple[str, ...]) -> None:
        if words == self._badge_words:
            return
        self._badge_words = words
        empty(self._badges)
        for word in words:
            self._badges.addWidget(label(short(word, 40), "warning"))

    def _offers_for(self, view: View, actor: Actor) -> tuple[Offer, ...]:
        """What this character's leader and the GM can do with it."""
        reachable = reachable_seats(view)
        seats = dict.fromkeys(seat for seat in (actor.seat, gm_seat(view)) if seat in reachable)
        found: dict[str, Offer] = {}
        for seat in seats:
            for offer in self.lens.offers(seat):
                if getattr(offer.command, "actor", None) == actor.id:
                    found.setdefault(offer.name, offer)
        return tuple(sorted(found.values(), key=lambda o: o.denial is not None))

    def _show_offers(self, offers: tuple[Offer, ...]) -> None:
        if offers == self._offers:
            return
        self._offers = offers
        empty(self._tile_flow)
        self.tiles = []
        for offer in offers[:_MOST_TILES]:
            tile = OfferTile(self.hub, offer)
            tile.clicked.connect(lambda _=False, o=offer: self.taker.take(o))
            self.tiles.append(tile)
            self._tile_flow.addWidget(tile)
        if len(offers) > _MOST_TILES:
            more = button(text("offers.more", count=len(offers) - _MOST_TILES))
            more.clicked.connect(lambda: self.taker.list(offers))
            self._tile_flow.addWidget(more)
        self._doing.setVisible(bool(offers))

    def _do(self, command: Command) -> str:
        """Do it; return why not, or nothing."""
        refused = self.session.refusal(command)
        if refused is not None:
            return f"{refused.text} ({', '.join(refused.rules)})" if refused.rules else refused.text
        self.lens.submit(command, self)
        return ""

    def _try(self, command: Command) -> bool:
        """Do it, and say at the head of the form why not."""
        why = self._do(command)
        if self.name is not None:
            set_prose(self.trouble, why)
            self.trouble.setVisible(bool(why))
        if why:
            self.refresh()
        return not why

    def _edit(
        self,
        *,
        name: str | None = None,
        leader: str | None = None,
        secret: bool | None = None,
        archived: bool | None = None,
    ) -> None:
        seat = acting_seat(self.view)
        self._try(EditActor(seat=seat, actor=self._actor, name=name, leader=leader, secret=secret, archived=archived))

    @Slot()
    def _rename(self) -> None:
        actor = self.view.actors.get(self._actor)
        assert self.name is not None
        written = self.name.text().strip()
        self.name.setModified(False)
        if actor is not None and written and written != actor.name:
            self._edit(name=written)
        elif actor is not None:
            self.name.setText(actor.name)

    @Slot()
    def _archive(self) -> None:
        actor = self.view.actors.get(self._actor)
        if actor is not None:
            self._edit(archived=not actor.archived)

    @Slot()
    def _ask_remove(self) -> None:
        actor = self.view.actors.get(self._actor)
        if actor is None:
            return
        choices = (
            Choice("remove", text("characters.remove_yes"), "danger"),
            Choice("", text("characters.remove_no"), "primary"),
        )
        title = text("characters.remove_title", name=short(actor.name, 60))
        sentences = (text("characters.remove_asks"),)
        self._removing = actor.id
        ask(self.hub, self.window(), title, sentences, choices, self._removal, icon="warning")

    @Slot(str)
    def _removal(self, key: str) -> None:
        if key == "remove":
            self._try(RemoveActor(seat=gm_seat(self.view), actor=self._removing))

    @Slot(str, object)
    def _write(self, key: str, value: Json) -> None:
        fields: Mapping[str, Json] = {key: value}
        why = self._do(EditSheet(seat=acting_seat(self.view), actor=self._actor, fields=fields))
        field = self.fields.get(key)
        if field is not None:
            field.complain(why)
        if why:
            self.refresh()

    @Slot(str, int)
    def _set_track(self, track: str, value: int) -> None:
        self._try(SetTrack(seat=acting_seat(self.view), actor=self._actor, track=track, value=value))

    @Slot(str, int, str)
    def _lay_condition(self, name: str, level: int, note: str) -> None:
        seat = acting_seat(self.view)
        self._try(LayCondition(seat=seat, actor=self._actor, condition=name, level=level, note=note))

    @Slot(str)
    def _lift(self, condition: str) -> None:
        self._try(LiftCondition(seat=acting_seat(self.view), actor=self._actor, condition=condition))

    @Slot(object, int, str)
    def _change_condition(self, old: Condition, level: int, note: str) -> None:
        """Lay it anew and lift the old one; if it cannot be laid anew, the old one stays."""
        seat = acting_seat(self.view)
        anew = LayCondition(seat=seat, actor=self._actor, condition=old.name, level=level, note=note, until=old.until)
        if self._try(anew):
            self._lift(old.id)
