"""What is under way: the way to it, its steps with the present one lit, and the order of acting; all in a few lines.

The sides of a comparison and what came of it lie on the cloth, where the cards are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from engine.play.sight import Glimpse, StepView, TurnView, View
from engine.play.words import say
from vtt.panels.fit import FitScroll, TileFlow
from vtt.panels.naming import name_of_actor
from vtt.panels.panel import Panel, text
from vtt.panels.parts import WideLabel, column, empty, frame, row
from vtt.session import Session
from vtt.table.naming import name_of_seat
from vtt.table.places import order_of_acting
from vtt.widgets.fonts import ui_font
from vtt.widgets.text import ElidedLabel, label, short, tip
from vtt.widgets.theme import ThemeHub

_TURN_ICONS = {
    "waiting": "hourglass",
    "declared": "note",
    "now": "chevron-right",
    "acted": "check",
    "lost": "close",
    "out": "skull",
}


@dataclass(frozen=True, slots=True)
class _Form:
    """How much of the line is written out.

    Attributes:
        steps: `all`, `left` with a number in place of what is done, `near` with the next one alone, or just `now`.
        turns: `all` with what they have declared, `now` with the present one's alone, `names`, or `one`: who is on.
        lines: how many lines it may take.
    """

    steps: str
    turns: str
    lines: int


_FORMS: Final = (
    _Form("all", "all", 1),
    _Form("all", "now", 1),
    _Form("all", "names", 1),
    _Form("left", "now", 1),
    _Form("left", "names", 1),
    _Form("all", "now", 2),
    _Form("all", "names", 2),
    _Form("left", "names", 2),
    _Form("near", "names", 2),
    _Form("now", "names", 2),
    _Form("near", "one", 1),
)
"""From the most words to the fewest; the first that fits is taken."""
_LEAST: Final = _Form("now", "one", 1)
_WHOLE_LINE: Final = 9999


@dataclass(frozen=True, slots=True)
class _Part:
    """A tile of the line with what of it may be left out."""

    tile: QWidget
    kind: str
    state: str
    words: QLabel | None = None
    full: str = ""
    name: str = ""
    near: bool = False
    size: QSize = field(default_factory=QSize)


class StepsStrip(Panel):
    """The innermost procedure as a strip; those around it as the way that led to it. Nothing under way: no height."""

    def __init__(self, session: Session, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(session, viewer, theme_hub, parent)
        self._known: object = None
        self._most = 3
        self._narrow = False
        self._parts: list[_Part] = []
        self._line: TileFlow | None = None
        self._content = QWidget()
        self._column = column(self._content)
        self._scroll = FitScroll(self._content)
        column(self).addWidget(self._scroll)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(text("steps.name"))
        self.restyle()

    def set_lines(self, most: int) -> None:
        """Set how many lines there may be: three, two, or one where there is no room for more."""
        if most != self._most:
            self._most = most
            self._known = None
            self.refresh()

    def usual_height(self) -> int:
        """Return the height of a title with a line of steps below it, or of the one line that there may be."""
        lengths = self.theme.metrics
        tile = QFontMetrics(ui_font(lengths.font_body)).height() + 2 * (lengths.pad_xs + lengths.hair)
        title = QFontMetrics(ui_font(lengths.font_large, weight=QFont.Weight.DemiBold)).height()
        lines = max(tile, title) if self._brief else tile + lengths.pad_s + title
        return lines + 2 * lengths.pad_s + 2 * lengths.hair

    @property
    def _brief(self) -> bool:
        return self._most == 1

    def refresh(self) -> None:
        """Show what is under way now."""
        view = self.view
        known = (self.viewer, view.under_way, view.seats, view.actors)
        if known == self._known:
            return
        self._known = known
        empty(self._column)
        self._parts, self._line = [], None
        shown = [g for g in view.under_way if _speaks(g)]
        if shown:
            self._show(view, shown)
            self._fit()
        self.setVisible(bool(shown))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write out as much as there is room for."""
        super().resizeEvent(event)
        narrow = self.width() < 40 * self.theme.metrics.font_body
        if narrow != self._narrow:
            self._narrow = narrow
            self._known = None
            self.refresh()
        else:
            self._fit()

    def restyle(self) -> None:
        """Take on the lengths of the theme."""
        lengths = self.theme.metrics
        self._column.setContentsMargins(lengths.pad_m, lengths.pad_s, lengths.pad_m, lengths.pad_s)
        self._column.setSpacing(lengths.pad_s)
        self._scroll.set_least(lengths.control + 2 * lengths.pad_s)
        self._known = None
        self.refresh()

    def _show(self, view: View, shown: list[Glimpse]) -> None:
        lengths = self.theme.metrics
        self._column.addStretch(1)  # a title alone stands in the middle of the room for two lines
        line = QWidget()
        flow = self._line = TileFlow(line, spacing=lengths.pad_s)
        self._show_steps(flow, shown[-1].steps)
        order = order_of_acting(view)
        if order and not (self._brief and shown[-1].steps):
            self._show_order(flow, view, order)
        if self._brief:
            together = QWidget()
            inside = row(together, gap=lengths.pad_m)
            inside.addWidget(line)
            inside.addWidget(ElidedLabel(say(shown[-1].title), "heading"), 1)
            self._column.addWidget(together)
        else:
            head = QWidget()
            self._show_title(TileFlow(head, spacing=lengths.pad_s), view, shown)
            self._column.addWidget(head)
            self._column.addWidget(line)
        line.setVisible(bool(self._parts))
        self._column.addStretch(1)

    def _fit(self) -> None:
        """Write out as much of the line as fits beside or below the title."""
        if self._line is None or not self._parts:
            return
        margins = self._column.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        high = max(p.tile.sizeHint().height() for p in self._parts)
        for form in () if self._brief else _FORMS:
            if form.lines > 1 and (self._narrow or self._most < 3):
                continue
            self._write(form)
            if self._line.heightForWidth(room) <= form.lines * (high + self._line.spacing()):
                return
        self._write(_LEAST)

    def _write(self, form: _Form) -> None:
        for part in self._parts:
            if part.kind == "step":
                later = form.steps == "left" or (form.steps == "near" and part.near)
                part.tile.setVisible(form.steps == "all" or part.state == "now" or (later and part.state == "later"))
            elif part.kind == "chevron":
                kept = (form.steps == "left" and part.state != "done") or (form.steps == "near" and part.near)
                part.tile.setVisible(form.steps == "all" or kept)
            elif part.kind == "count":
                part.tile.setVisible(form.steps != "all")
            elif part.kind == "divider":
                # Where there are two lines, the order of acting begins the second one.
                part.tile.setFixedSize(part.size if form.lines == 1 else QSize(_WHOLE_LINE, 0))
            elif part.kind == "turn":
                part.tile.setVisible(form.turns != "one" or part.state == "now")
                full = form.turns == "all" or (form.turns == "now" and part.state == "now")
                if part.words is not None:
                    part.words.setText(part.full if full else part.name)
            elif part.kind == "group":
                part.tile.setVisible(form.turns != "one" or part.state == "now")
            part.tile.updateGeometry()  # what is measured next must not remember the words that stood there before

    def _show_title(self, flow: TileFlow, view: View, shown: list[Glimpse]) -> None:
        """The way to the innermost procedure, and who is waited for; in a narrow window its name alone."""
        lengths = self.theme.metrics
        if self._narrow:
            flow.addWidget(ElidedLabel(say(shown[-1].title), "heading"))
            return
        for outer in shown[:-1]:
            flow.addWidget(label(short(say(outer.title), 60), "muted"))
            flow.addWidget(self._picture("chevron-right", "muted", lengths.icon_s))
        flow.addWidget(WideLabel(short(say(shown[-1].title), 160), "heading"))
        waiting = shown[-1].waiting_for
        if waiting:
            names = ", ".join(name_of_seat(view, seat) for seat in waiting)
            waits = QWidget()
            inside = row(waits, gap=lengths.pad_xs)
            inside.addWidget(self._picture("hourglass", "accent_text", lengths.icon_s))
            inside.addWidget(ElidedLabel(text("steps.waiting", names=short(names, 160)), "muted"), 1)
            flow.addWidget(waits)

    def _show_steps(self, flow: TileFlow, steps: tuple[StepView, ...]) -> None:
        lengths, colours = self.theme.metrics, self.theme.colours
        for number, step in enumerate(steps):
            words = short(say(step.label), 40)
            tile = QFrame()
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
                inside.addWidget(self._picture("check", "text", lengths.icon_s))
            shown = label(words)
            inside.addWidget(shown)
            spoken = text(f"steps.{step.state}", step=words)
            tile.setAccessibleName(spoken)
            tile.setToolTip(tip(spoken))
            follows = number > 0 and steps[number - 1].state == "now"
            self._add(flow, _Part(tile, "step", step.state, shown, near=follows))
            if now and len(steps) > 1:
                count = label(text("steps.number", number=number + 1, count=len(steps)), "muted")
                self._add(flow, _Part(count, "count", step.state))
            if number + 1 < len(steps):
                chevron = self._picture("chevron-right", "muted", lengths.icon_s)
                self._add(flow, _Part(chevron, "chevron", step.state, near=now))

    def _show_order(self, flow: TileFlow, view: View, order: tuple[TurnView, ...]) -> None:
        """Tiles in the order of acting; those who act at once share a frame."""
        lengths = self.theme.metrics
        if self._parts:
            line = QFrame()
            line.setStyleSheet(f"background: {self.theme.colours.line};")
            self._add(flow, _Part(line, "divider", "", size=QSize(2 * lengths.hair, lengths.control * 3 // 4)))
        for _, together in groupby(order, key=lambda turn: turn.rank):
            turns = list(together)
            if len(turns) == 1:
                part = self._turn(view, turns[0])
                self._add(flow, part)
                continue
            group = frame("sunken")
            group.setAccessibleName(text("steps.together"))
            group.setToolTip(tip(text("steps.together")))
            inside = row(group, gap=lengths.pad_xs, margin=lengths.pad_xs)
            for turn in turns:
                part = self._turn(view, turn)
                self._parts.append(part)
                inside.addWidget(part.tile)
            self._add(flow, _Part(group, "group", "now" if any(t.state == "now" for t in turns) else ""))

    def _add(self, flow: TileFlow, part: _Part) -> None:
        self._parts.append(part)
        flow.addWidget(part.tile)

    def _turn(self, view: View, turn: TurnView) -> _Part:
        lengths, colours = self.theme.metrics, self.theme.colours
        name = short(name_of_actor(view, turn.actor), 28)
        now, over = turn.state == "now", turn.state in ("acted", "lost", "out")
        tile = QFrame()
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
        inside.addWidget(self._picture(_TURN_ICONS.get(turn.state, "minus"), ink, lengths.icon_s))
        more = say(turn.label) if turn.label is not None else ""
        full = f"{name}: {short(more, 40)}" if more else name
        shown = label(full)
        inside.addWidget(shown)
        words = ", ".join(filter(None, (name, state, short(more, 160))))
        tile.setAccessibleName(words)
        tile.setToolTip(tip(words))
        return _Part(tile, "turn", turn.state, shown, full, name)

    def _picture(self, icon: str, role: str, size: int) -> QWidget:
        made = label()
        made.setPixmap(self.hub.pixmap(icon, size, role=role, dpr=self.devicePixelRatioF()))
        made.setFixedSize(QSize(size, size))
        made.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        return made


def _speaks(glimpse: Glimpse) -> bool:
    """Say whether there is anything to show of it."""
    return bool(glimpse.steps or glimpse.order or say(glimpse.title).strip())
