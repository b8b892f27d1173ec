"""A small dice roller: the screen rolls, or people type in the faces of real dice."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Signal, Slot
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from engine.core.dice_notation import DiceSum, parse_dice_to_roll
from engine.core.manual_moves import RollDice
from engine.messages.refusal import Refused
from engine.messages.texts import say
from engine.presentation.dice_and_card_source import SourceKind
from vtt.campaign.open_campaign import OpenCampaign
from vtt.panels.die_face_field import DieFaceField
from vtt.shared.campaign_panel import CampaignPanel, acting_seat, text
from vtt.shared.screen_names import name_of_seat
from vtt.shared.table_queries import reachable_seats
from vtt.widgets.basic_widgets import button, clear_layout, column, frame, prose, row, set_prose
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.overlay import Overlay
from vtt.widgets.plain_text import label, short
from vtt.widgets.scroll_areas import FitScroll
from vtt.widgets.theme_binding import set_role

KINDS: Final = (4, 6, 8, 10, 12, 20, 100)
_MOST_TYPED: Final = 20


class DiceRoller(CampaignPanel):
    """The roller, as a popup. A roll is a gesture like any other: it is in the log and can be taken back.

    Signals:
        rolled: dice have fallen.
    """

    rolled = Signal()

    def __init__(self, campaign: OpenCampaign, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(campaign, viewer, theme_hub, parent)
        self.hide()
        self._overlay: Overlay | None = None
        self.setAccessibleName(text("dice.title"))
        self.faces: list[DieFaceField] = []
        self._card = frame("card")
        self._inside = column(self._card)
        self.seat = QComboBox()
        self.seat.setAccessibleName(text("dice.who"))
        self.notation = QLineEdit("d20")
        self.notation.setAccessibleName(text("dice.notation"))
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(text("dice.reason"))
        self.reason.setAccessibleName(text("dice.reason"))
        self.throw = button(text("dice.throw"), "primary")
        self.real = button(text("dice.real"))
        self.real.setCheckable(True)
        self.result = prose("", "title")
        self._kinds = QWidget()
        self._kind_flow = TileFlow(self._kinds)
        for sides in KINDS:
            die_button = button(f"d{sides}", "", text("dice.add", dice=f"d{sides}"))
            die_button.clicked.connect(lambda _=False, s=sides: self._more(s))
            self._kind_flow.addWidget(die_button)
        self._typed = QWidget()
        self._typed_flow = TileFlow(self._typed)
        self._line = row()
        self._line.addWidget(self.notation, 1)
        self._line.addWidget(self.seat, 1)
        self._inside.addWidget(label(text("dice.title"), "heading"))
        self._inside.addWidget(self._kinds)
        self._inside.addLayout(self._line)
        self._inside.addWidget(self.reason)
        self._inside.addWidget(self._typed)
        self._buttons = QWidget()
        self._button_flow = TileFlow(self._buttons)
        self._button_flow.addWidget(self.throw)
        self._button_flow.addWidget(self.real)
        self._inside.addWidget(self._buttons)
        self._inside.addWidget(self.result)
        self._inside.addStretch(1)
        column(self).addWidget(FitScroll(self._card))
        self.notation.textChanged.connect(self._show_faces)
        self.notation.returnPressed.connect(self.roll)
        self.reason.returnPressed.connect(self.roll)
        self.throw.clicked.connect(self.roll)
        self.real.toggled.connect(self._show_faces)
        self.restyle()

    def open_over(self, window: QWidget, seat: str = "") -> None:
        """Show it in the middle of a window, for a seat."""
        if self._overlay is None or self._overlay.host is not window:
            self._overlay = Overlay(window, self, self._place)
        self.refresh()
        if seat:
            self.seat.setCurrentIndex(max(0, self.seat.findData(seat)))
        self._overlay.open()
        self.notation.setFocus()
        self.notation.selectAll()

    def put_away(self) -> None:
        """Close it."""
        if self._overlay is not None:
            self._overlay.dismiss()

    def refresh(self) -> None:
        """Keep the people who can roll."""
        view = self.view
        people = [(short(name_of_seat(view, seat), 40), seat) for seat in reachable_seats(view)]
        if people != [(self.seat.itemText(n), self.seat.itemData(n)) for n in range(self.seat.count())]:
            chosen = self.seat.currentData() or acting_seat(view)
            self.seat.clear()
            for name, seat in people:
                self.seat.addItem(name, seat)
            self.seat.setCurrentIndex(max(0, self.seat.findData(chosen)))
        real = self.campaign.sources.dice is SourceKind.REAL
        self.real.setVisible(not real)  # a group that throws real dice has no choice to make here
        if real:
            self.real.setChecked(True)

    def restyle(self) -> None:
        """Take on the lengths of the theme."""
        lengths = self.theme.metrics
        margin = lengths.pad_m
        self._inside.setContentsMargins(margin, margin, margin, margin)
        self._inside.setSpacing(lengths.pad_s)
        self._line.setSpacing(lengths.pad_s)
        for flow in (self._kind_flow, self._typed_flow, self._button_flow):
            flow.setSpacing(lengths.pad_xs)
        self.refresh()
        self._show_faces()

    def viewer_changed(self) -> None:
        """Close it; what was written for a roll that is not thrown yet is not in it while others look."""
        self.put_away()
        self.reason.setText("")
        self._say("", "title")
        self.refresh()

    def place(self) -> object:
        """Return the reason that is being written."""
        return self.reason.text() or None

    def return_to(self, place: object) -> None:
        """Go on with it."""
        self.reason.setText(str(place))

    @Slot()
    def roll(self) -> bool:
        """Throw the dice, or write down the real ones; say what came or what is wrong."""
        faces: tuple[int, ...] = ()
        if self.real.isChecked():
            written = [field.face() for field in self.faces]
            missing = next((f for f, face in zip(self.faces, written, strict=True) if face is None), None)
            if missing is not None:
                missing.setFocus()
                return self._say(missing.trouble() or text("dice.missing"), "danger")
            faces = tuple(face for face in written if face is not None)
        command = RollDice(
            seat=str(self.seat.currentData()), dice=self.notation.text(), reason=self.reason.text().strip(), faces=faces
        )
        refused = self.campaign.refusal(command)
        if refused is not None:
            return self._say(refused.text, "danger")
        before = self.campaign.position
        if not self.viewer_campaign.submit(command, self, on_screen=True):
            return False
        line = next((candidate for candidate in self.viewer_campaign.log(before) if candidate.entry > before), None)
        self._say(say(line.message) if line is not None else "", "title")
        for field in self.faces:
            field.clear()
        if self.faces:
            self.faces[0].setFocus()
        self.rolled.emit()
        return True

    def _place(self, room: QRect) -> QRect:
        lengths = self.theme.metrics
        size = QSize(34 * lengths.font_body, 24 * lengths.font_body).boundedTo(room.size() - QSize(16, 16))
        return QRect(room.center() - QPoint(size.width() // 2, size.height() // 2), size)

    def _say(self, words: str, role: str) -> bool:
        set_prose(self.result, words)
        set_role(self.result, role)
        return role != "danger"

    def _dice(self) -> DiceSum | None:
        try:
            return parse_dice_to_roll(self.notation.text())
        except Refused:
            return None

    def _more(self, sides: int) -> None:
        """One more die of a kind, or another kind."""
        dice = self._dice()
        same = dice is not None and [term.sides for term in dice.dice] == [sides]
        count = dice.dice[0].count + 1 if dice is not None and same else 1
        plus = f"{dice.plus:+d}" if dice is not None and same and dice.plus else ""
        self.notation.setText(f"{count}d{sides}{plus}")

    @Slot()
    def _show_faces(self) -> None:
        """One field for each real die."""
        dice = self._dice() if self.real.isChecked() else None
        dice_sides = dice.dice_sides if dice is not None and len(dice.dice_sides) <= _MOST_TYPED else ()
        if tuple(field.sides for field in self.faces) == dice_sides:
            return
        kept = [(field.sides, field.text()) for field in self.faces]
        clear_layout(self._typed_flow)
        self.faces = [DieFaceField(sides, number, self.hub) for number, sides in enumerate(dice_sides, 1)]
        for number, field in enumerate(self.faces):
            field.setText(kept[number][1] if number < len(kept) and kept[number][0] == field.sides else "")
            field.textEdited.connect(lambda _text, f=field: self._say(f.trouble(), "danger"))
            field.full.connect(lambda n=number: self._advance(n + 1))
            field.emptied.connect(lambda n=number: self._advance(n - 1))
            field.returnPressed.connect(self.roll)
            self._typed_flow.addWidget(field)
        self._typed.setVisible(bool(self.faces))
        if self.faces and self.real.hasFocus():
            self.faces[0].setFocus()
        self.throw.setText(text("dice.write") if self.real.isChecked() else text("dice.throw"))

    def _advance(self, number: int) -> None:
        """Go to another field; after the last one the total is asked for with Enter."""
        if 0 <= number < len(self.faces):
            self.faces[number].setFocus()
            self.faces[number].selectAll()
        elif number >= len(self.faces):
            self.throw.setFocus()
