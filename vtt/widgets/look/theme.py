"""The theme: colours, scale and motion, and the hub that reports its changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QStyleFactory

from vtt.widgets.look.colour_palette import COLOURS, Appearance, Colours
from vtt.widgets.look.icons import IconCache
from vtt.widgets.look.stylesheet import stylesheet
from vtt.widgets.look.ui_fonts import load_fonts, ui_font
from vtt.widgets.look.ui_metrics import UiMetrics, clamp_scale, ui_metrics


class PortraitFrame(StrEnum):
    """The shape of portraits and tokens on the table."""

    ROUND = "round"
    SQUARE = "square"
    HEXAGON = "hexagon"


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The user's theme. Colours and lengths follow from it.

    Attributes:
        look: the set of colours.
        scale: from 0.75 to 3.0; other numbers are clamped to that range.
        reduced_motion: nothing moves by itself; see `duration`.
        four_colour: diamonds are blue and clubs green.
        suit_letters: the cards show S, H, D or C beside the suit sign.
        rule_numbers: the numbers of rules are shown beside log lines, lists and refusals.
        portrait_frame: the shape of portraits on the table.
    """

    look: Appearance = Appearance.DARK
    scale: float = 1.0
    reduced_motion: bool = False
    four_colour: bool = False
    suit_letters: bool = False
    rule_numbers: bool = False
    portrait_frame: PortraitFrame = PortraitFrame.ROUND

    def __post_init__(self) -> None:
        object.__setattr__(self, "look", Appearance(self.look))
        object.__setattr__(self, "scale", clamp_scale(self.scale))

    @property
    def colours(self) -> Colours:
        """The named colours of the look."""
        return COLOURS[self.look]

    @property
    def metrics(self) -> UiMetrics:
        """The lengths at this scale."""
        return ui_metrics(self.scale)

    def duration(self, milliseconds: int) -> int:
        """Return how long an animation may take: 0 with reduced motion."""
        return 0 if self.reduced_motion else milliseconds

    def with_rules(self, words: str, rules: Sequence[str]) -> str:
        """Return a sentence, followed by the numbers of its rules where they are shown."""
        return f"{words} ({', '.join(rules)})" if self.rule_numbers and rules else words

    def colour(self, name: str, alpha: float = 1.0) -> QColor:
        """Return a named colour for a painter, `alpha` from 0.0 (clear) to 1.0."""
        return QColor(_colour(str(getattr(self.colours, name)), alpha))


@lru_cache(maxsize=512)
def _colour(name: str, alpha: float) -> QColor:
    """Return a colour of which copies are given out: to read its name takes longer."""
    colour = QColor(name)
    colour.setAlphaF(alpha)
    return colour


class ThemeHub(QObject):
    """The theme and the icons; the application makes one and hands it to all widgets that draw."""

    changed = Signal(object)
    """Emitted with the new Theme, after the application has applied it."""

    def __init__(
        self, theme: Theme | None = None, app: QApplication | None = None, parent: QObject | None = None
    ) -> None:
        """Make a hub; with `app`, the theme applies to the application from now on."""
        super().__init__(parent)
        self._app = app
        self._theme = theme if theme is not None else Theme()
        self.icons = IconCache()
        if app is not None:
            apply_theme(app, self._theme)

    @property
    def theme(self) -> Theme:
        """The current theme."""
        return self._theme

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme and report the change; the same theme again changes nothing."""
        if theme == self._theme:
            return
        self._theme = theme
        if self._app is not None:
            apply_theme(self._app, theme)
        self.changed.emit(theme)

    def icon(self, name: str, *, role: str = "text", size: int | None = None) -> QIcon:
        """Return an icon for a button in the colour named `role`, by default in the theme's icon size."""
        colours, lengths = self._theme.colours, self._theme.metrics
        colour = str(getattr(colours, role))
        return self.icons.icon(name, colour, colours.disabled, size or lengths.icon)

    def pixmap(self, name: str, size: int, *, role: str = "text", dpr: float = 1.0) -> QPixmap:
        """Return an icon as a pixmap in the colour named `role`."""
        return self.icons.pixmap(name, str(getattr(self._theme.colours, role)), size, dpr)


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Apply a theme to the application: fonts, palette and one style sheet for all ordinary widgets."""
    load_fonts()
    if app.style().name() != "fusion" and not app.styleSheet():
        app.setStyle(QStyleFactory.create("Fusion"))
    app.setFont(ui_font(theme.metrics.font_body))
    app.setPalette(_palette(theme.colours))
    app.setStyleSheet(stylesheet(theme.look, theme.colours, theme.metrics))


def _palette(c: Colours) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for where, colour in {
        role.Window: c.window,
        role.WindowText: c.text,
        role.Base: c.sunken,
        role.AlternateBase: c.surface,
        role.Text: c.text,
        role.PlaceholderText: c.muted,
        role.Button: c.raised,
        role.ButtonText: c.text,
        role.BrightText: c.danger,
        role.Highlight: c.selection,
        role.HighlightedText: c.on_selection,
        role.ToolTipBase: c.raised,
        role.ToolTipText: c.text,
        role.Link: c.accent_text,
        role.LinkVisited: c.muted,
        role.Light: c.raised,
        role.Midlight: c.surface,
        role.Mid: c.line,
        role.Dark: c.line,
        role.Shadow: c.sunken,
        role.Accent: c.accent,
    }.items():
        palette.setColor(where, QColor(colour))
    for where in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, where, QColor(c.disabled))
    return palette
