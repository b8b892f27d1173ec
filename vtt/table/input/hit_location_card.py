"""A card beside a body: one hit location, how it is, what can be done there, and its numbers to be set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from engine.core.manual_moves import SetLocation
from engine.model.body import Location
from engine.presentation.body_annotations import LocationMark
from engine.presentation.visibility import VisibleTable
from vtt.shared.bodies.body_drawing import OPEN, BodyPartLook
from vtt.shared.bodies.body_state import sign_words
from vtt.shared.screen_names import bidi_isolated, clean_name, number_words, plain_word, table_text
from vtt.table.input.hit_location_offer_filter import LocationOffer
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.plain_text import button_text, label, short, tip
from vtt.widgets.theme_binding import follow_theme, set_role
from vtt.widgets.visible_part import visible_part

_MOST_BOXES: Final = 10
_MOST_OFFERS: Final = 6
"""Further offers are in a menu."""
_BAD: Final = 3
_REASON: Final = 16.0
"""The width of a reason, in letters, before it wraps."""


@dataclass(frozen=True, slots=True)
class LocationDetails:
    """Everything to show about a location besides its values.

    Attributes:
        marks: the locations that a hit can be moved to now.
        worn: armour that the character wears there, besides the location's own.
        look: its state and signs.
        offers: what can be done there.
    """

    marks: Sequence[LocationMark] = ()
    worn: int = 0
    look: BodyPartLook | None = None
    offers: tuple[LocationOffer, ...] = ()


class HitLocationCard(QFrame):
    """Shows one location of one character, as far as the viewer may know it.

    Args:
        hub: the theme.
        parent: where it floats.

    Signals:
        wanted: a command that sets the location.
        mark_wanted: a place to which the hit is to be moved: a LocationMark.
        offer_wanted: something that can be done there: a LocationOffer.
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
        self._close = IconButton(hub, "close", table_text("location.close"), self)
        self._close.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._close.clicked.connect(self.close_card)
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
        follow_theme(hub, self._theme_changed)

    def _theme_changed(self, theme: Theme) -> None:
        m = theme.metrics
        self._column.setContentsMargins(m.pad_m, m.pad_s, m.pad_s, m.pad_m)
        self._column.setSpacing(m.pad_s)
        self._rows.setSpacing(m.pad_s)
        self._shown = ()

    @property
    def about(self) -> tuple[str, str] | None:
        """The character and the location that it shows; None while it is not there."""
        return self._about[1:] if self._about is not None else None

    def show_location(self, view: VisibleTable, actor: str, name: str, told: LocationDetails, beside: QRectF) -> None:
        """Show a location beside a place of the parent, and take the keys."""
        self._about, self._beside, self._shown = (view.viewer, actor, name), beside, ()
        self.follow(view, told)
        if self._about is not None:
            self.show()
            self.raise_()
            checked_button = next((b for b in self._body.findChildren(QPushButton) if b.isChecked()), None)
            (checked_button or self._close).setFocus(Qt.FocusReason.PopupFocusReason)

    def follow(self, view: VisibleTable, told: LocationDetails) -> None:
        """Show the current state; close if the viewer has changed or may no longer know it.

        Args:
            view: what the viewer may know.
            told: everything to show about the location besides its values.
        """
        if self._about is None:
            return
        viewer, actor, name = self._about
        character = view.actors.get(actor)
        location = character.body.locations.get(name) if character is not None and character.body is not None else None
        if character is None or location is None or view.viewer != viewer:
            self.close_card()
            return
        told = replace(told, marks=tuple(m for m in told.marks if (m.actor, m.location) == (actor, name) and m.offer))
        contents = (character.name, character.seat, location, told)
        if contents == self._shown:
            return
        self._shown = contents
        title = table_text("location.title", what=plain_word(name), name=bidi_isolated(clean_name(character.name, 60)))
        self._title.setText(title)
        self.setAccessibleName(title)
        self._fill(character.seat, actor, name, location, told)
        self._place()

    def close_card(self) -> None:
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

    def _fill(self, seat: str, actor: str, name: str, location: Location, told: LocationDetails) -> None:
        at = self._place_of_focus()
        old = self._begin_anew()
        self._tell(told.look)

        def setting(
            level: int = location.level, armour: int | None = None, bleeding: bool | None = None
        ) -> SetLocation:
            return SetLocation(seat=seat, actor=actor, location=name, level=level, armour=armour, bleeding=bleeding)

        for mark in told.marks:
            key = "location.land" if mark.state == OPEN else "location.move"
            words = table_text(key, what=plain_word(mark.place or mark.location))
            button = self._button(words, words)
            set_role(button, "primary")
            button.clicked.connect(lambda _=False, mark=mark: self.mark_wanted.emit(mark))
            self._rows.addWidget(button)
        least, most = location.least, location.most
        if least == 0 and most is not None and 0 < most <= _MOST_BOXES:
            row = self._row(table_text("location.level"))
            for level in range(most + 1):
                button = self._button(str(level), table_text("location.level_of", level=level, most=most))
                button.setCheckable(True)
                button.setChecked(level == location.level)
                command = setting(level)
                button.clicked.connect(lambda _=False, command=command: self._want(command))
                row.addWidget(button)
        else:
            words = table_text("location.level" if least == 0 else "location.points")
            value = number_words(location.level, most)
            self._steps(words, value, setting(location.level - 1), setting(location.level + 1))
        self._steps(
            table_text("location.worn", worn=told.worn) if told.worn else table_text("location.armour"),
            str(location.armour),
            setting(armour=location.armour - 1) if location.armour > 0 else None,
            setting(armour=location.armour + 1),
        )
        bleeds = self._button(table_text("location.bleeding"), table_text("location.bleeding"))
        bleeds.setCheckable(True)
        bleeds.setChecked(location.bleeding)
        bleeds.clicked.connect(lambda: self._want(setting(bleeding=not location.bleeding)))
        self._rows.addWidget(bleeds, 0, Qt.AlignmentFlag.AlignLeft)
        self._offer(told.offers)
        self._body.show()  # only now: widgets added to a visible page have no size yet
        buttons = self._body.findChildren(QPushButton)
        if 0 <= at < len(buttons):
            focused_button = buttons[at]
            checked = next((b for b in buttons if b.isChecked()), focused_button)
            (checked if focused_button.isCheckable() and focused_button is not bleeds else focused_button).setFocus(
                Qt.FocusReason.OtherFocusReason
            )
        self._drop(old)  # only now: the keyboard stays on the card

    def _tell(self, look: BodyPartLook | None) -> None:
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

    def _offer(self, offers: tuple[LocationOffer, ...]) -> None:
        """Put a button for each offer; one that cannot be taken is grey and says why."""
        with_button = offers if len(offers) <= _MOST_OFFERS else offers[: _MOST_OFFERS - 1]
        for placed in with_button:
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
        more = offers[len(with_button) :]
        if more:
            words = table_text("location.further", count=len(more))
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
        value_label = QLabel(value, self._body)
        value_label.setTextFormat(Qt.TextFormat.PlainText)
        value_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        value_label.setMinimumWidth(self._hub.theme.metrics.control)
        for sign, key, command in (("−", "less", less), ("+", "more", more)):
            button = self._button(sign, table_text(f"location.{key}", what=words, value=value))
            button.setEnabled(command is not None)
            button.clicked.connect(lambda _=False, command=command: self._want(command))
            row.addWidget(button)
            if key == "less":
                row.addWidget(value_label)

    def _button(self, words: str, name: str) -> QPushButton:
        button = QPushButton(button_text(words), self._body)
        button.setAccessibleName(name)
        button.setAutoDefault(False)
        button.show()
        if len(words) == 1:
            button.setFixedWidth(round(self._hub.theme.metrics.control * 1.15))
            button.setStyleSheet("padding-left: 0; padding-right: 0;")  # a single character needs no padding
        return button

    def _want(self, command: SetLocation | None) -> None:
        if command is not None:
            self.wanted.emit(command)

    def _place(self) -> None:
        """Move beside the region, wholly within the table."""
        room, m = visible_part(self._table), self._hub.theme.metrics
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
        """Close on Esc; set the level with a digit; move between buttons with arrows. No key reaches the table."""
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self.close_card()
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
            self.focusNextChild()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Up):
            self.focusPreviousChild()
        elif event.text().isdigit():
            matching_buttons = (
                b for b in self._body.findChildren(QPushButton) if b.text() == event.text() and b.isCheckable()
            )
            button = next(matching_buttons, None)
            if button is not None:
                button.click()
        event.accept()
