"""The choices of a question as buttons, with the odds of each below it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from engine.presentation.offers import Question
from engine.presentation.visibility import VisibleTable
from vtt.shared.odds.odds_button import WAITING, OddsButton
from vtt.shared.odds.odds_figure import OddsFigure
from vtt.shared.odds.odds_panel import OddsPanel
from vtt.shared.questions.question_fields import title_of_choice
from vtt.shared.screen_names import table_text
from vtt.widgets.basic_widgets import button, column, row
from vtt.widgets.layouts.tile_flow import TileFlow
from vtt.widgets.look.theme import ThemeHub
from vtt.widgets.plain_text import label, short

_MANY: Final = 4
"""From so many choices on, odds that are the same for all of them are said once: fewer are in one row anyway."""


class ChoiceButtons(QWidget):
    """A button for each choice.

    Args:
        hub: the theme.
        question: the question.
        view: what the viewer may know.
        parent: the Qt parent.
        may_have_odds: below each choice the figure of its odds can be shown.
        has_odds_room: there is room for it before it is known, so that nothing moves then; a sign there says so.
        odds_were_alike: that room is one line for all choices, because they had the same odds the last time.

    Attributes:
        buttons: the buttons, by answer.
        odds: the figures below them, by answer; empty if none can be shown.
        has_odds_room: there is room for the figures.
        shared_line: the line for odds that are the same for all choices; it belongs above the buttons.
        shared_odds: the figure there.

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
        odds_were_alike: bool = False,
    ) -> None:
        super().__init__(parent)
        self._hub, self.has_odds_room = hub, has_odds_room
        self._can_share = may_have_odds and len(question.choices) >= _MANY
        self._was_alike = self._can_share and has_odds_room and odds_were_alike
        self._figures: Mapping[Hashable, OddsFigure] = {}
        self.buttons: dict[str, QPushButton] = {}
        self.odds: dict[str, OddsButton] = {}
        self._waiting: dict[str, QLabel] = {}
        self._odds_rooms: list[tuple[QWidget, QWidget]] = []
        self.shared_line, self._shared_words = QWidget(parent), label(WAITING, "muted")
        self.shared_odds = OddsButton(hub, self.shared_line)
        self._add_shared_line()
        self.is_shared = self._was_alike
        flow = TileFlow(self, spacing=hub.theme.metrics.pad_s)
        for choice in question.choices:
            chosen = button(short(title_of_choice(view, question, choice), 60), "", "", self)
            chosen.clicked.connect(partial(self._press, choice))
            flow.addWidget(self._above_odds(choice, chosen) if may_have_odds else chosen)
            self.buttons[choice] = chosen
        self.shared_line.setVisible(self.is_shared)

    def _add_shared_line(self) -> None:
        line = row(self.shared_line, gap=self._hub.theme.metrics.pad_s)
        self._shared_words.setFixedHeight(OddsButton.line_height(self._hub))
        self.shared_odds.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for part in (self._shared_words, self.shared_odds):
            line.addWidget(part)
        line.addStretch()

    def _above_odds(self, choice: str, chosen: QPushButton) -> QWidget:
        """Return the button of a choice with room for its odds below."""
        both = QWidget(self)
        inside = column(both)
        room = QWidget(both)
        room.setFixedHeight(0)
        if self.has_odds_room and not self.is_shared:
            self._make_odds_room(both, room)
        waiting = label(WAITING, "muted", parent=room)
        waiting.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
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
        ] + ([self.shared_odds] if self.shared_odds.figure is not None else [])

    def button_above(self, part: QWidget) -> QWidget:
        """Return the button above odds, and every other widget itself."""
        return next((self.buttons[choice] for choice, odds in self.odds.items() if odds is part), part)

    def show_odds(
        self, figures: Mapping[Hashable, OddsFigure], *, more_come: bool = False, may_share: bool = True
    ) -> bool:
        """Show the odds of each choice that has any. Return whether the room for them is another one.

        Args:
            figures: the odds that are known, by answer.
            more_come: those of other choices are still being calculated.
            may_share: the same odds of all choices may now be said once, and what is below the choices moves.
        """
        had = (self.has_odds_room, self.is_shared)
        self._figures = figures
        self.has_odds_room = self.has_odds_room or bool(figures)
        if not figures:
            self.is_shared = self._was_alike  # also after a look, which none of it may outlast
        else:
            is_alike = self._can_share and self.are_alike(more_come=more_come)
            self.is_shared = is_alike and (self.is_shared or (may_share and not more_come))
            if may_share and not more_come:
                self._was_alike = self.is_shared
        if (self.has_odds_room, self.is_shared) != had:
            for both, room in self._odds_rooms:
                if self.is_shared:
                    room.setFixedHeight(0)
                    both.setMinimumWidth(0)
                else:
                    self._make_odds_room(both, room)
            self.shared_line.setVisible(self.is_shared)
        self._show_shared(more_come=more_come)
        for choice, odds in self.odds.items():
            figure = figures.get(choice)
            self._waiting[choice].setVisible(figure is None and more_come and not self.is_shared)
            odds.show_figure(None if self.is_shared else figure)
            odds.resize(odds.sizeHint())
            self.buttons[choice].setAccessibleDescription(figure.spoken if figure is not None else "")
        return (self.has_odds_room, self.is_shared) != had

    def are_alike(self, *, more_come: bool = False) -> bool:
        """Return whether all choices have the same odds, as far as they are known while more of them come."""
        said = {(figure.words, figure.share, figure.before) for figure in self._figures.values()}
        return len(said) == 1 and (more_come or self.odds.keys() <= self._figures.keys())

    def _show_shared(self, *, more_come: bool) -> None:
        """Show the odds of all choices in one line, once all are known."""
        is_known = self.is_shared and bool(self._figures) and not more_come
        whole = tuple(one for figure in self._figures.values() for one in figure.in_full)
        self.shared_odds.show_figure(replace(next(iter(self._figures.values())), ways=whole) if is_known else None)
        self._shared_words.setText(table_text("question.same_odds") if is_known else WAITING if more_come else "")

    def open_odds(self) -> bool:
        """Show the odds in full, those of the choice that has the focus first. Return whether any are shown."""
        figures = {choice: self._figures[choice] for choice in self.odds if choice in self._figures}
        if not figures:
            return False
        focused = next((at for at, choice in enumerate(figures) if self.buttons[choice].hasFocus()), 0)
        first = sum(len(figure.in_full) for figure in [*figures.values()][:focused])
        shown = [one for figure in figures.values() for one in figure.in_full]
        OddsPanel.open_over(self._hub, self.window(), shown, first)
        return True
