"""The choices of a question as buttons, with the odds of each below it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from engine.presentation.offers import Question
from engine.presentation.visibility import VisibleTable
from vtt.shared.odds.odds_button import OddsButton
from vtt.shared.odds.odds_figure import OddsFigure
from vtt.shared.odds.odds_panel import OddsPanel
from vtt.shared.questions.question_fields import title_of_choice
from vtt.widgets.basic_widgets import button, column
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import short
from vtt.widgets.theme_binding import set_role

WAITING: Final = "…"
"""The sign of odds that are still being calculated."""


class ChoiceButtons(QWidget):
    """A button for each choice.

    Args:
        hub: the theme.
        question: the question.
        view: what the viewer may know.
        parent: the Qt parent.
        may_have_odds: below each choice the figure of its odds can be shown.
        has_odds_room: there is room for it before it is known, so that nothing moves then; a sign there says so.

    Attributes:
        buttons: the buttons, by answer.
        odds: the figures below them, by answer; empty if none can be shown.
        has_odds_room: there is room for the figures.

    Signals:
        pressed: the answer.
    """

    pressed = Signal(object)

    def __init__(
        self,
        hub: ThemeHub,
        question: Question,
        view: VisibleTable,
        parent: QWidget,
        *,
        may_have_odds: bool,
        has_odds_room: bool,
    ) -> None:
        super().__init__(parent)
        self._hub, self.has_odds_room = hub, has_odds_room
        self.buttons: dict[str, QPushButton] = {}
        self.odds: dict[str, OddsButton] = {}
        self._waiting: dict[str, QLabel] = {}
        self._odds_rooms: list[tuple[QWidget, QWidget]] = []
        flow = TileFlow(self, spacing=hub.theme.metrics.pad_s)
        for choice in question.choices:
            chosen = button(short(title_of_choice(view, question, choice), 60), "", "", self)
            chosen.clicked.connect(partial(self._press, choice))
            flow.addWidget(self._above_odds(choice, chosen) if may_have_odds else chosen)
            self.buttons[choice] = chosen

    def _above_odds(self, choice: str, chosen: QPushButton) -> QWidget:
        """Return the button of a choice with room for its odds below."""
        both = QWidget(self)
        inside = column(both)
        room = QWidget(both)
        room.setFixedHeight(0)
        if self.has_odds_room:
            self._make_odds_room(both, room)
        waiting = QLabel(WAITING, room)
        waiting.setTextFormat(Qt.TextFormat.PlainText)
        waiting.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        set_role(waiting, "muted")
        self._waiting[choice] = waiting
        self._odds_rooms.append((both, room))
        odds = OddsButton(self._hub, room)
        odds.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.odds[choice] = odds
        inside.addWidget(chosen)
        inside.addWidget(room)
        return both

    def _make_odds_room(self, both: QWidget, room: QWidget) -> None:
        """Make room for odds below a button, so that both are as wide as the odds can be."""
        room.setFixedHeight(OddsButton.line_height(self._hub))
        both.setMinimumWidth(OddsButton.widest(self._hub))

    def _press(self, choice: str, _checked: bool = False) -> None:
        self.pressed.emit(choice)

    @property
    def parts(self) -> Sequence[QWidget]:
        """The parts that can have the keyboard focus, in the order of Tab: each button, and its odds if shown."""
        return [
            part
            for choice, chosen in self.buttons.items()
            for part in (chosen, self.odds.get(choice))
            if part is not None and (not isinstance(part, OddsButton) or part.figure is not None)
        ]

    def button_above(self, part: QWidget) -> QWidget:
        """Return the button above odds, and every other widget itself."""
        return next((self.buttons[choice] for choice, odds in self.odds.items() if odds is part), part)

    def show_odds(self, figures: Mapping[Hashable, OddsFigure], *, more_come: bool = False) -> bool:
        """Show the odds of each choice that has any. Return whether room had to be made for them.

        Args:
            figures: the odds that are known, by answer.
            more_come: those of other choices are still being calculated.
        """
        is_made = bool(figures) and not self.has_odds_room
        if is_made:
            self.has_odds_room = True
            for both, room in self._odds_rooms:
                self._make_odds_room(both, room)
        for choice, odds in self.odds.items():
            figure = figures.get(choice)
            self._waiting[choice].setVisible(figure is None and more_come)
            odds.show_figure(figure)
            odds.resize(odds.sizeHint())
            self.buttons[choice].setAccessibleDescription(figure.spoken if figure is not None else "")
        return is_made

    def open_odds(self) -> bool:
        """Show the odds in full, those of the choice that has the focus first. Return whether any are shown."""
        figures = {choice: odds.figure for choice, odds in self.odds.items() if odds.figure is not None}
        if not figures:
            return False
        focused = next((at for at, choice in enumerate(figures) if self.buttons[choice].hasFocus()), 0)
        first = sum(len(figure.in_full) for figure in [*figures.values()][:focused])
        shown = [one for figure in figures.values() for one in figure.in_full]
        OddsPanel.open_over(self._hub, self.window(), shown, first)
        return True
