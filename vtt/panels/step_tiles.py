"""The tiles of the strip's line: a step, who acts and in what company, and what stands between them."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from engine.play.sight import StepView, TurnView
from engine.play.words import say
from vtt.panels.panel import text
from vtt.panels.parts import frame, row
from vtt.panels.step_forms import Part
from vtt.table.medallion import initials_of
from vtt.widgets.text import ElidedLabel, label, short, tip
from vtt.widgets.theme import ThemeHub

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
"""Somebody's turn, with their name as it stands on the tile and in full."""


class StepTiles:
    """Makes tiles as they look in the theme that is worn now.

    Args:
        hub: the theme.
    """

    def __init__(self, hub: ThemeHub) -> None:
        self._hub = hub

    def step(self, step: StepView, inside_of: QWidget, *, near: bool) -> Part:
        """Return the tile of a step; `near` is the one that comes next."""
        lengths, colours = self._hub.theme.metrics, self._hub.theme.colours
        words = short(say(step.label), 40)
        tile = QFrame(inside_of)
        tile.setObjectName(f"step_{step.name}")
        inside = row(tile, gap=lengths.pad_xs)
        inside.setContentsMargins(lengths.pad_m, lengths.pad_xs, lengths.pad_m, lengths.pad_xs)
        now, done = step.state == "now", step.state == "done"
        ink = colours.on_accent if now else colours.text if done else colours.muted
        back = colours.accent if now else colours.raised if done else "transparent"
        tile.setStyleSheet(
            f"QFrame#{tile.objectName()} {{ background: {back}; border-radius: {lengths.radius}px;"
            f" border: {lengths.hair}px solid {colours.accent if now else colours.line}; }}"
            f"QFrame#{tile.objectName()} QLabel {{ color: {ink}; font-weight: {600 if now else 400}; }}"
        )
        if done:
            inside.addWidget(self.picture("check", "text", tile))
        shown = ElidedLabel(words, parent=tile, alone=False)
        inside.addWidget(shown)
        spoken = text(f"steps.{step.state}", step=words)
        tile.setAccessibleName(spoken)
        tile.setToolTip(tip(spoken))
        return Part(tile, "step", step.state, shown, near=near)

    def count(self, words: str, inside_of: QWidget) -> Part:
        """Return the number of the present step, which stands in place of the others."""
        return Part(label(words, "muted", parent=inside_of), "count", "now")

    def chevron(self, state: str, inside_of: QWidget) -> Part:
        """Return the arrow behind a step in this state."""
        return Part(self.picture("chevron-right", "muted", inside_of), "chevron", state, near=state == "now")

    def divider(self, inside_of: QWidget, state: str, *, told: bool) -> Part:
        """Return the line before the order of acting; `told` is whether there is something to tell of anybody there."""
        lengths = self._hub.theme.metrics
        line = QFrame(inside_of)
        line.setStyleSheet(f"background: {self._hub.theme.colours.line};")
        return Part(line, "divider", state, near=told, size=QSize(2 * lengths.hair, lengths.control * 3 // 4))

    def turns(self, turns: list[NamedTurn], inside_of: QWidget) -> Part:
        """Return the tile of whoever acts now or then; those who act at once share a frame."""
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
        return Part(group, "group", state, members=members)

    def _turn(self, turn: TurnView, name: str, whole: str, inside_of: QWidget) -> Part:
        lengths, colours = self._hub.theme.metrics, self._hub.theme.colours
        now, over = turn.state == "now", turn.state in ("acted", "idle", "lost", "out")
        tile = QFrame(inside_of)
        tile.setObjectName("turn")
        inside = row(tile, gap=lengths.pad_xs)
        inside.setContentsMargins(lengths.pad_s, lengths.pad_xs, lengths.pad_m, lengths.pad_xs)
        ink = "on_accent" if now else "muted" if over else "text"
        tile.setStyleSheet(
            f"QFrame#turn {{ background: {colours.accent if now else colours.surface};"
            f" border: {lengths.hair}px solid {colours.accent if now else colours.line};"
            f" border-radius: {lengths.radius}px; }}"
            f"QFrame#turn QLabel {{ color: {getattr(colours, ink)}; font-weight: {600 if now else 400};"
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
        return Part(tile, "turn", turn.state, shown, full, numbered, sign, icon if turn.state == "waiting" else None)

    def picture(self, icon: str, role: str, inside_of: QWidget) -> QLabel:
        """Return a small icon; what holds it says what it means."""
        size = self._hub.theme.metrics.icon_s
        made = label(parent=inside_of)
        made.setPixmap(self._hub.pixmap(icon, size, role=role, dpr=inside_of.devicePixelRatioF()))
        made.setFixedSize(QSize(size, size))
        made.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        return made
