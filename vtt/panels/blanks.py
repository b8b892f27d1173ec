"""One field for each thing that real dice and cards must tell."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from engine.play.chance import ORDER
from engine.play.faces import CardFace
from engine.play.telling import CARD, Blank
from engine.play.words import say
from vtt.panels.card_picker import faces_of
from vtt.panels.card_reading import begins_card, read_card
from vtt.panels.die_field import FaceField
from vtt.panels.panel import text
from vtt.panels.parts import WideLabel, column, prose, row
from vtt.table.faces import card_width, corner_radius
from vtt.table.naming import spoken_card, spoken_face
from vtt.widgets.dressing import IconButton
from vtt.widgets.fonts import ui_font
from vtt.widgets.text import label, short
from vtt.widgets.theme import ThemeHub


class BlankField(QWidget):
    """What takes one answer.

    Signals:
        changed: the answer is another one.
        full: it is complete, and the next field can have the keyboard.
        emptied: Backspace in an empty field.
        entered: it has the keyboard now.
    """

    changed = Signal()
    full = Signal()
    emptied = Signal()
    entered = Signal()

    def __init__(self, blank: Blank, caption: str) -> None:
        super().__init__()
        self.blank = blank
        self.caption = caption

    def value(self) -> int | str | None:
        """Return the answer, or None while there is none."""
        raise NotImplementedError

    def written(self) -> bool:
        """Say whether anything stands there, an answer or not."""
        return self.value() is not None

    def trouble(self) -> str:
        """Return why what stands there is no answer, in a sentence; empty where nothing is wrong."""
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


class ShuffleBlank(BlankField):
    """Asks for nothing but that the real cards are shuffled."""

    def __init__(self, blank: Blank) -> None:
        words = text("telling.order", count=blank.count)
        super().__init__(blank, words)
        column(self).addWidget(WideLabel(words, "heading"))

    def value(self) -> int | str | None:
        """Return that it was done: going on says so."""
        return 1


class _LargeFace(FaceField):
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


class DieBlank(BlankField):
    """The face of a die, large, with what kind of die it is below."""

    def __init__(self, blank: Blank, caption: str, hub: ThemeHub, number: int) -> None:
        super().__init__(blank, caption)
        lengths = hub.theme.metrics
        sides = int(blank.kind.removeprefix("d"))
        self.line = _LargeFace(sides, number, hub)
        self.line.setAccessibleName(text("telling.die", number=number, kind=blank.kind, sides=sides))
        self.line.setAccessibleDescription(short(say(blank.about), 200) if blank.about is not None else "")
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


class CardBlank(BlankField):
    """A card: its back, and its face as soon as it is told, unless that is not for everybody's eyes."""

    def __init__(
        self,
        blank: Blank,
        caption: str,
        hub: ThemeHub,
        faces: Mapping[str, bool],
        printed: Mapping[str, CardFace],
    ) -> None:
        super().__init__(blank, caption)
        self._faces = faces
        self._printed = printed
        self._names = {face: found.name for face, found in printed.items()}
        self._wrong = False
        lengths = hub.theme.metrics
        self.picture = _Picture(hub, printed, secret=blank.secret)
        self._caption = prose(caption, "muted")
        self._caption.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.line = QLineEdit()
        self.line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.line.setMaxLength(40)
        lay = column(self, gap=lengths.pad_xs)
        lay.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignHCenter)
        foot = row(gap=lengths.pad_xs)
        foot.addWidget(self.line)
        if blank.secret:
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
        """Return the face that is told."""
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
            text("telling.no_secret_card") if self.blank.secret else text("telling.no_card", written=short(written, 40))
        )

    @property
    def named(self) -> bool:
        """Whether the cards have names, and not a rank and a suit."""
        return bool(self._names)

    def show_caption(self, caption: str) -> None:
        """Call it something else."""
        super().show_caption(caption)
        self._say()

    def may_be(self) -> bool:
        """Say whether a real card may have the face that is told, as things lie."""
        return self._faces.get(str(self.value()), True)

    def doubt(self, *, refused: bool, wrong: bool) -> None:
        """Show what came of it: a told card is no good while all is refused, and this one may be the reason."""
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
            if self.blank.secret:
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
        known = isinstance(face, str)
        printed = self._printed.get(str(face))
        spoken = spoken_face(printed) if printed is not None else spoken_card(str(face))
        told = text("telling.wrong" if self._wrong else "telling.told") if self.blank.secret else spoken
        words = text("telling.known", caption=self.caption, face=told) if known else self.caption
        self.line.setAccessibleName(words)
        self._caption.setText(short(words if self.blank.secret else self.caption, 60))


class _Picture(QWidget):
    """The card itself; `sign` is the icon that stands on a secret one once it is told."""

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
        """Draw the back or the face; of a secret one only that it is told, or cannot be so."""
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


def blank_field(
    blank: Blank,
    caption: str,
    hub: ThemeHub,
    faces: Mapping[str, bool],
    printed: Mapping[str, CardFace],
    number: int,
) -> BlankField:
    """Return the field for a blank.

    Args:
        blank: what is asked.
        caption: what it is called.
        hub: the theme.
        faces: those that a card may have, and whether it may as things lie now.
        printed: what stands on those of a game's own.
        number: counts the dice from 1.
    """
    match blank.kind:
        case kind if kind == ORDER:
            return ShuffleBlank(blank)
        case kind if kind == CARD:
            return CardBlank(blank, caption, hub, faces, printed)
        case _:
            return DieBlank(blank, caption, hub, number)
