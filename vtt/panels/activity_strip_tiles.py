"""The tiles of the strip's line: a step, a turn, and the dividers between them."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from engine.messages.texts import say
from engine.presentation.activity_view import StepView, TurnView
from vtt.panels.activity_strip_layout import StripPart
from vtt.shared.campaign_panel import text
from vtt.shared.portraits.portrait_medallion import initials_of
from vtt.widgets.basic_widgets import frame, row
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import ElidedLabel, label, short, tip

_TURN_ICONS: Final = {
    "waiting": "hourglass",
    "declared": "note",
    "ready": "check",
    "now": "chevron-right",
    "acted": "check",
    "idle": "minus",
    "lost": "close",
    "out": "skull",
}

NamedTurn = tuple[TurnView, str, str]
"""A turn with the actor's short name and full name."""


class ActivityStripTiles:
    """Makes tiles as they look in the theme that is worn now.

    Args:
        hub: the theme.
    """

    def __init__(self, hub: ThemeHub) -> None:
        self._hub = hub

    def step(self, step: StepView, inside_of: QWidget, *, near: bool) -> StripPart:
        """Return the tile of a step; `near` is the one that comes next."""
        lengths, colours = self._hub.theme.metrics, self._hub.theme.colours
        words = short(say(step.label), 40)
        tile = QFrame(inside_of)
        tile.setObjectName(f"step_{step.name}")
        inside = row(tile, gap=lengths.pad_xs)
        inside.setContentsMargins(lengths.pad_m, lengths.pad_xs, lengths.pad_m, lengths.pad_xs)
        is_current, done = step.state == "now", step.state == "done"
        ink = colours.on_accent if is_current else colours.text if done else colours.muted
        back = colours.accent if is_current else colours.raised if done else "transparent"
        tile.setStyleSheet(
            f"QFrame#{tile.objectName()} {{ background: {back}; border-radius: {lengths.radius}px;"
            f" border: {lengths.hair}px solid {colours.accent if is_current else colours.line}; }}"
            f"QFrame#{tile.objectName()} QLabel {{ color: {ink}; font-weight: {600 if is_current else 400}; }}"
        )
        if done:
            inside.addWidget(self.picture("check", "text", tile))
        shown = ElidedLabel(words, parent=tile, alone=False)
        inside.addWidget(shown)
        spoken = text(f"steps.{step.state}", step=words)
        tile.setAccessibleName(spoken)
        tile.setToolTip(tip(spoken))
        return StripPart(tile, "step", step.state, shown, near=near)

    def count(self, words: str, inside_of: QWidget) -> StripPart:
        """Return the number of the current step, which replaces the other steps."""
        return StripPart(label(words, "muted", parent=inside_of), "count", "now")

    def chevron(self, state: str, inside_of: QWidget) -> StripPart:
        """Return the arrow behind a step in this state."""
        return StripPart(self.picture("chevron-right", "muted", inside_of), "chevron", state, near=state == "now")

    def divider(self, inside_of: QWidget, state: str, *, has_labels: bool) -> StripPart:
        """Return the line before the turns; with `has_labels` one of them has a declaration or a state."""
        lengths = self._hub.theme.metrics
        line = QFrame(inside_of)
        line.setStyleSheet(f"background: {self._hub.theme.colours.line};")
        return StripPart(
            line, "divider", state, near=has_labels, size=QSize(2 * lengths.hair, lengths.control * 3 // 4)
        )

    def turns(self, turns: list[NamedTurn], inside_of: QWidget) -> StripPart:
        """Return the tile of one turn; actors of simultaneous turns share a frame."""
        if len(turns) == 1:
            return self._turn(*turns[0], inside_of)
        lengths = self._hub.theme.metrics
        group = frame("sunken", inside_of)
        group.setAccessibleName(text("steps.together"))
        group.setToolTip(tip(text("steps.together")))
        inside = row(group, gap=lengths.pad_xs, margin=lengths.pad_xs)
        members = tuple(self._turn(turn, name, whole, group) for turn, name, whole in turns)
        for part in members:
            inside.addWidget(part.tile)
        state = "now" if any(turn.state == "now" for turn, *_ in turns) else ""
        return StripPart(group, "group", state, members=members)

    def _turn(self, turn: TurnView, name: str, whole: str, inside_of: QWidget) -> StripPart:
        lengths, colours = self._hub.theme.metrics, self._hub.theme.colours
        is_current, over = turn.state == "now", turn.state in ("acted", "idle", "lost", "out")
        tile = QFrame(inside_of)
        tile.setObjectName("turn")
        inside = row(tile, gap=lengths.pad_xs)
        inside.setContentsMargins(lengths.pad_s, lengths.pad_xs, lengths.pad_m, lengths.pad_xs)
        ink = "on_accent" if is_current else "muted" if over else "text"
        tile.setStyleSheet(
            f"QFrame#turn {{ background: {colours.accent if is_current else colours.surface};"
            f" border: {lengths.hair}px solid {colours.accent if is_current else colours.line};"
            f" border-radius: {lengths.radius}px; }}"
            f"QFrame#turn QLabel {{ color: {getattr(colours, ink)}; font-weight: {600 if is_current else 400};"
            f" text-decoration: {'line-through' if turn.state == 'out' else 'none'}; }}"
        )
        state = text(f"steps.turn_{turn.state}") if turn.state in _TURN_ICONS else turn.state
        icon = self.picture(_TURN_ICONS.get(turn.state, "minus"), ink, tile)
        inside.addWidget(icon)
        more = say(turn.label) if turn.label is not None else ""
        brief = say(turn.brief) if turn.brief is not None else more
        numbered = name if turn.number is None else f"{turn.number} {name}"
        full = f"{name}: {short(brief, 40)}" if brief else numbered
        letters = initials_of(name)
        sign = letters if turn.number is None else f"{turn.number} {letters}"
        shown = ElidedLabel(full, parent=tile, alone=False)
        inside.addWidget(shown)
        tile.setAccessibleName(", ".join(filter(None, (whole, state, short(more, 160)))))
        tile.setToolTip(tip("\n".join(filter(None, (f"{whole}, {state}", short(more, 600))))))
        return StripPart(
            tile, "turn", turn.state, shown, full, numbered, sign, icon if turn.state == "waiting" else None
        )

    def picture(self, icon: str, role: str, inside_of: QWidget) -> QLabel:
        """Return a small icon; what holds it says what it means."""
        size = self._hub.theme.metrics.icon_s
        picture = label(parent=inside_of)
        picture.setPixmap(self._hub.pixmap(icon, size, role=role, dpr=inside_of.devicePixelRatioF()))
        picture.setFixedSize(QSize(size, size))
        picture.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        return picture
