"""Asking what real dice and cards tell, before a gesture is done: one field for each, and more as they are needed."""

from __future__ import annotations

import dataclasses
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from engine.play.chance import ORDER
from engine.play.sight import SideView, View
from engine.play.telling import CARD, Blank, Rehearsal
from engine.play.words import say
from vtt.panels.blanks import BlankField, CardBlank, DieBlank, blank_field
from vtt.panels.card_grid import CardGrid
from vtt.panels.fit import TileFlow
from vtt.panels.panel import text
from vtt.panels.parts import column, prose, set_prose
from vtt.session import Pending, Session
from vtt.table.naming import name_of_zone
from vtt.table.places import kind_of_zone
from vtt.table.printed import card_face
from vtt.widgets.dialogue import Choice, Dialogue
from vtt.widgets.dressing import set_role
from vtt.widgets.text import short
from vtt.widgets.theme import ThemeHub

_WIDE: Final = 680
_LANES: Final = ("drawn", "standins")


def caption_of(view: View, blank: Blank) -> str:
    """Return what a card is called that has to be told: by whose it is, else by where it lies."""
    zone = blank.zone if blank.zone in view.zones else blank.source
    side = _side(view, zone)
    if side is not None:
        name = short(say(side.label), 40)
        kind = kind_of_zone(zone)
        return text(f"telling.{kind}", name=name) if kind in _LANES else name
    if kind_of_zone(blank.source) == "hand" and blank.place:
        place = int(blank.place.rpartition("#")[2]) + 1
        return text("telling.here", where=name_of_zone(view, blank.source), place=place)
    return name_of_zone(view, blank.source)


def _side(view: View, zone: str) -> SideView | None:
    sides = (side for glimpse in reversed(view.under_way) for side in glimpse.sides)
    return next((side for side in sides if zone in side.zones), None)


class TellingForm(QWidget):
    """The fields of a gesture that waits; they come and go with what was told.

    Signals:
        changed: something was told, or is asked now.
        entered: the field that has the keyboard now.
    """

    changed = Signal()
    entered = Signal(QWidget)

    def __init__(self, session: Session, pending: Pending, viewer: str, hub: ThemeHub) -> None:
        super().__init__()
        self._session = session
        self._pending = pending
        self._viewer = viewer
        self._hub = hub
        self._now: CardBlank | None = None
        self.grid: CardGrid | None = None
        self.fields: dict[str, BlankField] = {}
        self.rehearsal = Rehearsal(())
        lengths = hub.theme.metrics
        lay = column(self, gap=lengths.pad_m)
        self.hint = prose("", "muted")
        lay.addWidget(self.hint)
        self.about = prose("", "heading")
        self.about.hide()
        lay.addWidget(self.about)
        self._holder = QWidget()
        self._flow = TileFlow(self._holder, spacing=lengths.pad_l)
        lay.addWidget(self._holder)
        self.reason = prose("", "danger")
        lay.addWidget(self.reason)
        self._lay = lay
        self.follow()

    @property
    def complete(self) -> bool:
        """Whether nothing is left to tell."""
        return self.rehearsal.outcome is not None

    @property
    def blanks(self) -> tuple[Blank, ...]:
        """What is asked."""
        return tuple(field.blank for field in self.fields.values())

    def told(self) -> dict[str, int | str]:
        """Return what was told, by the keys of the blanks."""
        answers = {key: field.value() for key, field in self.fields.items()}
        return {key: answer for key, answer in answers.items() if answer is not None}

    def begun(self) -> bool:
        """Say whether anything was written, rightly or not."""
        return any(field.written() for field in self.fields.values() if field.blank.kind != ORDER)

    @Slot()
    def follow(self) -> None:
        """Rehearse with what was told, and ask for what is missing then."""
        while True:
            self.rehearsal = self._session.rehearse(self._pending, self.told())
            if not self._show_fields(self.rehearsal):
                break
        refused = self.rehearsal.refused
        trouble = next(filter(None, (field.trouble() for field in self.fields.values())), "")
        words = trouble or ("" if refused is None else refused.text)
        set_prose(self.reason, words)
        self.reason.setVisible(bool(words))
        self._show_doubts(refused is not None)
        self._show_hint()
        self.changed.emit()

    def advance(self) -> None:
        """Go to the next field that is still empty; the last one stays, so that one digit too many is seen there."""
        self.follow()
        empty = next((f for f in self.fields.values() if f.value() is None), None)
        if empty is not None:
            empty.setFocus(Qt.FocusReason.TabFocusReason)

    def focus_first(self) -> None:
        """Put the keyboard into the first field that takes something."""
        first = next((f for f in self.fields.values() if f.focusProxy() is not None), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_fields(self, rehearsal: Rehearsal) -> bool:
        """Make the fields that are new, and let go of what is asked no more; say whether there are new answers."""
        wanted = {blank.key: blank for blank in rehearsal.blanks}
        if rehearsal.refused is None:
            for key in [key for key in self.fields if key not in wanted]:
                field = self.fields.pop(key)
                self._now = None if self._now is field else self._now
                self._flow.removeWidget(field)
                field.hide()
                field.deleteLater()
        new = [blank for key, blank in wanted.items() if key not in self.fields]
        thrown = [(blank.kind, blank.about) for blank in self.blanks]
        for blank in new:
            self._add(blank, again=(blank.kind, blank.about) in thrown)
        if new:
            self._name_alike()
        return any(self.fields[blank.key].value() is not None for blank in new)

    def _show_doubts(self, refused: bool) -> None:
        """Give no tick to a card of what is refused; a cross to the one that must be the reason."""
        told = [f for f in self.fields.values() if isinstance(f, CardBlank) and f.value() is not None]
        for field in told:
            field.doubt(refused=refused, wrong=len(told) == 1 or not field.may_be())

    def _add(self, blank: Blank, *, again: bool) -> None:
        view = self._session.lens(self._viewer).view
        dice = sum(isinstance(field, DieBlank) for field in self.fields.values())
        kind = text("telling.again", kind=blank.kind) if again else blank.kind
        caption = caption_of(view, blank) if blank.kind == CARD else kind
        faces = self._session.faces_for(blank) if blank.kind == CARD else {}
        printed = {face: found for face in faces if (found := card_face(view, face)) is not None}
        field = blank_field(blank, caption, self._hub, faces, printed, dice + 1)
        field.setObjectName(f"blank_{blank.key}")
        field.changed.connect(self.follow)
        field.full.connect(self.advance)
        field.emptied.connect(lambda f=field: self._go_back(f))
        field.entered.connect(lambda f=field: self._entered(f))
        self.fields[blank.key] = field
        self._flow.addWidget(field)
        if isinstance(field, CardBlank) and self.grid is None and not blank.secret:
            self.grid = CardGrid(self._hub, faces, {face: found.name for face, found in printed.items()})
            self.grid.chosen.connect(self._chosen)
            self._lay.addWidget(self.grid)

    def _name_alike(self) -> None:
        """Count the cards that would have the same name."""
        view = self._session.lens(self._viewer).view
        cards = [field for field in self.fields.values() if isinstance(field, CardBlank)]
        names = [caption_of(view, field.blank) for field in cards]
        for index, (field, name) in enumerate(zip(cards, names, strict=True)):
            many = names.count(name) > 1
            number = names[: index + 1].count(name)
            field.show_caption(text("telling.card", where=name, number=number) if many else name)

    def _show_hint(self) -> None:
        kinds = {blank.kind for blank in self.blanks}
        secret = any(blank.secret for blank in self.blanks)
        hints = []
        if kinds - {CARD, ORDER}:
            hints.append(text("telling.die_hint"))
        if CARD in kinds:
            named = any(isinstance(field, CardBlank) and field.named for field in self.fields.values())
            what = "name" if named else "" if secret else "card"
            hints.append(text("telling." + "_".join(filter(None, ("secret" if secret else "", what, "hint")))))
        set_prose(self.hint, " ".join(hints))
        self.hint.setVisible(bool(hints))

    def _entered(self, field: BlankField) -> None:
        self.entered.emit(field)
        about = field.blank.about
        set_prose(self.about, short(say(about), 80) if about is not None else "")
        self.about.setVisible(about is not None)
        if isinstance(field, CardBlank):
            self._now = field
            if self.grid is not None:
                self.grid.show_faces(self._session.faces_for(field.blank))

    def _go_back(self, field: BlankField) -> None:
        stops = [f for f in self.fields.values() if f.focusProxy() is not None]
        at = stops.index(field)
        if at > 0:
            stops[at - 1].setFocus(Qt.FocusReason.BacktabFocusReason)

    @Slot(str)
    def _chosen(self, face: str) -> None:
        cards = [field for field in self.fields.values() if isinstance(field, CardBlank)]
        open_ones = (field for field in cards if field.value() is None)
        field = self._now if self._now in cards else next(open_ones, None)
        if field is not None:
            field.tell(face)


class TellingDialog(Dialogue):
    """The form in a window: Enter goes on once all is told, Esc leaves and nothing has happened.

    Where it may be left to the screen, Enter does that as long as nothing was told.
    """

    def __init__(
        self, session: Session, pending: Pending, viewer: str, hub: ThemeHub, parent: QWidget | None = None
    ) -> None:
        self._session = session
        self._pending = pending
        self.form = TellingForm(session, pending, viewer, hub)
        kinds = [blank.kind for blank in self.form.blanks]
        has_dice = any(kind not in (CARD, ORDER) for kind in kinds)
        secret = any(blank.secret for blank in self.form.blanks)
        key = "dice" if has_dice else "secret" if secret else "cards" if CARD in kinds else "shuffle"
        choices = [Choice("done", text("telling.done")), Choice("", text("telling.leave"))]
        self._may_leave = pending.ways.screen_where_it_may() != pending.ways and not secret
        if self._may_leave:
            words = text("telling.screen_dice" if has_dice else "telling.screen_cards")
            choices.insert(1, Choice("screen", words))
        icon = "dice" if has_dice else "deck"
        super().__init__(hub, text(f"telling.{key}"), (), choices, parent, icon=icon, content=self.form, wide=_WIDE)
        self.form.changed.connect(self._changed)
        self.form.entered.connect(self._area.ensureWidgetVisible)
        self.chosen.connect(self._answered)
        self._changed()
        self.form.focus_first()

    @Slot()
    def _changed(self) -> None:
        done = self.buttons["done"]
        done.setEnabled(self.form.complete)
        screen = self.buttons.get("screen")
        leave_it = screen is not None and not self.form.begun()
        for button, primary in ((done, not leave_it), (screen, leave_it)):
            if button is not None:
                button.setDefault(primary)
                set_role(button, "primary" if primary else "")

    @Slot(str)
    def _answered(self, key: str) -> None:
        if key == "done":
            self._session.tell(self._pending, self.form.told())
        elif key == "screen":
            ways = self._pending.ways.screen_where_it_may()
            self._session.tell(dataclasses.replace(self._pending, ways=ways), self.form.told())
