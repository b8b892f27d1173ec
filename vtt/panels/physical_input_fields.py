"""One field for each thing that real dice and cards must tell."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from engine.core.chance import ORDER
from engine.messages.texts import say
from engine.presentation.card_faces import CardFace
from engine.presentation.physical_input import CARD, InputField
from vtt.panels.die_face_field import DieFaceField
from vtt.shared.campaign_panel import text
from vtt.shared.card_choice.card_name_parser import begins_card, read_card
from vtt.shared.card_choice.card_picker import faces_of
from vtt.shared.card_faces.card_face_cache import card_width, corner_radius
from vtt.shared.spoken_names import spoken_card_face, spoken_playing_card
from vtt.widgets.basic_widgets import WideLabel, column, prose, row
from vtt.widgets.icon_button import IconButton
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.plain_text import label, short


class PhysicalInputField(QWidget):
    """The control for one input.

    Signals:
        changed: the input changed.
        full: the input is complete, and the next field can have the keyboard.
        emptied: Backspace in an empty field.
        entered: it has the keyboard now.
    """

    changed = Signal()
    full = Signal()
    emptied = Signal()
    entered = Signal()

    def __init__(self, input_field: InputField, caption: str) -> None:
        super().__init__()
        self.input_field = input_field
        self.caption = caption

    def value(self) -> int | str | None:
        """Return the answer, or None while there is none."""
        raise NotImplementedError

    def written(self) -> bool:
        """Return whether the field contains anything, valid or not."""
        return self.value() is not None

    def trouble(self) -> str:
        """Return why the input is not valid, in a sentence; empty where nothing is wrong."""
        return ""

    def show_caption(self, caption: str) -> None:
        """Call it something else, as when there are several alike."""
        self.caption = caption

    def _watch(self, line: QLineEdit) -> None:
        line.installEventFilter(self)
        self.setFocusProxy(line)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell that the keyboard has come here."""
        if event.type() == QEvent.Type.FocusIn:
            self.entered.emit()
        return super().eventFilter(watched, event)


class ShuffleInput(PhysicalInputField):
    """Asks for nothing but that the real cards are shuffled."""

    def __init__(self, input_field: InputField) -> None:
        words = text("telling.order", count=input_field.count)
        super().__init__(input_field, words)
        column(self).addWidget(WideLabel(words, "heading"))

    def value(self) -> int | str | None:
        """Return that it was done: going on says so."""
        return 1


class _LargeFace(DieFaceField):
    """A field as large as befits the one thing that everybody looks at."""

    def __init__(self, sides: int, number: int, hub: ThemeHub) -> None:
        super().__init__(sides, number, hub)
        lengths = hub.theme.metrics
        self._size = QSize(lengths.font_title * 3, lengths.font_title * 5 // 2)
        self.setFont(ui_font(lengths.font_title))
        self.setFixedWidth(self._size.width())
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return its size, which the style sheet would not let be fixed."""
        return self._size


class DieInput(PhysicalInputField):
    """The face of a die, large, with what kind of die it is below."""

    def __init__(self, input_field: InputField, caption: str, hub: ThemeHub, number: int) -> None:
        super().__init__(input_field, caption)
        lengths = hub.theme.metrics
        sides = int(input_field.kind.removeprefix("d"))
        self.line = _LargeFace(sides, number, hub)
        self.line.setAccessibleName(text("telling.die", number=number, kind=input_field.kind, sides=sides))
        self.line.setAccessibleDescription(short(say(input_field.about), 200) if input_field.about is not None else "")
        self._caption = label(caption, "muted")
        lay = column(self, gap=lengths.pad_xs)
        lay.addWidget(self.line, 0, Qt.AlignmentFlag.AlignHCenter)
        lay.addWidget(self._caption, 0, Qt.AlignmentFlag.AlignHCenter)
        self.line.textEdited.connect(lambda _text: self.changed.emit())
        self.line.full.connect(self.full)
        self.line.emptied.connect(self.emptied)
        self._watch(self.line)

    def value(self) -> int | str | None:
        """Return the face, 0 for the highest."""
        return self.line.face()

    def written(self) -> bool:
        """Say whether anything is typed."""
        return bool(self.line.text())

    def trouble(self) -> str:
        """Return which faces the die has, where something else is typed."""
        return self.line.trouble()


class CardInput(PhysicalInputField):
    """A card: its back, and its face once it is named, unless the card is secret."""

    def __init__(
        self,
        input_field: InputField,
        caption: str,
        hub: ThemeHub,
        faces: Mapping[str, bool],
        printed: Mapping[str, CardFace],
    ) -> None:
        super().__init__(input_field, caption)
        self._faces = faces
        self._printed = printed
        self._names = {face: printed_face.name for face, printed_face in printed.items()}
        self._wrong = False
        lengths = hub.theme.metrics
        self.picture = _Picture(hub, printed, secret=input_field.secret)
        self._caption = prose(caption, "muted")
        self._caption.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.line = QLineEdit()
        self.line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.line.setMaxLength(40)
        lay = column(self, gap=lengths.pad_xs)
        lay.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignHCenter)
        foot = row(gap=lengths.pad_xs)
        foot.addWidget(self.line)
        if input_field.secret:
            self.line.setEchoMode(QLineEdit.EchoMode.NoEcho)  # so many dots would tell a Joker or a ten
            self.eye = IconButton(hub, "eye", text("telling.look"))
            self.eye.pressed.connect(lambda: self.line.setEchoMode(QLineEdit.EchoMode.Normal))
            self.eye.released.connect(lambda: self.line.setEchoMode(QLineEdit.EchoMode.NoEcho))
            foot.addWidget(self.eye)
        lay.addLayout(foot)
        lay.addWidget(self._caption)
        self.setFixedWidth(max(lengths.font_body * 7, self.picture.sizeHint().width()))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.show_caption(caption)
        self.line.textEdited.connect(self._edited)
        self._watch(self.line)

    def value(self) -> int | str | None:
        """Return the named face."""
        return read_card(self.line.text(), self._faces, self._names)[0]

    def written(self) -> bool:
        """Say whether anything is typed."""
        return bool(self.line.text())

    def trouble(self) -> str:
        """Say that no card is called so nor begins so; what is secret is not repeated."""
        written = self.line.text().strip()
        if not written or self.value() is not None or begins_card(written, self._faces, self._names):
            return ""
        return (
            text("telling.no_secret_card")
            if self.input_field.secret
            else text("telling.no_card", written=short(written, 40))
        )

    @property
    def named(self) -> bool:
        """Whether the cards have names instead of rank and suit."""
        return bool(self._names)

    def show_caption(self, caption: str) -> None:
        """Call it something else."""
        super().show_caption(caption)
        self._say()

    def may_be(self) -> bool:
        """Return whether a real card can have the named face now."""
        return self._faces.get(str(self.value()), True)

    def doubt(self, *, refused: bool, wrong: bool) -> None:
        """Mark the card while the command is refused: its face may be the reason."""
        sign = "" if self.value() is None or (refused and not wrong) else "close" if refused else "check"
        self.picture.show_sign(sign)
        self._wrong = sign == "close"
        self._say()

    def tell(self, face: str) -> None:
        """Take a face that was chosen otherwise than by typing."""
        self.line.setText(self._names.get(face, face))
        self.line.setCursorPosition(0)
        self._edited(self.line.text())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the card light up with the keyboard; hide what is typed when it leaves."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.picture.lit = event.type() == QEvent.Type.FocusIn
            self.picture.update()
            if self.input_field.secret:
                self.line.setEchoMode(QLineEdit.EchoMode.NoEcho)
        return super().eventFilter(watched, event)

    @Slot(str)
    def _edited(self, written: str) -> None:
        face, whole = read_card(written, self._faces, self._names)
        self.picture.show_face(face)
        self._wrong = False
        self._say()
        self.changed.emit()
        if whole:
            self.full.emit()

    def _say(self) -> None:
        face = self.value()
        is_known = isinstance(face, str)
        printed = self._printed.get(str(face))
        spoken = spoken_card_face(printed) if printed is not None else spoken_playing_card(str(face))
        status = text("telling.wrong" if self._wrong else "telling.told") if self.input_field.secret else spoken
        words = text("telling.known", caption=self.caption, face=status) if is_known else self.caption
        self.line.setAccessibleName(words)
        self._caption.setText(short(words if self.input_field.secret else self.caption, 60))


class _Picture(QWidget):
    """The picture of the card; `sign` is the icon on a secret card once it is named."""

    def __init__(self, hub: ThemeHub, printed: Mapping[str, CardFace], *, secret: bool) -> None:
        super().__init__()
        self._hub = hub
        self._printed = printed
        self._secret = secret
        self._face: str | None = None
        self.sign = "check"
        self.lit = False

    def show_face(self, face: str | None) -> None:
        """Turn it up, or down."""
        self._face, self.sign = face, "check"
        self.update()

    def show_sign(self, sign: str) -> None:
        """Say of a secret card what came of it: an icon by name, or nothing."""
        self.sign = sign
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the card with its ring."""
        high, rim = self._height(), self._hub.theme.metrics.ring * 2
        return QSize(round(card_width(high)) + 2 * rim, high + 2 * rim)

    def _height(self) -> int:
        return self._hub.theme.metrics.control * 3

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the back or the face; of a secret card only whether it is named and whether that is possible."""
        theme, faces, high = self._hub.theme, faces_of(self._hub), self._height()
        lengths = theme.metrics
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dpr = self.devicePixelRatioF()
        shown = None if self._secret else self._face
        rim = lengths.ring * 2
        body = QRectF(rim, rim, round(card_width(high)), high)
        picture = faces.back(high, dpr)
        if shown is not None:
            picture = faces.face(shown, high, dpr, printed=self._printed.get(shown))
        painter.drawPixmap(rim, rim, picture)
        if self._secret and self._face is not None and self.sign:
            side = lengths.icon_l
            spot = QRectF(0, 0, side * 1.5, side * 1.5)
            spot.moveCenter(body.center())
            painter.setPen(Qt.PenStyle.NoPen)
            wrong = self.sign == "close"
            painter.setBrush(theme.colour("danger_fill" if wrong else "accent"))
            painter.drawEllipse(spot)
            tick = self._hub.pixmap(self.sign, side, role="on_danger" if wrong else "on_accent", dpr=dpr)
            painter.drawPixmap(round(spot.center().x() - side / 2), round(spot.center().y() - side / 2), tick)
        if self.lit:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("focus"), lengths.ring))
            around = lengths.ring
            radius = corner_radius(high) + around
            painter.drawRoundedRect(body.adjusted(-around, -around, around, around), radius, radius)
        painter.end()


def create_input_field(
    input_field: InputField,
    caption: str,
    hub: ThemeHub,
    faces: Mapping[str, bool],
    printed: Mapping[str, CardFace],
    number: int,
) -> PhysicalInputField:
    """Return the control for an input field.

    Args:
        input_field: the input field.
        caption: its caption.
        hub: the theme.
        faces: the faces that a card may have, each with whether it is possible now.
        printed: the printed faces of a game's own cards.
        number: the number of a die, from 1.
    """
    match input_field.kind:
        case kind if kind == ORDER:
            return ShuffleInput(input_field)
        case kind if kind == CARD:
            return CardInput(input_field, caption, hub, faces, printed)
        case _:
            return DieInput(input_field, caption, hub, number)
