"""A card beside a body: one hit location, how it is, what can be done there, and its numbers to be set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from engine.play.moves import SetLocation
from engine.play.sight import Mark, View
from engine.table.body import Location
from vtt.table.body import OPEN, PartLook
from vtt.table.figure import sign_words
from vtt.table.location_offers import PlacedOffer
from vtt.table.naming import clean, isolated, plain_word, tell
from vtt.widgets.dressing import IconButton, dress, set_role
from vtt.widgets.text import button_text, label, short, tip
from vtt.widgets.theme import Theme, ThemeHub

_MOST_BOXES: Final = 10
_MOST_OFFERS: Final = 6
"""Further offers stand in a list."""
_BAD: Final = 3
_REASON: Final = 16.0
"""How wide a reason is, by letters, before it goes on below."""


@dataclass(frozen=True, slots=True)
class Told:
    """What there is to say about a location besides what it holds.

    Attributes:
        marks: the places to which a hit can be moved now.
        worn: armour that the character wears there, besides what the location has.
        look: how it is, with its signs.
        offers: what can be done there.
    """

    marks: Sequence[Mark] = ()
    worn: int = 0
    look: PartLook | None = None
    offers: tuple[PlacedOffer, ...] = ()


class LocationCard(QFrame):
    """Shows one location of one character, as far as the viewer may know it.

    Args:
        hub: the theme.
        parent: where it floats.

    Signals:
        wanted: a command that sets the location.
        mark_wanted: a place to which the hit is to be moved: a Mark.
        offer_wanted: something that can be done there: a PlacedOffer.
        more_wanted: those that have no button, as a tuple of them.
        closed: it went, and the keyboard goes back to where it was.
    """

    wanted = Signal(object)
    mark_wanted = Signal(object)
    offer_wanted = Signal(object)
    more_wanted = Signal(object)
    closed = Signal()

    def __init__(self, hub: ThemeHub, parent: QWidget) -> None:
        super().__init__(parent)
        self._table = parent
        self._hub = hub
        self._about: tuple[str, str, str] | None = None
        self._shown: tuple[object, ...] = ()
        self._beside = QRectF()
        self.setProperty("role", "card")
        self.setAutoFillBackground(True)
        self._title = label("", "heading", parent=self)
        self._close = IconButton(hub, "close", tell("location.close"), self)
        self._close.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._close.clicked.connect(self.put_away)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._close)
        self._column = QVBoxLayout(self)
        self._column.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)
        self._column.addLayout(head)
        self._page = QScrollArea(self)  # on a low table with large type not all of it has room
        self._page.setFrameShape(QFrame.Shape.NoFrame)
        self._page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._page.setWidgetResizable(True)
        self._page.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._body = QWidget()
        self._rows = QVBoxLayout(self._body)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._page.setWidget(self._body)
        self._page.viewport().setAutoFillBackground(False)
        self._body.setAutoFillBackground(False)
        self._column.addWidget(self._page)
        self.hide()
        dress(hub, self._wear)

    def _wear(self, theme: Theme) -> None:
        m = theme.metrics
        self._column.setContentsMargins(m.pad_m, m.pad_s, m.pad_s, m.pad_m)
        self._column.setSpacing(m.pad_s)
        self._rows.setSpacing(m.pad_s)
        self._shown = ()

    @property
    def about(self) -> tuple[str, str] | None:
        """The character and the location that it shows; None while it is not there."""
        return self._about[1:] if self._about is not None else None

    def show_location(self, view: View, actor: str, name: str, told: Told, beside: QRectF) -> None:
        """Show a location beside a place of the parent, and take the keys."""
        self._about, self._beside, self._shown = (view.viewer, actor, name), beside, ()
        self.follow(view, told)
        if self._about is not None:
            self.show()
            self.raise_()
            now = next((b for b in self._body.findChildren(QPushButton) if b.isChecked()), None)
            (now or self._close).setFocus(Qt.FocusReason.PopupFocusReason)

    def follow(self, view: View, told: Told) -> None:
        """Show what is so now; go away where the viewer has changed or may not know it any more.

        Args:
            view: what the viewer may know.
            told: what else there is to say about the location.
        """
        if self._about is None:
            return
        viewer, actor, name = self._about
        found = view.actors.get(actor)
        location = found.body.locations.get(name) if found is not None and found.body is not None else None
        if found is None or location is None or view.viewer != viewer:
            self.put_away()
            return
        told = replace(told, marks=tuple(m for m in told.marks if (m.actor, m.location) == (actor, name) and m.offer))
        shown = (found.name, found.seat, location, told)
        if shown == self._shown:
            return
        self._shown = shown
        title = tell("location.title", what=plain_word(name), name=isolated(clean(found.name, 60)))
        self._title.setText(title)
        self.setAccessibleName(title)
        self._fill(found.seat, actor, name, location, told)
        self._place()

    def put_away(self) -> None:
        """Go, and keep nothing of what was shown."""
        if self._about is None:
            return
        self._about, self._shown = None, ()
        focused: QWidget | None = self.window().focusWidget()
        had_focus = focused is not None and self.isAncestorOf(focused)
        self.hide()
        self._drop(self._begin_anew())
        self._title.setText("")
        self.setAccessibleName("")
        if had_focus:
            self.closed.emit()

    def _begin_anew(self) -> QWidget:
        """Put an empty page in the place of the one that is shown, and return that."""
        old, self._body = self._page.takeWidget(), QWidget()
        old.setParent(self._page)
        self._rows = QVBoxLayout(self._body)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(self._hub.theme.metrics.pad_s)
        self._page.setWidget(self._body)
        self._body.setAutoFillBackground(False)
        self._body.hide()
        return old

    def _drop(self, old: QWidget) -> None:
        old.hide()
        old.setParent(None)
        old.deleteLater()

    def _fill(self, seat: str, actor: str, name: str, location: Location, told: Told) -> None:
        at = self._place_of_focus()
        old = self._begin_anew()
        self._tell(told.look)

        def setting(
            level: int = location.level, armour: int | None = None, bleeding: bool | None = None
        ) -> SetLocation:
            return SetLocation(seat=seat, actor=actor, location=name, level=level, armour=armour, bleeding=bleeding)

        for mark in told.marks:
            key = "location.land" if mark.state == OPEN else "location.move"
            words = tell(key, what=plain_word(mark.place or mark.location))
            button = self._button(words, words)
            set_role(button, "primary")
            button.clicked.connect(lambda _=False, mark=mark: self.mark_wanted.emit(mark))
            self._rows.addWidget(button)
        least, most = location.least, location.most
        if least == 0 and most is not None and 0 < most <= _MOST_BOXES:
            row = self._row(tell("location.level"))
            for level in range(most + 1):
                button = self._button(str(level), tell("location.level_of", level=level, most=most))
                button.setCheckable(True)
                button.setChecked(level == location.level)
                command = setting(level)
                button.clicked.connect(lambda _=False, command=command: self._want(command))
                row.addWidget(button)
        else:
            value = str(location.level) if most is None else f"{location.level}/{most}"
            words = tell("location.level" if least == 0 else "location.points")
            self._steps(words, value.replace("-", "−"), setting(location.level - 1), setting(location.level + 1))
        self._steps(
            tell("location.worn", worn=told.worn) if told.worn else tell("location.armour"),
            str(location.armour),
            setting(armour=location.armour - 1) if location.armour > 0 else None,
            setting(armour=location.armour + 1),
        )
        bleeds = self._button(tell("location.bleeding"), tell("location.bleeding"))
        bleeds.setCheckable(True)
        bleeds.setChecked(location.bleeding)
        bleeds.clicked.connect(lambda: self._want(setting(bleeding=not location.bleeding)))
        self._rows.addWidget(bleeds, 0, Qt.AlignmentFlag.AlignLeft)
        self._offer(told.offers)
        self._body.show()  # only now: what is added to a page that shows has no size yet
        buttons = self._body.findChildren(QPushButton)
        if 0 <= at < len(buttons):
            now = buttons[at]
            checked = next((b for b in buttons if b.isChecked()), now)
            (checked if now.isCheckable() and now is not bleeds else now).setFocus(Qt.FocusReason.OtherFocusReason)
        self._drop(old)  # only now: the keyboard stays on the card

    def _tell(self, look: PartLook | None) -> None:
        """Say how bad it is, and what each of its signs means."""
        if look is None:
            return
        if look.harm:
            self._rows.addWidget(label(look.harm, "danger" if look.grade >= _BAD else "warning", parent=self._body))
        theme = self._hub.theme
        for sign in look.signs:
            line = QHBoxLayout()
            line.setSpacing(theme.metrics.pad_s)
            picture = QLabel(self._body)
            role = "danger" if sign.grave else "text"
            size = theme.metrics.icon_s
            picture.setPixmap(self._hub.pixmap(sign.icon, size, role=role, dpr=self.devicePixelRatioF()))
            line.addWidget(picture)
            line.addWidget(label(sign_words(sign), parent=self._body), 1)
            self._rows.addLayout(line)

    def _offer(self, offers: tuple[PlacedOffer, ...]) -> None:
        """Put a button for each offer; one that cannot be taken is grey and says why."""
        shown = offers if len(offers) <= _MOST_OFFERS else offers[: _MOST_OFFERS - 1]
        for placed in shown:
            words = placed.words
            button = self._button(words, words)
            button.setEnabled(not placed.reason)
            button.setToolTip(tip(placed.reason))
            button.setAccessibleDescription(placed.reason)
            button.clicked.connect(lambda _=False, placed=placed: self.offer_wanted.emit(placed))
            self._rows.addWidget(button)
            if placed.reason:
                why = label(short(placed.reason, 90), "muted", wrap=True, parent=self._body)
                why.setMinimumWidth(round(self._hub.theme.metrics.font_body * _REASON))
                self._rows.addWidget(why)
        more = offers[len(shown) :]
        if more:
            words = tell("location.further", count=len(more))
            button = self._button(words, words)
            button.clicked.connect(lambda _=False: self.more_wanted.emit(more))
            self._rows.addWidget(button)

    def _place_of_focus(self) -> int:
        buttons = self._body.findChildren(QPushButton)
        return next((i for i, button in enumerate(buttons) if button.hasFocus()), -1)

    def _row(self, words: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self._hub.theme.metrics.pad_xs)
        row.addWidget(label(words, "muted", parent=self._body))
        row.addStretch(1)
        self._rows.addLayout(row)
        return row

    def _steps(self, words: str, value: str, less: SetLocation | None, more: SetLocation | None) -> None:
        row = self._row(words)
        shown = QLabel(value, self._body)
        shown.setTextFormat(Qt.TextFormat.PlainText)
        shown.setAlignment(Qt.AlignmentFlag.AlignCenter)
        shown.setMinimumWidth(self._hub.theme.metrics.control)
        for sign, key, command in (("−", "less", less), ("+", "more", more)):
            button = self._button(sign, tell(f"location.{key}", what=words, value=value))
            button.setEnabled(command is not None)
            button.clicked.connect(lambda _=False, command=command: self._want(command))
            row.addWidget(button)
            if key == "less":
                row.addWidget(shown)

    def _button(self, words: str, name: str) -> QPushButton:
        button = QPushButton(button_text(words), self._body)
        button.setAccessibleName(name)
        button.setAutoDefault(False)
        button.show()
        if len(words) == 1:
            button.setFixedWidth(round(self._hub.theme.metrics.control * 1.15))
            button.setStyleSheet("padding-left: 0; padding-right: 0;")  # one sign needs no air beside it
        return button

    def _want(self, command: SetLocation | None) -> None:
        if command is not None:
            self.wanted.emit(command)

    def _place(self) -> None:
        """Stand beside the region, wholly on the table."""
        room, m = self._table.rect(), self._hub.theme.metrics
        self.ensurePolished()
        self._rows.activate()
        whole = self._body.sizeHint()
        margins = self._column.contentsMargins()
        head = self._title.sizeHint().height() + margins.top() + margins.bottom() + 2 * m.pad_s
        free = room.height() - 3 * m.pad_s - max(head, m.control + 3 * m.pad_m)
        bar = m.scrollbar if whole.height() > free else 0
        self._page.setFixedSize(max(whole.width(), self._title.sizeHint().width()) + bar, min(whole.height(), free))
        self._column.activate()
        box = self.rect()
        box.setSize(self.sizeHint())
        box.moveTop(round(self._beside.center().y() - box.height() / 2))
        box.moveLeft(round(self._beside.right()) + m.pad_m)
        if box.right() > room.right() - m.pad_s:
            box.moveRight(round(self._beside.left()) - m.pad_m)
        box.moveLeft(max(room.left() + m.pad_s, min(box.left(), room.right() - box.width() - m.pad_s)))
        box.moveTop(max(room.top() + m.pad_s, min(box.top(), room.bottom() - box.height() - m.pad_s)))
        self.move(box.topLeft())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Esc; a digit sets the level; arrows go from button to button. No key goes on to the table."""
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.put_away()
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
            self.focusNextChild()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Up):
            self.focusPreviousChild()
        elif event.text().isdigit():
            found = (b for b in self._body.findChildren(QPushButton) if b.text() == event.text() and b.isCheckable())
            button = next(found, None)
            if button is not None:
                button.click()
        event.accept()
