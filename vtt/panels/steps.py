"""What is under way: the steps with the present one lit, the sides of a comparison, and the order of acting."""

from __future__ import annotations

from itertools import groupby

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from engine.play.sight import Glimpse, SideView, StepView, TurnView, View
from engine.play.words import say
from vtt.panels.fit import FitScroll, TileFlow
from vtt.panels.naming import name_of_actor
from vtt.panels.panel import Panel, text
from vtt.panels.parts import WideLabel, column, empty, frame, row
from vtt.session import Session
from vtt.table.naming import name_of_seat
from vtt.widgets.text import ElidedLabel, label, short, tip
from vtt.widgets.theme import ThemeHub

_TURN_ICONS = {"now": "chevron-right", "waiting": "hourglass", "acted": "check", "lost": "close"}


class StepsStrip(Panel):
    """The innermost procedure as a strip; those around it as the way that led to it. Nothing under way: no height.

    Signals:
        height_changed: something began or ended.
    """

    height_changed = Signal()

    def __init__(self, session: Session, viewer: str, theme_hub: ThemeHub, parent: QWidget | None = None) -> None:
        super().__init__(session, viewer, theme_hub, parent)
        self._known: object = None
        self._narrow = False
        self._content = QWidget()
        self._column = column(self._content)
        self._scroll = FitScroll(self._content)
        column(self).addWidget(self._scroll)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(text("steps.name"))
        self.restyle()

    def refresh(self) -> None:
        """Show what is under way now."""
        view = self.view
        known = (self.viewer, view.under_way, view.seats, view.actors)
        if known == self._known:
            return
        self._known = known
        empty(self._column)
        shown = [g for g in view.under_way if _speaks(g)]
        if shown:
            self._show(view, shown)
        self.setVisible(bool(shown))
        self.height_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window show no more than what is under way innermost."""
        super().resizeEvent(event)
        narrow = self.width() < 40 * self.theme.metrics.font_body
        if narrow != self._narrow:
            self._narrow = narrow
            self._known = None
            self.refresh()

    def restyle(self) -> None:
        """Take on the lengths of the theme."""
        lengths = self.theme.metrics
        self._column.setContentsMargins(lengths.pad_m, lengths.pad_s, lengths.pad_m, lengths.pad_s)
        self._column.setSpacing(lengths.pad_s)
        self._scroll.set_least(lengths.control + 2 * lengths.pad_s)
        self._known = None
        self.refresh()

    def _show(self, view: View, shown: list[Glimpse]) -> None:
        """Everything in as few lines as the width allows: what it is, its steps, how it ended, the sides, the order."""
        inner = shown[-1]
        head = QWidget()
        flow = TileFlow(head, spacing=self.theme.metrics.pad_s)
        self._show_title(flow, view, shown)
        self._column.addWidget(head)
        line = QWidget()
        flow = TileFlow(line, spacing=self.theme.metrics.pad_s)
        self._show_steps(flow, inner.steps)
        for side in inner.sides:
            flow.addWidget(self._side(view, side))
        self._column.addWidget(line)
        line.setVisible(bool(inner.steps or inner.sides))
        told = [WideLabel(short(say(inner.outcome), 240), "heading")] if inner.outcome is not None else []
        told += [WideLabel(short(say(reckoned), 240), "muted") for reckoned in inner.reckoning]
        if told:
            ending = QWidget()
            flow = TileFlow(ending, spacing=self.theme.metrics.pad_l)
            for words in told:
                flow.addWidget(words)
            self._column.addWidget(ending)
        order = next((g.order for g in reversed(shown) if g.order), ())
        if order:
            self._column.addWidget(self._order(view, order))
        self._column.addStretch(1)

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
            flow.addWidget(self._picture("hourglass", "accent_text", lengths.icon_s))
            names = ", ".join(name_of_seat(view, seat) for seat in waiting)
            flow.addWidget(WideLabel(text("steps.waiting", names=short(names, 160)), "muted"))

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
            inside.addWidget(label(words))
            tile.setAccessibleName(text(f"steps.{step.state}", step=words))
            flow.addWidget(tile)
            if number + 1 < len(steps):
                flow.addWidget(self._picture("chevron-right", "muted", lengths.icon_s))

    def _side(self, view: View, side: SideView) -> QWidget:
        """One side in a line: who, how many cards, whether ready, the total once it may be known."""
        lengths = self.theme.metrics
        tile = frame("sunken")
        tile.setObjectName(f"side_{side.name}")
        inside = row(tile, gap=lengths.pad_s)
        inside.setContentsMargins(lengths.pad_m, lengths.pad_xs, lengths.pad_m, lengths.pad_xs)
        words = short(say(side.label), 60)
        inside.addWidget(label(words))
        laid = text("steps.laid", laid=side.laid, due=side.due)
        ready = text("steps.ready") if side.ready else text("steps.not_ready")
        if side.total is None:
            inside.addWidget(label(laid, "muted"))
            if side.ready:
                inside.addWidget(self._picture("check", "ok", lengths.icon_s))
        else:
            total = label(str(side.total), "heading")
            total.setObjectName(f"total_{side.name}")
            inside.addWidget(total)
        person = name_of_seat(view, side.seat) if side.seat in view.seats else ""
        reasons = ", ".join(say(r) for r in side.reasons)
        total_words = text("steps.total", total=side.total) if side.total is not None else ""
        told = (words, person, laid, ready, total_words, short(reasons, 200))
        tile.setAccessibleName(", ".join(filter(None, told)))
        tile.setToolTip(tip("\n".join(filter(None, told))))
        return tile

    def _order(self, view: View, order: tuple[TurnView, ...]) -> QWidget:
        """Tiles in the order of acting; those who act at once share a frame."""
        lengths = self.theme.metrics
        strip = QWidget()
        flow = TileFlow(strip, spacing=lengths.pad_s)
        for _, together in groupby(order, key=lambda turn: turn.rank):
            turns = list(together)
            if len(turns) == 1:
                flow.addWidget(self._turn(view, turns[0]))
                continue
            group = frame("sunken")
            group.setAccessibleName(text("steps.together"))
            group.setToolTip(tip(text("steps.together")))
            inside = row(group, gap=lengths.pad_xs, margin=lengths.pad_xs)
            for turn in turns:
                inside.addWidget(self._turn(view, turn))
            flow.addWidget(group)
        return strip

    def _turn(self, view: View, turn: TurnView) -> QWidget:
        lengths, colours = self.theme.metrics, self.theme.colours
        name = short(name_of_actor(view, turn.actor), 28)
        now, over = turn.state == "now", turn.state in ("acted", "lost")
        tile = QFrame()
        tile.setObjectName("turn")
        inside = row(tile, gap=lengths.pad_xs)
        inside.setContentsMargins(lengths.pad_s, lengths.pad_xs, lengths.pad_m, lengths.pad_xs)
        ink = "on_accent" if now else "muted" if over else "text"
        tile.setStyleSheet(
            f"QFrame#turn {{ background: {colours.accent if now else colours.surface};"
            f" border: {lengths.hair}px solid {colours.accent if now else colours.line};"
            f" border-radius: {lengths.radius}px; }}"
            f"QFrame#turn QLabel {{ color: {getattr(colours, ink)}; font-weight: {600 if now else 400}; }}"
        )
        state = text(f"steps.turn_{turn.state}") if turn.state in _TURN_ICONS else turn.state
        inside.addWidget(self._picture(_TURN_ICONS.get(turn.state, "minus"), ink, lengths.icon_s))
        more = say(turn.label) if turn.label is not None else ""
        inside.addWidget(label(f"{name}: {short(more, 40)}" if more else name))
        words = ", ".join(filter(None, (name, state, short(more, 160))))
        tile.setAccessibleName(words)
        tile.setToolTip(tip(words))
        return tile

    def _picture(self, icon: str, role: str, size: int) -> QWidget:
        made = label()
        made.setPixmap(self.hub.pixmap(icon, size, role=role, dpr=self.devicePixelRatioF()))
        made.setFixedSize(QSize(size, size))
        made.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        return made


def _speaks(glimpse: Glimpse) -> bool:
    """Say whether there is anything to show of it."""
    return bool(glimpse.steps or glimpse.sides or glimpse.order or glimpse.outcome or say(glimpse.title).strip())
