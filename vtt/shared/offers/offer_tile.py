"""One offer as a large button: its words, its key, and if it cannot be taken, why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFocusEvent, QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QStyle, QStyleOptionButton, QToolTip, QWidget

from engine.messages.texts import say
from engine.presentation.offers import Offer
from vtt.shared.campaign_panel import text
from vtt.shared.odds.odds_button import OddsButton
from vtt.shared.odds.odds_figure import OddsFigure
from vtt.widgets.basic_widgets import WideLabel, column, unbroken_rule_ids
from vtt.widgets.layouts.tile_flow import LineTile, TileFlow
from vtt.widgets.look.text_measures import whole_width, wrapped_height
from vtt.widgets.look.theme import Theme, ThemeHub
from vtt.widgets.look.ui_fonts import ui_font
from vtt.widgets.look.ui_metrics import UiMetrics
from vtt.widgets.plain_text import button_text, short, tip

_WRAP: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_WIDE_EM: Final = 24
_BRIEF_EM: Final = 18
"""The greatest width of the words, in letters: in as many lines as they need, and in a single one beside others."""
_DENIED_EM: Final = 26
_LONGEST_REASON: Final = 260


def offer_words(offer: Offer) -> str:
    """Return the text of an offer's button; dots mean that it asks something first."""
    label_text = say(offer.label)
    words = short(label_text[:1].upper() + label_text[1:], 90)
    return f"{words}…" if offer.questions and not words.endswith("…") else words


def denial_words(offer: Offer, theme: Theme) -> str:
    """Return why an offer cannot be taken, with the numbers of the rules where they are shown; empty if it can."""
    return theme.with_rules(say(offer.denial.message), offer.denial.rules) if offer.denial is not None else ""


def explanation_words(offer: Offer) -> str:
    """Return what an offer does, in one sentence; empty for a game that does not explain it."""
    explanation = offer.explanation
    return say(explanation) if explanation is not None else ""


def role_of(offer: Offer) -> str:
    """Return the style of an offer's button: `denied`, `primary` for a natural next step, empty for any other."""
    return "denied" if offer.denial is not None else "primary" if offer.primary else ""


@dataclass(frozen=True, slots=True)
class _TileSizes:
    """The sizes of a tile, found once for what it shows in a theme: every layout asks many times.

    Attributes:
        theme: the theme.
        width: the width with the words in one or two lines.
        line_width: the width at which no words wrap, or are cut by odds that are wider than the room for them.
        least: the least size at which anything can be read.
        heights: the height at each width that was asked for.
    """

    theme: Theme
    width: int
    line_width: int
    least: QSize
    heights: dict[int, int] = field(default_factory=dict)


class OfferTile(LineTile):
    """A button as wide as its words need, and higher where they wrap.

    A denied offer's button looks disabled, but the keyboard reaches it, so that a screen reader tells the reason; the
    receiver of its clicks refuses the offer.

    Attributes:
        odds: the figure of its odds, a button of its own; None until there is one.

    Args:
        hub: the theme.
        offer: what it does.
        key: the key that does the same, as shown.
        parent: the Qt parent.
    """

    def __init__(self, hub: ThemeHub, offer: Offer, key: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hub = hub
        self._sizes: _TileSizes | None = None
        self._is_low = False
        self._brief = False
        self._keeps_odds_room = False
        self.odds: OddsButton | None = None
        self.setAutoDefault(False)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setProperty("role", role_of(offer))
        self.show_offer(offer, key)

    def show_offer(self, offer: Offer, key: str = "") -> None:
        """Show another offer of the same role; nothing of the former one stays."""
        self.offer = offer
        self._words = offer_words(offer)
        self._why = self.reason
        self._key = key
        self.setText(button_text(self._words))
        self.setObjectName(f"offer_{offer.name}")
        self.setAccessibleName(say(offer.label)[:400])
        self._describe()
        reason = say(offer.denial.message) if offer.denial is not None else ""
        # Whoever rests the pointer on it asks for the rules.
        rules = offer.denial.rules if offer.denial is not None else type(offer.command).RULES
        explanation = explanation_words(offer)
        self.setToolTip(tip("\n".join(filter(None, (say(offer.label), explanation, reason, ", ".join(rules))))))
        self.show_odds(None)
        self._change_sizes()
        self.update()

    def lay_by(self) -> None:
        """Hide, and say nothing of the offer until another one is shown."""
        self.hide()
        self._words = self._why = self._key = ""
        self.setText("")
        self.setObjectName("")
        self.setAccessibleName("")
        self.setAccessibleDescription("")
        self.setToolTip("")
        self.show_odds(None)

    def _change_sizes(self) -> None:
        """Let the layout ask for the sizes again."""
        self._sizes = None
        self.updateGeometry()

    def _describe(self) -> None:
        explanation = explanation_words(self.offer)
        shortcut = text("offers.key", key=self._key) if self._key else ""
        denied = text("offers.denied", reason=self._why) if self._why else ""
        odds = self.odds_figure.spoken if self.odds_figure is not None else ""
        self.setAccessibleDescription(denied or ". ".join(filter(None, (explanation.rstrip("."), odds, shortcut))))

    def keep_odds_room(self, keeps: bool) -> None:
        """Keep room for the figure of the odds, so that nothing moves when it appears."""
        if keeps != self._keeps_odds_room:
            self._keeps_odds_room = keeps
            self._change_sizes()
            self.update()

    def show_odds(self, figure: OddsFigure | None, *, waits: bool = False) -> None:
        """Show the odds of the offer as a figure; None for none, or where room is kept for a sign that it `waits`."""
        waits = waits and figure is None and self._keeps_odds_room
        if self.odds is None:
            if figure is None and not waits:
                return
            self.odds = OddsButton(self._hub, self)
            self.odds.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # a key of the bar shows the odds of the offer
        if (figure, waits) != (self.odds.figure, self.odds.waits):
            self.odds.show_figure(figure, waits=waits)
            self._place_odds()
            self._describe()
            if self._brief:
                self._change_sizes()
            self.update()

    @property
    def odds_figure(self) -> OddsFigure | None:
        """The odds that it shows; None for none."""
        return self.odds.figure if self.odds is not None else None

    @property
    def _has_odds_line(self) -> bool:
        return self.odds is not None and (self.odds.figure is not None or self.odds.waits)

    def _place_odds(self) -> None:
        """Put the figure below the words, or beside them where there is one line only."""
        if self.odds is None or not self._has_odds_line:
            return
        self.odds.set_look("on_accent" if role_of(self.offer) == "primary" else "text", has_bar=not self._brief)
        lengths, size = self._hub.theme.metrics, self.odds.sizeHint()
        if self._brief:
            right = self.width() - lengths.pad_m - (self._key_width() + lengths.pad_m if self._key else 0)
            place = QPoint(right - size.width(), (self.height() - size.height()) // 2)
        else:
            title, why = self._heights(self._room(self.width()))
            top = max(0, (self.height() - title - why - size.height()) // 2) + title + why
            below = max(top, self.height() // 2 + 2)  # a click in the middle takes the offer
            size.setHeight(min(size.height() - (below - top), self.height() - below))
            place = QPoint(lengths.pad_m - lengths.pad_xs, below)
        self.odds.setGeometry(QRect(place, size))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the figure in its place."""
        super().resizeEvent(event)
        self._place_odds()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Explain the offer also to those who come here with the keyboard."""
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), self.toolTip(), self)

    @property
    def key(self) -> str:
        """The key that takes it; empty for none."""
        return self._key

    @property
    def reason(self) -> str:
        """Why the offer cannot be taken; empty if it can."""
        return short(denial_words(self.offer, self._hub.theme), _LONGEST_REASON)

    @property
    def is_denied(self) -> bool:
        """Whether the offer cannot be taken."""
        return self.offer.denial is not None

    def be_brief(self, brief: bool) -> None:
        """Show the text in a single line with an ellipsis, where there is room for one line only."""
        if brief != self._brief:
            self._brief = brief
            self._change_sizes()
            self._place_odds()
            self.update()

    def leave_reason_out(self) -> None:
        """Hide the reason, because another widget shows it; a screen reader still finds it here."""
        self._why = ""
        self._is_low = True
        self._change_sizes()

    def hasHeightForWidth(self) -> bool:
        """Say that it wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height for the wrapped words."""
        heights = self._measured().heights
        high = heights.get(width)
        if high is None:
            high = heights[width] = self._height_at(width)
        return high

    def sizeHint(self) -> QSize:
        """Return a size for the text in one or two lines."""
        width = self._measured().width
        return QSize(width, self.heightForWidth(width))

    def line_width(self) -> int:
        """Return the width at which no words wrap, or are cut by odds that are wider than the room for them."""
        return self._measured().line_width

    def minimumSizeHint(self) -> QSize:
        """Return the least width at which anything can be read."""
        return self._measured().least

    def _measured(self) -> _TileSizes:
        sizes, theme = self._sizes, self._hub.theme
        if sizes is None or sizes.theme is not theme:
            lengths, around, words = theme.metrics, self._around(), self._words_width()
            most = (_DENIED_EM if self._why else _BRIEF_EM if self._brief else _WIDE_EM) * lengths.font_body
            wider = 0
            if self._brief and self.odds is not None and self.odds.figure is not None:
                wider = max(0, self.odds.sizeHint().width() - OddsButton.widest(self._hub, gain=False))
            least = QSize(around + 3 * lengths.font_body, lengths.control)
            sizes = self._sizes = _TileSizes(theme, around + min(words, most), around + words + wider, least)
        return sizes

    def _height_at(self, width: int) -> int:
        title, why = self._heights(self._room(width))
        lengths = self._hub.theme.metrics
        words = title + why + 2 * lengths.pad_s
        if self._keeps_odds_room and not self._brief:
            words = max(words, title + why + OddsButton.line_height(self._hub) + 2 * lengths.pad_xs)
        return max(lengths.control + (0 if self._is_low else lengths.pad_s), words)

    def _words_width(self) -> int:
        words = whole_width(self._words, self._title_font()) + 2
        if self._why:
            small = ui_font(self._hub.theme.metrics.font_small)
            words = max(words, whole_width(unbroken_rule_ids(self._why), small) + 2)
        if self._keeps_odds_room:  # in one line the words have at least as much room, so that they get most clicks
            words = max(words, OddsButton.widest(self._hub, gain=not self._brief))
        return words

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button as the style sheet has it, and the words upon it."""
        painter = QPainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        theme, lengths = self._hub.theme, self._hub.theme.metrics
        ink = {"denied": "disabled", "primary": "on_accent"}.get(role_of(self.offer), "text")
        inner = self.rect().adjusted(lengths.pad_m, lengths.pad_xs, -lengths.pad_m, -lengths.pad_xs)
        if self._key:
            inner.setRight(inner.right() - self._draw_key(painter, inner, ink) - lengths.pad_m)
        if self._brief and self._keeps_odds_room:
            figure_width = self.odds.width() if self.odds is not None and self.odds.figure is not None else 0
            kept = OddsButton.widest(self._hub, gain=False)
            inner.setRight(inner.right() - max(kept, figure_width) - lengths.pad_s)
        title, why = self._heights(inner.width())
        figure = OddsButton.line_height(self._hub) if self._has_odds_line and not self._brief else 0
        top = max(0, (self.height() - title - why - figure) // 2)
        words = self._words
        if self._brief:
            words = self._title_metrics().elidedText(words, Qt.TextElideMode.ElideRight, inner.width())
        painter.setFont(self._title_font())
        painter.setPen(theme.colour(ink))
        painter.drawText(QRect(inner.left(), top, inner.width(), title), int(_WRAP), words)
        if why:
            painter.setFont(ui_font(lengths.font_small))
            painter.setPen(theme.colour("muted"))
            painter.drawText(
                QRect(inner.left(), top + title, inner.width(), why), int(_WRAP), unbroken_rule_ids(self._why)
            )
        painter.end()

    def _draw_key(self, painter: QPainter, inner: QRect, ink: str) -> int:
        lengths = self._hub.theme.metrics
        font = ui_font(lengths.font_small, weight=QFont.Weight.DemiBold)
        metrics = QFontMetrics(font)
        wide = self._key_width()
        high = metrics.height() + lengths.pad_xs
        where = QRect(inner.right() - wide, inner.center().y() - high // 2, wide, high)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font)
        painter.setPen(self._hub.theme.colour(ink, 0.75))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(where, lengths.radius_s, lengths.radius_s)
        painter.drawText(where, Qt.AlignmentFlag.AlignCenter, self._key)
        return wide

    def _title_font(self) -> QFont:
        return ui_font(self._hub.theme.metrics.font_body, weight=QFont.Weight.DemiBold)

    def _title_metrics(self) -> QFontMetrics:
        return QFontMetrics(self._title_font())

    def _key_width(self) -> int:
        lengths = self._hub.theme.metrics
        if not self._key:
            return 0
        font = ui_font(lengths.font_small, weight=QFont.Weight.DemiBold)
        return max(whole_width(self._key, font) + 2 * lengths.pad_xs + 2, QFontMetrics(font).height())

    def _around(self) -> int:
        lengths = self._hub.theme.metrics
        odds = OddsButton.widest(self._hub, gain=False) + lengths.pad_s if self._brief and self._keeps_odds_room else 0
        return 2 * lengths.pad_m + odds + (self._key_width() + lengths.pad_m if self._key else 0)

    def _room(self, width: int) -> int:
        return max(20, width - self._around())

    def _heights(self, room: int) -> tuple[int, int]:
        if self._brief:
            title = self._title_metrics().height()
        else:
            title = wrapped_height(self._words, self._title_font(), room, int(_WRAP))
        if not self._why:
            return title, 0
        small = ui_font(self._hub.theme.metrics.font_small)
        return title, wrapped_height(unbroken_rule_ids(self._why), small, room, int(_WRAP))


class SharedReason(QFrame):
    """Offers that cannot be taken for one and the same reason, which is said once, below them all."""

    def __init__(self, hub: ThemeHub, tiles: Sequence[OfferTile], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "sunken")
        lengths = hub.theme.metrics
        inside = column(self, gap=lengths.pad_xs, margin=lengths.pad_xs)
        line = QWidget()
        flow = TileFlow(line, spacing=lengths.pad_s)
        for tile in tiles:
            tile.leave_reason_out()
            flow.addWidget(tile)
        inside.addWidget(line)
        inside.addWidget(WideLabel(unbroken_rule_ids(tiles[0].reason), "muted"))


def height_of_rows(lengths: UiMetrics, rows: int) -> int:
    """Return the height of so many rows of buttons; the last one can be of several with their reason below."""
    line = QFontMetrics(ui_font(lengths.font_body)).height()
    two_lines = 2 * line + 2 * lengths.pad_s
    shared = lengths.control + line + 3 * lengths.pad_xs + 2 * lengths.hair
    return (rows - 1) * (lengths.control + 2 * lengths.pad_s) + max(two_lines, shared)


def by_reason(offers: Sequence[Offer]) -> list[tuple[Offer, ...]]:
    """Return the groups of offers: each offer alone, but those denied for the same reason together."""
    alike: dict[str, list[Offer]] = {}
    for offer in offers:
        why = say(offer.denial.message) if offer.denial is not None else ""
        alike.setdefault(why, []).append(offer)
    groups: list[tuple[Offer, ...]] = []
    for reason, members in alike.items():
        groups += [tuple(members)] if reason else [(offer,) for offer in members]
    return groups


def together(hub: ThemeHub, tiles: Sequence[OfferTile], parent: QWidget | None = None) -> QWidget:
    """Return the widget of a group of offers: its one button, or all buttons above their common reason."""
    return tiles[0] if len(tiles) == 1 else SharedReason(hub, tiles, parent)


@dataclass(frozen=True, slots=True, eq=False)
class OfferPart:
    """A button, or several with the common reason against them.

    Attributes:
        widget: the widget in the layout.
        tiles: the buttons in it.
        shows: their offers with their keys: as long as this is the same, the part stays.
        place: the index in the layout.
        theme: the theme for which it was made.
    """

    widget: QWidget
    tiles: tuple[OfferTile, ...]
    shows: tuple[tuple[Offer, str], ...]
    place: QWidget
    theme: Theme

    def is_like(self, shows: tuple[tuple[Offer, str], ...], place: QWidget) -> bool:
        """Say whether it already shows this there."""
        return self.place is place and self.shows == shows

    def can_be_lent(self, offer: Offer) -> bool:
        """Return whether its button may show another offer: not while the user is about to press it."""
        tile = self.tiles[0]
        return len(self.tiles) == 1 and not tile.isDown() and role_of(tile.offer) == role_of(offer)


def take_out(parts: list[OfferPart], fits: Callable[[OfferPart], bool]) -> OfferPart | None:
    """Take the first part that fits out of a list; None if there is none."""
    part = next(filter(fits, parts), None)
    if part is not None:
        parts.remove(part)
    return part
